"""What to do now: a move that keeps the position winnable, with a short line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pyramid_widget.cards import Card
from pyramid_widget.position import Move, Position
from pyramid_widget.solver import fair, lines
from pyramid_widget.solver.fair import Chance
from pyramid_widget.solver.pairing import Table
from pyramid_widget.solver.search import DEFAULT_BUDGET, Budget
from pyramid_widget.solver.verdict import Verdict, winnable

Mode = Literal["open", "fair"]
"""Whether a hint uses the true order of the stock, or only what the player has seen."""


@dataclass(frozen=True)
class Hint:
    """What to do now.

    `move` is None where there is nothing to advise: the position is won or lost, or it is not known how it stands.
    `won` says whether the position can be won; None for not known. `actions` is how many actions the line that
    begins with the move takes to the win; in mode "fair" the average over the sampled stocks, None where no sample is
    known to be won. `chances` has an entry for each legal move in mode "fair" and none in mode "open".
    """

    mode: Mode
    move: Move | None
    won: bool | None
    actions: float | None
    chances: Mapping[Move, Chance] = field(default_factory=dict)


def best_line(position: Position, budget: Budget = DEFAULT_BUDGET) -> tuple[Move, ...] | None:
    """Moves that win, in few actions (not proved to be the fewest); None where no win is known.

    Empty for a won position. The same position always has the same line, unless the seconds of the budget run out.
    """
    verdict = winnable(position, budget)
    return _short_line(verdict) if verdict.won else None


def hint(
    position: Position,
    mode: Mode = "open",
    *,
    seed: int = 0,
    seen: Collection[Card] = (),
    budget: Budget = DEFAULT_BUDGET,
) -> Hint:
    """A move on a short line that wins. The same position always gets the same hint.

    Mode "open" uses the true order of the stock. Mode "fair" uses only what the player knows: the open cards, and those
    of the stock in `seen` (see `fair.seen`), whose places are known since they were drawn before. It shuffles the
    others by `seed` and says each move's chance to keep the deal winnable. Its `budget` is fixed, so that it depends on
    nothing but what the player knows.
    """
    if mode == "fair":
        return _fair_hint(position, seen, seed)
    verdict = winnable(position, budget)
    line = _short_line(verdict) if verdict.won else ()
    return Hint("open", line[0] if line else None, verdict.won, len(line) or None)


def _short_line(verdict: Verdict) -> tuple[Move, ...]:
    """A line that wins, the shortest of several where no search was needed."""
    if verdict.searched:
        return verdict.line
    return min(lines.short_lines(verdict.position, Table.of(verdict.position)), key=len)


def _fair_hint(position: Position, seen: Collection[Card], seed: int) -> Hint:
    outlook = fair.outlook(position, seen, seed)
    chances = {move: entry.chance for move, entry in outlook.items()}
    hopeful = {move: entry for move, entry in outlook.items() if entry.chance.high > 0}
    if position.is_won or not hopeful:
        return Hint("fair", None, position.is_won, None, chances)
    best = min(hopeful, key=lambda move: (-hopeful[move].chance.share, hopeful[move].actions or 0))
    entry = hopeful[best]
    return Hint("fair", best, True if entry.chance.low == 1 else None, entry.actions, chances)
