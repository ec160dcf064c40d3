// @vitest-environment happy-dom

import { expect, test } from "vitest";

import { command } from "../src/keys";
import { ahead, type Direction } from "../src/navigate";
import { arrange, targets } from "../src/place";
import { snapshot, table, without } from "./fixtures";

const key = (key: string, options: KeyboardEventInit = {}) => command(new KeyboardEvent("keydown", { key, ...options }));

test.each([
  ["d", {}, "draw"],
  ["K", {}, "king"],
  ["u", {}, "undo"],
  ["z", { ctrlKey: true }, "undo"],
  ["z", { metaKey: true, shiftKey: true }, "redo"],
  ["y", { ctrlKey: true }, "redo"],
  ["?", { shiftKey: true, code: "Slash" }, "help"],
  ["Escape", {}, "close"],
])("%s %o means %s", (sign, options, meaning) => {
  expect(key(sign, options)?.do).toBe(meaning);
});

test("rank keys name ranks", () => {
  expect(["a", "1", "7", "0", "t", "q"].map((sign) => key(sign))).toEqual(
    ["A", "A", "7", "T", "T", "Q"].map((rank) => ({ do: "rank", rank })),
  );
});

test("the page's own shortcuts are left alone", () => {
  expect(key("d", { ctrlKey: true })).toBeUndefined();
  expect(key("u", { altKey: true })).toBeUndefined();
  expect(key("Tab")).toBeUndefined();
  expect(key("F1", { code: "F1" })).toBeUndefined();
});

test.each([
  [760, 900],
  [1200, 500],
])("every card and pile can be reached by arrows at %i by %i, at the start and later", (width, height) => {
  const board = arrange(table, width, height);
  const later = without("7C", "TC", "3H", "QC", "2C", "KD");
  for (const state of [snapshot(), snapshot({ slots: later, playable: ["KH", "KC", "4H", "3S", "7S", "7D"] })]) {
    for (const all of [targets(state, board), targets(state, board).filter((target) => target.playable)]) {
      const reached = new Set([all[0]!]);
      for (const from of reached) {
        for (const direction of ["Left", "Right", "Up", "Down"]) {
          reached.add(ahead(all, from, `Arrow${direction}` as Direction));
        }
      }
      expect(reached.size).toBe(all.length);
    }
  }
});
