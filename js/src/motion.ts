/** Movement: cards fly from where they are to where they belong. Nothing here ever blocks a tap. */

import type { CardCode, GameEvent, Snapshot } from "./contract";
import type { Arrangement, Spot, Visual } from "./place";

const MS = { remove: 260, undo: 220, draw: 180, recycle: 240, shake: 280, pulse: 560, deal: 240, fade: 160 };
const SECOND_CARD_LATER = 40; // ms
const DEAL_SPREAD = 260; // ms between the first and the last dealt card: with the last flight, 500 ms in all
const EASE_OUT = "cubic-bezier(.2,.7,.3,1)";
const IN_THE_AIR = 1000; // a card in the air is above all that lie
const ARC = 0.14; // how high a removed card's way is curved, in parts of its length
const HALF_TURNED = { scale: "0.05 1" }; // a flat card, in the middle of its being turned over
const ALERT = "#ff9d5c"; // not the gold of a selected card

/** What the last painting showed, as far as movement needs to know. */
export interface Scene {
  snapshot: Snapshot;
  board: Arrangement;
  visuals: Visual[];
  elements: Map<CardCode, HTMLElement>;
  /** Takes the cards that are no longer painted but still have to be seen on their way. */
  leaving: HTMLElement;
}

type Flight = { ms: number; delay?: number; curved?: boolean; turn?: "up" | "down" };

/** Moves the cards of one view. Call `show` after each painting; it compares with the one before. */
export class Motion {
  #last: Scene | undefined;
  readonly #running = new Set<Animation>();
  #dealing: Animation[] = [];
  readonly #flights = new Map<HTMLElement, Animation>();
  readonly #calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** Whether the player wants no movement. */
  get reduced(): boolean {
    return this.#calm.matches;
  }

  show(scene: Scene): void {
    const before = this.#last;
    this.#last = scene;
    const dealt = before ? before.snapshot.deal !== scene.snapshot.deal : scene.snapshot.status === "new";
    if (dealt) this.#dealCards(scene);
    else if (before && before.board === scene.board) this.#moveCards(before, scene);
    else this.#stop();
    if (before && before.snapshot.revision !== scene.snapshot.revision) this.#refuse(scene);
  }

  /** Have the cards dealt at once, for a player who does not wait. */
  hurry(): void {
    for (const animation of this.#dealing) animation.finish();
    this.#dealing = [];
  }

  close(): void {
    this.#stop();
    this.#last = undefined;
  }

  #stop(): void {
    for (const animation of [...this.#running]) animation.cancel();
    this.#last?.leaving.replaceChildren();
  }

  #dealCards({ visuals, elements, board, snapshot }: Scene): void {
    this.#stop();
    const dealt = visuals.filter(({ place }) => place !== "discard" && place !== "stock");
    const from = board.stock ?? board.discard;
    const turn = snapshot.stock?.top ? undefined : "up";
    dealt.forEach((visual, order) => {
      const delay = (order * DEAL_SPREAD) / dealt.length;
      this.#fly(elements.get(visual.card)!, from, visual, { ms: MS.deal, delay, turn });
    });
    this.#dealing = [...this.#running];
  }

  #moveCards(before: Scene, now: Scene): void {
    const { event } = now.snapshot;
    const old = new Map(before.visuals.map((visual) => [visual.card, visual]));
    let arriving = 0;
    for (const visual of now.visuals) {
      const was = old.get(visual.card);
      old.delete(visual.card);
      const element = now.elements.get(visual.card)!;
      if (was && was.x === visual.x && was.y === visual.y) continue;
      const from = was ? inTheAir(element, was, this.#flights.has(element)) : origin(visual, event, now.board);
      if (!from) continue;
      const order = event.kind === "removed" ? Math.max(0, event.cards.indexOf(visual.card)) : 0;
      this.#fly(element, from, visual, { ...flight(was?.place, visual, now), delay: order * SECOND_CARD_LATER });
      arriving++;
    }
    for (const visual of old.values()) this.#leave(visual, before.elements.get(visual.card), now, arriving > 0);
  }

  /** A card that is no longer painted: it goes back to the stock, or lies on until the card that hides it has arrived. */
  #leave(visual: Visual, element: HTMLElement | undefined, now: Scene, covered: boolean): void {
    const { event, stock } = now.snapshot;
    const toStock = event.kind === "recycled" || (event.kind === "undone" && event.move === "draw");
    if (!element || this.reduced || visual.place === "slot") return;
    if (visual.place === "pile" && toStock && now.board.stock) {
      now.leaving.append(element);
      const ms = event.kind === "recycled" ? MS.recycle : MS.draw;
      const there = { ...visual, ...now.board.stock };
      const animation = this.#fly(element, visual, there, { ms, turn: stock?.top ? undefined : "down" });
      void animation.finished.catch(() => undefined).then(() => element.remove());
    } else if (covered) {
      now.leaving.append(element);
      const animation = this.#run(element, [{ zIndex: 0 }, { zIndex: 0 }], { duration: MS.remove + SECOND_CARD_LATER });
      void animation.finished.catch(() => undefined).then(() => element.remove());
    }
  }

  #fly(element: HTMLElement, from: Spot, to: Spot, { ms, delay = 0, curved, turn }: Flight): Animation {
    this.#flights.get(element)?.cancel();
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const z = { zIndex: IN_THE_AIR + to.z };
    const lifted = curved ? ARC * Math.hypot(dx, dy) : 0;
    const frames = this.reduced
      ? [{ opacity: 0 }, { opacity: 1 }]
      : [
          { ...z, translate: `${from.x}px ${from.y}px` },
          { ...z, translate: `${from.x + dx / 2}px ${from.y + dy / 2 - lifted}px`, ...(turn && HALF_TURNED) },
          { ...z, translate: `${to.x}px ${to.y}px` },
        ];
    const timing = { duration: this.reduced ? MS.fade : ms, delay: this.reduced ? 0 : delay, easing: EASE_OUT };
    const animation = this.#run(element, frames, { ...timing, fill: "backwards" });
    this.#flights.set(element, animation);
    if (turn && !this.reduced) this.#turn(element, turn, timing);
    return animation;
  }

  /** Show the back before or after the middle of the way. */
  #turn(element: HTMLElement, to: "up" | "down", timing: KeyframeAnimationOptions): void {
    const [first, then] = to === "up" ? [1, 0] : [0, 1];
    const frames = [first, first, then, then].map((opacity, i) => ({ opacity, offset: [0, 0.5, 0.5, 1][i]! }));
    this.#run(element.lastElementChild as HTMLElement, frames, { ...timing, fill: "backwards" });
  }

  /** A refused card shakes, and the cards that block it glow. */
  #refuse({ snapshot: { event }, elements }: Scene): void {
    if (event.kind !== "refused") return;
    const { cards = [], by = [] } = event.reason;
    for (const card of cards) {
      const frames = this.reduced
        ? [{ opacity: 0.5 }, { opacity: 1 }]
        : [0, -7, 6, -5, 3, 0].map((x) => ({ transform: `translateX(${x}%)` }));
      const element = elements.get(card);
      if (element) this.#run(element, frames, { duration: MS.shake, composite: this.reduced ? "replace" : "add" });
    }
    for (const card of by) {
      const glow = { boxShadow: `0 0 0 3px ${ALERT}, 0 0 14px 3px ${ALERT}` };
      const element = elements.get(card);
      if (element) this.#run(element, [{}, { ...glow, offset: 0.25 }, { ...glow, offset: 0.6 }, {}], { duration: MS.pulse });
    }
  }

  #run(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, timing);
    this.#running.add(animation);
    const ended = () => {
      this.#running.delete(animation);
      if (this.#flights.get(element) === animation) this.#flights.delete(element);
    };
    animation.finished.then(ended, ended);
    return animation;
  }
}

/** Where a card that was not painted before comes from; undefined where it simply lay under another. */
function origin(visual: Visual, event: GameEvent, board: Arrangement): Spot | undefined {
  const drawn = event.kind === "drawn" || (event.kind === "redone" && event.move === "draw");
  if (drawn && visual.place === "pile") return board.stock ?? undefined;
  const undone = event.kind === "undone" && event.cards.includes(visual.card);
  return undone && visual.place !== "discard" ? board.discard : undefined;
}

function flight(was: Visual["place"] | undefined, { place }: Visual, { snapshot }: Scene): Flight {
  if (place === "discard") return { ms: MS.remove, curved: true };
  if (was === "discard") return { ms: MS.undo, curved: true };
  if (place === "pile") return { ms: MS.draw, turn: was === "stock" || snapshot.stock?.top ? undefined : "up" };
  return { ms: MS.draw };
}

/** Where a card is at this moment: in the air it may be anywhere on its way. */
function inTheAir(element: HTMLElement, lying: Spot, flying: boolean): Spot {
  if (!flying) return lying;
  const [x, y = 0] = getComputedStyle(element).translate.split(" ").map(parseFloat);
  return { ...lying, x: x || 0, y };
}
