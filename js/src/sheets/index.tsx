/**
 * What stands on the sheets, and the cards that bounce before the last one comes. A module of its own, which the kernel hands over to a page when it shows a board: saved
 * notebooks carry the board with every widget, but not this. So it paints by itself, with the board's session.
 */

import { type ComponentType, h, render } from "preact";
import { useLayoutEffect, useReducer } from "preact/hooks";

import type { SheetContent } from "../panels";
import { GiveUp } from "./giveup";
import { Help } from "./help";
import { Menu } from "./menu";
import { Pause } from "./pause";
import { Result } from "./result";
import { Start } from "./start";
import { Statistics } from "./statistics";
import css from "./sheets.css?inline";

export { bounce } from "./bounce";

const CONTENTS: Record<SheetContent["name"], ComponentType<SheetContent>> = {
  menu: Menu,
  help: Help,
  give_up: GiveUp,
  pause: Pause,
  result: Result,
  start: Start,
  statistics: Statistics,
};

/** Fill a sheet; returns how to empty it. */
export function mount(body: HTMLElement, content: SheetContent): () => void {
  render(
    <>
      <style>{css}</style>
      <Content {...content} />
    </>,
    body,
  );
  return () => render(null, body);
}

function Content(content: SheetContent) {
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => content.session.subscribe(() => repaint(0)), []);
  return h(CONTENTS[content.name], content);
}
