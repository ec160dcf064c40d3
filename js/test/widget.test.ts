// @vitest-environment happy-dom

import { afterEach, beforeAll, expect, test, vi } from "vitest";

import type { GameEvent, Traits } from "../src/contract";
import widget from "../src/index";
import { catalogs, fakeModel, type FakeModel, options, snapshot, without } from "./fixtures";
import { endAnimations, installPage, inUse, look, played } from "./page";

beforeAll(() => installPage());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  document.body.replaceChildren();
  played.length = 0;
  vi.useRealTimers();
});

/** Show a model once or more, as a notebook does. */
async function show(changes: Partial<Traits> = {}, views = 1) {
  const model = fakeModel(changes);
  const { initialize, render } = widget();
  const end = initialize({ model } as never);
  const roots = Array.from({ length: views }, () => {
    const el = document.body.appendChild(document.createElement("div"));
    closing.push(render({ model, el } as never));
    return el.querySelector<HTMLElement>(".pyramid")!;
  });
  closing.push(end);
  await painted();
  return { model: model as FakeModel, roots, root: roots[0]! };
}

const painted = () => new Promise((done) => setTimeout(done, 5));
const place = (root: HTMLElement, name: string) =>
  root.querySelector<HTMLElement>(`[aria-label^="${name}"]`) ?? expect.fail(`there is no ${name}`);
const taps = (model: FakeModel) => model.state._outbox.map(({ client: _, seq: __, ...tap }) => tap);

async function press(root: HTMLElement, key: string, options: KeyboardEventInit = {}) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
  const focused = document.activeElement;
  (root.contains(focused) ? focused! : root).dispatchEvent(event);
  await painted();
  return event;
}

test("each card is a button that says its name and state", async () => {
  const { root } = await show();
  expect(place(root, "10 of clubs").getAttribute("aria-label")).toBe("10 of clubs, free");
  expect(place(root, "queen of spades").getAttribute("aria-label")).toBe(
    "queen of spades, covered by 6 of hearts and 8 of spades",
  );
  expect(place(root, "queen of spades").getAttribute("aria-disabled")).toBe("true");
  expect(root.querySelectorAll(".card")).toHaveLength(29);
});

test("a tap travels with what the player saw, and lifts the card before the kernel answers", async () => {
  const { model, root } = await show();
  place(root, "10 of clubs").click();
  place(root, "Stock").click();
  expect(taps(model)).toEqual([
    { kind: "card", card: "TC" },
    { kind: "stock", card: null },
  ]);
  await painted();
  expect(place(root, "10 of clubs").getAttribute("aria-pressed")).toBe("true");
  model.answer({ event: { kind: "selected", card: "TC" }, selected: "TC" });
  await painted();
  expect(root.querySelector(".live")!.textContent).toBe("10 of clubs selected");
});

test("a covered card can be tapped: the refusal is told, and the cards that block it glow", async () => {
  const { model, root } = await show();
  place(root, "queen of clubs").click();
  expect(taps(model)).toEqual([{ kind: "card", card: "QC" }]);
  model.answer({ event: { kind: "refused", reason: { key: "blocked", cards: ["QC"], by: ["7C", "TC"] } } });
  await painted();
  expect(root.querySelector(".toast")!.textContent).toBe("This card is blocked by another");
  expect(played.filter(({ frames }) => frames.some((frame) => frame.boxShadow))).toHaveLength(2);
});

test("the same refusal twice is told twice, and says which card it is about", async () => {
  const { model, root } = await show();
  const event: GameEvent = { kind: "refused", reason: { key: "blocked", cards: ["QC"], by: ["7C", "TC"] } };
  const told = new Set<Node>();
  for (let i = 0; i < 3; i++) {
    model.answer({ event });
    await painted();
    const live = root.querySelector(".live")!;
    expect(live.textContent).toBe(
      "This card is blocked by another: queen of clubs, covered by 7 of clubs and 10 of clubs",
    );
    told.add(live.firstChild!);
  }
  expect(told.size).toBe(3);
});

test("a tap that comes after its card has gone is no fault to tell", async () => {
  const { model, root } = await show();
  model.answer({ event: { kind: "refused", reason: { key: "gone", cards: ["KD"] } } });
  await painted();
  expect(root.querySelector(".toast")).toBeNull();
  expect(root.querySelector(".live")!.textContent).toBe("");
});

test("a refusal does not lie over a sheet", async () => {
  const { model, root } = await show();
  model.answer({ event: { kind: "refused", reason: { key: "sum", cards: ["7C", "7S"] } } });
  await painted();
  expect(root.querySelector(".toast")).not.toBeNull();
  await press(root, "h");
  expect(root.querySelector("[role=dialog]")).not.toBeNull();
  expect(root.querySelector(".toast")).toBeNull();
});

test("no pass is left only where there are cards to turn over", async () => {
  const over = { count: 0, top: null, draw: false, recycle: false, pass: 1 };
  const { model, root } = await show({ _snapshot: snapshot({ stock: over }) });
  const name = () => root.querySelector("[data-place=stock]")!.getAttribute("aria-label");
  expect(name()).toBe("Stock, empty, no pass left");
  model.answer({ piles: [{ cards: [], count: 0 }] });
  await painted();
  expect(name()).toBe("Stock, empty");
});

test("every win lets the cards bounce before its sheet comes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const showing = show({ _snapshot: snapshot({ status: "won" }) });
  await vi.advanceTimersByTimeAsync(20);
  const { model, root } = await showing;
  expect(root.querySelector("[role=dialog]")).not.toBeNull();
  model.answer({ status: "playing" });
  await vi.advanceTimersByTimeAsync(20);
  model.answer({ status: "won" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(root.querySelector("[role=dialog]")).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(root.querySelector("[role=dialog]")).not.toBeNull();
});

test("a clock that runs makes sure that there is a kernel", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  const showing = show({ _snapshot: snapshot({ clock: { seconds: 10, running: true }, status: "playing" }) });
  await vi.advanceTimersByTimeAsync(10);
  const { model, root } = await showing;
  look(true);
  model.answer({});
  await vi.advanceTimersByTimeAsync(14_000);
  expect(taps(model).map(({ kind }) => kind)).toContain("sight");
  expect(root.querySelector(".toast")!.textContent).toContain("run the cell again");
});

test("without help a refusal is told to the screen reader alone; a fault of the kernel is always told", async () => {
  const { model, root } = await show();
  model.answer({ options: { ...options, help: false }, event: { kind: "refused", reason: { key: "sum", cards: ["7C", "7S"] } } });
  await painted();
  expect(root.querySelector(".toast")).toBeNull();
  expect(root.querySelector(".live")!.textContent).toBe("The sum must be 13");
  model.answer({ event: { kind: "refused", reason: { key: "failed" } } });
  await painted();
  expect(root.querySelector(".toast")!.textContent).toContain("Something went wrong");
});

test("a snapshot that comes late is not painted", async () => {
  const { model, root } = await show();
  model.answer({ moves: 2, revision: 7 });
  model.answer({ moves: 1, revision: 6 });
  await painted();
  expect(root.querySelector(".bar")!.textContent).toContain("2moves");
});

test("two views show the same, and share one queue", async () => {
  const { model, roots } = await show({}, 2);
  place(roots[0]!, "7 of clubs").click();
  place(roots[1]!, "Stock").click();
  expect(model.state._outbox.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(new Set(model.state._outbox.map(({ client }) => client)).size).toBe(1);
  model.answer({ slots: without("KD"), moves: 1 });
  await painted();
  for (const root of roots) expect(root.querySelectorAll(".card")).toHaveLength(28);
});

test("a king on the stock goes by a long press, which does not draw, or by its key", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stock = { count: 5, top: "KS", draw: true, recycle: false, pass: 1 };
  const showing = show({ _snapshot: snapshot({ stock, playable: ["KS"] }) });
  await vi.advanceTimersByTimeAsync(10);
  const { model, root } = await showing;
  const button = place(root, "Stock");
  expect(button.getAttribute("aria-label")).toContain("hold");
  button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await vi.advanceTimersByTimeAsync(500);
  button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  button.click();
  expect(taps(model)).toEqual([{ kind: "take", card: "KS" }]);
  button.click();
  expect(taps(model).at(-1)).toEqual({ kind: "stock", card: "KS" });
  root.dispatchEvent(new KeyboardEvent("keydown", { key: "k", bubbles: true }));
  expect(taps(model).at(-1)).toEqual({ kind: "take", card: "KS" });
});

test("a silent kernel is told, the board takes no taps until it answers, and the clock stands still", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  const showing = show({ _snapshot: snapshot({ clock: { seconds: 10, running: true }, status: "playing" }) });
  await vi.advanceTimersByTimeAsync(10);
  const { model, root } = await showing;
  place(root, "7 of clubs").click();
  await vi.advanceTimersByTimeAsync(1500);
  expect(root.querySelector(".toast")!.textContent).toContain("Waiting");
  await vi.advanceTimersByTimeAsync(2000);
  expect(root.querySelector(".toast")!.textContent).toContain("run the cell again");
  const clock = root.querySelector(".bar dl > div:nth-child(2)")!.textContent;
  await vi.advanceTimersByTimeAsync(5000);
  expect(root.querySelector(".bar dl > div:nth-child(2)")!.textContent).toBe(clock);
  expect(root.querySelectorAll(".card")).toHaveLength(29);
  place(root, "10 of clubs").click();
  expect(taps(model).map((tap) => tap.kind === "card" && tap.card)).not.toContain("TC");
  expect(model.sent.length).toBeGreaterThan(2); // it was sent again, although it did not change
  model.answer({ selected: "7C", event: { kind: "selected", card: "7C" } });
  await vi.advanceTimersByTimeAsync(10);
  expect(root.querySelector(".toast")).toBeNull();
});

test("the kernel hears who can see the board, and only when that changes", async () => {
  const { model } = await show({}, 2);
  look(true);
  look(true);
  expect(taps(model)).toEqual([{ kind: "sight", visible: true }]);
  look(false);
  expect(taps(model).at(-1)).toEqual({ kind: "sight", visible: false });
});

test("plain keys stay in the game, where the host would act on them; Tab and the page's own shortcuts go on", async () => {
  const { model, root } = await show();
  place(root, "7 of clubs").focus();
  const passed: string[] = [];
  const note = (event: KeyboardEvent) => passed.push(event.key);
  document.body.addEventListener("keydown", note);
  const handled = [];
  for (const key of ["d", "u", "x", "Escape", "Enter", "Tab"]) handled.push((await press(root, key)).defaultPrevented);
  handled.push((await press(root, "s", { ctrlKey: true })).defaultPrevented);
  document.body.removeEventListener("keydown", note);
  expect(passed).toEqual(["Tab", "s"]);
  expect(handled).toEqual([true, true, false, false, false, false, false]);
  expect(taps(model).map(({ kind }) => kind)).toEqual(["stock", "undo"]);
});

test("letters work in a Russian keyboard layout", async () => {
  const { model, root } = await show();
  place(root, "7 of clubs").focus();
  await press(root, "в", { code: "KeyD" });
  await press(root, "г", { code: "KeyU" });
  expect(taps(model).map(({ kind }) => kind)).toEqual(["stock", "undo"]);
});

test("arrows move the focus among the playable cards; with Shift, among all", async () => {
  const { root } = await show();
  place(root, "7 of clubs").focus();
  await press(root, "ArrowRight");
  expect(document.activeElement!.getAttribute("aria-label")).toBe("10 of clubs, free");
  await press(root, "ArrowUp", { shiftKey: true });
  expect(document.activeElement!.getAttribute("aria-label")).toMatch(/covered/);
  expect(root.querySelectorAll("[data-place][tabindex='0']")).toHaveLength(1);
});

test("when the focused card goes, the nearest playable one has the focus", async () => {
  const { model, root } = await show();
  place(root, "king of diamonds").focus();
  place(root, "king of diamonds").click();
  model.answer({ slots: without("KD"), playable: ["7C", "TC", "3H", "4H", "3S", "7S", "7D"], moves: 1 });
  await painted();
  expect(["3 of spades, free", "7 of spades, free"]).toContain(document.activeElement!.getAttribute("aria-label"));
});

test("a panel takes the focus, the board under it takes none, and the board has it back", async () => {
  const { root } = await show();
  place(root, "7 of clubs").focus();
  await press(root, "m");
  expect(root.querySelector("[role=dialog]")!.contains(document.activeElement)).toBe(true);
  expect(root.querySelector(".board")!.hasAttribute("inert")).toBe(true);
  await press(root, "Escape");
  expect(root.querySelector("[role=dialog]")).toBeNull();
  expect(document.activeElement!.getAttribute("aria-label")).toBe("7 of clubs, free");
});

test("a panel that comes by itself leaves the focus where the person works", async () => {
  const { model, root } = await show();
  const editor = document.body.appendChild(document.createElement("input"));
  editor.focus();
  model.answer({ status: "stuck" });
  await painted();
  await painted();
  expect(root.querySelector("[role=dialog]")!.getAttribute("aria-label")).toBe("No more moves");
  expect(document.activeElement).toBe(editor);
});

test("no more moves: undo is the first choice, and the panel can be put aside until the deal goes on", async () => {
  const { model, root } = await show({ _snapshot: snapshot({ status: "stuck", undo: true, moves: 9 }) });
  expect(root.querySelector(".action.main")!.textContent).toBe("Undo");
  place(root, "Back to the board").click();
  await painted();
  expect(root.querySelector("[role=dialog]")).toBeNull();
  model.answer({ moves: 10 });
  await painted();
  expect(root.querySelector("[role=dialog]")).toBeNull();
  for (const status of ["playing", "stuck"] as const) {
    model.answer({ status });
    await painted();
  }
  await painted();
  expect(root.querySelector("[role=dialog]")).not.toBeNull();
});

test("a pause hides the cards from eyes and ears, and P ends it", async () => {
  const { model, root } = await show({ _snapshot: snapshot({ paused: true }) });
  expect(root.querySelectorAll("[data-place]")).toHaveLength(0);
  expect(root.querySelector(".board")!.classList).toContain("hidden");
  await press(root, "p");
  expect(taps(model)).toEqual([{ kind: "resume" }]);
});

test("the language is that of the catalog which was sent", async () => {
  const { root } = await show({ _words: { ru: catalogs.ru } });
  expect(root.getAttribute("lang")).toBe("ru");
  expect(place(root, "десятка треф").getAttribute("aria-label")).toBe("десятка треф, можно взять");
  expect([...root.querySelectorAll(".card.D text")].map((text) => text.textContent)).toContain("К");
});

test("nothing is left behind after twenty times", async () => {
  const model = fakeModel();
  const { initialize, render } = widget();
  await endAnimations();
  expect(inUse).toEqual({ observers: 0, animations: 0, listeners: 0, audio: 0 });
  const end = initialize({ model } as never);
  for (let i = 0; i < 20; i++) {
    const el = document.createElement("div");
    document.body.append(el);
    const controller = new AbortController();
    const close = render({ model, el, signal: controller.signal } as never);
    await painted();
    look(true);
    place(el, "7 of clubs").click();
    await painted();
    if (i % 2) close();
    else controller.abort(); // as newer hosts do
    expect(el.childElementCount).toBe(0);
  }
  model.set("_snapshot", snapshot({ revision: 99, options: { ...options, sound: true } }));
  end();
  await endAnimations();
  expect(inUse).toEqual({ observers: 0, animations: 0, listeners: 0, audio: 0 });
  expect(model.listening).toBe(0);
});

test("a hint is told and lit until the next action; the keys ask the solver", async () => {
  const { model, root } = await show();
  place(root, "7 of clubs").focus();
  for (const key of ["i", "w", "s", "v"]) await press(root, key);
  expect(taps(model).slice(0, 3).map(({ kind }) => kind)).toEqual(["hint", "why", "solve"]);
  expect(taps(model)[3]).toEqual({ kind: "option", name: "marks", value: true });
  const reason = { key: "hint_remove", cards: ["TC", "3S"], text: "40" };
  const advice = { reason, cards: ["TC", "3S"], partners: ["7C"], stock: false, lost: false };
  model.answer({ event: { kind: "advised" }, advice });
  await painted();
  const sentence = "Remove 10 of clubs and 3 of spades. Actions to the win: 40";
  expect(root.querySelector(".told")!.textContent).toBe(sentence);
  expect(root.querySelectorAll(".card.partner")).toHaveLength(1);
  expect(root.querySelector(".live")!.textContent).toBe(sentence);
  expect(root.querySelectorAll(".card.lit")).toHaveLength(2);
  model.answer({ advice: null, event: { kind: "drawn", cards: ["2C"] } });
  await painted();
  expect(root.querySelector(".told, .lit, .partner")).toBeNull();
});

test("marks say which cards keep the deal winnable, to eyes and ears", async () => {
  const { root } = await show({ _snapshot: snapshot({ marks: { TC: true, "7C": false, stock: true } }) });
  expect(root.querySelectorAll(".card.keeps, .badge.keeps")).toHaveLength(2);
  expect(root.querySelectorAll(".card.loses")).toHaveLength(1);
  expect(place(root, "10 of clubs").getAttribute("aria-label")).toBe("10 of clubs, free, stays winnable");
  expect(place(root, "7 of clubs").getAttribute("aria-label")).toBe("7 of clubs, free, loses the deal");
});

test("a lost position is told where the player wants to know, with its reason", async () => {
  const { root } = await show({ _snapshot: snapshot({ lost: { key: "lost_no_partner", cards: ["QS"] } }) });
  expect(root.querySelector(".told")!.textContent).toContain("can no longer be won");
  expect(root.querySelector(".live")!.textContent).toContain("can no longer be won");
});

test("the solver's line runs, stops and is stepped through by keys, and Escape goes back to the game", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const showing = show({ _snapshot: snapshot({ demo: { at: 0, of: 3 } }) });
  await vi.advanceTimersByTimeAsync(10);
  const { model, root } = await showing;
  const kinds = () => taps(model).map(({ kind }) => kind);
  const key = (key: string) => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(kinds()).toEqual(["step"]);
  model.answer({ demo: { at: 1, of: 3 } });
  await vi.advanceTimersByTimeAsync(10);
  key("p");
  await vi.advanceTimersByTimeAsync(2000);
  expect(kinds()).toEqual(["step"]);
  key("ArrowRight");
  key("ArrowLeft");
  key("Escape");
  expect(kinds()).toEqual(["step", "step_back", "leave"]); // the first one was answered
});

test("the page's own shortcuts are left to the page, the board's are not", async () => {
  const { root } = await show();
  place(root, "7 of clubs").focus();
  const suppressed = async (key: string, options = {}) => {
    let seen = false;
    const look = () => (seen = root.hasAttribute("data-lm-suppress-shortcuts"));
    document.addEventListener("keydown", look, true);
    await press(root, key, options);
    document.removeEventListener("keydown", look, true);
    return seen;
  };
  expect(await suppressed("s", { ctrlKey: true })).toBe(false);
  expect(await suppressed("z", { ctrlKey: true })).toBe(true);
  expect(await suppressed("b")).toBe(true);
  expect(await suppressed("ArrowDown")).toBe(true);
});
