import type { SheetContent } from "../panels";
import { Action } from "./action";

export function GiveUp({ session, open }: SheetContent) {
  const { ui } = session.words.of;
  const abandon = () => {
    session.send({ kind: "abandon" });
    open(null);
  };
  return (
    <>
      <p>{session.snapshot.status === "new" ? ui.give_up_new : ui.give_up_ask}</p>
      <Action main label={ui.back} onClick={() => open(null)} />
      <Action label={ui.give_up} onClick={abandon} />
    </>
  );
}
