// @vitest-environment happy-dom

import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { Answers, Choice, LayoutPicture, Tally, Traits } from "../src/contract";
import widget from "../src/index";
import { fakeModel, type FakeModel, snapshot, table } from "./fixtures";
import { installPage } from "./page";

beforeAll(() => installPage());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  document.body.replaceChildren();
});

const names = ["Pyramid", "Wall", "Small pyramid", "Bridge"];
const shares = [0.6, 0.2, 0.9, null];
const layouts: LayoutPicture[] = names.map((en, i) => ({
  number: i + 1,
  name: { en, ru: `р${i}`, pl: `p${i}` },
  slots: table.slots.slice(0, 28 - i),
  covers: table.covers.slice(0, 28 - i),
  winnable: shares[i]!,
}));
const preset = (name: string, more: object = {}) => ({ name, passes: [], levels: [], layout: null, ...more });
const presets = [
  preset("open"),
  preset("zone", { passes: [1, 3, null], levels: ["easy", "medium", "hard"] }),
  preset("microsoft", { layout: 1 }),
];
const choice: Choice = { preset: "open", layout: 2, passes: null, level: null };
const saved = { layout: 3, preset: "open", played: 1.8e9, seconds: 61, moves: 5 };
const tally: Tally = {
  deals: 3, wins: 2, losses: 1, win_rate: 2 / 3, streak: 1, best_streak: 1,
  best_score: null, best_seconds: 75, fewest_moves: 40, latest: [true, false, true],
};

let offer: Answers["start"];
beforeEach(() => {
  offer = { choice, presets, waiting: [] } as Answers["start"];
});

async function show(changes: Partial<Traits> = {}) {
  const model = fakeModel(changes);
  model.answers.layouts = () => layouts;
  model.answers.start = () => offer;
  model.answers.check_deal = ({ deal, layout }) =>
    String(deal).startsWith("PW") ? { ok: true, layout: 4 } : { ok: false, reason: { key: "code_form", text: `${String(deal)}@${String(layout)}` } };
  model.answers.statistics = () => ({ everything: tally, preset: { ...tally, wins: 1 }, layout: { ...tally, deals: 0 } });
  const { initialize, render } = widget();
  const end = initialize({ model } as never);
  const el = document.body.appendChild(document.createElement("div"));
  closing.push(render({ model, el } as never), end);
  await painted();
  const root = el.querySelector<HTMLElement>(".pyramid")!;
  return { model: model as FakeModel, root };
}

const painted = (wait = 10) => new Promise((done) => setTimeout(done, wait));
const taps = (model: FakeModel) => model.state._outbox.map(({ client: _, seq: __, ...tap }) => tap);

/** The button of this text, as soon as it is there. */
const button = (root: HTMLElement, text: string) =>
  vi.waitFor(() => {
    const buttons = [...root.querySelectorAll<HTMLElement>(".sheet button")];
    return buttons.find((each) => each.textContent!.startsWith(text)) ?? expect.fail(`there is no ${text}`);
  });

async function click(root: HTMLElement, ...texts: string[]) {
  for (const text of texts) {
    (await button(root, text)).click();
    await painted();
  }
}

async function openStart(changes: Partial<Traits> = {}) {
  const shown = await show(changes);
  const menu = shown.root.querySelector<HTMLElement>(".icon")!;
  menu.focus();
  menu.click();
  await click(shown.root, "New game");
  await button(shown.root, "Play");
  return shown;
}

const tiles = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("[role=radio]")];
const chosen = (root: HTMLElement) => tiles(root).filter((tile) => tile.getAttribute("aria-checked") === "true");

function type(input: HTMLInputElement, text: string) {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function choosePreset(root: HTMLElement, name: string) {
  const select = root.querySelector("select")!;
  select.value = name;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

async function press(key: string) {
  document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await painted();
}

test("each layout is a radio button with its name, its cards and the share that can be won", async () => {
  const { root } = await openStart();
  expect(tiles(root).map((tile) => tile.getAttribute("aria-label"))).toEqual([
    "1. Pyramid, 28 cards, 60% winnable",
    "2. Wall, 27 cards, 20% winnable",
    "3. Small pyramid, 26 cards, 90% winnable",
    "4. Bridge, 25 cards",
  ]);
  expect(tiles(root)[1]!.querySelectorAll("rect")).toHaveLength(27);
  expect(chosen(root)).toEqual([tiles(root)[1]]);
  expect(tiles(root).map((tile) => tile.tabIndex)).toEqual([-1, 0, -1, -1]);
  expect(document.activeElement).toBe(tiles(root)[1]);
});

test("arrows choose, Enter plays", async () => {
  const { model, root } = await openStart();
  await press("ArrowRight");
  expect(chosen(root)).toEqual([document.activeElement]);
  await press("End");
  await press("Home");
  await press("ArrowLeft");
  expect(chosen(root)).toEqual([tiles(root)[0]]);
  await press("Enter");
  expect(taps(model)).toEqual([{ kind: "new", preset: "open", layout: 1, passes: null, level: null, deal: "" }]);
  expect(root.querySelector("[role=dialog]")).toBeNull();
});

test("layouts are found by name and sorted by difficulty", async () => {
  const { root } = await openStart();
  type(root.querySelector<HTMLInputElement>("[type=search]")!, " PYRA");
  await painted();
  expect(tiles(root).map((tile) => tile.querySelector("b")!.textContent)).toEqual(["Pyramid", "Small pyramid"]);
  expect(tiles(root)[0]!.tabIndex).toBe(0);
  type(root.querySelector<HTMLInputElement>("[type=search]")!, "nothing");
  await painted();
  expect(root.querySelector(".grid")!.textContent).toBe("No layout has such a name or number.");
  type(root.querySelector<HTMLInputElement>("[type=search]")!, "");
  root.querySelectorAll<HTMLElement>(".tools [type=radio]")[1]!.click();
  await painted();
  expect(tiles(root).map((tile) => tile.querySelector("b")!.textContent)).toEqual([names[2], names[0], names[1], names[3]]);
});

test.each([
  ["4", ["Bridge"]],
  ["łódz", ["Łódź"]],
  ["LODZ", ["Łódź"]],
  ["ЕЛКА", ["Ёлка"]],
  ["1", ["Pyramid", "Łódź", "Ёлка"]],
  ["11", ["Ёлка"]],
])("layouts are found by number and without accents: %s", async (search, found) => {
  layouts.push(...["Łódź", "Ёлка"].map((en, i) => ({ ...layouts[0]!, number: 10 + i, name: { ...layouts[0]!.name, en } })));
  try {
    const { root } = await openStart();
    type(root.querySelector<HTMLInputElement>("[type=search]")!, search);
    await painted();
    expect(tiles(root).map((tile) => tile.querySelector("b")!.textContent)).toEqual(found);
  } finally {
    layouts.splice(names.length);
  }
});

test("Play names what it plays, though a search hides its tile", async () => {
  const { model, root } = await openStart();
  type(root.querySelector<HTMLInputElement>("[type=search]")!, "bridge");
  await painted();
  expect(chosen(root)).toEqual([]);
  await click(root, "Play · Wall");
  expect(taps(model)).toEqual([{ kind: "new", ...choice, deal: "" }]);
});

test("Page Up and Page Down move by as many rows as are seen", async () => {
  const { root } = await openStart();
  tiles(root).forEach((tile, i) => Object.defineProperty(tile, "offsetTop", { value: i * 100 }));
  Object.defineProperty(root.querySelector(".grid")!, "clientHeight", { value: 250 });
  Object.defineProperty(root.querySelector(".sheet")!, "clientHeight", { value: 900 });
  for (const [key, to] of [["PageDown", 3], ["PageUp", 1], ["PageUp", 0], ["PageDown", 2], ["PageDown", 3]] as const) {
    await press(key);
    expect(chosen(root)).toEqual([tiles(root)[to]]);
    expect(document.activeElement).toBe(tiles(root)[to]);
  }
});

test("a tile that is chosen after a code takes the code away, but not cards", async () => {
  const { model, root } = await openStart();
  const box = root.querySelector<HTMLInputElement>(".settings input")!;
  type(box, "PW1-04-K3F9QXA");
  await painted(400);
  tiles(root)[3]!.click();
  await painted();
  expect(box.value).toBe("PW1-04-K3F9QXA"); // its own layout
  tiles(root)[2]!.click();
  await painted(400);
  expect(box.value).toBe("");
  expect(chosen(root)).toEqual([tiles(root)[2]]);
  model.answers.check_deal = ({ layout }) => ({ ok: true, layout: Number(layout) });
  type(box, "all 52 cards");
  await painted(400);
  tiles(root)[0]!.click();
  await painted(400);
  expect(chosen(root)).toEqual([tiles(root)[0]]);
  await click(root, "Play · Pyramid");
  expect(taps(model)).toEqual([{ kind: "new", ...choice, layout: 1, deal: "all 52 cards" }]);
});

test.each(["K3F9QXA", "PW1-04-K3F9QXA"])("Play looks at once at what was just written: %s", async (deal) => {
  const { model, root } = await openStart();
  const box = root.querySelector<HTMLInputElement>(".settings input")!;
  type(box, deal);
  await painted();
  const play = await button(root, "Play");
  play.click();
  play.click();
  await painted();
  if (deal.startsWith("PW")) expect(taps(model)).toEqual([{ kind: "new", ...choice, deal }]);
  else {
    expect(taps(model)).toEqual([]);
    expect(box.value).toBe(deal);
    expect(document.activeElement).toBe(box);
    expect(root.querySelector(".wrong")!.textContent).toContain("is not a deal code");
  }
});

test("passes and level are offered where the preset has them", async () => {
  const { model, root } = await openStart();
  expect(root.querySelectorAll(".settings fieldset")).toHaveLength(0);
  choosePreset(root, "zone");
  await painted();
  const [passes, level] = root.querySelectorAll(".settings fieldset");
  passes!.querySelectorAll<HTMLElement>("input")[1]!.click();
  level!.querySelectorAll<HTMLElement>("input")[3]!.click();
  await painted();
  await click(root, "Play");
  expect(taps(model)).toEqual([{ kind: "new", preset: "zone", layout: 2, passes: 3, level: "hard", deal: "" }]);
});

test("a preset for one layout alone takes that layout, and gives the other back", async () => {
  const { root } = await openStart();
  choosePreset(root, "microsoft");
  await painted();
  expect(chosen(root)).toEqual([tiles(root)[0]]);
  tiles(root)[2]!.click();
  await painted();
  expect(chosen(root)).toEqual([tiles(root)[0]]);
  choosePreset(root, "open");
  await painted();
  expect(chosen(root)).toEqual([tiles(root)[1]]);
});

test("a deal that is written is checked at once, and a wrong one is not played", async () => {
  const { model, root } = await openStart();
  const box = root.querySelector<HTMLInputElement>(".settings input")!;
  type(box, "K3F9QXA");
  await painted(400);
  expect(root.querySelector(".wrong")!.textContent).toContain("“K3F9QXA@2” is not a deal code");
  expect(box.getAttribute("aria-invalid")).toBe("true");
  await click(root, "Play");
  expect(taps(model)).toEqual([]);
  expect(document.activeElement).toBe(box);
  type(box, "PW1-04-K3F9QXA");
  await painted(400);
  expect(root.querySelector(".wrong")).toBeNull();
  expect(chosen(root)[0]!.textContent).toContain("Bridge");
  await click(root, "Play");
  expect(taps(model)).toEqual([{ kind: "new", ...choice, deal: "PW1-04-K3F9QXA" }]);
});

test("what is typed is no command to the board", async () => {
  const { root } = await openStart();
  root.querySelector<HTMLElement>("[type=search]")!.focus();
  await press("m");
  expect(root.querySelector("[role=dialog]")!.getAttribute("aria-label")).toBe("Choose a game");
  await press("Escape");
  expect(root.querySelector("[role=dialog]")).toBeNull();
});

test("a saved game is gone on with, and the others are listed", async () => {
  offer = { ...offer, waiting: ["a", "b", "c"].map((id, i) => ({ ...saved, id, layout: i + 1 })) };
  const { model, root } = await openStart();
  expect(document.activeElement!.textContent).toBe("ContinuePyramid · Open stock · 1:01 · 5 moves");
  expect(root.querySelector("summary")!.textContent).toBe("2 more saved games");
  await click(root, "Small pyramid · Open stock");
  expect(taps(model)).toEqual([{ kind: "continue", id: "c" }]);
});

test("that a new game ends the one under play is said where there is one", async () => {
  const { root } = await openStart();
  expect(root.querySelector(".foot")!.textContent).toBe("Play · Wall");
  const playing = await openStart({ _snapshot: snapshot({ status: "playing", moves: 3 }) });
  expect(playing.root.querySelector(".foot")!.textContent).toContain("counts as a loss");
});

test("statistics of everything and of a part, with a row of bars", async () => {
  const { root } = await show();
  root.querySelector<HTMLElement>(".icon")!.click();
  await painted();
  await click(root, "Statistics");
  expect(root.querySelector(".statistics .figures")!.textContent).toBe("2won1lost67%win rate");
  const bars = root.querySelector(".latest svg")!;
  expect(bars.getAttribute("aria-label")).toBe("The latest 3 deals, 2 won");
  expect([...bars.querySelectorAll("rect")].map((bar) => bar.getAttribute("class"))).toEqual(["won", "lost", "won"]);
  expect(root.querySelector(".statistics")!.textContent).toContain("1:15best time");
  expect(root.querySelector(".statistics")!.textContent).toContain("–best score");
  const parts = root.querySelectorAll<HTMLElement>(".segments input");
  parts[1]!.click();
  await painted();
  expect(root.querySelector(".statistics .figures")!.textContent).toContain("1won");
  parts[2]!.click();
  await painted();
  expect(root.querySelector(".statistics")!.textContent).toContain("No deal has been decided yet.");
});

test("the result says how the player stands, and leads on", async () => {
  const { model, root } = await show({ _snapshot: snapshot({ status: "abandoned" }) });
  await painted();
  expect(root.querySelector(".standing")!.textContent).toBe("2won1lost67%win rate1streak1best streak");
  await click(root, "Next deal");
  expect(taps(model)).toEqual([{ kind: "new" }]);
  await click(root, "New game");
  expect(tiles(root)).toHaveLength(4);
});

test("what is wrong with the file of saved games is told on the board, help or not", async () => {
  const { model, root } = await show();
  const options = { ...model.state._snapshot.options, help: false };
  model.answer({ options, event: { kind: "refused", reason: { key: "store_full" } } });
  await painted();
  expect(root.querySelector(".toast")!.textContent).toContain("The disk is full");
  expect(root.querySelector(".live")!.textContent).toContain("The disk is full");
  model.answer({ event: { kind: "drawn", cards: ["7D"] } });
  await painted();
  expect(root.querySelector(".toast")!.textContent).toContain("The disk is full"); // no tap takes it away
});
