"""Whether a position can still be won, with a line that wins or a reason why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pyramid_widget.messages import Reason
from pyramid_widget.position import Move, Position
from pyramid_widget.solver import lines, reasons
from pyramid_widget.solver.pairing import Pair, Table, choose_pairs
from pyramid_widget.solver.search import DEFAULT_BUDGET, Budget, Searched, search


@dataclass(frozen=True)
class Verdict:
    """Whether `position` can be won: `won` is True, False, or None for not known within the budget.

    Line and reason are worked out when they are first asked for.
    """

    position: Position
    won: bool | None
    _pairs: tuple[Pair, ...] | None = field(default=None, repr=False)
    _searched: Searched | None = field(default=None, repr=False)

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """Moves that win; empty where the position is not known to be winnable, or is won."""
        if not self.won:
            return ()
        if self._searched is not None:
            return self._searched.line
        return lines.line(self.position, self._pairs or ())

    @cached_property
    def reason(self) -> Reason | None:
        """Why the position cannot be won; None where it can, or where that is not known."""
        if self.won is not False:
            return None
        if self._searched is not None:
            return Reason("lost_search", number=self._searched.positions)
        return reasons.find_reason(self.position)

    @property
    def searched(self) -> bool:
        """Whether a search over positions was needed."""
        return self._searched is not None


def winnable(position: Position, budget: Budget = DEFAULT_BUDGET) -> Verdict:
    """Whether the position can be won under its rules.

    Exact and instant where `is_settled` says so, and wherever the cards of the layout cannot all be paired off, under
    any rules. Elsewhere a search decides, within `budget`.
    """
    table = Table.of(position)
    pairs = choose_pairs(table)
    if pairs is None:
        return Verdict(position, False)
    if is_settled(position, table):
        return Verdict(position, not _has_strays(position, table), pairs)
    searched = search(position, budget)
    return Verdict(position, searched.won, _searched=searched)


def is_settled(position: Position, table: Table | None = None) -> bool:
    """Whether the pairing of the layout's cards alone decides if the position can be won.

    So it is where the stock can be gone through without end and stock cards need not pair with one another, or cannot.
    """
    rules = position.rules
    if rules.passes is not None or rules.stock_as_rows:
        return False
    if rules.win != "everything" or (rules.waste_piles == 1 and not rules.stock_playable):
        return True
    return not _has_strays(position, table or Table.of(position))


def _has_strays(position: Position, table: Table) -> bool:
    """Whether everything must go and there are stock cards left over that only other stock cards could pair with."""
    return position.rules.win == "everything" and bool(reasons.stray_ranks(table))


def verdicts(position: Position, budget: Budget = DEFAULT_BUDGET) -> Mapping[Move, bool | None]:
    """For each legal move whether the position stays winnable after it: True, False, or None for not known.

    The budget is shared out among the moves.
    """
    moves = position.legal_moves()
    share = Budget(max(1, budget.positions // max(1, len(moves))), budget.seconds / max(1, len(moves)))
    return {move: winnable(position.apply(move), share).won for move in moves}


def reason(position: Position, budget: Budget = DEFAULT_BUDGET) -> Reason | None:
    """Why the position cannot be won: the smallest explanation; None where it can, or where that is not known."""
    return winnable(position, budget).reason
