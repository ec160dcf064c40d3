/** The calm sheets over the felt: which one is to be seen, and its frame. What stands on it comes from `sheets/`. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Session } from "./session";

/** What the player can open. */
export type Panel = "menu" | "help" | "give_up" | "start" | "statistics";

export interface SheetProps {
  name: Panel | "pause" | "result";
  label: string;
  /** What Escape and the cross do. */
  close: () => void;
  /** The name of the closing cross; without it there is none. */
  closeLabel?: string;
}

/** What a sheet's content is given. */
export interface SheetContent extends SheetProps {
  session: Session;
  open: (panel: Panel | null) => void;
}

const BOUNCE_FIRST = 2200; // ms that the bouncing cards have the board for themselves

/** The sheet that is to be seen now: what the player opened, else what the state of the game asks for. */
export function usePanels(session: Session, panel: Panel | null, open: SheetContent["open"]): SheetProps | null {
  const { snapshot } = session;
  const { ui } = session.words.of;
  const outcome = useOutcome(session);
  const [aside, setAside] = useState(false); // whether the player has put the outcome aside to look at the board
  useLayoutEffect(() => setAside(false), [snapshot.deal, snapshot.status]);
  if (panel) {
    const label = panel === "help" ? ui.how : ui[panel];
    return { name: panel, label, close: () => open(null), closeLabel: ui.close };
  }
  if (snapshot.paused) return { name: "pause", label: ui.paused, close: () => session.send({ kind: "resume" }) };
  if (!outcome || aside || snapshot.demo) return null;
  return { name: "result", label: ui[outcome], close: () => setAside(true), closeLabel: ui.back };
}

/** The end of the deal that is to be shown: after the bounce where this page saw the win. */
function useOutcome({ snapshot }: Session): "won" | "stuck" | "abandoned" | null {
  const { status } = snapshot;
  const before = useRef(status);
  const [shown, setShown] = useState(status);
  useLayoutEffect(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const bounces = status === "won" && before.current !== "won" && !calm;
    before.current = status;
    const timer = setTimeout(() => setShown(status), bounces ? BOUNCE_FIRST : 0);
    return () => clearTimeout(timer);
  }, [status]);
  return shown === status && status !== "new" && status !== "playing" ? status : null;
}

/** A panel. It takes the focus when it comes, if the player was at the board. */
export function Sheet({ focus, ...content }: SheetContent & { focus: boolean }) {
  const { session, label, close, closeLabel } = content;
  const sheet = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const take = () => {
      if (focus) (sheet.current!.querySelector<HTMLElement>(".main, .action, button") ?? sheet.current!).focus({ preventScroll: true });
    };
    take();
    return session.withSheets(({ mount }) => {
      const end = mount(body.current!, content);
      take();
      return end;
    });
  }, []);
  return (
    <div class="curtain">
      <div ref={sheet} class="sheet" role="dialog" aria-label={label} tabIndex={-1}>
        <h2>{label}</h2>
        <div ref={body} class="body" />
        {closeLabel && (
          <button type="button" class="cross" aria-label={closeLabel} title={closeLabel} onClick={close}>
            ×
          </button>
        )}
      </div>
    </div>
  );
}
