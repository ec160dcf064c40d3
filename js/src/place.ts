/** Where everything lies: pure geometry, from the table and the snapshot to places on the board. */

import type { CardCode, Snapshot, Table } from "./contract";

/** A card is 100 by 140 of these units; everything is placed in them and scaled at the end. */
const CARD = { width: 100, height: 140 };
const COLUMN = 27.5; // a quarter of a card and of the gap to its neighbour
const LINE = 70; // half a card: a card and the one two lines below just do not overlap
const MARGIN = 16;
const LABEL = 30;
const GAP = 44;
const PILE_GAP = 42;
const COLUMN_STEP = 56; // how far Giza's cards show from under the next
const GIZA_COLUMNS = 8;
const LARGEST_CARD = 150; // px: more is no easier to read

/** A place for a card: its top left corner and its height in the pile. */
export interface Spot {
  x: number;
  y: number;
  z: number;
}

/** The board laid out for a size, in px. It depends on the table alone, so nothing moves during a deal. */
export interface Arrangement {
  width: number;
  height: number;
  cardWidth: number;
  slots: Spot[];
  stock: Spot | null;
  piles: Spot[];
  /** How far down the next card of a pile lies: 0 for a waste, which shows its top alone. */
  pileStep: number;
  discard: Spot;
}

interface Size {
  width: number;
  height: number;
}

/** Fit the board into a width and, if it can be done, into a height: the piles go below the layout or beside it. */
export function arrange(table: Table, width: number, maxHeight: number): Arrangement {
  const layout = layoutSize(table);
  const piles = table.rules.stock_as_rows ? [columns(table)] : [rowOfPiles(table), blockOfPiles(table)];
  const plans = piles.map((pile, i) => (i === 0 ? below(layout, pile) : beside(layout, pile)));
  const scales = plans.map((plan) => Math.min(width / plan.width, maxHeight / plan.height, LARGEST_CARD / CARD.width));
  const best = scales.indexOf(Math.max(...scales));
  const plan = plans[best]!;
  const scale = scales[best]!;
  const left = (width / scale - plan.width) / 2;
  const put = ({ x, y }: { x: number; y: number }, origin: Point, z: number): Spot => ({
    x: Math.round((x + origin.x + left) * scale),
    y: Math.round((y + origin.y) * scale),
    z,
  });
  const group = piles[best]!;
  return {
    width,
    height: Math.round(plan.height * scale),
    cardWidth: CARD.width * scale,
    slots: table.slots.map(([x, y, z]) => put({ x: x * COLUMN, y: y * LINE }, plan.layout, z)),
    stock: group.stock && put(group.stock, plan.piles, 1),
    piles: group.piles.map((pile) => put(pile, plan.piles, 1)),
    pileStep: group.step * scale,
    discard: put(group.discard, plan.piles, 1),
  };
}

interface Point {
  x: number;
  y: number;
}

interface Plan extends Size {
  layout: Point;
  piles: Point;
}

interface Piles extends Size {
  stock: Point | null;
  piles: Point[];
  step: number;
  discard: Point;
}

function layoutSize(table: Table): Size {
  return {
    width: Math.max(...table.slots.map(([x]) => x)) * COLUMN + CARD.width,
    height: Math.max(...table.slots.map(([, y]) => y)) * LINE + CARD.height,
  };
}

function below(layout: Size, piles: Size): Plan {
  const width = Math.max(layout.width, piles.width);
  return {
    width: width + 2 * MARGIN,
    height: layout.height + GAP + piles.height + 2 * MARGIN,
    layout: { x: MARGIN + (width - layout.width) / 2, y: MARGIN },
    piles: { x: MARGIN + (width - piles.width) / 2, y: MARGIN + layout.height + GAP },
  };
}

function beside(layout: Size, piles: Size): Plan {
  const height = Math.max(layout.height, piles.height);
  return {
    width: layout.width + 2 * GAP + piles.width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    layout: { x: MARGIN, y: MARGIN + (height - layout.height) / 2 },
    piles: { x: MARGIN + layout.width + 2 * GAP, y: MARGIN + (height - piles.height) / 2 },
  };
}

/** Stock, waste and discard side by side. */
function rowOfPiles(table: Table): Piles {
  const at = (i: number): Point => ({ x: i * (CARD.width + PILE_GAP), y: 0 });
  const count = table.rules.waste_piles;
  return {
    width: (count + 2) * (CARD.width + PILE_GAP) - PILE_GAP,
    height: CARD.height + LABEL,
    stock: at(0),
    piles: Array.from({ length: count }, (_, i) => at(i + 1)),
    step: 0,
    discard: at(count + 1),
  };
}

/** Stock, waste and discard one above the other; three waste piles in a column of their own. */
function blockOfPiles(table: Table): Piles {
  const at = (column: number, row: number): Point => ({
    x: column * (CARD.width + PILE_GAP),
    y: row * (CARD.height + LABEL + 8),
  });
  const three = table.rules.waste_piles === 3;
  const end = at(three ? 1 : 0, 2);
  return {
    width: end.x + CARD.width,
    height: end.y + CARD.height + LABEL,
    stock: at(0, 0),
    piles: three ? [at(1, 0), at(1, 1), at(1, 2)] : [at(0, 1)],
    step: 0,
    discard: at(0, 2),
  };
}

/** Giza's columns side by side, and the discard after them. */
function columns(table: Table): Piles {
  const at = (i: number): Point => ({ x: i * 4 * COLUMN, y: 0 });
  const deep = Math.ceil((52 - table.slots.length) / GIZA_COLUMNS);
  const discard = { x: at(GIZA_COLUMNS).x + PILE_GAP / 2, y: 0 };
  return {
    width: discard.x + CARD.width,
    height: (deep - 1) * COLUMN_STEP + CARD.height,
    stock: null,
    piles: Array.from({ length: GIZA_COLUMNS }, (_, i) => at(i)),
    step: COLUMN_STEP,
    discard,
  };
}

/** A card to draw. */
export interface Visual extends Spot {
  card: CardCode;
  look: "free" | "covered" | "gone";
  selected: boolean;
}

/** Everything that lies face up. `selected` is the card that is shown as lifted. */
export function visuals(snapshot: Snapshot, board: Arrangement, selected: CardCode | null): Visual[] {
  const playable = new Set(snapshot.playable);
  const face = (card: CardCode, spot: Spot): Visual => ({
    ...spot,
    card,
    look: playable.has(card) ? "free" : "covered",
    selected: card === selected,
  });
  const faces: Visual[] = [];
  snapshot.slots.forEach((card, i) => card && faces.push(face(card, board.slots[i]!)));
  if (snapshot.stock?.top && board.stock) faces.push(bright(face(snapshot.stock.top, board.stock)));
  snapshot.piles.forEach((pile, i) => faces.push(...pile.cards.map((card, j) => face(card, pileSpot(board, i, j)))));
  snapshot.discard.top.forEach((card, i) => faces.push({ ...board.discard, z: i + 1, card, look: "gone", selected: false }));
  return faces;
}

/** A card that lies open on top of the stock is bright even where it may only be drawn: nothing lies on it. */
function bright(visual: Visual): Visual {
  return { ...visual, look: "free" };
}

function pileSpot(board: Arrangement, pile: number, depth: number): Spot {
  const { x, y } = board.piles[pile]!;
  return { x, y: y + depth * board.pileStep, z: depth + 1 };
}

/** Something to tap: it stays the same element while cards come and go, so that focus and taps never miss. */
export interface Target extends Spot {
  key: string;
  kind: "slot" | "stock" | "pile";
  /** The card that the player sees there. */
  card: CardCode | null;
  /** The slot of the layout, or the number of the pile. */
  index: number;
  playable: boolean;
}

/** All that can be tapped, in reading order: the layout, the stock, the piles. */
export function targets(snapshot: Snapshot, board: Arrangement): Target[] {
  const playable = new Set(snapshot.playable);
  const all: Target[] = [];
  snapshot.slots.forEach((card, index) => {
    if (card) all.push({ key: `slot${index}`, kind: "slot", card, index, playable: playable.has(card), ...board.slots[index]! });
  });
  if (snapshot.stock && board.stock) {
    const { top, draw, recycle } = snapshot.stock;
    all.push({ key: "stock", kind: "stock", card: top, index: 0, playable: draw || recycle, ...board.stock });
  }
  snapshot.piles.forEach((pile, index) =>
    pile.cards.forEach((card, depth) => {
      const key = board.pileStep ? `pile${index}.${depth}` : `pile${index}`;
      all.push({ key, kind: "pile", card, index, playable: playable.has(card), ...pileSpot(board, index, depth) });
    }),
  );
  return all;
}
