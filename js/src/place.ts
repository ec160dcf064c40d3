/** Where everything lies: pure geometry, from the table and the snapshot to places on the board. */

import type { CardCode, Snapshot, Table } from "./contract";

/** Everything is placed in units in which a card is 100 wide and 140 high, and scaled at the end. */
export const CARD = { width: 100, height: 140 };
const DECK = 52;
export const COLUMN = 28.5; // a quarter of a card and of the gap to its neighbour
export const LINE = 74; // half a card: the index stays in sight, and cards two lines apart just do not touch
const MARGIN = 8;
const EDGE = 0.02; // of the board's width: free on both sides, where the board is not so narrow that the cards need it
const NARROW = 420; // px
const LABEL = 22; // px: the name under a pile
const ROW_GAP = 36; // between the layout and a row of piles, and between piles in a column: room for a name, too
const PILE_GAP = 40;
const COLUMN_STEP = 68; // how far Giza's cards show from under the next
const GIZA_COLUMNS = 8;
const LARGEST_CARD = 180; // px: more is no easier to read
const SMALLEST_BOARD = 260; // px: less cannot be played, however low the window is
const BESIDE_IS_BETTER = 1.15; // the piles go beside the layout only where that makes the cards larger by so much

/** The corner of a card that shows its index: top or bottom, left or right. */
export type Corner = "tl" | "bl" | "tr" | "br";
const INDEX = { width: 46, height: 66 };
const CORNERS: Record<Corner, Point> = {
  tl: { x: 0, y: 0 },
  bl: { x: 0, y: CARD.height - INDEX.height },
  tr: { x: CARD.width - INDEX.width, y: 0 },
  br: { x: CARD.width - INDEX.width, y: CARD.height - INDEX.height },
};

interface Point {
  x: number;
  y: number;
}

/** A place for a card: its top left corner in px, and its height in the pile. */
export interface Spot extends Point {
  z: number;
}

/** The board laid out for a size, in px. It depends on the table alone, so nothing jumps during a deal. */
export interface Arrangement {
  width: number;
  height: number;
  /** The width of a card; its height is 1.4 times that. */
  cardWidth: number;
  slots: Spot[];
  /** For each slot, the corner of its card that no other card hides. */
  corners: Corner[];
  stock: Spot | null;
  piles: Spot[];
  /** Whether there is room for the piles' names under them. */
  labels: boolean;
  /** How far down the next card of a pile lies: 0 for a waste, which shows its top alone. */
  pileStep: number;
  discard: Spot;
}

/** Fit the board into a width and, where it can still be played then, a height: the piles go below the layout or beside it. */
export function arrange(table: Table, width: number, maxHeight: number): Arrangement {
  const height = Math.max(maxHeight, SMALLEST_BOARD);
  const slots = table.slots.map(([x, y]) => ({ x: x * COLUMN, y: y * LINE }));
  const plans = table.rules.stock_as_rows
    ? [withColumns(slots)]
    : [withPilesBelow(slots, table.rules.waste_piles), withPilesBeside(slots, table.rules.waste_piles)];
  const fits = plans.map((plan) => fit(plan, width, height));
  const [first, second] = fits;
  const { plan, box, scale, label } = second && second.scale > first!.scale * BESIDE_IS_BETTER ? second : first!;
  const left = (width - (box.right - box.left) * scale) / 2;
  const put = (point: Point, z = 1): Spot => ({
    x: Math.round(left + (point.x - box.left) * scale),
    y: Math.round((point.y - box.top) * scale),
    z,
  });
  return {
    width,
    height: Math.floor((box.bottom - box.top) * scale) + label,
    cardWidth: CARD.width * scale,
    slots: slots.map((slot, i) => put(slot, table.slots[i]![2])),
    corners: slots.map((slot, i) => freeCorner(slot, table.covers[i]!.map((on) => slots[on]!))),
    stock: plan.stock && put(plan.stock),
    piles: plan.piles.map((pile) => put(pile)),
    labels: plan.step === 0 && (label > 0 || ROW_GAP * scale >= LABEL),
    pileStep: plan.step * scale,
    discard: put(plan.discard),
  };
}

/** Where the piles go, in units. */
interface Plan {
  slots: Point[];
  stock: Point | null;
  piles: Point[];
  step: number;
  discard: Point;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf(points: Point[]): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs) + CARD.width,
    top: Math.min(...ys),
    bottom: Math.max(...ys) + CARD.height,
  };
}

function fit(plan: Plan, width: number, height: number) {
  const deep = Math.ceil((DECK - plan.slots.length) / plan.piles.length) - 1; // cards under the end of the longest column
  const ends = plan.piles.map(({ x, y }) => ({ x, y: y + deep * plan.step }));
  const tight = boxOf([...plan.slots, ...ends, plan.discard, ...(plan.stock ? [plan.stock] : [])]);
  const box = {
    left: tight.left - MARGIN,
    right: tight.right + MARGIN,
    top: tight.top - MARGIN,
    bottom: tight.bottom + 2 * MARGIN,
  };
  const label = plan.step === 0 && boxOf(plan.piles).bottom === tight.bottom ? LABEL : 0;
  const room = width < NARROW ? width : width * (1 - 2 * EDGE);
  const scale = Math.min(
    room / (box.right - box.left),
    (height - label) / (box.bottom - box.top),
    LARGEST_CARD / CARD.width,
  );
  return { plan, box, scale, label };
}

/** Stock, waste and discard in a row. */
function withPilesBelow(slots: Point[], wastes: number): Plan {
  const layout = boxOf(slots);
  const step = CARD.width + PILE_GAP;
  const from = (layout.left + layout.right - (wastes + 2) * step + PILE_GAP) / 2;
  const at = (i: number): Point => ({ x: from + i * step, y: layout.bottom + ROW_GAP });
  return {
    slots,
    stock: at(0),
    piles: Array.from({ length: wastes }, (_, i) => at(i + 1)),
    step: 0,
    discard: at(wastes + 1),
  };
}

/** The stock on the left and the waste after it or on the right: each column as near as the layout's outline allows. */
function withPilesBeside(slots: Point[], wastes: number): Plan {
  const layout = boxOf(slots);
  const y = (row: number) => layout.top + row * (CARD.height + ROW_GAP);
  const sides = wastes === 1 ? { left: 2, right: 1 } : { left: 2, right: 3 };
  const wider = Math.max(roomNeeded(slots, "left", sides.left), roomNeeded(slots, "right", sides.right));
  const left = (row: number) => ({ x: layout.left - wider, y: y(row) });
  const right = (row: number) => ({ x: layout.right - CARD.width + wider, y: y(row) });
  return {
    slots,
    stock: left(0),
    piles: wastes === 1 ? [left(1)] : [right(0), right(1), right(2)],
    step: 0,
    discard: wastes === 1 ? right(0) : left(1),
  };
}

/** Giza's columns in a row, the discard in the corner above them. */
function withColumns(slots: Point[]): Plan {
  const layout = boxOf(slots);
  const from = (layout.left + layout.right - GIZA_COLUMNS * 4 * COLUMN + (4 * COLUMN - CARD.width)) / 2;
  const piles = Array.from({ length: GIZA_COLUMNS }, (_, i) => ({ x: from + i * 4 * COLUMN, y: layout.bottom + ROW_GAP }));
  const beside = layout.right - CARD.width + roomNeeded(slots, "right", 1);
  return { slots, stock: null, piles, step: COLUMN_STEP, discard: { x: Math.max(beside, piles.at(-1)!.x), y: layout.top } };
}

/** How far a column of piles must stand out over the layout's edge in order not to touch its cards. */
function roomNeeded(slots: Point[], side: "left" | "right", rows: number): number {
  const layout = boxOf(slots);
  const bottom = layout.top + rows * (CARD.height + ROW_GAP);
  const room = slots
    .filter(({ y }) => y < bottom)
    .map(({ x }) => CARD.width + PILE_GAP - (side === "left" ? x - layout.left : layout.right - CARD.width - x));
  return Math.max(0, ...room);
}

/** The first corner of a card that none of the cards on it hides: top left, as one is used to, where that can be. */
function freeCorner(slot: Point, on: Point[]): Corner {
  const hidden = (corner: Corner) =>
    on.some(
      ({ x, y }) =>
        Math.abs(x + CARD.width / 2 - (slot.x + CORNERS[corner].x + INDEX.width / 2)) < (CARD.width + INDEX.width) / 2 &&
        Math.abs(y + CARD.height / 2 - (slot.y + CORNERS[corner].y + INDEX.height / 2)) < (CARD.height + INDEX.height) / 2,
    );
  return (Object.keys(CORNERS) as Corner[]).find((corner) => !hidden(corner)) ?? "tl";
}

/** A card to draw. */
export interface Visual extends Spot {
  card: CardCode;
  place: "slot" | "stock" | "pile" | "discard";
  look: "free" | "covered" | "gone";
  corner: Corner;
  selected: boolean;
  /** Degrees: the pair on top of the discard lies askew, so that both cards can be read. */
  turn: number;
}

/** Everything that lies face up. `selected` is the card that is shown as lifted. */
export function visuals(snapshot: Snapshot, board: Arrangement, selected: CardCode | null): Visual[] {
  const playable = new Set(snapshot.playable);
  const over = snapshot.status === "won" || snapshot.status === "abandoned";
  const face = (card: CardCode, place: Visual["place"], spot: Spot, corner: Corner = "tl"): Visual => ({
    ...spot,
    card,
    place,
    look: playable.has(card) ? "free" : "covered",
    corner,
    selected: card === selected,
    turn: 0,
  });
  const faces: Visual[] = [];
  snapshot.slots.forEach((card, i) => card && faces.push(face(card, "slot", board.slots[i]!, board.corners[i])));
  if (snapshot.stock?.top && board.stock) faces.push(face(snapshot.stock.top, "stock", board.stock));
  snapshot.piles.forEach((pile, i) =>
    pile.cards.forEach((card, depth) => faces.push(face(card, "pile", pileSpot(board, i, depth)))),
  );
  // Nothing lies on the top of the stock or of a waste: it is bright even where it may only be drawn.
  if (!over) for (const visual of faces) if (visual.place === "stock") visual.look = "free";
  const { top } = snapshot.discard;
  top.forEach((card, i) => {
    const turn = top.length === 1 ? 0 : i === 0 ? -4 : 3;
    const x = board.discard.x + Math.round((turn / 100) * board.cardWidth);
    faces.push({ ...board.discard, x, z: i + 1, card, place: "discard", look: "gone", corner: "tl", selected: false, turn });
  });
  return faces;
}

function pileSpot(board: Arrangement, pile: number, depth: number): Spot {
  const { x, y } = board.piles[pile]!;
  return { x, y: Math.round(y + depth * board.pileStep), z: depth + 1 };
}

/** Something to tap. It stays where it is while the cards above it fly, so that neither focus nor taps ever miss. */
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
