import { Figure } from "../figure";
import type { SheetContent } from "../panels";
import { clockFace } from "../time";
import { Action } from "./action";
import { Standing } from "./statistics";

export function Result({ session, open }: SheetContent) {
  const { snapshot, words, table } = session;
  const { ui } = words.of;
  const { score, code, undo, status } = snapshot;
  const stuck = status === "stuck";
  const send = (kind: "undo" | "new" | "restart") => () => session.send({ kind });
  return (
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
      <Standing session={session} />
      {stuck && undo && <Action main label={ui.undo} onClick={send("undo")} />}
      <Action main={!stuck || !undo} label={ui.again} onClick={send("new")} />
      <Action label={ui.new} onClick={() => open("start")} />
      <Action label={ui.restart} onClick={send("restart")} />
      {!stuck && undo && <Action label={ui.undo} onClick={send("undo")} />}
      <Action label={ui.statistics} onClick={() => open("statistics")} />
    </>
  );
}
