/** Movement: cards fly from where they are to where they belong. Nothing here ever blocks a tap. */

import type { CardCode, GameEvent, Snapshot } from "./contract";
import type { Arrangement, Spot } from "./place";

const EASE = "cubic-bezier(.2,.7,.3,1)";
const DURATION = { lift: 90, remove: 260, draw: 180, recycle: 240, shake: 280, deal: 240, fade: 160 };
const SECOND_CARD_LATER = 40;
const DEAL_SPREAD = 260; // ms between the first and the last dealt card
const FLYING = 1000; // a card in the air is above all that lie

/** Moves the card elements of one view; remembers where each lay. */
export class Motion {
  private readonly at = new Map<CardCode, Spot>();
  private readonly flights = new Map<CardCode, Animation>();
  private deal: number | undefined;

  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  get reduced(): boolean {
    return this.calm.matches;
  }

  /** The cards have just been placed at `spots`: show how they came there. */
  moved(elements: Map<CardCode, HTMLElement>, spots: Map<CardCode, Spot>, snapshot: Snapshot, board: Arrangement, resized: boolean): void {
    const newDeal = this.deal !== snapshot.deal && !resized;
    const first = this.deal === undefined;
    this.deal = snapshot.deal;
    let order = 0;
    for (const [card, spot] of spots) {
      const element = elements.get(card);
      if (!element) continue;
      const from = newDeal ? (board.stock ?? board.discard) : this.from(card, element, snapshot.event, board);
      this.at.set(card, spot);
      if (resized) this.land(card);
      else if (from && (from.x !== spot.x || from.y !== spot.y)) {
        const late = newDeal ? (order++ * DEAL_SPREAD) / spots.size : this.delay(card, snapshot.event);
        if (!(newDeal && first && this.reduced)) this.fly(card, element, from, spot, snapshot.event, late);
      }
    }
    for (const card of [...this.at.keys()]) if (!spots.has(card)) this.forget(card);
  }

  /** A refused card shakes, and what blocks it pulses. */
  refuse(elements: Map<CardCode, HTMLElement>, event: GameEvent): void {
    if (event.kind !== "refused") return;
    const { cards = [], by = [] } = event.reason;
    for (const card of cards) {
      const steps = this.reduced ? [{ opacity: 0.5 }, { opacity: 1 }] : [0, -5, 5, -4, 3, 0].map((x) => ({ translate: `${x}px 0` }));
      elements.get(card)?.animate(steps, DURATION.shake);
    }
    for (const card of by) {
      elements.get(card)?.animate([{}, { boxShadow: "0 0 0 3px #ffd166, 0 0 16px #ffd166" }, {}], DURATION.shake * 1.6);
    }
  }

  close(): void {
    for (const card of [...this.flights.keys()]) this.land(card);
  }

  private from(card: CardCode, element: HTMLElement, event: GameEvent, board: Arrangement): Spot | undefined {
    const before = this.at.get(card);
    if (before) return this.flights.has(card) ? inTheAir(element, before) : before;
    if (event.kind === "undone") return event.cards.length ? board.discard : board.piles[0];
    if (event.kind === "drawn" && event.cards.includes(card)) return board.stock ?? undefined;
    return undefined;
  }

  private delay(card: CardCode, event: GameEvent): number {
    return event.kind === "removed" && event.cards[1] === card ? SECOND_CARD_LATER : 0;
  }

  private fly(card: CardCode, element: HTMLElement, from: Spot, to: Spot, event: GameEvent, delay: number): void {
    this.land(card);
    const place = (x: number, y: number) => `translate(${x}px,${y}px)`;
    const removed = event.kind === "removed" || event.kind === "redone";
    const arc = removed ? Math.min(40, Math.abs(to.x - from.x) / 6 + 12) : 0;
    const middle = place((from.x + to.x) / 2, (from.y + to.y) / 2 - arc);
    const flip = event.kind === "drawn" ? " rotateY(90deg)" : " rotateY(0)";
    const steps: Keyframe[] = this.reduced
      ? [{ opacity: 0.2 }, { opacity: 1 }]
      : [
          { transform: place(from.x, from.y) + flip },
          { transform: middle + " rotateY(0)" },
          { transform: place(to.x, to.y) + " rotateY(0)" },
        ];
    const duration = this.reduced ? DURATION.fade : removed ? DURATION.remove : event.kind === "drawn" ? DURATION.draw : event.kind === "recycled" ? DURATION.recycle : DURATION.deal;
    element.style.zIndex = String(FLYING + to.z);
    const flight = element.animate(steps, { duration, delay, easing: EASE, fill: "backwards" });
    this.flights.set(card, flight);
    flight.onfinish = () => this.land(card);
    flight.oncancel = () => {
      element.style.zIndex = String(to.z);
    };
  }

  private land(card: CardCode): void {
    const flight = this.flights.get(card);
    this.flights.delete(card);
    flight?.cancel();
  }

  private forget(card: CardCode): void {
    this.land(card);
    this.at.delete(card);
  }
}

/** Where a flying card is at this moment. */
function inTheAir(element: HTMLElement, spot: Spot): Spot {
  const { m41, m42 } = new DOMMatrix(getComputedStyle(element).transform);
  return { ...spot, x: m41, y: m42 };
}
