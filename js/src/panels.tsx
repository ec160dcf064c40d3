/** The calm sheets over the felt: menu, help, pause, result. */

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Options, Table } from "./contract";
import type { Session } from "./session";
import { clockFace } from "./time";
import type { Words } from "./words";

export type Panel = "menu" | "help" | "give_up";

const BOUNCE_FIRST = 2200; // ms that the bouncing cards have the board for themselves

interface PanelsProps {
  session: Session;
  panel: Panel | null;
  open: (panel: Panel | null) => void;
  focusBoard: () => void;
}

/** The sheet that is to be seen now: what the player opened, else what the state of the game asks for. */
export function Panels({ session, panel, open, focusBoard }: PanelsProps) {
  const { snapshot } = session;
  const outcome = useOutcome(session);
  const [aside, setAside] = useState(""); // the outcome that the player has put aside to look at the board
  const close = () => {
    open(null);
    focusBoard();
  };
  if (panel === "menu") return <Menu session={session} open={open} close={close} />;
  if (panel === "help") return <Help words={session.words} table={session.table} close={close} />;
  if (panel === "give_up") return <GiveUp session={session} close={close} />;
  if (snapshot.paused) return <Paused session={session} focusBoard={focusBoard} />;
  const key = `${snapshot.deal} ${snapshot.status} ${snapshot.moves}`;
  if (!outcome || aside === key) return null;
  const putAside = () => {
    setAside(key);
    focusBoard();
  };
  return <Outcome session={session} close={putAside} />;
}

/** Whether the end of the deal is to be shown: after the bounce where this page saw the win. */
function useOutcome({ snapshot }: Session): boolean {
  const { status } = snapshot;
  const [first] = useState(status);
  const [shown, setShown] = useState(status);
  useEffect(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setShown(status), status === "won" && first !== "won" && !calm ? BOUNCE_FIRST : 0);
    return () => clearTimeout(timer);
  }, [status]);
  return shown === status && (status === "won" || status === "stuck" || status === "abandoned");
}

function Menu({ session, open, close }: { session: Session; open: PanelsProps["open"]; close: () => void }) {
  const { snapshot, words } = session;
  const { ui } = words.of;
  const over = snapshot.status === "won" || snapshot.status === "abandoned";
  const send = (kind: "pause" | "new" | "restart") => () => {
    session.send({ kind });
    close();
  };
  return (
    <Sheet label={ui.menu} close={close} closeLabel={ui.close}>
      {!over && <Action main label={ui.pause} onClick={send("pause")} />}
      <Action main={over} label={ui.new} onClick={send("new")} />
      <Action label={ui.restart} onClick={send("restart")} />
      {!over && <Action label={ui.give_up} onClick={() => open("give_up")} />}
      <Switch session={session} name="sound" />
      <Switch session={session} name="help" />
      <Switch session={session} name="four_colours" />
      <Action label={ui.how} onClick={() => open("help")} />
    </Sheet>
  );
}

function GiveUp({ session, close }: { session: Session; close: () => void }) {
  const { ui } = session.words.of;
  const abandon = () => {
    session.send({ kind: "abandon" });
    close();
  };
  return (
    <Sheet label={ui.give_up} close={close} closeLabel={ui.close}>
      <p>{ui.give_up_ask}</p>
      <Action main label={ui.back} onClick={close} />
      <Action label={ui.give_up} onClick={abandon} />
    </Sheet>
  );
}

function Paused({ session, focusBoard }: { session: Session; focusBoard: () => void }) {
  const { ui } = session.words.of;
  const resume = () => {
    session.send({ kind: "resume" });
    focusBoard();
  };
  return (
    <Sheet label={ui.paused} close={resume}>
      <Action main label={ui.resume} onClick={resume} />
    </Sheet>
  );
}

function Outcome({ session, close }: { session: Session; close: () => void }) {
  const { snapshot, words, table } = session;
  const { ui } = words.of;
  const { score } = snapshot;
  const stuck = snapshot.status === "stuck";
  const send = (kind: "undo" | "new" | "restart") => () => session.send({ kind });
  const figures: [string, string | number][] = [
    [ui.time, clockFace(snapshot.clock.seconds)],
    [ui.moves, snapshot.moves],
    [ui.layout, table.name[words.locale]],
  ];
  if (score) figures.unshift([score.kind === "points" ? ui.score : ui[score.kind], score.value]);
  if (snapshot.code) figures.push([ui.code, snapshot.code]);
  return (
    <Sheet label={ui[snapshot.status as "won" | "stuck" | "abandoned"]} close={close} closeLabel={ui.back}>
      {stuck && <p>{ui.stuck_text}</p>}
      <dl>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stuck && snapshot.undo && <Action main label={ui.undo} onClick={send("undo")} />}
      <Action main={!stuck || !snapshot.undo} label={ui.new} onClick={send("new")} />
      <Action label={ui.restart} onClick={send("restart")} />
      {!stuck && snapshot.undo && <Action label={ui.undo} onClick={send("undo")} />}
    </Sheet>
  );
}

function Help({ words, table, close }: { words: Words; table: Table; close: () => void }) {
  const { how, ui } = words.of;
  const { keys, arrows, enter, ranks, d, k, u, r, p, m, h, esc } = how;
  return (
    <Sheet label={ui.how} close={close} closeLabel={ui.close}>
      <ul>
        {rulesInWords(words, table).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <h3>{keys}</h3>
      <ul>
        {[arrows, enter, ranks, d, k, u, r, p, m, h, esc].map((key) => (
          <li key={key}>{key}</li>
        ))}
      </ul>
    </Sheet>
  );
}

/** The rules of this table in short sentences. */
function rulesInWords(words: Words, { rules }: Table): string[] {
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

function Switch({ session, name }: { session: Session; name: keyof Options }) {
  const { snapshot, words } = session;
  const on = snapshot.options[name];
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} onClick={() => session.send({ kind: "option", name, value: !on })}>
      {words.of.ui[name]}
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

interface SheetProps {
  label: string;
  close: () => void;
  /** The name of the closing cross; without it there is none. */
  closeLabel?: string;
  children: ComponentChildren;
}

/** A panel: it takes the focus when it comes, and Escape closes it. */
function Sheet({ label, close, closeLabel, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = sheet.current!.getRootNode() as Document | ShadowRoot;
    const playing = sheet.current!.closest(".pyramid")!.contains(root.activeElement);
    if (playing) sheet.current!.querySelector<HTMLElement>(".main, button")?.focus();
  }, [label]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <div class="curtain">
      <div ref={sheet} class="sheet" role="dialog" aria-label={label} onKeyDown={onKeyDown}>
        <h2>{label}</h2>
        {closeLabel && (
          <button type="button" class="cross" aria-label={closeLabel} title={closeLabel} onClick={close}>
            ×
          </button>
        )}
        {children}
      </div>
    </div>
  );
}
