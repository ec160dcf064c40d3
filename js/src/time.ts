/** Play time and what it does to the score, between two snapshots. */

import type { Score, Snapshot } from "./contract";

/** Seconds of play: those of the snapshot, and those since it arrived (both times in milliseconds) while the clock runs. */
export function secondsNow(clock: Snapshot["clock"], arrived: number, now: number): number {
  return clock.seconds + (clock.running ? Math.max(0, now - arrived) / 1000 : 0);
}

/** The score after so many seconds of play. */
export function scoreNow(score: Score, seconds: number): number {
  let value = score.value;
  for (const [from, drop] of score.drops) if (seconds >= from) value = drop;
  return value;
}

/** "0:42", "1:02:03". */
export function clockFace(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
