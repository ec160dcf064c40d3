"""What a player can know of the chances: the cards that were never seen are shuffled, again and again.

Everything here starts from `as_seen`, the position with its hidden cards put in a fixed order. So nothing can depend
on where they really lie.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from pyramid_widget.cards import DECK, Card
from pyramid_widget.deals import Deal
from pyramid_widget.position import Move, Position
from pyramid_widget.solver.intervals import wilson
from pyramid_widget.solver.search import Budget
from pyramid_widget.solver.verdict import is_settled, winnable

SAMPLES = 10
"""So many orders of the hidden cards are tried."""

WORK = 4500
"""So many positions may be searched for all moves and samples together, times the cards of the layout: positions with
more cards take longer."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that the deal stays winnable.

    `share` is the share of sampled stocks with which it is known to be (from 0 to 1), `error` its standard error;
    `low` and `high` enclose the chance with 95 %, samples that stay open counted as lost and as won. All is exact
    (`error` is 0, `low` equals `high`) where the order of the hidden cards does not matter.
    """

    share: float
    error: float
    low: float
    high: float

    @staticmethod
    def of(outcomes: Sequence[bool | None]) -> Chance:
        """The chance by sampled outcomes: won, lost or not known."""
        won, unknown, total = outcomes.count(True), outcomes.count(None), len(outcomes)
        share = won / total
        error = math.sqrt(share * (1 - share) / total)
        return Chance(share, error, wilson(won, total)[0], wilson(won + unknown, total)[1])

    @staticmethod
    def certain(won: bool | None) -> Chance:
        """The chance where there is one outcome, known or not."""
        return Chance(float(won is True), 0.0, float(won is True), float(won is not False))


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chance after a move, and how many actions the move and a line to the win take on the average, if known."""

    chance: Chance
    actions: float | None


def seen(positions: Iterable[Position]) -> frozenset[Card]:
    """The cards outside the layout that the player has seen in these positions: all of the game so far."""
    return frozenset(
        card
        for position in positions
        for card in (*(card for pile in position.piles for card in pile), *_open_top(position))
    )


def hidden(position: Position, seen: Collection[Card]) -> tuple[Card, ...]:
    """The stock cards that were never seen, as they lie."""
    known = {*seen, *_open_top(position)}
    return tuple(card for card in position.stock if card not in known)


def as_seen(position: Position, seen: Collection[Card]) -> Position:
    """The position with its hidden cards in the order of the deck: the same for any order in which they really lie."""
    unseen = set(hidden(position, seen))
    return _with_hidden(position, seen, [card for card in DECK if card in unseen])


def outlook(position: Position, seen: Collection[Card], seed: int) -> Mapping[Move, Outlook]:
    """The outlook for each legal move, by what the player knows."""
    view = as_seen(position, seen)
    chance = random.Random(seed)
    orders = [list(hidden(view, seen)) for _ in range(SAMPLES)] if hidden(view, seen) else [[]]
    for order in orders:
        chance.shuffle(order)
    samples = [_with_hidden(view, seen, order) for order in orders]
    moves = view.legal_moves()
    budget = Budget(WORK // (position.deal.layout.size * len(samples) * max(1, len(moves))), math.inf)
    return {move: _outlook(view.apply(move), [sample.apply(move) for sample in samples], budget) for move in moves}


def _outlook(view: Position, samples: Sequence[Position], budget: Budget) -> Outlook:
    """The outlook of the position `view` after a move, and of the same position with other orders of hidden cards."""
    settled = is_settled(view)
    if settled and not winnable(view).won:
        return Outlook(Chance.certain(False), None)
    verdicts = [winnable(sample, budget) for sample in samples]
    lengths = [len(verdict.line) + 1 for verdict in verdicts if verdict.won]
    if settled or len(samples) == 1:
        chance = Chance.certain(verdicts[0].won)
    else:
        chance = Chance.of([verdict.won for verdict in verdicts])
    return Outlook(chance, fmean(lengths) if lengths else None)


def _open_top(position: Position) -> tuple[Card, ...]:
    return position.stock[:1] if position.rules.stock_face == "up" else ()


def _with_hidden(position: Position, seen: Collection[Card], order: Sequence[Card]) -> Position:
    """The position with its hidden cards in another order."""
    instead = dict(zip(hidden(position, seen), order, strict=True))
    cards = tuple(instead.get(card, card) for card in position.deal.cards)
    stock = tuple(instead.get(card, card) for card in position.stock)
    return replace(position, deal=Deal(position.deal.layout, cards), stock=stock)
