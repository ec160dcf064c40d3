"""The simple player: it never looks ahead. How often it wins says how hard a deal is."""

from __future__ import annotations

import random

from pyramid_widget.cards import PAIR_SUM
from pyramid_widget.deals import Deal


def play(deal: Deal, chance: random.Random) -> bool:
    """Whether the simple player clears the layout once, under preset `open`.

    It takes a free king of the layout at once. Else it takes any removal in sight that removes a card of the layout,
    all with equal chance: two free cards, or a free card and the top of the waste or of the stock. Without one it
    draws, or recycles. It gives up when no removal comes through a whole pass. It never removes two stock cards.
    """
    ranks = [card.rank for card in deal.layout_cards]
    stock = [card.rank for card in deal.stock_cards]
    covers = deal.layout.cover_masks
    left = list(range(len(ranks)))
    present = (1 << len(ranks)) - 1
    drawn = 0  # so many of the stock lie on the waste
    while left:
        free = [slot for slot in left if not covers[slot] & present]
        by_rank: dict[int, list[int]] = {}
        for slot in free:
            by_rank.setdefault(ranks[slot], []).append(slot)
        if PAIR_SUM in by_rank:
            king = by_rank[PAIR_SUM][0]
            left.remove(king)
            present ^= 1 << king
            continue
        removals: list[tuple[int, int | None, int | None]] = [  # a slot, another, a place in the stock
            (slot, other, None)
            for rank, slots in by_rank.items()
            if 2 * rank < PAIR_SUM
            for slot in slots
            for other in by_rank.get(PAIR_SUM - rank, ())
        ]
        for _ in range(len(stock) + 2):  # a pass, its recycle and its beginning
            for top in (drawn - 1, drawn):
                if 0 <= top < len(stock):
                    removals += [(slot, None, top) for slot in by_rank.get(PAIR_SUM - stock[top], ())]
            if removals:
                break
            drawn = drawn + 1 if drawn < len(stock) else 0
        else:
            return False
        first, second, place = removals[int(chance.random() * len(removals))]
        for gone in (first, second):
            if gone is not None:
                left.remove(gone)
                present ^= 1 << gone
        if place is not None:
            del stock[place]
            drawn -= place < drawn
    return True
