"""Whether a position can still be won, with a line that wins or a reason why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pyramid_widget.messages import Reason
from pyramid_widget.position import Move, Position
from pyramid_widget.solver import lines, reasons
from pyramid_widget.solver.pairing import Pair, Table, choose_pairs
from pyramid_widget.solver.search import DEFAULT_BUDGET, Budget, search

POSITIONS_PER_WAY = 500
"""Trying a way to pair the layout's cards counts in the budget like so many positions; one way is always tried."""


@dataclass(frozen=True)
class Verdict:
    """Whether `position` can be won: `won` is True, False, or None for not known within the budget.

    `searched` is the number of positions that a search looked at, 0 where none was needed. Line and reason are worked
    out when they are first asked for.
    """

    position: Position
    won: bool | None
    searched: int = 0
    _pairs: tuple[Pair, ...] = field(default=(), repr=False)
    _line: tuple[Move, ...] | None = field(default=None, repr=False)

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """Moves that win; empty where the position is not known to be winnable, or is won."""
        if not self.won:
            return ()
        return lines.line(self.position, self._pairs) if self._line is None else self._line

    @cached_property
    def reason(self) -> Reason | None:
        """Why the position cannot be won; None where it can, or where that is not known."""
        if self.won is not False:
            return None
        if self.searched:
            return Reason("lost_search", number=self.searched)
        return reasons.find_reason(self.position)


def winnable(position: Position, budget: Budget = DEFAULT_BUDGET) -> Verdict:
    """Whether the position can be won under its rules.

    Exact and instant where `is_settled` says so, and wherever the cards of the layout cannot all be paired off, under
    any rules. Elsewhere some lines are played out to see whether the passes last, and then a search decides, within
    `budget`.
    """
    table = Table.of(position)
    pairs = choose_pairs(table)
    if pairs is None or reasons.strays_are_barred(position, table):
        return Verdict(position, False)
    if _pairs_suffice(position, table):
        if position.rules.passes is None:
            return Verdict(position, True, _pairs=pairs)
        ways = min(lines.WAYS, 1 + budget.positions // POSITIONS_PER_WAY)
        for line in lines.short_lines(position, table, ways):
            return Verdict(position, True, _line=line)
    found = search(position, budget)
    return Verdict(position, found.won, found.positions, _line=found.line)


def is_settled(position: Position) -> bool:
    """Whether the pairing of the layout's cards alone decides if the position can be won.

    So it is where the stock can be gone through without end and stock cards need not pair with one another, or cannot;
    and under any rules where the cards of the layout cannot all be paired off.
    """
    table = Table.of(position)
    if choose_pairs(table) is None or reasons.strays_are_barred(position, table):
        return True
    return position.rules.passes is None and _pairs_suffice(position, table)


def _pairs_suffice(position: Position, table: Table) -> bool:
    """Whether the position is won with any pairs that clear the layout, as long as the passes last."""
    rules = position.rules
    return not rules.stock_as_rows and (rules.win != "everything" or not reasons.stray_ranks(table))


def verdicts(position: Position, budget: Budget = DEFAULT_BUDGET) -> Mapping[Move, bool | None]:
    """For each legal move whether the position stays winnable after it: True, False, or None for not known.

    The budget is shared out among the moves.
    """
    moves = position.legal_moves()
    share = budget.shared(len(moves))
    return {move: winnable(position.apply(move), share).won for move in moves}


def reason(position: Position, budget: Budget = DEFAULT_BUDGET) -> Reason | None:
    """Why the position cannot be won: the smallest explanation; None where it can, or where that is not known."""
    return winnable(position, budget).reason
