/** One view of the game: top line, board, messages and panels, and the keys that act on them. */

import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";

import { Board, type BoardHandle } from "./board";
import { announce } from "./announce";
import { command } from "./keys";
import { Panels, type Panel } from "./panels";
import { arrange } from "./place";
import type { Session } from "./session";
import { TopLine } from "./topline";

const LARGEST_SHARE = 0.7; // of the window's height, top line included
const TOP_LINE = 60;
const TOAST_FOR = 2600;

export function View({ session }: { session: Session }) {
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const board = useRef<BoardHandle>(null);
  const { snapshot, table, words } = session;

  useLayoutEffect(() => session.subscribe(() => repaint(0)), [session]);
  useLayoutEffect(() => watchSize(root.current!, setSize), []);
  useEffect(() => watchSight(root.current!, (visible) => session.see(root, visible)), [session]);
  const toast = useToast(session);

  const arrangement = useMemo(
    () => size && arrange(table, size.width, size.height * LARGEST_SHARE - TOP_LINE),
    [table, size],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const action = command(event);
    if (!action || (panel && action.do !== "close" && action.do !== "help" && action.do !== "menu")) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.do === "help" || action.do === "menu") setPanel(panel === action.do ? null : action.do);
    else if (action.do === "close") panel ? setPanel(null) : session.send({ kind: "put_down" });
    else if (action.do === "pause") session.send({ kind: snapshot.paused ? "resume" : "pause" });
    else if (action.do === "undo" || action.do === "redo") session.send({ kind: action.do });
    else board.current?.act(action);
  };
  return (
    <div
      ref={root}
      class={`pyramid${snapshot.options.four_colours ? " four-colours" : ""}${session.lost ? " lost" : ""}`}
      lang={words.locale}
      data-lm-suppress-shortcuts="true"
      onKeyDown={onKeyDown}
    >
      <TopLine session={session} openMenu={() => setPanel("menu")} />
      {arrangement && <Board handle={board} session={session} arrangement={arrangement} hidden={snapshot.paused} />}
      <div class="messages">
        {session.link.state === "ok"
          ? toast && <p class="toast">{toast}</p>
          : <p class="toast" role="status">{session.lost ? words.of.ui.lost : words.of.ui.waiting}</p>}
      </div>
      <p class="live" role="status" aria-live="polite">{announce(snapshot, table, words)}</p>
      <Panels session={session} panel={panel} open={setPanel} focusBoard={() => board.current?.focus()} />
    </div>
  );
}

/** The reason of the latest refusal, for a moment, where the player wants words. */
function useToast(session: Session): string | null {
  const { event, revision, options } = session.snapshot;
  const [shown, setShown] = useState(0);
  const refused = event.kind === "refused" && options.help;
  useEffect(() => {
    if (!refused) return undefined;
    setShown(revision);
    const timer = setTimeout(() => setShown(0), TOAST_FOR);
    return () => clearTimeout(timer);
  }, [refused && revision]);
  return refused && shown === revision ? session.words.reason(event.reason) : null;
}

/** Measure the element and the window, but never while hidden. */
function watchSize(element: HTMLElement, set: (size: { width: number; height: number }) => void): () => void {
  let last = "";
  const measure = () => {
    const size = { width: element.clientWidth, height: window.innerHeight };
    const key = `${size.width} ${size.height}`;
    if (size.width === 0 || key === last) return;
    last = key;
    set(size);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  window.addEventListener("resize", measure);
  measure();
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", measure);
  };
}

/** Tell when the element can be seen and when it can't. */
function watchSight(element: HTMLElement, tell: (visible: boolean) => void): () => void {
  let onScreen = false;
  const update = () => tell(onScreen && document.visibilityState === "visible");
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries[entries.length - 1]!.isIntersecting;
    update();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", update);
  return () => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", update);
    tell(false);
  };
}
