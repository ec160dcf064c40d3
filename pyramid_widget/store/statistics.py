"""Statistics: pure counting over results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Literal

from pyramid_widget.store.records import Result

Group = Literal["preset", "layout"]
"""What results can be told apart by."""


def statistics(results: Iterable[Result], by: Sequence[Group] = ("preset", "layout")) -> list[dict[str, Any]]:
    """One row for each group of results, in the order of the groups' names; for `by=()` one row for all of them.

    Columns: those of `by`; `deals`, `wins`, `losses`; `win_rate` (0 to 1; None without deals); `streak` (wins since
    the last loss) and `best_streak`; `best_score` (None where the results are scored in different ways or not at all);
    `best_seconds` and `fewest_moves` of a win (None without a win).
    """

    def group(result: Result) -> tuple[Any, ...]:
        return tuple(getattr(result, name) for name in by)

    in_time = sorted(results, key=lambda result: result.ended)
    groups = {values: list(found) for values, found in groupby(sorted(in_time, key=group), key=group)}
    if not by:
        groups = {(): in_time}
    return [dict(zip(by, values, strict=True)) | _row(found) for values, found in groups.items()]


def _row(results: Sequence[Result]) -> dict[str, Any]:
    wins = [result for result in results if result.won]
    streaks = [len(list(run)) if won else 0 for won, run in groupby(result.won for result in results)]
    return {
        "deals": len(results),
        "wins": len(wins),
        "losses": len(results) - len(wins),
        "win_rate": len(wins) / len(results) if results else None,
        "streak": streaks[-1] if streaks else 0,
        "best_streak": max(streaks, default=0),
        "best_score": _best_score(results),
        "best_seconds": min((result.seconds for result in wins), default=None),
        "fewest_moves": min((result.moves for result in wins), default=None),
    }


def _best_score(results: Sequence[Result]) -> int | None:
    scores = [result.score for result in results if result.score is not None]
    scorings = {result.scoring for result in results}
    if not scores or len(scorings) > 1:
        return None
    return min(scores) if scorings == {"left"} else max(scores)  # of the cards left, fewer are better
