/** Sentences in the viewer's language, filled in. */

import type { CardCode, Catalog, Locale, Reason } from "./contract";

/** A sentence with a form for each plural category of the language; the number is `{n}`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Gaps = Record<string, string | number | undefined>;

const RANKS = "A23456789TJQK";

/** The language to show: the only one there is, else the first of the browser's that is known, else English. */
export function chooseLocale(known: readonly string[], preferred: readonly string[]): Locale {
  if (known.length === 1) return known[0] as Locale;
  const languages = preferred.map((tag) => tag.slice(0, 2).toLowerCase());
  return (languages.find((language) => known.includes(language)) ?? "en") as Locale;
}

export class Words {
  readonly #plurals: Intl.PluralRules;
  readonly #lists: Intl.ListFormat;

  constructor(
    readonly locale: Locale,
    /** The catalog: `words.of.ui.undo`. */
    readonly of: Catalog,
  ) {
    this.#plurals = new Intl.PluralRules(locale);
    this.#lists = new Intl.ListFormat(locale, { type: "conjunction" });
  }

  /** A sentence with its gaps filled; a plural one chooses its form by `gaps.n`. */
  say(sentence: string | Plural, gaps: Gaps = {}): string {
    const form = typeof sentence === "string" ? sentence : this.#form(sentence, Number(gaps.n));
    return form.replace(/\{(\w+)\}/g, (_, name: string) => String(gaps[name] ?? ""));
  }

  /** Several things in a row: "a, b and c". */
  list(items: string[]): string {
    return this.#lists.format(items);
  }

  /** The letter or number on a card's corner: "10", "Д". */
  letter(card: CardCode): string {
    return this.of.card.letters[RANKS.indexOf(card[0]!)]!;
  }

  /** A card in words: "10 of clubs". */
  card(card: CardCode): string {
    const rank = this.of.card.ranks[RANKS.indexOf(card[0]!)]!;
    const suit = this.of.card.suits[card[1] as keyof Catalog["card"]["suits"]];
    return this.say(this.of.card.name, { rank, suit });
  }

  /** Cards in words: "10 of clubs and 3 of spades". */
  cards(cards: CardCode[]): string {
    return this.list(cards.map((card) => this.card(card)));
  }

  /** Why something was refused. */
  reason(reason: Reason): string {
    const sentence = this.of.reason[reason.key as keyof Catalog["reason"]];
    return this.say(sentence, { cards: this.cards(reason.cards ?? []), number: reason.number, text: reason.text });
  }

  #form(plural: Plural, n: number): string {
    return plural[this.#plurals.select(n)] ?? plural.other;
  }
}
