/** What all views of one model share: the latest snapshot, the words, the way to the kernel. */

import type { AnyModel } from "@anywidget/types";

import type { CardCode, Snapshot, Table, Tap, Traits } from "./contract";
import { Desk } from "./desk";
import { Link } from "./link";
import { Sound } from "./sound";
import { chooseLocale, Words } from "./words";

const HEARTBEAT = 10_000; // ms

/** What the module of the sheets gives. */
type Sheets = typeof import("./sheets");

export class Session {
  readonly link: Link;
  readonly desk: Desk;
  readonly words: Words;
  readonly sound = new Sound();
  snapshot: Snapshot;
  table: Table;
  /** When the snapshot came, by `performance.now()`. */
  arrived = performance.now();
  /** The cards that have been in sight in this deal: they bounce at a win. */
  readonly seen = new Set<CardCode>();
  /** The card shown as lifted before the kernel has said so; undefined: as the snapshot says. */
  #guess: CardCode | null | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #visible = new Set<object>();
  #told: boolean | undefined;
  readonly #takeSnapshot = () => this.#take();

  readonly #sheets: Promise<Sheets>;
  readonly #heart: ReturnType<typeof setInterval>;

  constructor(private readonly model: AnyModel<Traits>) {
    const known = model.get("_words");
    const locale = chooseLocale(Object.keys(known), navigator.languages ?? []);
    this.words = new Words(locale, known[locale]!);
    this.snapshot = model.get("_snapshot");
    this.table = model.get("_table");
    this.link = new Link(
      (outbox) => {
        model.set("_outbox", outbox);
        model.save_changes();
      },
      () => this.#changed(),
    );
    this.desk = new Desk(model, this.link.client);
    this.#sheets = this.desk.ask("sheets").then(load);
    this.#look();
    model.on("change:_snapshot", this.#takeSnapshot);
    this.#heart = setInterval(() => this.#beat(), HEARTBEAT);
  }

  /** The card that is shown as lifted. */
  get selected(): CardCode | null {
    return this.#guess === undefined ? this.snapshot.selected : this.#guess;
  }

  get lost(): boolean {
    return this.link.state === "lost";
  }

  /** Be told of every change; returns how to stop it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What the player does, on a gesture. A board that has lost its kernel takes no more taps. */
  send(tap: Tap): void {
    if (this.lost) return;
    if (tap.kind === "card" && this.link.idle) this.#guess = this.#lifted(tap.card);
    if (this.snapshot.options.sound || (tap.kind === "option" && tap.name === "sound" && tap.value)) this.sound.wake();
    this.link.send(tap);
    this.#changed();
  }

  /** While the clock runs, make sure from time to time that there is a kernel in which it runs. */
  #beat(): void {
    if (this.snapshot.clock.running && this.link.idle) this.link.send({ kind: "sight", visible: this.#visible.size > 0 });
  }

  /** Say whether a view can be seen; the kernel hears when the first appears or the last goes. */
  see(view: object, visible: boolean): void {
    if (visible) this.#visible.add(view);
    else this.#visible.delete(view);
    const any = this.#visible.size > 0;
    if (any !== this.#told) {
      this.#told = any;
      this.link.send({ kind: "sight", visible: any });
    }
  }

  /** Begin what needs the sheets' module as soon as the kernel has handed it over; returns how to end it. */
  withSheets(begin: (sheets: Sheets) => () => void): () => void {
    let end: (() => void) | undefined;
    let wanted = true;
    this.#sheets.then((sheets) => {
      if (wanted) end = begin(sheets);
    });
    return () => {
      wanted = false;
      end?.();
    };
  }

  close(): void {
    this.model.off("change:_snapshot", this.#takeSnapshot);
    clearInterval(this.#heart);
    this.#visible.clear();
    this.#told = false; // views that close later have nothing to tell
    this.link.close();
    this.desk.close();
    this.sound.close();
    this.#listeners.clear();
  }

  /** What a tap on a card will surely show: it is lifted, or put down again. Anything else waits for the kernel. */
  #lifted(card: CardCode): CardCode | null | undefined {
    if (this.snapshot.selected === card) return null;
    return this.snapshot.selected === null && this.snapshot.playable.includes(card) ? card : undefined;
  }

  #take(): void {
    const next = this.model.get("_snapshot");
    if (next.revision <= this.snapshot.revision) return;
    if (next.deal !== this.snapshot.deal) {
      this.table = this.model.get("_table");
      this.seen.clear();
    }
    if (next.options.sound) this.sound.play(this.snapshot, next);
    this.snapshot = next;
    this.arrived = performance.now();
    this.#look();
    this.link.acknowledge(next.acked);
    if (this.link.idle) this.#guess = undefined;
    this.#changed();
  }

  #look(): void {
    const { slots, piles, discard } = this.snapshot;
    const open = [...slots, ...piles.flatMap((pile) => pile.cards), ...discard.top];
    for (const card of open) if (card) this.seen.add(card);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

async function load(module: string): Promise<Sheets> {
  const url = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  try {
    return (await import(/* @vite-ignore */ url)) as Sheets;
  } finally {
    URL.revokeObjectURL(url);
  }
}
