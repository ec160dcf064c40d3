import { expect, test } from "vitest";

import type { Table } from "../src/contract";
import { ahead, nextOfRank } from "../src/navigate";
import { arrange, type Target } from "../src/place";
import { clockFace, scoreNow, secondsNow } from "../src/time";

const slots: Table["slots"] = [];
for (let row = 0; row < 7; row++) for (let i = 0; i <= row; i++) slots.push([12 - 2 * row + 4 * i, row, row + 1]);
const rules = { stock_as_rows: false, waste_piles: 1 } as Table["rules"];
const table = { slots, rules } as Table;

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

test("low and wide puts the piles beside the layout", () => {
  const board = arrange(table, 1280, 300);
  expect(board.stock!.x).toBeGreaterThan(Math.max(...board.slots.map(({ x }) => x)) + board.cardWidth);
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
