import type { LayoutPicture } from "../contract";
import { CARD, COLUMN, LINE } from "../place";

const MARGIN = 6;

/** A layout as a small picture: where its cards lie, and which of them are free at the start. */
export function Picture({ layout: { slots, covers } }: { layout: LayoutPicture }) {
  const cards = slots
    .map(([x, y, z], i) => ({ x: x * COLUMN, y: y * LINE, z, free: covers[i]!.length === 0 }))
    .sort((a, b) => a.z - b.z);
  const width = Math.max(...cards.map(({ x }) => x)) + CARD.width;
  const height = Math.max(...cards.map(({ y }) => y)) + CARD.height;
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  return (
    <svg viewBox={box.join(" ")} aria-hidden="true">
      {cards.map(({ x, y, free }) => (
        <rect x={x} y={y} width={CARD.width} height={CARD.height} rx="10" class={free ? "free" : undefined} />
      ))}
    </svg>
  );
}
