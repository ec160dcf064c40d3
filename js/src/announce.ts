/** What the live region says: what just happened, in words. */

import type { Snapshot, Table } from "./contract";
import type { Words } from "./words";

export function announce(snapshot: Snapshot, table: Table, words: Words): string {
  const told = words.of.told;
  const outcome = snapshot.status === "won" ? told.won : snapshot.status === "stuck" ? told.stuck : "";
  return [happened(snapshot, table, words), outcome].filter(Boolean).join(". ");
}

function happened({ event }: Snapshot, table: Table, words: Words): string {
  const told = words.of.told;
  switch (event.kind) {
    case "refused":
      return words.reason(event.reason);
    case "dealt":
      return words.say(told.dealt, { layout: table.name[words.locale] });
    case "selected":
    case "put_down":
      return words.say(told[event.kind], { cards: words.card(event.card) });
    case "removed":
    case "drawn":
      return words.say(told[event.kind], { cards: words.cards(event.cards) });
    case "undone":
    case "redone": {
      const move = event.cards.length ? words.cards(event.cards) : told[event.move === "draw" ? "draw" : "recycle"];
      return words.say(told[event.kind], { move });
    }
    case "option":
    case "sight":
      return "";
    default:
      return told[event.kind];
  }
}
