import type { Options } from "../contract";
import type { SheetContent } from "../panels";
import type { Session } from "../session";
import { Action } from "./action";

export function Menu({ session, open }: SheetContent) {
  const { ui } = session.words.of;
  const { status, paused } = session.snapshot;
  const over = status === "won" || status === "abandoned";
  const send = (kind: "pause" | "resume" | "restart" | "hint" | "why" | "solve") => () => {
    session.send({ kind });
    open(null);
  };
  if (session.lost) return <p>{ui.lost}</p>;
  return (
    <div class="menu">
      {!over && <Action label={paused ? ui.resume : ui.pause} onClick={send(paused ? "resume" : "pause")} />}
      <Action label={ui.new} onClick={() => open("start")} />
      <Action label={ui.restart} onClick={send("restart")} />
      {!over && <Action label={ui.give_up} onClick={() => open("give_up")} />}
      {!over && <Action label={ui.hint} onClick={send("hint")} />}
      {!over && <Action label={ui.why} onClick={send("why")} />}
      {!over && <Action label={ui.solve} onClick={send("solve")} />}
      <Switch session={session} name="marks" />
      <Switch session={session} name="tell_lost" />
      <Switch session={session} name="sound" />
      <Switch session={session} name="help" />
      <Switch session={session} name="four_colours" />
      <Action label={ui.statistics} onClick={() => open("statistics")} />
      <Action label={ui.how} onClick={() => open("help")} />
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
