/** A table, snapshots and a model to test with: the worked example of Pyramide. */

import type { AnyModel } from "@anywidget/types";

import en from "../../pyramid_widget/messages/en.json";
import pl from "../../pyramid_widget/messages/pl.json";
import ru from "../../pyramid_widget/messages/ru.json";
import type { Answers, Catalog, Snapshot, Table, Traits } from "../src/contract";

export const catalogs = { en, ru: ru as Catalog, pl: pl as Catalog };

const ROWS = "JD/6C 7H/AS 4D QS/5H 3D 6H 8S/KH KC AD KS 9C/QC 2C 8D TD TS JS/7C TC 3H 4H 3S KD 7S".split("/");
const cards = ROWS.flatMap((row) => row.split(" "));
const slots: Table["slots"] = ROWS.flatMap((row, y) =>
  row.split(" ").map((_, i): [number, number, number] => [12 - 2 * y + 4 * i, y, y + 1]),
);

export const table: Table = {
  layout: 1,
  name: { en: "Pyramid", ru: "Пирамида", pl: "Piramida" },
  slots,
  covers: slots.map(([x, y]) => slots.flatMap(([x2, y2], j) => (y2 === y + 1 && Math.abs(x2 - x) === 2 ? [j] : []))),
  preset: "pyramide",
  rules: {
    stock_face: "down",
    stock_playable: false,
    waste_start: 1,
    waste_piles: 1,
    cards_per_draw: 1,
    stock_as_rows: false,
    passes: null,
    win: "layout",
    cover_pairs: false,
    undo: 100,
    undo_restores_counter: false,
    stalemate: "exhausted",
    scoring: "cards",
  },
};

export const options = { sound: false, help: true, four_colours: false, marks: false, tell_lost: false };

/** The start of the worked example, changed as a test wants it. */
export function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    revision: 1,
    acked: {},
    deal: 1,
    slots: cards,
    playable: ["7C", "TC", "3H", "4H", "3S", "KD", "7S", "7D"],
    selected: null,
    stock: { count: 23, top: null, draw: true, recycle: false, pass: 1 },
    piles: [{ cards: ["7D"], count: 1 }],
    discard: { top: [], count: 0 },
    score: { kind: "points", value: 0, drops: [] },
    clock: { seconds: 0, running: false },
    moves: 0,
    undo: false,
    redo: false,
    status: "new",
    paused: false,
    event: { kind: "dealt" },
    options,
    advice: null,
    demo: null,
    marks: {},
    lost: null,
    code: null,
    ...changes,
  };
}

/** The slots after some cards have gone. */
export const without = (...gone: string[]) => cards.map((card) => (gone.includes(card) ? null : card));

/** A model as Jupyter has it: setting an equal value is no change, and only changes are sent when it is saved. */
export class FakeModel {
  readonly sent: Partial<Traits>[] = [];
  private readonly listeners = new Map<string, Set<(message?: unknown) => void>>();
  private changed: Partial<Traits> = {};

  constructor(readonly state: Traits) {}

  get<K extends keyof Traits>(name: K): Traits[K] {
    return this.state[name];
  }

  set<K extends keyof Traits>(name: K, value: Traits[K]): void {
    if (JSON.stringify(value) === JSON.stringify(this.state[name])) return;
    this.state[name] = value;
    this.changed[name] = value;
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener();
  }

  save_changes(): void {
    if (Object.keys(this.changed).length) this.sent.push(structuredClone(this.changed));
    this.changed = {};
  }

  /** What the kernel answers to questions; nothing to others: the test page knows where the sheets are. */
  readonly answers: Partial<{ [Q in keyof Answers]: (asked: Record<string, unknown>) => Answers[Q] }> = {};

  /** A question to the kernel. */
  send(asked: { id: string; question: keyof Answers }): void {
    const answer = this.answers[asked.question]?.(asked) ?? "";
    queueMicrotask(() => {
      for (const listener of this.listeners.get("msg:custom") ?? []) listener({ id: asked.id, answer });
    });
  }

  on(event: string, listener: () => void): void {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event)!.add(listener);
  }

  off(event: string, listener: () => void): void {
    this.listeners.get(event)?.delete(listener);
  }

  /** How many listeners there are. */
  get listening(): number {
    return [...this.listeners.values()].reduce((sum, listeners) => sum + listeners.size, 0);
  }

  /** The kernel answers: a newer snapshot, in which all taps that were sent are acknowledged. */
  answer(changes: Partial<Snapshot>): void {
    const acked = Object.fromEntries(this.state._outbox.map(({ client, seq }) => [client, seq]));
    const { _snapshot: last } = this.state;
    this.set("_snapshot", { ...last, acked: { ...last.acked, ...acked }, revision: last.revision + 1, ...changes });
    this.changed = {};
  }
}

export function fakeModel(changes: Partial<Traits> = {}): FakeModel & AnyModel<Traits> {
  const traits = { _table: table, _snapshot: snapshot(), _outbox: [], _words: { en }, ...changes };
  return new FakeModel(traits) as FakeModel & AnyModel<Traits>;
}
