/** Moving the focus by keys: pure functions over what can be tapped. */

import type { Target } from "./place";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const STEPS: Record<Direction, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest target in a direction, as eyes would find it; the present one where there is none. */
export function ahead(all: Target[], from: Target, direction: Direction): Target {
  const [dx, dy] = STEPS[direction];
  const far = (to: Target) => {
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    return along > 0 ? along + aside : Infinity;
  };
  return nearestBy(all, far) ?? from;
}

/** The target that lies nearest to a place. */
export function nearest(all: Target[], { x, y }: { x: number; y: number }): Target | undefined {
  return nearestBy(all, (to) => Math.hypot(to.x - x, to.y - y));
}

/** The next target after the present one (going round) whose card has a rank. */
export function nextOfRank(all: Target[], from: Target | undefined, rank: string): Target | undefined {
  const start = all.findIndex((target) => target.key === from?.key) + 1;
  return [...all.slice(start), ...all.slice(0, start)].find((target) => target.card?.[0] === rank);
}

function nearestBy(all: Target[], far: (to: Target) => number): Target | undefined {
  let best: Target | undefined;
  let least = Infinity;
  for (const target of all) {
    const distance = far(target);
    if (distance < least) [best, least] = [target, distance];
  }
  return best;
}
