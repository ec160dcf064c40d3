"""The heart of the solver: which cards of the layout must leave together, and whether they can.

While every card outside the layout can be brought to the top again and again, a layout can be emptied exactly when
enough pairs of its own cards can be chosen so that no card waits for itself. `docs/solver.md` has the proof. Nothing
here searches positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pyramid_widget.cards import PAIR_SUM, Card
from pyramid_widget.layouts import Layout
from pyramid_widget.position import Position
from pyramid_widget.solver.cover import cards_below, cover_order

LOW_RANKS = range(1, 7)
"""The lower rank of each of the six pairs of ranks that make 13."""


FIRST_PATIENCE = 30
"""After so many steps a choice begins again, with what it has learnt."""


class Pair(NamedTuple):
    """Two layout cards that may leave together: the slots of the one of lower and the one of higher rank.

    `low_goes` and `high_goes` are 1 where that card is one of those that must go, else 0.
    """

    low: int
    high: int
    low_goes: int
    high_goes: int

    @property
    def cards(self) -> int:
        """Both slots as a set of bits."""
        return 1 << self.low | 1 << self.high


_LOW_GOES, _HIGH_GOES = map(Pair._fields.index, ("low_goes", "high_goes"))


class Need(NamedTuple):
    """What the ranks `rank` and 13 - `rank` ask for: `low` cards of the lower and `high` cards of the higher rank, of
    those that must go, must leave in some of these pairs."""

    rank: int
    low: int
    high: int
    pairs: Sequence[Pair]

    @property
    def is_met(self) -> bool:
        """Whether nothing more is asked for."""
        return self.low <= 0 and self.high <= 0

    @property
    def can_be_met(self) -> bool:
        """Whether enough different cards are in the pairs, on both sides."""
        for needed, goes in ((self.low, _LOW_GOES), (self.high, _HIGH_GOES)):
            if needed > 0:
                pairs = [pair for pair in self.pairs if pair[goes]]
                if len(pairs) < needed or (
                    needed > 1 and needed > min(len({pair[0] for pair in pairs}), len({pair[1] for pair in pairs}))
                ):
                    return False
        return True

    def after(self, pair: Pair) -> Need:
        """What is asked for when one of the pairs is chosen."""
        low, high = self.low - pair.low_goes, self.high - pair.high_goes
        pairs = [
            other
            for other in self.pairs
            if other.low != pair.low
            and other.high != pair.high
            and ((other.low_goes and low > 0) or (other.high_goes and high > 0))
        ]
        return Need(self.rank, low, high, pairs)


class Order(NamedTuple):
    """Which cards must leave before which: for each slot the sets of those above it and of those below it."""

    above: Sequence[int]
    below: Sequence[int]
    cover_pairs: bool

    def allows(self, one: int, other: int) -> bool:
        """Whether two cards may leave together: neither must leave before the other.

        Where cover pairs are allowed, one may also lie on the other, when no third card is between them.
        """
        if self.above[one] >> other & 1:
            return self.cover_pairs and not self.below[other] & self.above[one]
        if self.above[other] >> one & 1:
            return self.cover_pairs and not self.below[one] & self.above[other]
        return True

    def allowed(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Those of the pairs that may leave together."""
        if self.cover_pairs:
            return [pair for pair in pairs if self.allows(pair.low, pair.high)]
        above, below = self.above, self.below
        return [pair for pair in pairs if not (above[pair.low] | below[pair.low]) >> pair.high & 1]

    def merged(self, pair: Pair) -> Order:
        """The order when the two of a pair leave together."""
        low, high, cards = pair.low, pair.high, pair.cards
        up = self.above[low] | self.above[high] | cards
        down = self.below[low] | self.below[high] | cards
        above = [mask | up if mask & cards else mask for mask in self.above]
        below = [mask | down if mask & cards else mask for mask in self.below]
        above[low] = above[high] = up & ~cards
        below[low] = below[high] = down & ~cards
        return Order(above, below, self.cover_pairs)

    def bound(self, pair: Pair) -> int:
        """How many cards become bound to how many others when the two of a pair leave together."""
        up = self.above[pair.low] | self.above[pair.high]
        down = self.below[pair.low] | self.below[pair.high]
        return up.bit_count() * down.bit_count()


@dataclass(frozen=True, slots=True)
class Table:
    """What matters of a position when every card outside the layout can be reached.

    `slots[r]` are the slots of the layout cards of rank r, `outside[r]` is the number of cards of rank r in stock and
    waste, `order` says which cards must leave before which.
    """

    layout: Layout
    slots: tuple[tuple[int, ...], ...]
    outside: tuple[int, ...]
    order: Order

    @staticmethod
    def of(position: Position, left: int = 0) -> Table:
        """The table of a position, without the layout cards of the set `left`, which are to be left lying."""
        outside = [*position.stock, *(card for pile in position.piles for card in pile)]
        deal, rules = position.deal, position.rules
        return Table.from_cards(deal.layout, deal.cards, outside, position.present & ~left, rules.cover_pairs)

    @staticmethod
    def from_cards(
        layout: Layout, cards: Sequence[Card], outside: Sequence[Card], present: int, cover_pairs: bool = False
    ) -> Table:
        """The table of the `present` slots of a layout, filled with `cards`, and the cards that lie elsewhere."""
        slots: list[list[int]] = [[] for _ in range(PAIR_SUM + 1)]
        for slot in range(layout.size):
            if present >> slot & 1:
                slots[cards[slot].rank].append(slot)
        counts = [0] * (PAIR_SUM + 1)
        for card in outside:
            counts[card.rank] += 1
        order = Order(cover_order(layout, present), cards_below(layout, present), cover_pairs)
        return Table(layout, tuple(map(tuple, slots)), tuple(counts), order)

    def need(self, low: int, goal: int = -1) -> Need | None:
        """What the ranks `low` and 13 - `low` ask for when the cards of the set `goal` must go (-1: all), if anything.

        Each card of the goal leaves with a card from outside or with one of the layout. There are too few outside for
        this many of them.
        """
        high = PAIR_SUM - low
        lows, highs = self.slots[low], self.slots[high]
        low_need, high_need = len(lows) - self.outside[high], len(highs) - self.outside[low]
        if goal != -1:
            low_need -= sum(not goal >> slot & 1 for slot in lows)
            high_need -= sum(not goal >> slot & 1 for slot in highs)
        if low_need <= 0 and high_need <= 0:
            return None
        pairs = [
            Pair(one, other, goal >> one & 1, goal >> other & 1)
            for one in lows
            for other in highs
            if (low_need > 0 and goal >> one & 1) or (high_need > 0 and goal >> other & 1)
        ]
        pairs = self.order.allowed(pairs)
        pairs.sort(key=self.order.bound)
        return Need(low, low_need, high_need, pairs)


def pairings(table: Table, goal: int = -1, lows: Sequence[int] = LOW_RANKS) -> Iterator[tuple[Pair, ...]]:
    """Every way to choose just as many layout pairs as the cards of the set `goal` need, in a fixed order.

    In each way the pairs are disjoint, and no card must leave before itself. `lows` are the pairs of ranks to look at,
    by their lower rank. No way at all means that these cards cannot all go.
    """
    needs = []
    for low in lows:
        need = table.need(low, goal)
        if need is not None:
            if not need.can_be_met:
                return
            needs.append(need)
    yield from _Choice().ways(needs, table.order)


def choose_pairs(table: Table, goal: int = -1, lows: Sequence[int] = LOW_RANKS) -> tuple[Pair, ...] | None:
    """The first of `pairings`; None where there is none: then the cards of `goal` cannot all go."""
    return next(pairings(table, goal, lows), None)


class _OutOfPatience(Exception):
    """A choice took too many steps."""


class _Choice:
    """Choosing pairs for several needs, step by step, back from what fails.

    Needs that often fail are looked at first. What has failed is only learnt on the way, so the choice begins again
    and again with more patience until a way is found or none is left.
    """

    def __init__(self) -> None:
        self.failures = [1.0] * (LOW_RANKS.stop)  # by lower rank

    def ways(self, needs: list[Need], order: Order) -> Iterator[tuple[Pair, ...]]:
        patience = FIRST_PATIENCE
        while True:
            self.steps_left: float = patience
            try:
                for way in self._choose(needs, order, ()):
                    self.steps_left = math.inf
                    yield way
                return
            except _OutOfPatience:
                patience *= 2

    def _choose(self, needs: list[Need], order: Order, chosen: tuple[Pair, ...]) -> Iterator[tuple[Pair, ...]]:
        """All ways to meet the needs, each of which can be met by itself, under the order that `chosen` leaves."""
        if not needs:
            yield chosen
            return
        self.steps_left -= 1
        if self.steps_left < 0:
            raise _OutOfPatience
        first = min(needs, key=self._promise) if len(needs) > 1 else needs[0]
        others = [need for need in needs if need is not first]
        while True:
            pair = first.pairs[0]
            rest = first.after(pair)
            ahead = others if rest.is_met else [rest, *others]
            if not ahead:
                yield (*chosen, pair)
            elif rest.can_be_met:
                order_ahead = order.merged(pair)
                left = self._left(ahead, order_ahead)
                if left is None:
                    self.failures[first.rank] += 0.5
                else:
                    yield from self._choose(left, order_ahead, (*chosen, pair))
            first = Need(first.rank, first.low, first.high, first.pairs[1:])
            if not first.can_be_met:
                return

    def _promise(self, need: Need) -> float:
        """The less, the sooner it pays to look at this need: few pairs, or many failures."""
        return (len(need.pairs) - 2 * max(need.low, need.high) + 3) / self.failures[need.rank]

    def _left(self, needs: list[Need], order: Order) -> list[Need] | None:
        """The needs with the pairs that are left under this order; None where one of them can no longer be met."""
        left = []
        for need in needs:
            pairs = order.allowed(need.pairs)
            if len(pairs) < len(need.pairs):
                need = Need(need.rank, need.low, need.high, pairs)
                if not need.can_be_met:
                    self.failures[need.rank] += 1
                    return None
            left.append(need)
        return left
