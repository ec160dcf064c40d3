/** Wins and losses, for everything or a part of it. */

import { useState } from "preact/hooks";

import type { Answers, Tally } from "../contract";
import { Figure } from "../figure";
import type { SheetContent } from "../panels";
import type { Session } from "../session";
import { clockFace } from "../time";
import type { Words } from "../words";
import { useAnswer } from "./answer";
import { percent } from "./percent";
import { Segments } from "./segments";

type Part = keyof Answers["statistics"];
const PARTS: Part[] = ["everything", "preset", "layout"];
const NOTHING = "–";

export function Statistics({ session }: SheetContent) {
  const { words } = session;
  const { statistics, start } = words.of;
  const [part, setPart] = useState<Part>("everything");
  const answer = useAnswer(() => session.desk.ask("statistics"));
  if (!answer) return <p>{start.loading}</p>;
  const tally = answer[part];
  const options = PARTS.map((value) => ({ value, label: statistics[value] }));
  return (
    <div class="statistics">
      <Segments legend={statistics.of} value={part} choose={setPart} options={options} />
      {tally.deals === 0 ? (
        <p>{statistics.none}</p>
      ) : (
        <>
          <dl class="figures">
            <Figure label={statistics.wins} value={tally.wins} />
            <Figure label={statistics.losses} value={tally.losses} />
            <Figure label={statistics.rate} value={tally.win_rate === null ? NOTHING : percent(tally.win_rate, words)} />
          </dl>
          <Latest won={tally.latest} words={words} />
          <dl>
            <Figure label={statistics.streak} value={tally.streak} />
            <Figure label={statistics.best_streak} value={tally.best_streak} />
            <Figure label={statistics.best_score} value={tally.best_score ?? NOTHING} />
            <Figure label={statistics.best_time} value={tally.best_seconds === null ? NOTHING : clockFace(tally.best_seconds)} />
            <Figure label={statistics.fewest_moves} value={tally.fewest_moves ?? NOTHING} />
          </dl>
        </>
      )}
    </div>
  );
}

/** How the player stands in all, in one row. */
export function Standing({ session }: { session: Session }) {
  const { words } = session;
  const { statistics } = words.of;
  const tally = useAnswer(() => session.desk.ask("statistics"))?.everything;
  if (!tally || tally.deals === 0) return null;
  return (
    <dl class="figures standing">
      <Figure label={statistics.wins} value={tally.wins} />
      <Figure label={statistics.losses} value={tally.losses} />
      <Figure label={statistics.rate} value={tally.win_rate === null ? NOTHING : percent(tally.win_rate, words)} />
      <Figure label={statistics.streak} value={tally.streak} />
      <Figure label={statistics.best_streak} value={tally.best_streak} />
    </dl>
  );
}

const BAR = { step: 10, width: 7, won: 26, lost: 10 };

/** The latest deals as a row of bars: up when won, down when lost. */
function Latest({ won, words }: { won: Tally["latest"]; words: Words }) {
  const wins = won.filter(Boolean).length;
  const label = words.say(words.of.statistics.latest, { n: won.length, wins });
  return (
    <figure class="latest">
      <svg viewBox={`0 0 ${won.length * BAR.step} ${BAR.won + BAR.lost + 2}`} role="img" aria-label={label}>
        {won.map((yes, i) => (
          <rect
            key={i}
            class={yes ? "won" : "lost"}
            x={i * BAR.step + (BAR.step - BAR.width) / 2}
            y={yes ? 0 : BAR.won + 2}
            width={BAR.width}
            height={yes ? BAR.won : BAR.lost}
            rx="2"
          />
        ))}
      </svg>
      <figcaption aria-hidden="true">{label}</figcaption>
    </figure>
  );
}
