import type { SheetContent } from "../panels";
import { Action } from "./action";

export function Pause({ session, close }: SheetContent) {
  return <Action main label={session.words.of.ui.resume} onClick={close} />;
}
