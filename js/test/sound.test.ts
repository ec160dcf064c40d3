import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Sound } from "../src/sound";
import { snapshot } from "./fixtures";

let tones: number;
const closed = vi.fn();

beforeEach(() => {
  tones = 0;
  const gain = { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      resume() {}
      close = closed;
      createGain = () => gain;
      createOscillator = () => ({ frequency: {}, connect: () => gain, start: () => void tones++, stop() {} });
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const drawn = snapshot({ event: { kind: "drawn", cards: ["5C"] } });
const won = snapshot({ status: "won", event: { kind: "removed", cards: ["KD"] } });

test("there is no sound before a gesture of the player", () => {
  const sound = new Sound();
  sound.play(snapshot(), drawn);
  expect(tones).toBe(0);
  sound.wake();
  sound.play(snapshot(), drawn);
  expect(tones).toBe(1);
});

test("a win is played when it happens, not again when something else does", () => {
  const sound = new Sound();
  sound.wake();
  sound.play(drawn, won);
  expect(tones).toBe(4);
  sound.play(won, { ...won, event: { kind: "option" } });
  expect(tones).toBe(4);
});

test("a closed sound gives its audio back", () => {
  const sound = new Sound();
  sound.wake();
  sound.close();
  expect(closed).toHaveBeenCalledOnce();
});
