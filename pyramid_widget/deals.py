"""Deals: a layout and the order of all 52 cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args

from pyramid_widget import codes
from pyramid_widget.cards import DECK, Card, parse_cards
from pyramid_widget.layouts import LAYOUTS, Layout, LayoutError, draw_text
from pyramid_widget.messages import Reason, Refused

Level = Literal["easy", "medium", "hard"]
"""How hard a deal is, see `solver.levels`. Every deal of a level can be won with unlimited passes."""

LEVELS: tuple[Level, ...] = get_args(Level)

_WHOLE_DECK = frozenset(DECK)


class DealError(Refused):
    """Cards that are no deal; its reason says which are missing or doubled."""


@dataclass(frozen=True)
class Deal:
    """All 52 cards on a layout.

    `cards` fill the slots of the layout in their order (line by line, from the left); the rest is the stock from its
    top on. `number` is that of a numbered deal (see `docs/deal-codes.md`), None for cards from elsewhere.
    Raises DealError naming cards that are missing or doubled, TypeError for anything but a layout and a tuple of cards.
    """

    layout: Layout
    cards: tuple[Card, ...]
    number: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        whole = isinstance(self.layout, Layout) and isinstance(self.cards, tuple)
        if not whole or not set(map(type, self.cards)) <= {Card}:
            raise TypeError("A Deal is made of a Layout and a tuple of Cards: Deal.from_cards takes texts, too.")
        if len(self.cards) == len(DECK) and set(self.cards) == _WHOLE_DECK:
            return
        counts = Counter(self.cards)
        doubled = tuple(card for card in DECK if counts[card] > 1)
        if doubled:
            raise DealError(Reason("cards_doubled", cards=doubled))
        missing = tuple(card for card in DECK if not counts[card])
        if missing:
            raise DealError(Reason("cards_missing", cards=missing))

    @staticmethod
    def from_cards(cards: str | Iterable[Card | str], layout: int | str | Layout = 1) -> Deal:
        """The deal of these 52 cards: the layout in the order of its slots, then the stock from its top.

        Takes a text with the cards in any usual notation, or cards (or texts) one by one.
        Raises CardError at a text that names no card, DealError naming cards that are missing or doubled, LayoutError,
        TypeError.
        """
        if isinstance(cards, str):
            cards = parse_cards(cards)
        if not isinstance(cards, Iterable):
            raise TypeError(f"The cards of a deal are a text or a list, not {cards!r}.")
        return Deal(_layout(layout), tuple(Card.parse(card) for card in cards))

    @staticmethod
    def from_code(code: str) -> Deal:
        """The deal that a code names. Raises CodeError, whose text says what is wrong with the code."""
        layout, number, cards = codes.read(code)
        if layout not in LAYOUTS:
            raise codes.CodeError(Reason("code_layout", number=layout))
        return Deal(LAYOUTS[layout], cards, number)

    @staticmethod
    def random(seed: int | None = None, layout: int | str | Layout = 1, level: Level | None = None) -> Deal:
        """The deal with number `seed` (0 to `codes.DEALS` - 1), or one by chance.

        With a level, the first deal of that level from number `seed` on, see `solver.levels`: one that can be won with
        unlimited passes. Raises ValueError where there is no deal of that number, or none of that level; LayoutError.
        """
        if seed is None:
            seed = random.SystemRandom().randrange(codes.DEALS)
        if type(seed) is not int or seed not in range(codes.DEALS):
            raise ValueError(f"There is no deal {seed!r}: the seed is a whole number from 0 to {codes.DEALS - 1}.")
        if level is None:
            return Deal(_layout(layout), codes.shuffled(seed), seed)
        from pyramid_widget.solver.levels import deal_of_level

        return deal_of_level(level, seed, _layout(layout))

    @property
    def has_code(self) -> bool:
        """Whether the deal has a code: its layout must be one of `LAYOUTS`."""
        return LAYOUTS.get(self.layout.number) == self.layout

    @property
    def code(self) -> str:
        """The deal in a few letters; `Deal.from_code` reads them. Raises LayoutError where the deal has no code."""
        if not self.has_code:
            raise LayoutError(f"Layout “{self.layout.name}” is not one of LAYOUTS, so its deals have no code.")
        if self.number is None:
            return codes.long_code(self.layout.number, self.cards)
        return codes.short_code(self.layout.number, self.number)

    @property
    def layout_cards(self) -> tuple[Card, ...]:
        """The cards of the layout, in the order of its slots."""
        return self.cards[: self.layout.size]

    @property
    def stock_cards(self) -> tuple[Card, ...]:
        """The cards that are not in the layout, in the order in which they are drawn."""
        return self.cards[self.layout.size :]

    def __hash__(self) -> int:
        return hash(self.cards[:8])

    def __str__(self) -> str:
        picture = draw_text(self.layout, [str(card) for card in self.layout_cards])
        return f"{picture}\nstock: {' '.join(str(card) for card in self.stock_cards)}"

    __repr__ = __str__  # what a notebook keeps beside the picture

    def _repr_svg_(self) -> str:
        from pyramid_widget.pictures import picture
        from pyramid_widget.position import Position
        from pyramid_widget.rules import PRESETS

        return picture(Position.start(self, PRESETS["open"]))


def _layout(layout: int | str | Layout) -> Layout:
    return layout if isinstance(layout, Layout) else LAYOUTS[layout]
