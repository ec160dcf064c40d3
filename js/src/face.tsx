/** The faces of the cards: our own drawings, crisp at any size. */

import art from "../../pyramid_widget/art.json";
import type { CardCode } from "./contract";
import type { Corner } from "./place";

type Suit = keyof typeof art.suits;

/** Where the index goes in each corner, and the picture on the side that it leaves free. */
const INDEX: Record<Corner, string> = { tl: "", bl: "translate(0,72)", tr: "translate(54,0)", br: "translate(54,72)" };
const PICTURE: Record<Corner, string> = { tl: "", bl: "", tr: "translate(-34,0)", br: "translate(-34,0)" };

/** A shape and what it is made of: the suit's colour unless something else is said. */
type Shape = [path: string, made?: "gold" | "skin" | "line"];

/** Busts that rise from the lower edge of the card, in a box of 70 by 90. */
const COURT: Record<string, Shape[]> = {
  J: [
    ["M19 58c-4-12-3-24 2-30h28c5 6 6 18 2 30l-7-2V36H26v20z", "gold"],
    ["M24 36h22v8c0 9-4 16-11 16s-11-7-11-16z", "skin"],
    ["M17 35c-3-13 7-21 19-21 11 0 20 7 18 19-10-4-25-4-37 2z"],
    ["M46 21c1-10 8-18 20-20 1 10-6 20-17 24z", "gold"],
  ],
  Q: [
    ["M22 32c-7 10-3 22-10 32h46c-7-10-3-22-10-32z", "gold"],
    ["M24 36c0-8 5-11 11-11s11 3 11 11v6c0 10-4 18-11 18s-11-8-11-18z", "skin"],
    ["M23 35c2-6 7-9 12-9s10 3 12 9l3-7c-4-7-9-9-15-9s-11 2-15 9z"],
    ["M19 26 17 10l8 6 4-9 6-5 6 5 4 9 8-6-2 16c-9-6-23-6-32 0z", "gold"],
  ],
  K: [
    ["M23 34h24v8c0 10-4 18-12 18s-12-8-12-18z", "skin"],
    ["M20 36c-1 20 5 35 15 35s16-15 15-35l-4 8c-2 4-6 5-11 5s-9-1-11-5z"],
    ["M20 35 15 11l11 9 9-17 9 17 11-9-5 24z", "gold"],
    ["M20 29h30", "line"],
  ],
};
const CLOTHES: Shape[] = [
  ["M2 92c0-17 9-26 24-31 2 7 5 11 9 11s7-4 9-11c15 5 24 14 24 31z"],
  ["M26 61c2 7 5 11 9 11s7-4 9-11l4 2c-2 9-6 14-13 14s-11-5-13-14z", "gold"],
];
const LOOK: Shape = ["M30 41v1.5M40 41v1.5M33 50c1.5 1 2.5 1 4 0", "line"];

const WIDE = /10|W/; // what would not fit the index

/** One face, 100 by 140; `letter` is the rank in the viewer's language. */
export function Face({ card, letter, corner }: { card: CardCode; letter: string; corner: Corner }) {
  const suit = art.suits[card[1] as Suit];
  return (
    <svg viewBox="0 0 100 140" aria-hidden="true">
      <g class="picture" transform={PICTURE[corner]}>
        {picture(card, suit)}
      </g>
      <g transform={INDEX[corner]}>
        <text x="21" y="36" {...(WIDE.test(letter) && { textLength: 34, lengthAdjust: "spacingAndGlyphs" })}>
          {letter}
        </text>
        <path transform="translate(7.8,41.5) scale(1.1)" d={suit} />
      </g>
    </svg>
  );
}

function picture(card: CardCode, suit: string) {
  const court = COURT[card[0]!];
  if (court) {
    return (
      <g transform="translate(30,50)">
        {[...CLOTHES, ...court, LOOK].map(([path, made]) => (
          <path class={made} d={path} />
        ))}
      </g>
    );
  }
  if (card === "AS") {
    return (
      <>
        <path transform="translate(24,54) scale(3.1)" d={suit} />
        <path class="lace" d="M61.2 74C53 84 43 89 43 99c0 7 7 10 12 7M61.2 74C69.4 84 79.4 89 79.4 99c0 7-7 10-12 7M61.2 84v28" />
        <path class="lace fill" transform="translate(52.2,84) scale(.75)" d={suit} />
      </>
    );
  }
  const size = card[0] === "A" ? 2.7 : 2.2;
  return <path transform={`translate(${63 - 12 * size},${101 - 12 * size}) scale(${size})`} d={suit} />;
}
