import { expect, test } from "vitest";

import type { Table } from "../src/contract";
import { ahead, nextOfRank } from "../src/navigate";
import { arrange, type Target } from "../src/place";
import { clockFace, scoreNow, secondsNow } from "../src/time";

const slots: Table["slots"] = [];
for (let row = 0; row < 7; row++) for (let i = 0; i <= row; i++) slots.push([12 - 2 * row + 4 * i, row, row + 1]);
const covers = slots.map(([x, y]) =>
  slots.flatMap(([x2, y2], j) => (y2 === y + 1 && Math.abs(x2 - x) === 2 ? [j] : [])),
);
const rules = { stock_as_rows: false, waste_piles: 1 } as Table["rules"];
const table = { slots, covers, rules } as Table;

test.each([
  [320, 560],
  [760, 500],
  [1280, 300],
  [3840, 1400],
])("everything lies inside a board of %i by at most %i px", (width, height) => {
  for (const piles of [1, 3] as const) {
    const board = arrange({ ...table, rules: { ...rules, waste_piles: piles } }, width, height);
    const cardHeight = board.cardWidth * 1.4;
    expect(board.height).toBeLessThanOrEqual(height + 1);
    for (const { x, y } of [...board.slots, board.stock!, ...board.piles, board.discard]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + board.cardWidth).toBeLessThanOrEqual(width + 1);
      expect(y + cardHeight).toBeLessThanOrEqual(board.height + 1);
    }
  }
});

test("cards are big enough to tap on the smallest board", () => {
  expect(arrange(table, 320, 560).cardWidth).toBeGreaterThanOrEqual(40);
});

test("a tall window has the piles below the layout, a low and wide one beside it", () => {
  const below = arrange(table, 760, 900);
  expect(below.stock!.y).toBeGreaterThan(Math.max(...below.slots.map(({ y }) => y)) + 1.4 * below.cardWidth);
  const beside = arrange(table, 1280, 400);
  expect(beside.stock!.y).toBe(beside.slots[0]!.y);
  expect(beside.cardWidth).toBeGreaterThan(1.2 * arrange({ ...table, slots: [...slots, [0, 8, 9]], covers: [...covers, []] }, 1280, 400).cardWidth);
});

test("no pile touches the layout, whatever its outline", () => {
  const wall: Table["slots"] = [0, 2, 4, 6].flatMap((y) => [0, 4, 8, 12, 16].map((x): [number, number, number] => [x, y, 1]));
  for (const piles of [1, 3] as const) {
    for (const shape of [slots, wall]) {
      const all = { slots: shape, covers: shape.map(() => []), rules: { ...rules, waste_piles: piles } } as unknown as Table;
      const board = arrange(all, 1280, 400);
      for (const pile of [board.stock!, ...board.piles, board.discard]) {
        for (const slot of board.slots) {
          const apart = Math.abs(pile.x - slot.x) >= board.cardWidth || Math.abs(pile.y - slot.y) >= 1.4 * board.cardWidth;
          expect(apart).toBe(true);
        }
      }
    }
  }
});

test("Giza's columns lie below the layout, each card a step lower, and the discard above them", () => {
  const giza = arrange({ ...table, rules: { ...rules, stock_as_rows: true } }, 1000, 600);
  expect(giza.stock).toBeNull();
  expect(giza.piles).toHaveLength(8);
  expect(giza.discard.y).toBeLessThan(giza.piles[0]!.y);
  for (const [cards, deep] of [[28, 3], [15, 5], [40, 2]] as const) {
    const slots = Array.from({ length: cards }, (_, i): Table["slots"][number] => [i, 0, 1]);
    const board = arrange({ ...table, slots, covers: slots.map(() => []), rules: { ...rules, stock_as_rows: true } }, 1000, 600);
    const lowest = board.piles[0]!.y + (deep - 1) * board.pileStep + 1.4 * board.cardWidth;
    expect(lowest).toBeLessThanOrEqual(board.height);
  }
});

test("the index is in a corner that no card hides", () => {
  const from = (x: number, y: number) => {
    const pair = { ...table, slots: [[4, 2, 1], [x, y, 2]], covers: [[1], []] } as Table;
    return arrange(pair, 500, 400).corners[0];
  };
  expect(from(2, 3)).toBe("tl"); // covered from below
  expect(from(2, 1)).toBe("bl"); // from above, on the left
  expect(from(2, 2)).toBe("tr"); // from the left side
  expect(from(6, 2)).toBe("tl"); // from the right side
});

test("arrows go where eyes expect", () => {
  const board = arrange(table, 760, 500);
  const all = board.slots.map((spot, i): Target => ({ ...spot, key: `slot${i}`, kind: "slot", card: null, index: i, playable: true }));
  const from = all[22]!; // the second card of the bottom row
  expect(ahead(all, from, "ArrowRight").key).toBe("slot23");
  expect(ahead(all, from, "ArrowLeft").key).toBe("slot21");
  expect(["slot15", "slot16"]).toContain(ahead(all, from, "ArrowUp").key);
  expect(ahead(all, from, "ArrowDown").key).toBe("slot22");
});

test("a rank's key goes round all its cards", () => {
  const cards = ["KS", "2C", "KD"].map((card, i) => ({ key: `slot${i}`, card }) as Target);
  expect(nextOfRank(cards, cards[0], "K")).toBe(cards[2]);
  expect(nextOfRank(cards, cards[2], "K")).toBe(cards[0]);
  expect(nextOfRank(cards, undefined, "Q")).toBeUndefined();
});

test("time runs on between snapshots, and takes points as the kernel said it would", () => {
  expect(secondsNow({ seconds: 5, running: true }, 1000, 3500)).toBe(7.5);
  expect(secondsNow({ seconds: 5, running: false }, 1000, 3500)).toBe(5);
  const score = { kind: "points" as const, value: 50, drops: [[30, 20], [60, 0]] as [number, number][] };
  expect([0, 29.9, 30, 75].map((seconds) => scoreNow(score, seconds))).toEqual([50, 50, 20, 0]);
  expect([0, 62, 3723.9].map(clockFace)).toEqual(["0:00", "1:02", "1:02:03"]);
});
