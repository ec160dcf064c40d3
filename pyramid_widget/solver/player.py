"""The simple player: it never looks ahead. How often it wins says how hard a deal is."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pyramid_widget.cards import PAIR_SUM
from pyramid_widget.deals import Deal
from pyramid_widget.solver.cover import bits


def play(deal: Deal, chance: random.Random) -> bool:
    """Whether the simple player clears the layout once, under preset `open`.

    It takes a free king of the layout at once. Else it takes any removal in sight that removes a card of the layout,
    all with equal chance: two free cards, or a free card and the top of the waste or of the stock. Without one it
    draws, or recycles. It gives up when no removal comes through a whole pass. It never removes two stock cards.
    """
    ranks = [card.rank for card in deal.layout_cards]
    stock = [card.rank for card in deal.stock_cards]
    covers = deal.layout.cover_masks
    present = (1 << len(ranks)) - 1
    drawn = 0  # so many of the stock lie on the waste
    while present:
        free = [slot for slot in bits(present) if not covers[slot] & present]
        king = next((slot for slot in free if ranks[slot] == PAIR_SUM), None)
        if king is not None:
            present ^= 1 << king
            continue
        removals = list(_pairs(free, ranks))
        wanted = {PAIR_SUM - ranks[slot] for slot in free}
        for _ in range(len(stock) + 2):  # a pass, its recycle and its beginning
            tops = [top for top in (drawn - 1, drawn) if 0 <= top < len(stock) and stock[top] in wanted]
            if removals or tops:
                break
            drawn = drawn + 1 if drawn < len(stock) else 0
        else:
            return False
        removals += [(1 << slot, top) for top in tops for slot in free if ranks[slot] + stock[top] == PAIR_SUM]
        cards, top = removals[int(chance.random() * len(removals))]
        present ^= cards
        if top is not None:
            del stock[top]
            drawn -= top < drawn
    return True


def _pairs(free: list[int], ranks: list[int]) -> Iterator[tuple[int, int | None]]:
    """The pairs of free cards that make 13, without a stock card."""
    for place, slot in enumerate(free):
        for other in free[:place]:
            if ranks[slot] + ranks[other] == PAIR_SUM:
                yield 1 << slot | 1 << other, None
