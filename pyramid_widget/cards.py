"""The 52 cards: what they are called and how people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from pyramid_widget.messages import Reason, Refused

RANKS = "A23456789TJQK"
"""One letter a rank, ace to king; a card's value is its place in this string, from 1."""

SUITS = "CDHS"
"""One letter a suit: clubs, diamonds, hearts, spades."""

PAIR_SUM = 13
"""Two cards whose values make this sum leave together; a card of this value (a king) leaves alone."""

_SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))
_SUIT_OF = {
    **{letter: letter for letter in SUITS},
    **{symbol: letter for letter, symbol in _SYMBOLS.items()},
    **dict(zip("♧♢♡♤", SUITS, strict=True)),
}
_RANK_OF = {**{letter: value for value, letter in enumerate(RANKS, 1)}, "10": 10, "1": 1}
_SEPARATORS = re.compile(r"[\s,;/|.]+")
_VARIATION_SELECTORS = re.compile("[\ufe0e\ufe0f]")


class CardError(Refused):
    """A text that names no card."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card of the deck.

    `rank` is its value, 1 (ace) to 13 (king); `suit` is one of `CDHS`. Suits never matter to the rules.
    """

    rank: int
    suit: str

    def __post_init__(self) -> None:
        if type(self.rank) is not int or self.rank not in range(1, 14) or self.suit not in tuple(SUITS):
            raise CardError(Reason("card_unknown", text=f"{self.rank}{self.suit}"))

    def __hash__(self) -> int:
        return self.rank * 4 + SUITS.index(self.suit)

    @property
    def is_king(self) -> bool:
        """Whether the card leaves alone."""
        return self.rank == PAIR_SUM

    @property
    def code(self) -> str:
        """Two plain letters, rank then suit: `"TC"`."""
        return RANKS[self.rank - 1] + self.suit

    @staticmethod
    def parse(text: str | Card) -> Card:
        """The card written as `text` in any usual notation: `10♣`, `TC`, `10c`, `T♣`, `♣10`; a card is itself.

        Raises CardError where the text names no card.
        """
        if isinstance(text, Card):
            return text
        if not isinstance(text, str):
            raise CardError(Reason("card_unknown", text=str(text)))
        return _parse(text)

    def __str__(self) -> str:
        rank = "10" if self.rank == 10 else RANKS[self.rank - 1]
        return rank + _SYMBOLS[self.suit]


@cache
def _parse(text: str) -> Card:
    plain = _VARIATION_SELECTORS.sub("", text).strip().upper()
    for rank, suit in ((plain[:-1], plain[-1:]), (plain[1:], plain[:1])):
        if rank in _RANK_OF and suit in _SUIT_OF:
            return Card(_RANK_OF[rank], _SUIT_OF[suit])
    raise CardError(Reason("card_unknown", text=text))


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in range(1, 14))
"""All 52 cards in a fixed order: clubs, diamonds, hearts, spades, each from ace to king."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards written in `text`, separated by white space, commas, semicolons, dots, slashes or bars.

    Raises CardError at the first word that names no card.
    """
    return tuple(Card.parse(word) for word in _SEPARATORS.split(text) if word)
