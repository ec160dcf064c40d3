/** The quiet line above the board: numbers in the middle, buttons at the ends. */

import { useLayoutEffect, useState } from "preact/hooks";

import { Figure } from "./figure";
import { Icon } from "./icon";
import type { Session } from "./session";
import { clockFace, scoreNow, secondsNow } from "./time";

const STEP_TIME = 900; // ms

interface TopLineProps {
  session: Session;
  /** Whether a panel lies over it. */
  covered: boolean;
  demonstration: Demonstration;
  openMenu: () => void;
}

export function TopLine({ session, covered, demonstration, openMenu }: TopLineProps) {
  const { snapshot, words, table, lost } = session;
  const { ui } = words.of;
  const seconds = useSeconds(session);
  const { score, stock } = snapshot;
  const passes = table.rules.passes;
  if (snapshot.demo) return <Player session={session} {...demonstration} {...snapshot.demo} />;
  return (
    <div class="bar" role="group" aria-label={ui.bar} inert={covered}>
      <Icon name="menu" label={ui.menu} onClick={openMenu} />
      <dl>
        {score && <Figure label={score.kind === "points" ? ui.score : ui[score.kind]} value={scoreNow(score, seconds)} />}
        <Figure label={ui.time} value={clockFace(seconds)} />
        <Figure label={ui.moves} value={snapshot.moves} />
        {stock && passes !== null && <Figure label={ui.pass} value={`${stock.pass}/${passes}`} />}
      </dl>
      <Icon name="hint" label={ui.hint} disabled={lost} onClick={() => session.send({ kind: "hint" })} />
      <Icon name="undo" label={ui.undo} disabled={!snapshot.undo || lost} onClick={() => session.send({ kind: "undo" })} />
      <Icon name="redo" label={ui.redo} disabled={!snapshot.redo || lost} onClick={() => session.send({ kind: "redo" })} />
    </div>
  );
}

/** The solver's line while it is shown instead of the game: it runs by itself or is stepped through. */
export interface Demonstration {
  runs: boolean;
  run: (runs: boolean) => void;
  step: (kind: "step" | "step_back") => void;
}

export function useDemonstration(session: Session): Demonstration {
  const { demo } = session.snapshot;
  const [runs, run] = useState(true);
  useLayoutEffect(() => run(true), [demo === null]);
  useLayoutEffect(() => {
    if (!runs || !demo || demo.at === demo.of) return undefined;
    const timer = setTimeout(() => session.send({ kind: "step" }), STEP_TIME);
    return () => clearTimeout(timer);
  }, [runs, demo?.at]);
  const step = (kind: "step" | "step_back") => {
    run(false);
    session.send({ kind });
  };
  return { runs, run, step };
}

function Player({ session, runs, run, step, at, of }: Demonstration & { session: Session; at: number; of: number }) {
  const { ui } = session.words.of;
  return (
    <div class="bar" role="group" aria-label={ui.line}>
      <Icon name="leave" label={ui.leave} onClick={() => session.send({ kind: "leave" })} />
      <dl>
        <Figure label={ui.line} value={`${at}/${of}`} />
      </dl>
      <Icon name="step_back" label={ui.step_back} disabled={at === 0} onClick={() => step("step_back")} />
      <Icon name={runs ? "halt" : "run"} label={runs ? ui.halt : ui.run} onClick={() => run(!runs)} />
      <Icon name="step" label={ui.step} disabled={at === of} onClick={() => step("step")} />
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
