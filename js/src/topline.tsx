/** The quiet line above the board: numbers in the middle, buttons at the ends. */

import { useLayoutEffect, useState } from "preact/hooks";

import { Figure } from "./figure";
import { Icon } from "./icon";
import type { Session } from "./session";
import { clockFace, scoreNow, secondsNow } from "./time";

interface TopLineProps {
  session: Session;
  /** Whether a panel lies over it. */
  covered: boolean;
  openMenu: () => void;
}

export function TopLine({ session, covered, openMenu }: TopLineProps) {
  const { snapshot, words, table, lost } = session;
  const { ui } = words.of;
  const seconds = useSeconds(session);
  const { score, stock } = snapshot;
  const passes = table.rules.passes;
  return (
    <div class="bar" role="group" aria-label={ui.bar} inert={covered}>
      <Icon name="menu" label={ui.menu} onClick={openMenu} />
      <dl>
        {score && <Figure label={score.kind === "points" ? ui.score : ui[score.kind]} value={scoreNow(score, seconds)} />}
        <Figure label={ui.time} value={clockFace(seconds)} />
        <Figure label={ui.moves} value={snapshot.moves} />
        {stock && passes !== null && <Figure label={ui.pass} value={`${stock.pass}/${passes}`} />}
      </dl>
      <Icon name="undo" label={ui.undo} disabled={!snapshot.undo || lost} onClick={() => session.send({ kind: "undo" })} />
      <Icon name="redo" label={ui.redo} disabled={!snapshot.redo || lost} onClick={() => session.send({ kind: "redo" })} />
    </div>
  );
}

/** The seconds of play, ticking while the clock runs and the kernel answers. */
function useSeconds(session: Session): number {
  const { snapshot, arrived, lost } = session;
  const [now, setNow] = useState(arrived);
  const runs = snapshot.clock.running && !lost;
  useLayoutEffect(() => {
    if (!runs) return undefined;
    const tick = () => setNow(performance.now());
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [runs, snapshot.revision]);
  return secondsNow(snapshot.clock, arrived, now);
}
