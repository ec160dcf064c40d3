/** The table: cards that are only drawn, and over them a button for each place, which is what taps and focus meet. */

import type { CSSProperties } from "preact";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "preact/hooks";

import { bounce } from "./bounce";
import type { CardCode } from "./contract";
import { Face } from "./face";
import { Drawing } from "./icon";
import type { Command } from "./keys";
import { Motion } from "./motion";
import { ahead, nearest, nextOfRank } from "./navigate";
import { targetName } from "./names";
import { type Arrangement, type Spot, type Target, targets, visuals } from "./place";
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
  hidden: boolean;
}

export function Board({ handle, session, arrangement, hidden }: BoardProps) {
  const { snapshot, table, words } = session;
  const { ui } = words.of;
  const root = useRef<HTMLDivElement>(null);
  const motion = useRef(new Motion());
  const places = targets(snapshot, arrangement);
  const [current, setCurrent] = useState<Pick<Target, "key" | "x" | "y">>();
  const faces = visuals(snapshot, arrangement, session.selected);
  const cards = useRef(new Map<CardCode, HTMLElement>());
  const focus = focusable(places, current);

  usePlacing(motion.current, cards.current, faces, session, arrangement);
  useBounce(root, session, motion.current, arrangement);
  useLayoutEffect(() => {
    // The focused card has gone: the focus goes on to the nearest one that can be played.
    const lostFocus = current && !places.some((place) => place.key === current.key);
    if (lostFocus && focus) setCurrent(focus);
  });
  useEffect(() => () => motion.current.close(), []);

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
  const king = topKing(session);
  const take = () => king && !session.lost && session.send({ kind: "take", card: king });
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (hadFocus.current && focus && !root.current!.matches(":focus-within")) button(focus.key)?.focus();
  });

  useImperativeHandle(handle, () => ({
    focus: () => button(focus?.key)?.focus(),
    act: (command: Command) => {
      const open = places.filter((place) => place.playable);
      const stock = places.find((place) => place.kind === "stock");
      if (command.do === "draw" && stock) tap(stock);
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
      onHold={target.kind === "stock" && king ? take : undefined}
    />
  );
  return (
    <div
      ref={root}
      class={`board${hidden ? " hidden" : ""}`}
      style={style}
      role="group"
      aria-label={words.say(ui.board, { layout: table.name[words.locale] })}
      onFocusIn={() => (hadFocus.current = true)}
      onFocusOut={(event) => (hadFocus.current = event.relatedTarget === null && !(event.target as Element).isConnected)}
    >
      <div aria-hidden="true">
        <Piles session={session} arrangement={arrangement} />
        {faces.map(({ card, x, y, z, look, selected }) => (
          <div
            key={card}
            ref={(element) => void (element ? cards.current.set(card, element) : cards.current.delete(card))}
            class={`card ${card[1]} ${look}${selected ? " selected" : ""}`}
            style={{ transform: `translate(${x}px,${y}px)`, zIndex: selected ? 500 : z }}
          >
            <Face card={card} letter={words.letter(card)} />
          </div>
        ))}
      </div>
      {!hidden && (
        <>
          <div role="group" aria-label={ui.layout_group}>{places.filter(({ kind }) => kind === "slot").map(place)}</div>
          <div role="group" aria-label={ui.piles_group}>{places.filter(({ kind }) => kind !== "slot").map(place)}</div>
        </>
      )}
      {snapshot.stock && arrangement.stock && <Badge at={arrangement.stock} count={snapshot.stock.count} />}
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
  onHold: (() => unknown) | undefined;
}

/** The button over a place. Held down long on a king on the stock, it takes the king instead of drawing. */
function Place({ target, name, pressed, current, frozen, onTap, onHold }: PlaceProps) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const held = useRef(false);
  const release = () => clearTimeout(timer.current);
  useEffect(() => release, []);
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
      style={{ transform: `translate(${target.x}px,${target.y}px)`, zIndex: target.z }}
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
      {!arrangement.pileStep && (
        <>
          {arrangement.stock && label(arrangement.stock, stock?.count === 0 && !stock.recycle ? ui.no_pass : ui.stock)}
          {arrangement.piles.map((spot) => label(spot, ui.waste))}
          {label(arrangement.discard, ui.discard)}
        </>
      )}
    </>
  );
}

function Badge({ at: spot, count }: { at: Spot; count: number }) {
  return (
    <span class="badge" aria-hidden="true" style={at(spot)}>
      <b>{count}</b>
    </span>
  );
}

const at = ({ x, y }: Spot): CSSProperties => ({ transform: `translate(${x}px,${y}px)` });

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

/** After each painting, cards move from where they were, and refused ones shake. */
function usePlacing(motion: Motion, cards: Map<CardCode, HTMLElement>, faces: (Spot & { card: CardCode })[], session: Session, board: Arrangement) {
  const { snapshot } = session;
  const last = useRef<{ board: Arrangement; revision: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const resized = last.current !== undefined && last.current.board !== board && last.current.revision === snapshot.revision;
    const news = last.current?.revision !== snapshot.revision;
    last.current = { board, revision: snapshot.revision };
    const spots = new Map(faces.map((face) => [face.card, face]));
    if (news || resized) motion.moved(cards, spots, snapshot, board, resized);
    if (news) motion.refuse(cards, snapshot.event);
  });
}

/** At a win that this page sees happen, the cards bounce off the table. */
function useBounce(root: { current: HTMLDivElement | null }, session: Session, motion: Motion, board: Arrangement) {
  const { status } = session.snapshot;
  const before = useRef(status);
  useEffect(() => {
    const won = status === "won" && before.current !== "won";
    before.current = status;
    if (!won || motion.reduced) return undefined;
    return bounce(root.current!, [...session.seen], session.words, board);
  }, [status]);
}
