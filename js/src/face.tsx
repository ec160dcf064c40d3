/** The faces of the cards: our own drawings, crisp at any size. */

import art from "../../pyramid_widget/art.json";
import type { CardCode } from "./contract";

type Suit = keyof typeof art.suits;

const COURT: Record<string, string> = {
  K: "M31 66 27 45l11 8 6-14 6-8 6 8 6 14 11-8-4 21zM31 69h38v5H31z",
  Q: "M32 66 28 49l9 7 5-11 8 8 8-8 5 11 9-7-4 17zM32 69h36v4H32zM28 46a2 2 0 1 0 .1 0zM42 42a2 2 0 1 0 .1 0zM58 42a2 2 0 1 0 .1 0zM72 46a2 2 0 1 0 .1 0z",
  J: "M33 66c0-12 7-19 17-19s17 7 17 19zM31 69h38v5H31zM62 50c2-8 8-13 14-13-1 7-4 13-11 17z",
};

/** One face, 100 by 140; `letter` is the rank in the viewer's language. */
export function Face({ card, letter }: { card: CardCode; letter: string }) {
  const rank = card[0]!;
  const suit = art.suits[card[1] as Suit];
  const index = (
    <>
      <text x="7" y="34" font-size="35" font-weight="700" letter-spacing={letter.length > 1 ? -3 : 0}>
        {letter}
      </text>
      <path transform="translate(7,39)" d={suit} />
    </>
  );
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      {index}
      <g transform="rotate(180 50 70)">{index}</g>
      {rank in COURT ? (
        <>
          <path class="gold" transform="translate(10,13) scale(.8)" d={COURT[rank]} />
          <path transform="translate(38,78)" d={suit} />
        </>
      ) : rank === "A" ? (
        <>
          <path transform="translate(18,38) scale(2.67)" d={suit} />
          {card === "AS" && <path class="lace" d="M50 58c-7 9-15 14-15 22a8 8 0 0 0 15 3 8 8 0 0 0 15-3c0-8-8-13-15-22zM50 66v20" />}
        </>
      ) : (
        <path transform="translate(28,48) scale(1.83)" d={suit} />
      )}
    </svg>
  );
}
