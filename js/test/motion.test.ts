// @vitest-environment happy-dom

import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Snapshot } from "../src/contract";
import { Motion } from "../src/motion";
import { arrange, visuals } from "../src/place";
import { snapshot, table, without } from "./fixtures";
import { endAnimations, installPage, played } from "./page";

const board = arrange(table, 760, 560);
let elements: Map<string, HTMLElement>;
let leaving: HTMLElement;
let motion: Motion;
let revision: number;

beforeAll(() => installPage());
beforeEach(() => {
  elements = new Map();
  leaving = document.createElement("div");
  motion = new Motion();
  revision = 1;
  played.length = 0;
});

/** Paint a snapshot; returns the cards that were set in motion, each with its way. */
function paint(changes: Partial<Snapshot>) {
  const state = snapshot({ status: "playing", revision: revision++, ...changes });
  const faces = visuals(state, board, null);
  for (const { card } of faces) if (!elements.has(card)) elements.set(card, element(card));
  played.length = 0;
  motion.show({ snapshot: state, board, visuals: faces, elements: new Map(elements), leaving });
  const ways = played.filter(({ frames }) => frames.some((frame) => frame.translate));
  return ways.map(({ element, frames, timing }) => ({
    card: element.id,
    from: frames[0]!.translate,
    to: frames.at(-1)!.translate,
    turned: frames.some((frame) => frame.scale),
    ms: timing.duration,
    delay: timing.delay,
  }));
}

function element(code: string): HTMLElement {
  const card = document.createElement("div");
  card.id = code;
  card.append(document.createElement("i"));
  return card;
}

const at = ({ x, y }: { x: number; y: number }) => `${x}px ${y}px`;
const slot = (index: number) => at(board.slots[index]!);
const pair: Partial<Snapshot> = {
  slots: without("TC", "3S"),
  discard: { top: ["TC", "3S"], count: 2 },
  event: { kind: "removed", cards: ["TC", "3S"] },
};

test("a game that is under way appears without movement; a new deal is dealt within 500 ms", () => {
  expect(paint({})).toEqual([]);
  const dealt = paint({ deal: 2 });
  expect(dealt).toHaveLength(29);
  expect(new Set(dealt.map(({ from }) => from))).toEqual(new Set([at(board.stock!)]));
  expect(Math.max(...dealt.map(({ ms, delay }) => Number(ms) + Number(delay)))).toBeLessThanOrEqual(500);
});

test("a tap has the deal finished at once, and a removed pair fly on", async () => {
  paint({});
  paint({ deal: 2 });
  const finish = vi.fn();
  Element.prototype.animate = vi.fn(() => ({ finished: new Promise(() => {}), finish, cancel() {} }) as unknown as Animation);
  paint({ deal: 3 });
  const dealing = finish.mock.calls.length;
  motion.hurry();
  expect(finish.mock.calls.length).toBeGreaterThan(dealing);
  const after = finish.mock.calls.length;
  paint({ deal: 3, ...pair });
  motion.hurry();
  expect(finish.mock.calls.length).toBe(after);
  installPage();
});

test("a pair flies to the discard, the second card 40 ms later, and undo brings it back", async () => {
  paint({});
  const [first, second] = paint(pair);
  expect(first).toMatchObject({ card: "TC", from: slot(22), ms: 260, delay: 0 });
  expect(second).toMatchObject({ card: "3S", from: slot(25), ms: 260, delay: 40 });
  await endAnimations();
  const back = paint({ event: { kind: "undone", move: "10♣ 3♠", cards: ["TC", "3S"] } });
  expect(back.map(({ card, to }) => [card, to])).toEqual([
    ["TC", slot(22)],
    ["3S", slot(25)],
  ]);
});

test("a card that is undone from under the discard comes from there, too", async () => {
  paint({ ...pair, discard: { top: ["AC"], count: 3 } });
  const back = paint({ event: { kind: "undone", move: "10♣ 3♠", cards: ["TC", "3S"] } });
  expect(back.map(({ card }) => card)).toEqual(["TC", "3S"]);
  expect(new Set(back.map(({ from }) => from))).toEqual(new Set([at(board.discard)]));
});

test("a card in the air turns round from where it is", () => {
  paint({});
  paint(pair);
  vi.spyOn(globalThis, "getComputedStyle").mockReturnValue({ translate: "123px 45px" } as CSSStyleDeclaration);
  const back = paint({ event: { kind: "undone", move: "10♣ 3♠", cards: ["TC", "3S"] } });
  expect(back.map(({ from }) => from)).toEqual(["123px 45px", "123px 45px"]);
  vi.restoreAllMocks();
});

test("a drawn card is turned over on its way to the waste, and the card under it lies there until it arrives", async () => {
  paint({});
  const under = elements.get("7D")!;
  elements.delete("7D");
  const [drawn] = paint({ piles: [{ cards: ["5C"], count: 2 }], event: { kind: "drawn", cards: ["5C"] } });
  expect(drawn).toMatchObject({ card: "5C", from: at(board.stock!), to: at(board.piles[0]!), turned: true, ms: 180 });
  expect([...leaving.children]).toEqual([under]);
  await endAnimations();
  expect(leaving.children).toHaveLength(0);
});

test("recycling sweeps the waste back to the stock, face down", async () => {
  paint({});
  elements.delete("7D");
  const [swept] = paint({ piles: [{ cards: [], count: 0 }], event: { kind: "recycled", pass: 2 } });
  expect(swept).toMatchObject({ card: "7D", to: at(board.stock!), turned: true, ms: 240 });
  await endAnimations();
  expect(leaving.children).toHaveLength(0);
});

test("a card of an open stock slides to the waste without being turned", async () => {
  const open = { count: 23, draw: true, recycle: false, pass: 1 };
  paint({ stock: { ...open, top: "5C" }, piles: [{ cards: [], count: 0 }] });
  const [drawn] = paint({
    stock: { ...open, top: "6D" },
    piles: [{ cards: ["5C"], count: 1 }],
    event: { kind: "drawn", cards: ["5C"] },
  });
  expect(drawn).toMatchObject({ card: "5C", from: at(board.stock!), turned: false });
});

test("a refused card shakes and those that block it glow", () => {
  paint({});
  paint({ event: { kind: "refused", reason: { key: "blocked", cards: ["QC"], by: ["7C", "TC"] } } });
  const moved = played.map(({ element, frames }) => [element.id, frames.some((frame) => frame.boxShadow) ? "glows" : "shakes"]);
  expect(moved).toEqual([
    ["QC", "shakes"],
    ["7C", "glows"],
    ["TC", "glows"],
  ]);
});

test("a board of another size is painted without movement", () => {
  paint({});
  const wide = arrange(table, 1200, 560);
  const state = snapshot({ status: "playing", revision: revision++, ...pair });
  played.length = 0;
  const faces = visuals(state, wide, null);
  motion.show({ snapshot: state, board: wide, visuals: faces, elements, leaving });
  expect(played).toEqual([]);
});

test("who wants no movement sees cards fade in at their places", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  motion = new Motion();
  paint({});
  expect(paint(pair)).toEqual([]);
  expect(played.map(({ element, frames }) => [element.id, Object.keys(frames[0]!)])).toEqual([
    ["TC", ["opacity"]],
    ["3S", ["opacity"]],
  ]);
  vi.unstubAllGlobals();
});
