/** What the live region says: what just happened, in words. */

import type { Advice, Reason, Snapshot, Table } from "./contract";
import type { Words } from "./words";

/** The refusal of a tap that came just after its card had gone: no fault of the player's, and nothing to tell. */
export const LATE = "gone";

export function announce(snapshot: Snapshot, table: Table, words: Words): string {
  const told = words.of.told;
  const hopeless = snapshot.lost ? words.of.ui.cannot_win : "";
  const outcome = snapshot.status === "won" ? told.won : snapshot.status === "stuck" ? told.stuck : hopeless;
  return [happened(snapshot, table, words), outcome].filter(Boolean).join(". ");
}

/** A hint or a reason in words. */
export function advised({ reason, lost }: Pick<Advice, "reason" | "lost">, words: Words): string {
  return [lost && words.of.ui.cannot_win, words.reason(reason)].filter(Boolean).join(". ");
}

function happened({ event, advice }: Snapshot, table: Table, words: Words): string {
  const told = words.of.told;
  switch (event.kind) {
    case "refused":
      return refusal(event.reason, words);
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
    case "advised":
      return advice ? advised(advice, words) : "";
    case "option":
    case "sight":
      return "";
    default:
      return told[event.kind];
  }
}

/** Why a tap was refused; which card it was, and what lies on it, are seen on the board but must be said here. */
function refusal(reason: Reason, words: Words): string {
  if (reason.key === LATE) return "";
  const [card, on] = [reason.cards?.[0], reason.by];
  const state = card && on ? words.say(words.of.ui.covered, { card: words.card(card), cards: words.cards(on) }) : "";
  return [words.reason(reason), state].filter(Boolean).join(": ");
}
