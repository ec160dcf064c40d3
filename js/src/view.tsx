/** One view of the game: top line, board, messages and panels, and the keys that act on them. */

import { useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";

import { advised, announce, LATE } from "./announce";
import { Board, type BoardHandle } from "./board";
import { command } from "./keys";
import { type Panel, Sheet, usePanels } from "./panels";
import { arrange } from "./place";
import type { Session } from "./session";
import { TopLine, useDemonstration } from "./topline";

type Ref<T> = { current: T | null };

const LARGEST_SHARE = 0.7; // of the window's height, top line included
const TOP_LINE = 60; // px, as in style.css
/** What the arrows mean while the solver's line is shown. */
const STEPS = { ArrowLeft: "step_back", ArrowUp: "step_back", ArrowRight: "step", ArrowDown: "step" } as const;
const TOAST_FOR = 2600; // ms, and longer where there is more to read:
const READ_FOR = 60; // ms a letter
const NOT_OF_PLAY = /^(failed|malformed|store_|save_|rules_|level_)/;

export function View({ session }: { session: Session }) {
  const [, repaint] = useReducer((n: number) => n + 1, 0);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const board = useRef<BoardHandle>(null);
  const { snapshot, table, words, link } = session;
  const { options, paused } = snapshot;

  useLayoutEffect(() => session.subscribe(() => repaint(0)), [session]);
  useLayoutEffect(() => watchSize(root.current!, setSize), []);
  useLayoutEffect(() => leaveShortcuts(root.current!), []);
  useLayoutEffect(() => watchSight(root.current!, (visible) => session.see(root, visible)), [session]);
  const toast = useToast(session);
  const demonstration = useDemonstration(session);
  const sheet = usePanels(session, panel, setPanel);
  const playing = useFocus(root, board, sheet !== null);
  const arrangement = useMemo(
    () => size && arrange(table, size.width, size.height * LARGEST_SHARE - TOP_LINE),
    [table, size],
  );

  /** Do what a key means now; returns whether it means anything. */
  const act = (event: KeyboardEvent): boolean => {
    const action = command(event);
    if (action?.do === "help" || action?.do === "menu") setPanel(panel === action.do ? null : action.do);
    else if (action?.do === "close" && sheet) sheet.close();
    else if (action?.do === "pause" && snapshot.demo && !sheet) demonstration.run(!demonstration.runs);
    else if (action?.do === "pause" && (paused || !sheet)) session.send({ kind: paused ? "resume" : "pause" });
    else if (!action || panel || paused) return false;
    else if (snapshot.demo && action.do === "close") session.send({ kind: "leave" });
    else if (snapshot.demo && action.do === "move" && !action.any) demonstration.step(STEPS[action.direction]);
    else if (action.do === "ask") session.send({ kind: action.tap });
    else if (action.do === "marks") session.send({ kind: "option", name: "marks", value: !options.marks });
    else if (action.do === "undo" || action.do === "redo") session.send({ kind: action.do });
    else if (sheet) return false;
    else if (action.do !== "close") board.current?.act(action);
    else if (snapshot.selected) session.send({ kind: "put_down" });
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const tapped = event.key === "Enter" || event.key === " "; // the focused button's own business
    const acted = !tapped && act(event);
    if (acted) event.preventDefault();
    // Lab's plain keys are bound to whatever has the focus, a button too: the attribute on the root does not stop them.
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab";
    if (acted || tapped || plain) event.stopPropagation();
  };

  const { advice, lost } = snapshot;
  const told = advice ? advised(advice, words) : lost && advised({ reason: lost, lost: true }, words);
  const news = sheet ? null : toast; // a sheet says for itself what there is to say
  const slow = { ok: "", waiting: words.of.ui.waiting, lost: words.of.ui.lost }[link.state];
  return (
    <div
      ref={root}
      tabIndex={-1}
      class={`pyramid${options.four_colours ? " four-colours" : ""}${session.lost ? " lost" : ""}`}
      lang={words.locale}
      data-lm-suppress-shortcuts="true"
      onKeyDown={onKeyDown}
    >
      <TopLine session={session} covered={sheet !== null} demonstration={demonstration} openMenu={() => setPanel("menu")} />
      {arrangement && <Board handle={board} session={session} arrangement={arrangement} covered={sheet !== null} />}
      {told && <p class="told">{told}</p>}
      {(slow || news) && (
        <p class="toast" role={slow ? "status" : undefined}>
          {slow || news}
        </p>
      )}
      <p class="live" role="status" aria-live="polite">
        <span key={snapshot.revision}>{announce(snapshot, table, words)}</span>
      </p>
      {sheet && <Sheet key={sheet.label} {...sheet} session={session} open={setPanel} focus={playing} />}
    </div>
  );
}

/**
 * Keep the keyboard in the game: when what had the focus goes away, the board takes it.
 * Returns whether the focus was in this view before this painting.
 */
function useFocus(root: Ref<HTMLElement>, board: Ref<BoardHandle>, covered: boolean): boolean {
  const inside = () => {
    const tree = root.current?.getRootNode() as Document | ShadowRoot | undefined;
    return tree !== undefined && root.current!.contains(tree.activeElement);
  };
  const playing = inside();
  useLayoutEffect(() => {
    if (playing && !covered && !inside()) board.current?.focus();
  });
  return playing;
}

/**
 * The reason of the latest refusal, where the player wants words or it is not about play. It goes with time; what is
 * about play goes with the next action, too.
 */
function useToast({ snapshot, words }: Session): string | null {
  const { event, revision, options } = snapshot;
  const [told, tell] = useState<{ text: string; lasts: boolean } | null>(null);
  useLayoutEffect(() => {
    const reason = event.kind === "refused" && event.reason.key !== LATE ? event.reason : null;
    const lasts = reason !== null && NOT_OF_PLAY.test(reason.key);
    if (reason && (options.help || lasts)) tell({ text: words.reason(reason), lasts });
    else tell((before) => (before?.lasts ? before : null));
  }, [revision]);
  useLayoutEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => tell(null), Math.max(TOAST_FOR, told.text.length * READ_FOR));
    return () => clearTimeout(timer);
  }, [told]);
  return told && told.text;
}

interface Size {
  width: number;
  height: number;
}

/** Measure the element and the window, but never while hidden. */
function watchSize(element: HTMLElement, set: (size: Size) => void): () => void {
  let last = "";
  const measure = () => {
    const size = { width: element.clientWidth, height: windowHeight() };
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

/** The height to play in. A frame of its own (Colab) is as high as its content, so there the screen counts. */
function windowHeight(): number {
  return window.parent === window ? window.innerHeight : Math.max(window.innerHeight, screen.availHeight * 0.75);
}

/**
 * Lab does not act on keys under an element with this attribute; so the board's keys are the board's alone. But what is
 * a shortcut of the page's and none of the board's (Ctrl+S) must go on working: Lab looks after this listener.
 */
function leaveShortcuts(element: HTMLElement): () => void {
  const decide = (event: KeyboardEvent) => {
    const foreign = (event.ctrlKey || event.metaKey) && !command(event);
    element.toggleAttribute("data-lm-suppress-shortcuts", !foreign);
  };
  window.addEventListener("keydown", decide, true);
  return () => window.removeEventListener("keydown", decide, true);
}

/** Tell when the element can be seen and when it can't. */
function watchSight(element: HTMLElement, tell: (visible: boolean) => void): () => void {
  let onScreen = false;
  const update = () => tell(onScreen && document.visibilityState === "visible");
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)!.isIntersecting;
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
