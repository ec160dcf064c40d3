/** The table: cards that are only drawn, and over them a button for each place, which is what taps and focus meet. */

import type { CSSProperties } from "preact";
import { useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";

import type { CardCode, Snapshot } from "./contract";
import { Face } from "./face";
import { Drawing } from "./icon";
import type { Command } from "./keys";
import { Motion } from "./motion";
import { ahead, nearest, nextOfRank } from "./navigate";
import { passesOver, targetName } from "./names";
import { type Arrangement, type Spot, type Target, targets, type Visual, visuals } from "./place";
import type { Session } from "./session";

const LONG_PRESS = 450;

export interface BoardHandle {
  act(command: Command): void;
  focus(): void;
}

interface BoardProps {
  handle: { current: BoardHandle | null };
  session: Session;
  arrangement: Arrangement;
  /** Whether a panel lies over it. */
  covered: boolean;
}

export function Board({ handle, session, arrangement, covered }: BoardProps) {
  const { snapshot, table, words } = session;
  const { ui } = words.of;
  const root = useRef<HTMLDivElement>(null);
  const [motion] = useState(() => new Motion());
  const leaving = useRef<HTMLDivElement>(null);
  const places = snapshot.paused ? [] : targets(snapshot, arrangement); // a pause is no time to look at the cards
  const [current, setCurrent] = useState<Pick<Target, "key" | "x" | "y">>();
  const faces = visuals(snapshot, arrangement, session.selected);
  const cards = useRef(new Map<CardCode, HTMLElement>());
  const focus = focusable(places, current);

  useLayoutEffect(() => {
    const elements = new Map(cards.current);
    motion.show({ snapshot, board: arrangement, visuals: faces, elements, leaving: leaving.current! });
  });
  useBounce(root, session, motion, arrangement);
  useLayoutEffect(() => {
    // The focused card has gone: the focus goes on to the nearest one that can be played.
    const lostFocus = current && !places.some((place) => place.key === current.key);
    if (lostFocus && focus) setCurrent(focus);
  });
  useLayoutEffect(() => () => motion.close(), []);

  const button = (key: string | undefined) => root.current?.querySelector<HTMLElement>(`[data-place="${key}"]`);
  const go = (to: Target | undefined) => {
    if (!to) return;
    setCurrent(to);
    button(to.key)?.focus();
  };
  const tap = (place: Target) => {
    if (session.lost) return;
    setCurrent(place);
    if (place.kind === "stock") session.send({ kind: "stock", card: place.card });
    else if (place.card) session.send({ kind: "card", card: place.card });
  };
  const draw = (stock: Target) => {
    if (session.lost) return;
    setCurrent(stock);
    session.send({ kind: "stock", card: null }); // without the card it is no pair, whatever is selected
  };
  const king = topKing(session);
  const take = () => king && !session.lost && session.send({ kind: "take", card: king });
  useImperativeHandle(handle, () => ({
    focus: () => button(focus?.key)?.focus(),
    act: (command: Command) => {
      const open = places.filter((place) => place.playable);
      const stock = places.find((place) => place.kind === "stock");
      if (command.do === "draw" && stock) draw(stock);
      else if (command.do === "king") king ? take() : go(nextOfRank(open, focus, "K"));
      else if (command.do === "rank") go(nextOfRank(open, focus, command.rank));
      else if (command.do === "move" && focus) go(ahead(command.any ? places : open, focus, command.direction));
    },
  }));

  const style = { height: `${arrangement.height}px`, "--cw": `${arrangement.cardWidth}px` } as CSSProperties;
  const place = (target: Target) => (
    <Place
      key={target.key}
      target={target}
      name={targetName(target, snapshot, table, words)}
      pressed={target.card !== null && target.card === session.selected}
      current={target.key === focus?.key}
      frozen={session.lost}
      onTap={() => tap(target)}
      onFocus={() => setCurrent(target)}
      onHold={target.kind === "stock" && king ? take : undefined}
    />
  );
  return (
    <div
      ref={root}
      class={`board${snapshot.paused ? " hidden" : ""}`}
      inert={covered}
      style={style}
      role="group"
      aria-label={words.say(ui.board, { layout: table.name[words.locale] })}
      onPointerDown={() => motion.hurry()}
    >
      <div aria-hidden="true">
        <Piles session={session} arrangement={arrangement} />
        {faces.map((face) => (
          <Card
            key={face.card}
            face={face}
            letter={words.letter(face.card)}
            note={note(snapshot.marks[face.card], light(snapshot, face.card))}
            elements={cards.current}
          />
        ))}
        <div ref={leaving} />
      </div>
      <div role="group" aria-label={ui.layout_group}>
        {places.filter(({ kind }) => kind === "slot").map(place)}
      </div>
      <div role="group" aria-label={ui.piles_group}>
        {places.filter(({ kind }) => kind !== "slot").map(place)}
      </div>
      {snapshot.stock && arrangement.stock && (
        <Badge
          at={arrangement.stock}
          count={snapshot.stock.count}
          note={note(snapshot.marks.stock, snapshot.advice?.stock ? " lit" : "")}
        />
      )}
    </div>
  );
}

interface CardProps {
  face: Visual;
  letter: string;
  /** The class of a mark or a light on it. */
  note: string;
  elements: Map<CardCode, HTMLElement>;
}

/** A card as it lies; its back is there for the moments in which it is turned over. */
function Card({ face: { card, x, y, z, look, corner, selected, turn }, letter, note, elements }: CardProps) {
  return (
    <div
      ref={(element) => void (element ? elements.set(card, element) : elements.delete(card))}
      class={`card ${card[1]} ${look}${selected ? " selected" : ""}${note}`}
      style={{ translate: `${x}px ${y}px`, zIndex: selected ? 500 : z, rotate: `${turn}deg` }}
    >
      <Face card={card} letter={letter} corner={corner} />
      <i class="back" />
    </div>
  );
}

interface PlaceProps {
  target: Target;
  name: string;
  pressed: boolean;
  current: boolean;
  frozen: boolean;
  onTap: () => void;
  onFocus: () => void;
  onHold: (() => unknown) | undefined;
}

/** The button over a place. Held down long on a king on the stock, it takes the king instead of drawing. */
function Place({ target, name, pressed, current, frozen, onTap, onFocus, onHold }: PlaceProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);
  const release = () => clearTimeout(timer.current);
  useLayoutEffect(() => release, []);
  const press = () => {
    held.current = false;
    if (!onHold) return;
    timer.current = setTimeout(() => {
      held.current = true;
      onHold();
    }, LONG_PRESS);
  };
  return (
    <button
      type="button"
      class="place"
      data-place={target.key}
      aria-label={name}
      aria-pressed={pressed}
      aria-disabled={frozen || !target.playable}
      tabIndex={current ? 0 : -1}
      style={{ translate: `${target.x}px ${target.y}px`, zIndex: target.z }}
      onFocus={onFocus}
      onPointerDown={press}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => onHold && event.preventDefault()}
      onClick={() => (held.current ? (held.current = false) : onTap())}
    />
  );
}

/** What lies under the cards: empty places, the back of the stock, the piles' names. */
function Piles({ session, arrangement }: { session: Session; arrangement: Arrangement }) {
  const { snapshot, words } = session;
  const { ui } = words.of;
  const { stock } = snapshot;
  const label = (spot: Spot, text: string) => (
    <span class="label" style={at(spot)}>
      {text}
    </span>
  );
  return (
    <>
      {stock && arrangement.stock && (
        <div class={stock.count > (stock.top ? 1 : 0) ? "back" : "empty"} style={at(arrangement.stock)}>
          {stock.count === 0 && <Drawing name={stock.recycle ? "recycle" : "none"} />}
        </div>
      )}
      {arrangement.piles.map((spot) => <div class="empty" style={at(spot)} />)}
      <div class="empty" style={at(arrangement.discard)} />
      {arrangement.labels && (
        <>
          {stock && arrangement.stock && label(arrangement.stock, passesOver(stock, snapshot.piles) ? ui.no_pass : ui.stock)}
          {arrangement.piles.map((spot) => label(spot, ui.waste))}
          {label(arrangement.discard, ui.discard)}
        </>
      )}
    </>
  );
}

/** How a card or the stock is marked: as keeping the deal winnable or losing it, and whether advice is about it. */
const note = (mark: boolean | undefined, light: string) =>
  (mark === undefined ? "" : mark ? " keeps" : " loses") + light;

const light = ({ advice }: Snapshot, card: CardCode) =>
  advice?.cards.includes(card) ? " lit" : advice?.partners.includes(card) ? " partner" : "";

function Badge({ at: spot, count, note }: { at: Spot; count: number; note: string }) {
  return (
    <span class={`badge${note}`} aria-hidden="true" style={at(spot)}>
      <b>{count}</b>
    </span>
  );
}

const at = ({ x, y }: Spot): CSSProperties => ({ translate: `${x}px ${y}px` });

/** The king that lies open on the stock and may be taken from there. */
function topKing({ snapshot }: Session): CardCode | null {
  const top = snapshot.stock?.top;
  return top?.[0] === "K" && snapshot.playable.includes(top) ? top : null;
}

/** The place that Tab leads to: the one that had the focus, the nearest to where it was, or the first playable one. */
function focusable(places: Target[], current: Pick<Target, "key" | "x" | "y"> | undefined): Target | undefined {
  const open = places.filter((place) => place.playable);
  if (!current) return open[0] ?? places[0];
  return places.find((place) => place.key === current.key) ?? nearest(open, current) ?? places[0];
}

/** At a win that this page sees happen, the cards bounce off the table. */
function useBounce(root: { current: HTMLDivElement | null }, session: Session, motion: Motion, board: Arrangement) {
  const { status } = session.snapshot;
  const before = useRef(status);
  useLayoutEffect(() => {
    const won = status === "won" && before.current !== "won" && !session.snapshot.demo;
    before.current = status;
    if (!won || motion.reduced) return undefined;
    return session.withSheets(({ bounce }) => bounce(root.current!, [...session.seen], session.words, board));
  }, [status]);
}
