/** The grid of all layouts: a radio group, in which the arrows choose as they move. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { LayoutPicture } from "../contract";
import type { Words } from "../words";
import { percent } from "./percent";
import { Picture } from "./picture";
import { Segments } from "./segments";

type Order = "number" | "difficulty";

interface LayoutsProps {
  layouts: LayoutPicture[];
  words: Words;
  chosen: number;
  /** The only one that can be chosen, or null. */
  only: number | null;
  choose: (layout: number) => void;
  /** What Enter does in the grid. */
  play: () => void;
}

export function Layouts({ layouts, words, chosen, only, choose, play }: LayoutsProps) {
  const { start } = words.of;
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<Order>("number");
  const grid = useRef<HTMLDivElement>(null);
  const shown = sorted(layouts.filter((layout) => found(layout, words, search)), order);
  const stop = shown.some(({ number }) => number === chosen) ? chosen : shown[0]?.number; // where Tab leads
  const tiles = () => [...grid.current!.querySelectorAll<HTMLElement>("[role=radio]")];
  useLayoutEffect(() => {
    const { current: box } = grid;
    const tile = box!.querySelector<HTMLElement>("[aria-checked=true]");
    if (tile) box!.scrollTop = tile.offsetTop - box!.offsetTop - (box!.clientHeight - tile.clientHeight) / 2; // nothing else moves
  }, [order]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") play();
    else {
      const all = tiles();
      const to = all[next(event.key, all, all.indexOf(event.target as HTMLElement), grid.current!)];
      if (!to) return;
      to.focus();
      to.click();
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="layouts">
      <div class="tools">
        <input
          type="search"
          placeholder={start.search}
          aria-label={start.search}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={keepTyping}
        />
        <Segments
          legend={start.sort}
          value={order}
          choose={setOrder}
          options={[
            { value: "number", label: start.by_number },
            { value: "difficulty", label: start.by_difficulty },
          ]}
        />
      </div>
      <div ref={grid} class="grid" role="radiogroup" aria-label={start.layouts} onKeyDown={onKeyDown}>
        {shown.map((layout) => (
          <button
            key={layout.number}
            type="button"
            class="tile"
            role="radio"
            aria-checked={layout.number === chosen}
            aria-disabled={only !== null && only !== layout.number}
            aria-label={[`${layout.number}. ${layout.name[words.locale]}`, ...facts(layout, words)].join(", ")}
            tabIndex={layout.number === stop ? 0 : -1}
            onClick={() => (only === null || only === layout.number) && choose(layout.number)}
          >
            <Picture layout={layout} />
            <b>{layout.name[words.locale]}</b>
            {facts(layout, words).map((fact) => (
              <span>{fact}</span>
            ))}
          </button>
        ))}
        {shown.length === 0 && <p role="status">{start.nothing}</p>}
      </div>
    </div>
  );
}

/** What is typed is no command to the board. */
export function keepTyping(event: KeyboardEvent): void {
  if (event.key !== "Escape") event.stopPropagation();
}

/** Found by a part of the name, or by the beginning of the number. */
function found({ number, name }: LayoutPicture, words: Words, search: string): boolean {
  const wanted = plain(search.trim());
  return plain(name[words.locale]).includes(wanted) || String(number).startsWith(wanted);
}

/** Letters without case and accents; no accent is what makes the Polish ł. */
function plain(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}

function sorted(layouts: LayoutPicture[], order: Order): LayoutPicture[] {
  if (order === "number") return layouts;
  return [...layouts].sort((a, b) => (b.winnable ?? -1) - (a.winnable ?? -1));
}

/** How many cards there are, and how many deals can be won where that was measured. */
function facts({ slots, winnable }: LayoutPicture, words: Words): string[] {
  const { start } = words.of;
  const cards = words.say(start.cards, { n: slots.length });
  if (winnable === null) return [cards];
  return [cards, words.say(start.winnable, { share: percent(winnable, words) })];
}

/** The tile that a key leads to from the one at `here`. */
function next(key: string, tiles: HTMLElement[], here: number, grid: HTMLElement): number {
  const last = tiles.length - 1;
  const columns = tiles.filter((tile) => tile.offsetTop === tiles[0]!.offsetTop).length;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  if (key === "Home") return 0;
  if (key === "End") return last;
  if (key === "PageUp") return Math.max(0, here - columns * rowsInSight(tiles, columns, grid));
  if (key === "PageDown") return Math.min(last, here + columns * rowsInSight(tiles, columns, grid));
  return key in steps ? here + steps[key]! : -1;
}

/** How many rows are seen at once: on a narrow board the whole sheet scrolls, not the grid. */
function rowsInSight(tiles: HTMLElement[], columns: number, grid: HTMLElement): number {
  const row = (tiles[columns]?.offsetTop ?? Infinity) - tiles[0]!.offsetTop;
  const height = Math.min(grid.clientHeight, grid.closest(".sheet")!.clientHeight);
  return Math.max(1, Math.floor(height / row));
}
