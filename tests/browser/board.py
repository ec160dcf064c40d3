"""The board as a person meets it: by the roles and names of what can be tapped and read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import FrameLocator, Locator, Page, expect

from pyramid_widget import Card

MESSAGES = Path(__file__).parents[2] / "pyramid_widget" / "messages"

Hand = Literal["mouse", "finger", "keys"]


@dataclass(frozen=True)
class Board:
    """One view of a widget: the first one in its host (a page, a cell, a frame), in one language, under one hand."""

    host: Page | FrameLocator | Locator
    locale: str = "en"
    hand: Hand = "mouse"

    @property
    def root(self) -> Locator:
        return self.host.locator(".pyramid").first

    @property
    def words(self) -> Any:
        """The catalog of the board's language."""
        return json.loads((MESSAGES / f"{self.locale}.json").read_text(encoding="utf-8"))

    @property
    def stock(self) -> Locator:
        return self.root.locator("[data-place=stock]")

    @property
    def targets(self) -> Locator:
        """Everything on the table that can be tapped."""
        return self.root.locator("[data-place]")

    def name(self, code: str) -> str:
        """A card in words: "10 of clubs"."""
        card, words = Card.parse(code), self.words["card"]
        return str(words["name"].format(rank=words["ranks"][card.rank - 1], suit=words["suits"][card.suit]))

    def card(self, code: str) -> Locator:
        """The place to tap where this card lies, in the layout or on a pile."""
        return self.root.get_by_role("button", name=re.compile(f"^{re.escape(self.name(code))},"))

    def button(self, word: str) -> Locator:
        """The button that is called by this word of the catalog."""
        return self.root.get_by_role("button", name=self.words["ui"][word], exact=True)

    def panel(self, word: str) -> Locator:
        """The sheet that is called by this word of the catalog."""
        return self.root.get_by_role("dialog", name=self.words["ui"][word], exact=True)

    def tap(self, *targets: Locator | str) -> None:
        """Tap each card (by its code) or place in turn, with the mouse, a finger or the keys."""
        for target in targets:
            place = self.card(target) if isinstance(target, str) else target
            if self.hand == "mouse":
                place.click()
            elif self.hand == "finger":
                place.tap()
            else:
                self._walk_to(place)
                place.press("Enter")

    def choose(self, word: str) -> None:
        """Open the menu and choose what is called by this word."""
        self.button("menu").click()
        self.button(word).click()

    def expect_figure(self, word: str, value: object) -> None:
        """Wait until the top line shows this value for "score", "moves" or the like."""
        figure = self.root.locator(".bar dl > div").filter(has_text=self.words["ui"][word])
        expect(figure.locator("dd")).to_have_text(str(value))

    def expect_free(self, *codes: str) -> None:
        """Wait until exactly these cards are free or on the waste."""
        words = self.words["ui"]
        endings = "|".join(words[key].format(card="").strip() for key in ("free", "on_waste"))
        playable = self.root.get_by_role("button", name=re.compile(f"({endings})$"))
        expect(playable).to_have_count(len(codes))
        for code in codes:
            expect(playable.and_(self.card(code))).to_have_count(1)

    def expect_told(self, text: str | re.Pattern[str]) -> None:
        """Wait until a screen reader was told this."""
        expect(self.root.locator("[aria-live]")).to_have_text(text)

    def _walk_to(self, place: Locator) -> None:
        """Go there as the help panel says: by arrows with Shift, which go to any card, towards where it lies."""
        if not self.root.locator("[data-place]:focus").count():
            self.root.locator("[data-place][tabindex='0']").focus()
        for _ in range(30):
            step = place.evaluate(
                """(to) => {
                  const from = to.getRootNode().activeElement;
                  if (from === to) return null;
                  const [a, b] = [from, to].map((place) => place.getBoundingClientRect());
                  const [x, y] = [b.x - a.x, b.y - a.y];
                  if (Math.abs(x) > 2 * Math.abs(y)) return x > 0 ? "Right" : "Left";
                  return y > 0 ? "Down" : "Up";
                }"""
            )
            if step is None:
                return
            self.root.locator("[data-place]:focus").press(f"Shift+Arrow{step}")
        raise AssertionError("The arrows do not lead there.")
