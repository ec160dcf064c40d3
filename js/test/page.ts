/** What a browser has and happy-dom has not, counted, so that tests can see what is left behind. */

/** Observers, animations, listeners and audio that are in use. */
export const inUse = { observers: 0, animations: 0, listeners: 0, audio: 0 };

interface Seen {
  element: Element;
  tell: (visible: boolean) => void;
}
const seen = new Set<Seen>();

/** Scroll every board into view or out of it. */
export function look(visible: boolean): void {
  for (const { tell } of seen) tell(visible);
}

/** The keyframes of all animations since `forget()`. */
export const played: { element: Element; frames: Keyframe[]; timing: KeyframeAnimationOptions }[] = [];
let finishes: (() => void)[] = [];

/** Let all animations end. */
export async function endAnimations(): Promise<void> {
  for (const finish of finishes.splice(0)) finish();
  await new Promise((done) => setTimeout(done));
}

export function installPage(width = 760): void {
  URL.createObjectURL = () => new URL("../src/sheets/index.tsx", import.meta.url).pathname;
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => width });
  globalThis.ResizeObserver = class {
    observe = () => void inUse.observers++;
    disconnect = () => void inUse.observers--;
    unobserve() {}
  };
  globalThis.IntersectionObserver = class {
    private mine: Seen | undefined;
    constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
    observe(element: Element) {
      this.mine = { element, tell: (isIntersecting) => this.report([{ isIntersecting }]) };
      seen.add(this.mine);
      inUse.observers++;
    }
    disconnect() {
      seen.delete(this.mine!);
      inUse.observers--;
    }
  } as unknown as typeof IntersectionObserver;
  Element.prototype.animate = function (this: Element, frames: Keyframe[], timing: KeyframeAnimationOptions) {
    inUse.animations++;
    played.push({ element: this, frames, timing });
    let settle: { finish: () => void; cancel: () => void };
    const finished = new Promise<void>((finish, cancel) => (settle = { finish, cancel }));
    let over = false;
    const end = (how: "finish" | "cancel") => () => {
      if (over) return;
      over = true;
      inUse.animations--;
      settle[how]();
    };
    finishes.push(end("finish"));
    return { finished, finish: end("finish"), cancel: end("cancel") } as unknown as Animation;
  } as typeof Element.prototype.animate;
  globalThis.AudioContext = class {
    constructor() {
      inUse.audio++;
    }
    resume() {}
    close() {
      inUse.audio--;
    }
  } as unknown as typeof AudioContext;
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = (...args: Parameters<typeof add>) => {
      inUse.listeners++;
      add.apply(target, args);
    };
    target.removeEventListener = (...args: Parameters<typeof remove>) => {
      inUse.listeners--;
      remove.apply(target, args);
    };
  }
}
