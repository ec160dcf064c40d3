/** The way to the kernel: a queue of taps, each kept until the kernel has acknowledged its number. */

import type { Sent, Snapshot, Tap } from "./contract";

/** How the kernel answers: in time · not yet · not for so long that it may be gone. */
export type LinkState = "ok" | "waiting" | "lost";

/** Milliseconds without an answer after which the player is told that the board waits. */
export const WAITING_AFTER = 1000;
/** Milliseconds without an answer after which the kernel counts as gone. */
export const LOST_AFTER = 3000;
const SEND_AGAIN_AFTER = 2000;

/** Hands the queue over: sets the trait and saves it. */
export type Write = (outbox: Sent[]) => void;

/**
 * The queue of one model, shared by all its views.
 *
 * A plain trait would lose taps: while the kernel is busy, its updates are merged and only the last value arrives. So all
 * taps that are not acknowledged travel again with each new one, and the kernel handles each number once.
 */
export class Link {
  state: LinkState = "ok";
  #outbox: Sent[] = [];
  #seq = 0;
  #oldestSince = 0;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly write: Write,
    private readonly onState: () => void,
    readonly client: string = Math.random().toString(36).slice(2, 10),
  ) {}

  /** Whether every tap was answered. */
  get idle(): boolean {
    return this.#outbox.length === 0;
  }

  send(tap: Tap): void {
    if (this.idle) this.#oldestSince = performance.now();
    this.#outbox = [...this.#outbox, { ...tap, client: this.client, seq: ++this.#seq }];
    this.write(this.#outbox);
    this.#watch();
  }

  /** Drop what a snapshot acknowledges. */
  acknowledge(acked: Snapshot["acked"]): void {
    const last = acked[this.client] ?? 0;
    const left = this.#outbox.filter((tap) => tap.seq > last);
    if (left.length < this.#outbox.length) this.#oldestSince = performance.now();
    this.#outbox = left;
    this.#watch();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Work out the state now, and wake up when it may change. */
  #watch(): void {
    clearTimeout(this.#timer);
    const silence = this.idle ? 0 : performance.now() - this.#oldestSince;
    const state = silence >= LOST_AFTER ? "lost" : silence >= WAITING_AFTER ? "waiting" : "ok";
    if (!this.idle) {
      const next = [WAITING_AFTER, LOST_AFTER].find((limit) => limit > silence);
      this.#timer = setTimeout(() => this.#wake(), next === undefined ? SEND_AGAIN_AFTER : next - silence);
    }
    if (state !== this.state) {
      this.state = state;
      this.onState();
    }
  }

  #wake(): void {
    this.#watch();
    if (this.state === "lost") this.#sendAgain();
  }

  /** An equal list would not travel, so every other time the last tap is in it twice; the kernel handles it once. */
  #sendAgain(): void {
    this.#again = !this.#again;
    this.write(this.#again ? [...this.#outbox, this.#outbox.at(-1)!] : [...this.#outbox]);
  }
}
