/** What the keys mean. */

import type { Direction } from "./navigate";

export type Command =
  | { do: "undo" | "redo" | "pause" | "help" | "menu" | "close" | "draw" | "king" | "marks" }
  | { do: "ask"; tap: "hint" | "why" | "solve" }
  | { do: "move"; direction: Direction; any: boolean }
  | { do: "rank"; rank: string };

const LETTERS: Record<string, Command> = {
  d: { do: "draw" },
  u: { do: "undo" },
  r: { do: "redo" },
  p: { do: "pause" },
  h: { do: "help" },
  "?": { do: "help" },
  m: { do: "menu" },
  k: { do: "king" },
  i: { do: "ask", tap: "hint" },
  w: { do: "ask", tap: "why" },
  s: { do: "ask", tap: "solve" },
  v: { do: "marks" },
  "0": { do: "rank", rank: "T" },
  "1": { do: "rank", rank: "A" },
  ...Object.fromEntries([..."a23456789tjq"].map((sign) => [sign, { do: "rank", rank: sign.toUpperCase() }])),
};

/** The command of a key press; undefined for a key that the game leaves alone. */
export function command(event: KeyboardEvent): Command | undefined {
  const letter = letterOf(event);
  if (event.ctrlKey || event.metaKey) {
    if (event.altKey) return undefined;
    if (letter === "z") return { do: event.shiftKey ? "redo" : "undo" };
    return letter === "y" ? { do: "redo" } : undefined;
  }
  if (event.altKey) return undefined;
  if (event.key === "Escape") return { do: "close" };
  if (event.key.startsWith("Arrow")) return { do: "move", direction: event.key as Direction, any: event.shiftKey };
  return LETTERS[letter];
}

/** The Latin letter of a key; where the keyboard writes other letters, the one in that place. */
function letterOf(event: KeyboardEvent): string {
  if (/^[a-z0-9?]$/i.test(event.key)) return event.key.toLowerCase();
  return event.code.replace(/^(Key|Digit|Numpad)/, "").toLowerCase();
}
