"""The heart of the solver: which cards of the layout must leave together, and whether they can.

While every card outside the layout can be brought to the top again and again, a layout can be emptied exactly when
enough pairs of its own cards can be chosen so that no card waits for itself. `docs/solver.md` has the proof. Nothing
here searches positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pyramid_widget.cards import PAIR_SUM, Card
from pyramid_widget.layouts import Layout
from pyramid_widget.position import Position
from pyramid_widget.solver.cover import bits, cover_order

LOW_RANKS = range(1, 7)
"""The lower rank of each of the six pairs of ranks that make 13."""


class Pair(NamedTuple):
    """Two layout cards that may leave together.

    `cards` are their slots as a set of bits, `above` the cards that must have gone before them; `low` and `high` are 1
    where the card of the lower and of the higher rank is one of those that must go, else 0.
    """

    cards: int
    above: int
    low: int
    high: int


class Need(NamedTuple):
    """What one pair of ranks asks for: so many of its low and high cards must leave in one of these pairs."""

    low: int
    high: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What matters of a position when every card outside the layout can be reached.

    `slots[r]` are the slots of the layout cards of rank r, `outside[r]` is the number of cards of rank r in stock and
    waste, `above` the cover order of the cards that are left.
    """

    layout: Layout
    slots: tuple[tuple[int, ...], ...]
    outside: tuple[int, ...]
    above: tuple[int, ...]
    cover_pairs: bool

    @staticmethod
    def of(position: Position) -> Table:
        """The table of a position."""
        outside = [*position.stock, *(card for pile in position.piles for card in pile)]
        return Table.from_cards(
            position.deal.layout, position.deal.cards, outside, position.present, position.rules.cover_pairs
        )

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
        return Table(layout, tuple(map(tuple, slots)), tuple(counts), cover_order(layout, present), cover_pairs)

    def need(self, low: int, goal: int = -1) -> Need:
        """What the ranks `low` and 13 - `low` ask for when the cards of the set `goal` must go (-1: all).

        Each card of the goal leaves with a card from outside or with one of the layout. There are too few outside for
        this many of them.
        """
        high = PAIR_SUM - low
        lows, highs = self.slots[low], self.slots[high]
        low_need = sum(goal >> slot & 1 for slot in lows) - self.outside[high]
        high_need = sum(goal >> slot & 1 for slot in highs) - self.outside[low]
        if low_need <= 0 and high_need <= 0:
            return Need(0, 0, ())
        pairs = []
        for one in lows:
            for other in highs:
                cards = 1 << one | 1 << other
                above = self.above[one] | self.above[other]
                if not above & cards or (self.cover_pairs and self._only_between(one, other)):
                    pairs.append(Pair(cards, above & ~cards, goal >> one & 1, goal >> other & 1))
        return Need(low_need, high_need, tuple(pairs))

    def _only_between(self, one: int, other: int) -> bool:
        """Whether of two cards, one above the other, the upper one lies on the lower and no third is between them."""
        upper, lower = (one, other) if self.above[other] >> one & 1 else (other, one)
        return not any(self.above[card] >> upper & 1 for card in bits(self.above[lower]))


def pairings(table: Table, goal: int = -1, lows: Sequence[int] = LOW_RANKS) -> Iterator[tuple[Pair, ...]]:
    """Every way to choose just as many layout pairs as the cards of the set `goal` need, in a fixed order.

    In each way the pairs are disjoint, and no card must leave before itself. `lows` are the pairs of ranks to look at,
    by their lower rank. No way at all means that these cards cannot all go.
    """
    needs = [need for low in lows if (need := table.need(low, goal)).low > 0 or need.high > 0]
    needs.sort(key=lambda need: len(need.pairs))
    if all(next(_choose([need], ()), None) is not None for need in needs[1:]):
        yield from _choose(needs, ())


def choose_pairs(table: Table, goal: int = -1, lows: Sequence[int] = LOW_RANKS) -> tuple[Pair, ...] | None:
    """The first of `pairings`; None where there is none: then the cards of `goal` cannot all go."""
    return next(pairings(table, goal, lows), None)


def _choose(needs: Sequence[Need], chosen: tuple[Pair, ...]) -> Iterator[tuple[Pair, ...]]:
    if not needs:
        yield chosen
        return
    low, high, pairs = needs[0]
    if low <= 0 and high <= 0:
        yield from _choose(needs[1:], chosen)
        return
    for i, pair in enumerate(pairs):
        helps = (pair.low and low > 0) or (pair.high and high > 0)
        if helps and not _clashes(pair, chosen):
            rest = Need(low - pair.low, high - pair.high, pairs[i + 1 :])
            yield from _choose([rest, *needs[1:]], (*chosen, pair))


def _clashes(pair: Pair, chosen: Sequence[Pair]) -> bool:
    """Whether a card of the pair is taken, or the pair would have to leave before itself."""
    above = pair.above
    waiting = chosen
    while True:
        later = []
        for other in waiting:
            if other.cards & pair.cards:
                return True
            if other.cards & above:
                above |= other.above
            else:
                later.append(other)
        if above & pair.cards:
            return True
        if len(later) == len(waiting):
            return False
        waiting = later
