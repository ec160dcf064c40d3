"""How far one can still get: the most layout cards that can be removed."""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass, replace

from pyramid_widget.position import Move, Position
from pyramid_widget.solver import lines
from pyramid_widget.solver.cover import bits, cards_below
from pyramid_widget.solver.pairing import Pair, Table, choose_pairs
from pyramid_widget.solver.reasons import stuck_together
from pyramid_widget.solver.search import DEFAULT_BUDGET, Budget, search


@dataclass(frozen=True, slots=True)
class Furthest:
    """`cards` layout cards can still be removed, by `line`; `proved` says whether more are known to be impossible."""

    cards: int
    line: tuple[Move, ...]
    proved: bool


@dataclass(frozen=True, slots=True)
class _Leaving:
    """A set of `cards` to leave lying, and `pairs` for the others, if every stock card can be reached.

    At least `at_least` cards must be left, whichever.
    """

    cards: int
    pairs: tuple[Pair, ...]
    at_least: int


def furthest(position: Position, budget: Budget = DEFAULT_BUDGET) -> Furthest:
    """The most layout cards that can still be removed, with a line.

    Where the stock can be gone through without end, the answer is proved unless the budget runs out. Elsewhere that
    answer is a bound, and a search looks for a line that comes near it.
    """
    share = Budget(budget.positions, budget.seconds / 2)
    leaving = _fewest_left(position, share)
    if position.rules.passes is None and not position.rules.stock_as_rows:
        goal = position.present & ~leaving.cards
        for_layout = replace(position, rules=position.rules.replace(win="layout"))
        line = lines.line(for_layout, leaving.pairs, goal)
        return Furthest(goal.bit_count(), line, leaving.cards.bit_count() == leaving.at_least)
    searched = search(position, share, fewest_cards=leaving.at_least)
    left = searched.best.present.bit_count()
    return Furthest(position.present.bit_count() - left, searched.line, searched.complete or left == leaving.at_least)


def _fewest_left(position: Position, budget: Budget) -> _Leaving:
    """The fewest cards to leave lying, found from below.

    Of each set of cards that cannot all go, one must stay, and all cards below it. The smallest sets of cards that stay
    are looked at first, so the first that lets all others go is as small as can be.
    """
    below = cards_below(position.deal.layout, position.present)
    heap, seen = [(0, 0)], {0}
    looked_at = 0
    end = time.monotonic() + budget.seconds
    while True:
        size, left = heapq.heappop(heap)
        table = Table.of(position, left)
        pairs = choose_pairs(table)
        if pairs is not None:
            return _Leaving(left, pairs, size)
        looked_at += 1
        if looked_at >= budget.positions or time.monotonic() >= end:
            return _some_left(position, left, size)
        for card in bits(stuck_together(table) or 0):
            more = left | 1 << card | below[card]
            if more not in seen:
                seen.add(more)
                heapq.heappush(heap, (more.bit_count(), more))


def _some_left(position: Position, left: int, at_least: int) -> _Leaving:
    """Some set of cards that lets all others go, found at once: of each set that cannot go, the cheapest card stays."""
    below = cards_below(position.deal.layout, position.present)
    while True:
        table = Table.of(position, left)
        pairs = choose_pairs(table)
        if pairs is not None:
            return _Leaving(left, pairs, at_least)
        more = [left | 1 << card | below[card] for card in bits(stuck_together(table) or 0)]
        left = min(more, key=int.bit_count)
