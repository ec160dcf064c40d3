/** The start window: a saved game to go on with, or a layout, rules and a deal to play. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Answers, Catalog, Choice, LayoutPicture, SavedGame, Start as Offer } from "../contract";
import type { SheetContent } from "../panels";
import type { Session } from "../session";
import { clockFace } from "../time";
import type { Words } from "../words";
import { Action } from "./action";
import { useAnswer } from "./answer";
import { keepTyping, Layouts } from "./layouts";
import { Segments } from "./segments";

const TYPING = 250; // ms without a key before a deal is checked

const known = new WeakMap<Session, Promise<LayoutPicture[]>>();

function layoutsOf(session: Session): Promise<LayoutPicture[]> {
  if (!known.has(session)) known.set(session, session.desk.ask("layouts"));
  return known.get(session)!;
}

export function Start({ session, open }: SheetContent) {
  const answers = useAnswer(() => Promise.all([layoutsOf(session), session.desk.ask("start")]));
  if (!answers) return <p>{session.words.of.start.loading}</p>;
  const [layouts, offer] = answers;
  return <Chooser session={session} layouts={layouts} offer={offer} done={() => open(null)} />;
}

interface ChooserProps {
  session: Session;
  layouts: LayoutPicture[];
  offer: Offer;
  done: () => void;
}

function Chooser({ session, layouts, offer, done }: ChooserProps) {
  const { words, snapshot } = session;
  const { start, presets } = words.of;
  const [choice, setChoice] = useState<Choice>(offer.choice);
  const [deal, setDeal] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef(false);
  const preset = offer.presets.find(({ name }) => name === choice.preset)!;
  const wanted: Choice = {
    preset: preset.name,
    layout: preset.layout ?? choice.layout,
    passes: preset.passes.includes(choice.passes) ? choice.passes : null,
    level: choice.level && preset.levels.includes(choice.level) ? choice.level : null,
  };
  const change = (changes: Partial<Choice>) => setChoice((before) => ({ ...before, ...changes }));
  const [check, checkNow] = useCheck(session, wanted, deal);
  const chosen = check?.ok ? check.layout : wanted.layout;

  const play = async () => {
    if (asked.current) return; // a second click while the kernel looks at the deal
    asked.current = true;
    const answer = check ?? (await checkNow());
    asked.current = false;
    if (!form.current) return; // the sheet was closed meanwhile
    if (answer?.ok === false) box.current!.focus();
    else {
      session.send({ kind: "new", ...wanted, deal });
      done();
    }
  };
  const choose = async (layout: number) => {
    change({ layout });
    if (!deal.trim()) return;
    const answer = await session.desk.ask("check_deal", { ...wanted, layout, deal });
    // A code names its layout itself: who chooses another does not want it. Cards can be laid out on any.
    if (answer.ok && answer.layout !== layout) setDeal((now) => (now === deal ? "" : now));
  };
  const go = (saved: SavedGame) => {
    session.send({ kind: "continue", id: saved.id });
    done();
  };
  useLayoutEffect(() => {
    // The sheet came before its content: who has the focus on it goes on where most will choose.
    const sheet = form.current!.closest(".sheet");
    const { activeElement } = form.current!.getRootNode() as Document | ShadowRoot;
    if (sheet?.contains(activeElement)) main(form.current!)?.focus({ preventScroll: true });
  }, []);

  useLayoutEffect(() => {
    const settings = form.current!.querySelector(".settings")!;
    if (check) settings.scrollTop = settings.scrollHeight; // what is said about the deal stands at the end
  }, [check]);

  return (
    <form
      ref={form}
      class="start"
      onSubmit={(event) => {
        event.preventDefault();
        play();
      }}
    >
      <div class="settings">
        <Saved waiting={offer.waiting} layouts={layouts} words={words} go={go} />
        <label class="field">
          <span>{start.rules}</span>
          <select value={preset.name} onChange={(event) => change({ preset: event.currentTarget.value })} onKeyDown={keepTyping}>
            {offer.presets.map(({ name }) => (
              <option key={name} value={name}>
                {presetWords(presets, name)[0]}
              </option>
            ))}
          </select>
        </label>
        <p class="note">{presetWords(presets, preset.name)[1]}</p>
        {preset.passes.length > 0 && (
          <Segments
            legend={start.passes}
            value={wanted.passes}
            choose={(passes) => change({ passes })}
            options={preset.passes.map((value) => ({ value, label: value === null ? start.unlimited : String(value) }))}
          />
        )}
        {preset.levels.length > 0 && (
          <Segments
            legend={start.level}
            value={wanted.level}
            choose={(level) => change({ level })}
            options={[null, ...preset.levels].map((value) => ({ value, label: start[value ?? "any"] }))}
          />
        )}
        <label class="field">
          <span>{start.deal}</span>
          <input
            ref={box}
            value={deal}
            placeholder={start.deal_hint}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={check?.ok === false}
            onInput={(event) => setDeal(event.currentTarget.value)}
            onKeyDown={keepTyping}
          />
        </label>
        <p class={check?.ok === false ? "note wrong" : "note"} role="status">
          {check && (check.ok ? words.say(start.deal_ok, { layout: titleOf(layouts, check.layout, words) }) : words.reason(check.reason))}
        </p>
      </div>
      <Layouts
        layouts={layouts}
        words={words}
        chosen={chosen}
        only={preset.layout}
        choose={choose}
        play={play}
      />
      <div class="foot">
        {(snapshot.status === "playing" || snapshot.status === "stuck") && <p class="note">{start.leaves}</p>}
        <button type="submit" class="action main">
          {start.play} · {titleOf(layouts, chosen, words)}
        </button>
      </div>
    </form>
  );
}

/** The saved game to go on with, else the chosen layout. */
function main(form: HTMLElement): HTMLElement | null {
  return form.querySelector<HTMLElement>(".saved .action") ?? form.querySelector<HTMLElement>("[role=radio][tabindex='0']");
}

interface SavedProps {
  waiting: SavedGame[];
  layouts: LayoutPicture[];
  words: Words;
  go: (saved: SavedGame) => void;
}

/** The games that wait: the first to go on with at once, the others in a list that opens. */
function Saved({ waiting: [first, ...others], layouts, words, go }: SavedProps) {
  const { start, presets } = words.of;
  if (!first) return null;
  const dates = new Intl.DateTimeFormat(words.locale, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
  const about = ({ layout, preset, seconds, moves }: SavedGame) => {
    const names = [titleOf(layouts, layout, words), presetWords(presets, preset)[0]];
    return [...names, clockFace(seconds), words.say(start.moves, { n: moves })].join(" · ");
  };
  return (
    <div class="saved">
      <button type="button" class="action" onClick={() => go(first)}>
        <b>{start.continue}</b>
        <span>{about(first)}</span>
      </button>
      {others.length > 0 && (
        <details>
          <summary>{words.say(start.others, { n: others.length })}</summary>
          {others.map((saved) => (
            <Action key={saved.id} label={`${about(saved)} · ${dates.format(saved.played * 1000)}`} onClick={() => go(saved)} />
          ))}
        </details>
      )}
    </div>
  );
}

type Check = Answers["check_deal"] | null;

/** What the kernel says about the deal that is written, null while there is none, or it is being written; and the way
 * to ask at once. */
function useCheck(session: Session, choice: Choice, deal: string): [Check, () => Promise<Check>] {
  const [answer, setAnswer] = useState<Check>(null);
  const question = JSON.stringify([deal, choice.preset, choice.layout]);
  const latest = useRef(question);
  latest.current = question;
  const ask = async () => {
    const answered = deal.trim() ? await session.desk.ask("check_deal", { ...choice, deal }) : null;
    if (latest.current === question) setAnswer(answered); // else something else was written meanwhile
    return answered;
  };
  useLayoutEffect(() => {
    setAnswer(null);
    if (!deal.trim()) return undefined;
    const timer = setTimeout(ask, TYPING);
    return () => clearTimeout(timer);
  }, [question]);
  return [answer, ask];
}

function presetWords(presets: Catalog["presets"], name: string): string[] {
  return presets[name as keyof Catalog["presets"]];
}

function titleOf(layouts: LayoutPicture[], number: number, words: Words): string {
  return layouts.find((layout) => layout.number === number)!.name[words.locale];
}
