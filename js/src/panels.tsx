/** The calm sheets over the felt: menu, help, pause, result. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Options } from "./contract";
import type { Session } from "./session";
import { clockFace } from "./time";

/** What the player can open. */
export type Panel = "menu" | "help" | "give_up";

type Open = (panel: Panel | null) => void;

const BOUNCE_FIRST = 2200; // ms that the bouncing cards have the board for themselves

export interface SheetProps {
  label: string;
  /** What Escape and the cross do. */
  close: () => void;
  /** The name of the closing cross; without it there is none. */
  closeLabel?: string;
  children: ComponentChildren;
}

/** The sheet that is to be seen now: what the player opened, else what the state of the game asks for. */
export function usePanels(session: Session, panel: Panel | null, open: Open): SheetProps | null {
  const { snapshot } = session;
  const outcome = useOutcome(session);
  const [aside, setAside] = useState(""); // the outcome that the player has put aside to look at the board
  if (panel === "menu") return menu(session, open);
  if (panel === "help") return help(session, open);
  if (panel === "give_up") return giveUp(session, open);
  if (snapshot.paused) return pause(session);
  const key = `${snapshot.deal} ${snapshot.status} ${snapshot.moves}`;
  return outcome && aside !== key ? result(session, () => setAside(key)) : null;
}

/** Whether the end of the deal is to be shown: after the bounce where this page saw the win. */
function useOutcome({ snapshot }: Session): boolean {
  const { status } = snapshot;
  const [first] = useState(status);
  const [shown, setShown] = useState(status);
  useLayoutEffect(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setShown(status), status === "won" && first !== "won" && !calm ? BOUNCE_FIRST : 0);
    return () => clearTimeout(timer);
  }, [status]);
  return shown === status && (status === "won" || status === "stuck" || status === "abandoned");
}

function menu(session: Session, open: Open): SheetProps {
  const { snapshot, words } = session;
  const { ui } = words.of;
  const over = snapshot.status === "won" || snapshot.status === "abandoned";
  const close = () => open(null);
  const send = (kind: "pause" | "new" | "restart") => () => {
    session.send({ kind });
    close();
  };
  return {
    label: ui.menu,
    close,
    closeLabel: ui.close,
    children: (
      <div class="menu">
        {!over && <Action label={ui.pause} onClick={send("pause")} />}
        <Action label={ui.new} onClick={send("new")} />
        <Action label={ui.restart} onClick={send("restart")} />
        {!over && <Action label={ui.give_up} onClick={() => open("give_up")} />}
        <Switch session={session} name="sound" />
        <Switch session={session} name="help" />
        <Switch session={session} name="four_colours" />
        <Action label={ui.how} onClick={() => open("help")} />
      </div>
    ),
  };
}

function giveUp(session: Session, open: Open): SheetProps {
  const { ui } = session.words.of;
  const close = () => open(null);
  const abandon = () => {
    session.send({ kind: "abandon" });
    close();
  };
  return {
    label: ui.give_up,
    close,
    closeLabel: ui.close,
    children: (
      <>
        <p>{ui.give_up_ask}</p>
        <Action main label={ui.back} onClick={close} />
        <Action label={ui.give_up} onClick={abandon} />
      </>
    ),
  };
}

function pause(session: Session): SheetProps {
  const { ui } = session.words.of;
  const close = () => session.send({ kind: "resume" });
  return { label: ui.paused, close, children: <Action main label={ui.resume} onClick={close} /> };
}

function result(session: Session, close: () => void): SheetProps {
  const { snapshot, words, table } = session;
  const { ui } = words.of;
  const { score, code, undo } = snapshot;
  const status = snapshot.status as "won" | "stuck" | "abandoned";
  const stuck = status === "stuck";
  const send = (kind: "undo" | "new" | "restart") => () => session.send({ kind });
  return {
    label: ui[status],
    close,
    closeLabel: ui.back,
    children: (
      <>
        {stuck && <p>{ui.stuck_text}</p>}
        <dl class="figures">
          {score && <Figure label={score.kind === "points" ? ui.score : ui[score.kind]} value={score.value} />}
          <Figure label={ui.time} value={clockFace(snapshot.clock.seconds)} />
          <Figure label={ui.moves} value={snapshot.moves} />
        </dl>
        {code && (
          <dl>
            <Figure label={ui.layout} value={table.name[words.locale]} />
            <Figure label={ui.code} value={code} />
          </dl>
        )}
        {stuck && undo && <Action main label={ui.undo} onClick={send("undo")} />}
        <Action main={!stuck || !undo} label={ui.new} onClick={send("new")} />
        <Action label={ui.restart} onClick={send("restart")} />
        {!stuck && undo && <Action label={ui.undo} onClick={send("undo")} />}
      </>
    ),
  };
}

function help(session: Session, open: Open): SheetProps {
  const { how, keys, ui } = session.words.of;
  const list = (lines: string[]) => (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return {
    label: ui.how,
    close: () => open(null),
    closeLabel: ui.close,
    children: (
      <>
        {list(rulesInWords(session))}
        <h3>{how.keys}</h3>
        {list(Object.values(keys))}
      </>
    ),
  };
}

/** The rules of this table in short sentences. */
function rulesInWords({ words, table: { rules } }: Session): string[] {
  const { how } = words.of;
  const stock = rules.stock_as_rows
    ? [how.columns]
    : [
        rules.waste_piles === 3 ? how.three : how.stock,
        ...(rules.stock_playable ? [how.stock_top] : []),
        rules.passes === null ? how.unlimited : words.say(how.passes, { n: rules.passes }),
      ];
  const win = { layout: how.layout, "layout and waste": how.layout_and_waste, everything: how.everything }[rules.win];
  return [how.pairs, rules.cover_pairs ? how.cover_pairs : how.free, ...stock, win];
}

/** A number or a name with a label. */
export function Figure({ label, value }: { label: string; value: string | number }) {
  return (
    <div>
      <dd>{value}</dd>
      <dt>{label}</dt>
    </div>
  );
}

function Switch({ session, name }: { session: Session; name: keyof Options }) {
  const on = session.snapshot.options[name];
  const flip = () => session.send({ kind: "option", name, value: !on });
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} onClick={flip}>
      {session.words.of.ui[name]}
    </button>
  );
}

function Action({ label, main = false, onClick }: { label: string; main?: boolean; onClick: () => void }) {
  return (
    <button type="button" class={main ? "action main" : "action"} onClick={onClick}>
      {label}
    </button>
  );
}

/** A panel. It takes the focus when it comes, if the player was at the board. */
export function Sheet({ label, close, closeLabel, children, focus }: SheetProps & { focus: boolean }) {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (focus) sheet.current!.querySelector<HTMLElement>(".main, .action, button")!.focus({ preventScroll: true });
  }, []);
  return (
    <div class="curtain">
      <div ref={sheet} class="sheet" role="dialog" aria-label={label}>
        <h2>{label}</h2>
        {children}
        {closeLabel && (
          <button type="button" class="cross" aria-label={closeLabel} title={closeLabel} onClick={close}>
            ×
          </button>
        )}
      </div>
    </div>
  );
}
