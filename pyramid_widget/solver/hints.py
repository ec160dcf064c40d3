"""What to do now, and short lines that win."""

from __future__ import annotations

from itertools import islice

from pyramid_widget.position import Move, Position
from pyramid_widget.solver import lines
from pyramid_widget.solver.pairing import Table, pairings
from pyramid_widget.solver.search import DEFAULT_BUDGET, Budget
from pyramid_widget.solver.verdict import winnable

WAYS = 6
"""So many ways to pair the layout's cards are played out to find a short line."""


def best_line(position: Position, budget: Budget = DEFAULT_BUDGET) -> tuple[Move, ...] | None:
    """Moves that win, in few actions (not proved to be the fewest); None where no win is known.

    Empty for a won position. The same position always has the same line, unless the seconds of the budget run out.
    """
    verdict = winnable(position, budget)
    if not verdict.won:
        return None
    if verdict.searched:
        return verdict.line
    ways = islice(pairings(Table.of(position)), WAYS)
    played = (lines.line(position, way, shallow_first=shallow) for way in ways for shallow in (False, True))
    return min(played, key=len)
