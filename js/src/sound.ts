/** Small sounds made by the browser itself: no files. */

import type { GameEvent, Snapshot } from "./contract";

type Note = [hertz: number, after: number, seconds: number];

const NOTES: Partial<Record<GameEvent["kind"], Note[]>> = {
  selected: [[520, 0, 0.05]],
  put_down: [[390, 0, 0.05]],
  removed: [
    [660, 0, 0.08],
    [880, 0.07, 0.12],
  ],
  drawn: [[300, 0, 0.05]],
  recycled: [
    [300, 0, 0.05],
    [360, 0.05, 0.05],
    [430, 0.1, 0.05],
  ],
  refused: [[150, 0, 0.14]],
};
const WIN: Note[] = [523, 659, 784, 1047].map((hertz, i) => [hertz, i * 0.13, 0.3]);
const VOLUME = 0.12;

export class Sound {
  #context: AudioContext | undefined;

  /** Call on a gesture of the player: browsers allow sound only then. */
  wake(): void {
    this.#context ??= new AudioContext();
    void this.#context.resume();
  }

  /** Play what has happened between two snapshots. */
  play(before: Snapshot, now: Snapshot): void {
    const notes = now.status === "won" && before.status !== "won" ? WIN : NOTES[now.event.kind];
    for (const [hertz, after, seconds] of notes ?? []) this.#note(hertz, after, seconds);
  }

  close(): void {
    void this.#context?.close();
  }

  #note(hertz: number, after: number, seconds: number): void {
    if (!this.#context) return;
    const start = this.#context.currentTime + after;
    const tone = this.#context.createOscillator();
    const volume = this.#context.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(VOLUME, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    tone.connect(volume).connect(this.#context.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}
