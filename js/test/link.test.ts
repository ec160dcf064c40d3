import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Sent } from "../src/contract";
import { Link, LOST_AFTER, WAITING_AFTER } from "../src/link";

let written: Sent[][];
let link: Link;
const states: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  states.length = 0;
  link = new Link((outbox) => written.push(outbox), () => states.push(link.state), "me");
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
});

const numbers = (outbox: Sent[] | undefined) => outbox?.map((tap) => tap.seq);

test("every tap travels until its number is acknowledged", () => {
  for (let i = 0; i < 3; i++) link.send({ kind: "undo" });
  expect(numbers(written.at(-1))).toEqual([1, 2, 3]);
  link.acknowledge({ me: 2 });
  link.send({ kind: "redo" });
  expect(numbers(written.at(-1))).toEqual([3, 4]);
  link.acknowledge({ me: 4 });
  expect(link.idle).toBe(true);
});

test("each list is a fresh one, so that the model sees a change", () => {
  link.send({ kind: "undo" });
  link.send({ kind: "undo" });
  expect(written[0]).not.toBe(written[1]);
  expect(numbers(written[0])).toEqual([1]);
});

test("acknowledgements of other clients change nothing", () => {
  link.send({ kind: "undo" });
  link.acknowledge({ you: 9 });
  expect(link.idle).toBe(false);
});

test("silence is told, taps are sent again, and an answer mends it", () => {
  link.send({ kind: "undo" });
  vi.advanceTimersByTime(WAITING_AFTER);
  expect(link.state).toBe("waiting");
  vi.advanceTimersByTime(LOST_AFTER - WAITING_AFTER);
  expect(link.state).toBe("lost");
  const before = written.length;
  vi.advanceTimersByTime(5000);
  expect(written.length).toBeGreaterThan(before);
  expect(new Set(numbers(written.at(-1)))).toEqual(new Set([1]));
  expect(written.at(-1)).not.toEqual(written.at(-2)); // an equal value would not travel
  link.acknowledge({ me: 1 });
  expect(link.state).toBe("ok");
  expect(states).toEqual(["waiting", "lost", "ok"]);
});

test("a slow kernel that goes on answering is not lost", () => {
  for (let i = 0; i < 20; i++) link.send({ kind: "undo" });
  for (let i = 1; i <= 20; i++) {
    vi.advanceTimersByTime(WAITING_AFTER - 100);
    link.acknowledge({ me: i });
  }
  expect(states).toEqual([]);
});

test("a closed link leaves no timer", () => {
  link.send({ kind: "undo" });
  link.close();
  expect(vi.getTimerCount()).toBe(0);
});
