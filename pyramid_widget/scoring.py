"""The five ways of scoring: pure functions of what was played and how long it took.

A score is always worked out anew, never added to and subtracted from, so that taking a move back takes its points back
and no detour can mint any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pyramid_widget.position import Position

TIMED_STEP = 30
"""Seconds after which `timed` takes away another 30 points."""

TIMED_BONUS = 600_000
"""A win under `timed` adds this, divided by the play time in seconds."""

ROW_POINTS = (25, 50, 75, 100, 150, 250, 500)
"""What `rows` pays for emptying a row of the classic pyramid, from the bottom row up."""

PASS_POINTS = (50, 35, 20)
"""What `par` pays for emptying the layout in the first, second and third pass."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score: points, the cards left in the layout (fewer is better), or points against par."""

    kind: Literal["points", "cards_left", "par"]
    value: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What a score is worked out from."""

    position: Position
    removals: int
    """How many pairs and kings have gone."""
    emptied_in: int | None
    """The pass in which the layout became empty."""

    @staticmethod
    def of(line: Sequence[Position]) -> Tally:
        """The tally of a line of play: its positions from the start to now."""
        removals = sum(_cards_left(after) < _cards_left(before) for before, after in pairwise(line))
        emptied_in = next((position.pass_number for position in line if not position.present), None)
        return Tally(line[-1], removals, emptied_in)


def score(tally: Tally, seconds: int) -> Score | None:
    """The score after a play time in whole seconds; None where the rules keep no score."""
    scoring = tally.position.rules.scoring
    if scoring is None:
        return None
    kind, value = _SCORINGS[scoring]
    return Score(kind, value(tally, seconds))


def drops(tally: Tally, seconds: int) -> tuple[tuple[int, int], ...]:
    """What time alone will do to the score from now on: pairs of a second and the value from then on."""
    if tally.position.rules.scoring != "timed" or tally.position.is_won:
        return ()
    steps = []
    while _timed(tally, seconds) > 0:
        seconds += TIMED_STEP - seconds % TIMED_STEP
        steps.append((seconds, _timed(tally, seconds)))
    return tuple(steps)


def _layout_cards_left(position: Position) -> int:
    return position.present.bit_count()


def _other_cards_left(position: Position) -> int:
    return len(position.stock) + sum(len(pile) for pile in position.piles)


def _cards_left(position: Position) -> int:
    return _layout_cards_left(position) + _other_cards_left(position)


def _timed(tally: Tally, seconds: int) -> int:
    """10 for a removal, less 30 for each full half minute, never below 0; a win adds 600,000 divided by the seconds."""
    points = max(0, 10 * tally.removals - 30 * (seconds // TIMED_STEP))
    return points + (TIMED_BONUS // max(seconds, 1) if tally.position.is_won else 0)


def _cards(tally: Tally, seconds: int) -> int:
    """10 for each card that has left the layout."""
    return 10 * (tally.position.deal.layout.size - _layout_cards_left(tally.position))


def _left(tally: Tally, seconds: int) -> int:
    """The number of cards left in the layout."""
    return _layout_cards_left(tally.position)


def _rows(tally: Tally, seconds: int) -> int:
    """5 for a removal, and more for each row of the classic pyramid that is empty."""
    emptied = 0
    for points, row in zip(ROW_POINTS, reversed(tally.position.deal.layout.rows), strict=True):
        if not any(tally.position.present >> slot & 1 for slot in row):
            emptied += points
    return 5 * tally.removals + emptied


def _par(tally: Tally, seconds: int) -> int:
    """50, 35 or 20 for emptying the layout in pass 1, 2 or 3, less the cards left in stock and waste; while the layout
    has cards, minus all cards that are left."""
    if tally.emptied_in is None:
        return -_cards_left(tally.position)
    return PASS_POINTS[tally.emptied_in - 1] - _other_cards_left(tally.position)


_Kind = Literal["points", "cards_left", "par"]
_SCORINGS: dict[str, tuple[_Kind, Callable[[Tally, int], int]]] = {
    "timed": ("points", _timed),
    "cards": ("points", _cards),
    "left": ("cards_left", _left),
    "rows": ("points", _rows),
    "par": ("par", _par),
}
