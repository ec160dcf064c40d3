"""A bounded search over positions, for rules that the pairing of the layout's cards does not settle.

It plays the engine itself, so it knows no rule of its own but one: a free king of the layout may as well go at once.
"""

from __future__ import annotations

import heapq
import time
from dataclasses import dataclass

from pyramid_widget.position import Move, Position
from pyramid_widget.solver.pairing import Table, choose_pairs


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a search may cost: so many positions looked at, and so many seconds. Past either it gives up."""

    positions: int = 20_000
    seconds: float = 2.0

    def shared(self, ways: int) -> Budget:
        """What each of several searches may cost that share this budget."""
        ways = max(1, ways)
        return Budget(max(1, self.positions // ways), self.seconds / ways)


DEFAULT_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found.

    `line` leads to `best`, the position with the fewest layout cards that was seen: a won one, if there was any.
    `complete` says that every position that could matter was looked at; `positions` is how many that were.
    """

    line: tuple[Move, ...]
    best: Position
    complete: bool
    positions: int

    @property
    def won(self) -> bool | None:
        """Whether the position can be won; None for not known."""
        return True if self.best.is_won else False if self.complete else None


def search(position: Position, budget: Budget = DEFAULT_BUDGET, *, fewest_cards: int | None = None) -> Searched:
    """Look for a win, positions with few cards first; positions that can no longer be won are left out.

    With `fewest_cards`, look instead for a position with so few layout cards, and leave nothing out: then the best
    position of a complete search has as few as can be reached.
    """
    came_from: dict[Position, tuple[Position, Move] | None] = {position: None}
    heap = [(_cards_left(position), 0, position)]
    best = position
    looked_at = 0
    end = time.monotonic() + budget.seconds
    while heap and not _is_found(best, fewest_cards) and looked_at < budget.positions and time.monotonic() < end:
        current = heapq.heappop(heap)[2]
        looked_at += 1
        for move in _moves(current):
            following = current.apply(move)
            if following in came_from:
                continue
            if fewest_cards is None and move.removes and choose_pairs(Table.of(following)) is None:
                continue
            came_from[following] = (current, move)
            heapq.heappush(heap, (_cards_left(following), -len(came_from), following))
            if _is_found(following, fewest_cards) or following.present.bit_count() < best.present.bit_count():
                best = following
            if best is following and _is_found(best, fewest_cards):
                break
    return Searched(_line_to(best, came_from), best, not heap, looked_at)


def _is_found(position: Position, fewest_cards: int | None) -> bool:
    return position.is_won if fewest_cards is None else position.present.bit_count() <= fewest_cards


def _moves(position: Position) -> tuple[Move, ...]:
    """The moves to try: a free king of the layout alone where there is one, since taking it at once never harms."""
    moves = position.legal_moves()
    for move in moves:
        if move.kind == "king" and move.cards[0] in position.layout_left:
            return (move,)
    return moves


def _cards_left(position: Position) -> int:
    left = position.present.bit_count()
    if position.rules.win == "everything":
        left += len(position.stock) + sum(map(len, position.piles))
    return left


def _line_to(position: Position, came_from: dict[Position, tuple[Position, Move] | None]) -> tuple[Move, ...]:
    line = []
    step = came_from[position]
    while step is not None:
        position, move = step
        line.append(move)
        step = came_from[position]
    return tuple(reversed(line))
