import { expect, test } from "vitest";

import en from "../../pyramid_widget/messages/en.json";
import pl from "../../pyramid_widget/messages/pl.json";
import ru from "../../pyramid_widget/messages/ru.json";
import type { Catalog } from "../src/contract";
import { chooseLocale, Words } from "../src/words";

const words = { en: new Words("en", en), ru: new Words("ru", ru as Catalog), pl: new Words("pl", pl as Catalog) };

test("cards have names and local letters", () => {
  expect(words.en.card("TC")).toBe("10 of clubs");
  expect(words.en.cards(["TC", "3S"])).toBe("10 of clubs and 3 of spades");
  expect(["AS", "JS", "QS", "KS"].map((card) => words.ru.letter(card))).toEqual(["Т", "В", "Д", "К"]);
  expect(["AS", "JS", "QS", "KS"].map((card) => words.pl.letter(card))).toEqual(["A", "W", "D", "K"]);
});

test("numbers take the plural form of the language", () => {
  const count = (locale: keyof typeof words, n: number) => words[locale].say(words[locale].of.ui.stock_draw, { n });
  expect([1, 2].map((n) => count("en", n))).toEqual(["Stock, 1 card: draw", "Stock, 2 cards: draw"]);
  expect([1, 3, 5, 21].map((n) => count("ru", n).split(" ")[2])).toEqual(["карта:", "карты:", "карт:", "карта:"]);
  expect([1, 3, 5, 22].map((n) => count("pl", n).split(" ")[2])).toEqual(["karta:", "karty:", "kart:", "karty:"]);
});

test("reasons are filled in", () => {
  expect(words.en.reason({ key: "undo_limit", number: 100 })).toBe("Undo goes back 100 actions and no further");
});

test("the language is the only one sent, else the browser's, else English", () => {
  expect(chooseLocale(["pl"], ["ru"])).toBe("pl");
  expect(chooseLocale(["en", "ru", "pl"], ["de-DE", "ru-RU", "pl"])).toBe("ru");
  expect(chooseLocale(["en", "ru", "pl"], ["de"])).toBe("en");
});
