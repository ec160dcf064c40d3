"""The board as a person meets it: by the roles and names of what can be tapped and read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import FrameLocator, Locator, Page, Position, expect

from pyramid_widget import Card

MESSAGES = Path(__file__).parents[2] / "pyramid_widget" / "messages"

UPPER_EDGE: Position = {"x": 20, "y": 10}

# Run on a place: which arrows lead there from the focus, the longer way first; null where it has the focus.
WAY = """(to) => {
  const from = to.getRootNode().activeElement;
  if (from === to) return null;
  const [a, b] = [from, to].map((place) => place.getBoundingClientRect());
  const aside = b.x > a.x ? "ArrowRight" : "ArrowLeft";
  const ahead = b.y > a.y ? "ArrowDown" : "ArrowUp";
  return Math.abs(b.x - a.x) > Math.abs(b.y - a.y) ? [aside, ahead] : [ahead, aside];
}"""

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
            place.scroll_into_view_if_needed()  # waits until it stands still: Lab may lay an output out late
            # A covered card says that it is disabled, yet it shows its upper edge, and a tap there is answered.
            if self.hand == "mouse":
                place.click(position=UPPER_EDGE, force=True)
            elif self.hand == "finger":
                place.tap(position=UPPER_EDGE, force=True)
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
        """Go there by Shift and arrows, which go to any place: the longer way first, the other where it goes round."""
        focus = self.root.locator("[data-place]:focus")
        if not focus.count():
            self.root.locator("[data-place][tabindex='0']").focus()
        been: set[str | None] = set()
        while (keys := place.evaluate(WAY)) is not None:
            here = focus.get_attribute("data-place")
            assert len(been) < 30, "The arrows do not lead there."
            focus.press(f"Shift+{keys[here in been]}")
            been.add(here)
