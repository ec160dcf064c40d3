/** What a screen reader calls each place on the board. */

import type { Pile, Snapshot, Stock, Table } from "./contract";
import type { Target } from "./place";
import type { Words } from "./words";

/** "10 of clubs, free"; "queen of spades, covered by 6 of hearts and 8 of spades"; with a mark, what playing it does. */
export function targetName(target: Target, snapshot: Snapshot, table: Table, words: Words): string {
  const name = placeName(target, snapshot, table, words);
  const { keeps, loses } = words.of.ui;
  const mark = snapshot.marks[target.kind === "stock" ? target.kind : (target.card ?? "")];
  return mark === undefined ? name : words.say(mark ? keeps : loses, { name });
}

function placeName(target: Target, snapshot: Snapshot, table: Table, words: Words): string {
  if (target.card === null || target.kind === "stock") return stockName(snapshot, words);
  const { ui } = words.of;
  const n = target.index + 1;
  const card = words.card(target.card);
  if (target.kind === "slot") {
    const on = table.covers[target.index]!.flatMap((slot) => snapshot.slots[slot] ?? []);
    return on.length ? words.say(ui.covered, { card, cards: words.cards(on) }) : words.say(ui.free, { card });
  }
  if (!table.rules.stock_as_rows) return words.say(ui.on_waste, { card });
  return words.say(target.playable ? ui.in_column : ui.under, { card, n });
}

function stockName({ stock, piles, playable }: Snapshot, words: Words): string {
  const { ui } = words.of;
  if (!stock) return "";
  if (stock.count === 0 && stock.recycle) return ui.stock_recycle;
  if (stock.count === 0) return passesOver(stock, piles) ? `${ui.stock_over}, ${ui.no_pass}` : ui.stock_over;
  const parts = [words.say(ui.stock_draw, { n: stock.count })];
  if (stock.top) parts.push(words.say(ui.stock_top, { card: words.card(stock.top) }));
  if (stock.top?.[0] === "K" && playable.includes(stock.top)) parts.push(ui.stock_king);
  return parts.join("; ");
}

/** Whether there are cards to turn over, but no pass to do it in. */
export function passesOver(stock: Stock, piles: Pile[]): boolean {
  return stock.count === 0 && !stock.recycle && piles.some(({ count }) => count > 0);
}
