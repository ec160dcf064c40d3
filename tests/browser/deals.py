"""Deals whose course is known, as Python for the cells of a notebook."""

from __future__ import annotations

from pyramid_widget import Deal
from pyramid_widget.cards import RANKS, SUITS

DECK = [rank + suit for suit in SUITS for rank in RANKS]


def _dealt(layout: str, stock: str = "") -> Deal:
    """A deal that begins with these cards; the others follow in the stock in the order of a new deck."""
    named = layout.split() + stock.split()
    return Deal.from_cards(" ".join(named + [card for card in DECK if card not in named]))


WORKED_EXAMPLE = _dealt(
    "JD  6C 7H  AS 4D QS  5H 3D 6H 8S  KH KC AD KS 9C  QC 2C 8D TD TS JS  7C TC 3H 4H 3S KD 7S",
    stock="7D",
)

# Every row clears itself: each pair lies side by side, so the lines of moves go from the lowest row up.
EASY = _dealt("KC  AC QC  KD AD QD  2C JC 2D JD  KH 3C TC 3D TD  4C 9C 4D 9D 5C 8C  KS 5D 8D 6C 7C 6D 7D")
EASY_LINE = (
    *("K♠", "5♦ 8♦", "6♣ 7♣", "6♦ 7♦", "4♣ 9♣", "4♦ 9♦", "5♣ 8♣", "K♥", "3♣ 10♣", "3♦ 10♦"),
    *("2♣ J♣", "2♦ J♦", "K♦", "A♦ Q♦", "A♣ Q♣", "K♣"),
)

# The king of the lowest row can leave, and then nothing ever can: no pair lies free, there or in the stock.
HARD = _dealt("QC  QD QH  QS JC JD  JH JS TC TD  TH TS 9C 9D 9H  KC KD KH 2H 8C 8D  AC AD AH AS 2C 2D KS")


def in_python(deal: Deal) -> str:
    """The expression that lays this deal out in a kernel."""
    return f"Deal.from_code({deal.code!r})"
