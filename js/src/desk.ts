/** Questions to the kernel that change nothing. Answers are messages: no saved notebook carries them. */

import type { AnyModel } from "@anywidget/types";

import type { Answers, Traits } from "./contract";

type Taken = (answer: never) => void;

export class Desk {
  readonly #open = new Map<string, Taken>();
  readonly #arrived = (message: { id?: string; answer?: unknown }) => this.#answered(message);
  #asked = 0;

  constructor(
    private readonly model: AnyModel<Traits>,
    private readonly client: string,
  ) {
    model.on("msg:custom", this.#arrived);
  }

  /** The kernel's answer; without a kernel it never comes. */
  ask<Q extends keyof Answers>(question: Q, details: object = {}): Promise<Answers[Q]> {
    const id = `${this.client}-${++this.#asked}`;
    this.model.send({ ...details, id, question });
    return new Promise((taken) => this.#open.set(id, taken));
  }

  close(): void {
    this.model.off("msg:custom", this.#arrived);
    this.#open.clear();
  }

  #answered({ id = "", answer }: { id?: string; answer?: unknown }): void {
    this.#open.get(id)?.(answer as never);
    this.#open.delete(id);
  }
}
