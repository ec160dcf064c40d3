/**
 * What travels between the kernel and the page: taps go down, snapshots come up.
 *
 * The kernel's side of this contract is `pyramid_widget/snapshot.py` and `pyramid_widget/widgets/`.
 * The page knows no rule: everything it needs in order to draw is written here.
 */

/** Rank `A23456789TJQK`, then suit `C D H S`: `"TC"` is the ten of clubs. */
export type CardCode = string;

export type Locale = "en" | "ru" | "pl";

/** One message catalog: `pyramid_widget/messages/<locale>.json`. */
export type Catalog = typeof import("../../pyramid_widget/messages/en.json");

/** Everything that stays the same during a deal: travels once, in the trait `_table`. */
export interface Table {
  /** The number of the layout. */
  layout: number;
  /** The layout's name in every language. */
  name: Record<Locale, string>;
  /** Top left corners of the slots: x in quarters of a card's pitch, y in halves of a card's height; z orders the drawing. */
  slots: [x: number, y: number, z: number][];
  /** `covers[i]`: the slots whose cards lie directly on slot i. */
  covers: number[][];
  /** The preset's key (`"open"`, …), or null when its rules were changed. */
  preset: string | null;
  rules: TableRules;
}

/** The rule dimensions, as `pyramid_widget/rules.py` names them. */
export interface TableRules {
  stock_face: "up" | "down";
  stock_playable: boolean;
  waste_start: 0 | 1;
  waste_piles: 1 | 3;
  cards_per_draw: 1 | 3;
  /** Giza: no stock and no waste, the other cards lie open in eight columns of three. */
  stock_as_rows: boolean;
  /** How often the stock may be gone through; null: as often as one likes. */
  passes: number | null;
  win: "layout" | "everything";
  cover_pairs: boolean;
  /** How many actions can be taken back; null: all of them. */
  undo: number | null;
  undo_restores_counter: boolean;
  stalemate: "at once" | "exhausted";
  scoring: "timed" | "cards" | "left" | "rows" | "par" | null;
}

/** What the player may see, complete: travels after every action, in the trait `_snapshot`. */
export interface Snapshot {
  /** Grows by one with each snapshot; an older one that arrives late is ignored. */
  revision: number;
  /** The last handled tap of each client that has tapped lately. */
  acked: Record<string, number>;
  /** Counts the deals begun in this widget: a new number means new cards on the table. */
  deal: number;
  /** The card in each slot of the layout; null when it has gone. */
  slots: (CardCode | null)[];
  /** Cards that can be removed or be one half of a pair now: they are drawn bright. */
  playable: CardCode[];
  selected: CardCode | null;
  /** null where the rules have no stock (Giza). */
  stock: Stock | null;
  /** Waste piles (1 or 3), or the columns of Giza (8). */
  piles: Pile[];
  /** The latest removed cards (at most two), and how many have gone in all. */
  discard: { top: CardCode[]; count: number };
  /** null where the rules keep no score. */
  score: Score | null;
  /** Play time at the moment of the snapshot. */
  clock: { seconds: number; running: boolean };
  moves: number;
  undo: boolean;
  redo: boolean;
  status: "new" | "playing" | "stuck" | "won" | "abandoned";
  paused: boolean;
  event: GameEvent;
  options: Options;
  /** What the player asked for; gone with the next action. */
  advice: Advice | null;
  /** How many moves of the solver's line are shown; null while the game itself is. */
  demo: { at: number; of: number } | null;
  /** Whether playing a card (the stock: `"stock"`) keeps the deal winnable, where the player wants to see it. */
  marks: Record<string, boolean>;
  /** Why the position cannot be won, where the player wants to be told. */
  lost: Reason | null;
  /** The deal's code, once the deal is over: it would tell hidden cards before. */
  code: string | null;
}

export interface Stock {
  count: number;
  /** The top card where it lies face up, else null. */
  top: CardCode | null;
  /** A tap on the stock may draw / turns the waste over. */
  draw: boolean;
  recycle: boolean;
  /** The pass through the stock that is under way, from 1. */
  pass: number;
}

export interface Pile {
  /** The cards that the player may see, from the lowest to the playable end. */
  cards: CardCode[];
  count: number;
}

export interface Score {
  kind: "points" | "cards_left" | "par";
  value: number;
  /** What the passing of time alone will do: from `seconds` on, the score is `value`. Ascending. */
  drops: [seconds: number, value: number][];
}

export interface Options {
  sound: boolean;
  /** Refusals are told in words on the board (a screen reader always hears them). */
  help: boolean;
  four_colours: boolean;
  marks: boolean;
  tell_lost: boolean;
}

/** What the last action did: for the live region, for shakes and for sounds. */
export type GameEvent =
  | { kind: "dealt" | "restarted" | "paused" | "resumed" | "abandoned" | "option" | "sight" | "advised" }
  | { kind: "selected" | "put_down"; card: CardCode }
  | { kind: "removed" | "drawn"; cards: CardCode[] }
  | { kind: "recycled"; pass: number }
  /** `move` reads like the argument of `Game.play`: `"10♣ 3♠"`, `"draw"`; `cards` are those that it moves. */
  | { kind: "undone" | "redone"; move: string; cards: CardCode[] }
  | { kind: "refused"; reason: Reason };

/** A hint, or why there is none: a sentence, and what is lit with it. */
export interface Advice {
  reason: Reason;
  cards: CardCode[];
  /** Lit more faintly. */
  partners: CardCode[];
  stock: boolean;
  /** The sentence is the reason why the position cannot be won. */
  lost: boolean;
}

/** A sentence of the catalogs (`reason.<key>`) and what fills it in. */
export interface Reason {
  key: string;
  /** The cards that it speaks about. */
  cards?: CardCode[];
  /** The cards that lie on the refused one. */
  by?: CardCode[];
  number?: number;
  text?: string;
}

/** What the player does. `card` is what the player saw at that place when tapping. */
export type Tap =
  /** A face-up card of the layout, of a waste pile or of a Giza column. */
  | { kind: "card"; card: CardCode }
  /** The stock: pairs its top with the selected card if they make 13 and the top is `card`, else draws or recycles. */
  | { kind: "stock"; card: CardCode | null }
  /** A long press on the stock, or its key: remove the king that lies open on top of it. */
  | { kind: "take"; card: CardCode }
  /** Questions to the solver; `solve` shows its line, which is stepped through and left. */
  | { kind: "hint" | "why" | "solve" | "step" | "step_back" | "leave" }
  | { kind: "put_down" | "undo" | "redo" | "restart" | "new" | "pause" | "resume" | "abandon" }
  /** What was chosen in the start window, and the deal that was written there. */
  | ({ kind: "new"; deal: string } & Choice)
  /** Go on with a saved game. */
  | { kind: "continue"; id: string }
  /** Whether anyone can see the board now; the clock stands still while nobody can. */
  | { kind: "sight"; visible: boolean }
  | { kind: "option"; name: keyof Options; value: boolean };

/** A tap on its way: stays in the trait `_outbox` until the kernel has acknowledged its number. */
export type Sent = Tap & { client: string; seq: number };

/** What the page may ask the kernel, and what the answer is: see `desk.ts`. */
export interface Answers {
  /** The text of the module that fills the sheets. */
  sheets: string;
  /** All layouts; the same each time. */
  layouts: LayoutPicture[];
  /** What the start window shows besides. */
  start: Start;
  /** Whether the `deal` that was written can be played so; asked with a `Choice` and the text. */
  check_deal: { ok: true; layout: number } | { ok: false; reason: Reason };
  statistics: Record<"everything" | "preset" | "layout", Tally>;
}

export interface LayoutPicture extends Pick<Table, "name" | "slots" | "covers"> {
  number: number;
  /** The measured share of deals that can be won under preset `open`, 0 to 1; null where it was not measured. */
  winnable: number | null;
}

type Level = "easy" | "medium" | "hard";

/** What to play. `passes` and `level` count only where the preset offers them; without a level it is any deal. */
export interface Choice {
  preset: string;
  layout: number;
  passes: number | null;
  level: Level | null;
}

export interface Start {
  /** What was chosen last. */
  choice: Choice;
  /** What each preset offers to choose; `layout` is the only one that it can be played on, or null. */
  presets: { name: string; passes: (number | null)[]; levels: Level[]; layout: number | null }[];
  /** The saved games that can be continued, the first to be offered first. */
  waiting: SavedGame[];
}

export interface SavedGame {
  id: string;
  layout: number;
  preset: string;
  /** The time of the last action, in seconds since 1970. */
  played: number;
  seconds: number;
  moves: number;
}

/** How deals have ended, see `pyramid_widget/store/statistics.py`; null where there is nothing to say. */
export interface Tally {
  deals: number;
  wins: number;
  losses: number;
  win_rate: number | null;
  streak: number;
  best_streak: number;
  best_score: number | null;
  best_seconds: number | null;
  fewest_moves: number | null;
  /** Whether the latest deals were won, the oldest first. */
  latest: boolean[];
}

/** The widget's synced traits. The page writes `_outbox`, the kernel writes the others. */
export interface Traits {
  _table: Table;
  _snapshot: Snapshot;
  _outbox: Sent[];
  /** The catalogs: all three, or only that of the `locale` that the widget was made with. */
  _words: Partial<Record<Locale, Catalog>>;
}
