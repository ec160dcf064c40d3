"""How often a layout can be won under some rules: many deals at once, with an honest interval.

    python -m pyramid_widget.survey --layout 1 --deals 1000000

The deals are those with the numbers 0, 1, 2 … (`Deal.random(seed)`), so anybody gets the same figures. With `--save`
a survey that was broken off goes on where it stood.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from pyramid_widget.deals import Deal
from pyramid_widget.layouts import LAYOUTS, Layout
from pyramid_widget.position import Position
from pyramid_widget.rules import PRESETS, Rules
from pyramid_widget.solver.intervals import wilson
from pyramid_widget.solver.player import play
from pyramid_widget.solver.search import DEFAULT_BUDGET, Budget
from pyramid_widget.solver.verdict import winnable

__all__ = ["CHUNK", "Count", "count", "survey", "wilson"]

CHUNK = 5_000
"""So many deals are counted in one piece of work."""


@dataclass(frozen=True)
class Count:
    """What was counted: deals that can be won, that cannot, and that the budget left open; and wins of the simple
    player, who plays each deal once where he is asked to."""

    won: int = 0
    lost: int = 0
    unknown: int = 0
    player_won: int = 0
    player_played: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(*(a + b for a, b in zip(asdict(self).values(), asdict(other).values(), strict=True)))

    @property
    def deals(self) -> int:
        """How many deals were looked at."""
        return self.won + self.lost + self.unknown

    @property
    def share(self) -> float:
        """The share of deals that are known to be winnable, from 0 to 1."""
        return self.won / self.deals if self.deals else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the winnable share. Where deals are left open, it holds whatever they are."""
        return wilson(self.won, self.deals)[0], wilson(self.won + self.unknown, self.deals)[1]

    @property
    def player_share(self) -> float:
        """The share of deals that the simple player won, from 0 to 1."""
        return self.player_won / self.player_played if self.player_played else 0.0


def count(
    layout: Layout, rules: Rules, numbers: Iterable[int], player: bool = False, budget: Budget = DEFAULT_BUDGET
) -> Count:
    """Count the deals with these numbers on a layout."""
    verdicts = {True: 0, False: 0, None: 0}
    played = wins = 0
    for number in numbers:
        deal = Deal.random(number, layout)
        verdicts[winnable(Position.start(deal, rules), budget).won] += 1
        if player:
            played += 1
            wins += play(deal, random.Random(number))
    return Count(verdicts[True], verdicts[False], verdicts[None], wins, played)


def survey(
    layout: int | str | Layout = 1,
    rules: Rules = PRESETS["open"],
    deals: int = 10_000,
    *,
    player: bool = False,
    budget: Budget = DEFAULT_BUDGET,
    executor: Executor | None = None,
    save: Path | None = None,
    progress: Callable[[Count], None] = lambda _: None,
) -> Count:
    """Count the deals with the numbers 0 to `deals` - 1.

    `executor` is anything from `concurrent.futures` or made like it; without one, everything runs here. `progress` is
    called with the count so far after each piece of work. `save` is a file that keeps the finished pieces, so that a
    survey that was broken off goes on; raises ValueError where it belongs to another survey.
    """
    layout = layout if isinstance(layout, Layout) else LAYOUTS[layout]
    saved = _Saved(save, {"layout": layout.name, "rules": asdict(rules), "player": player, "budget": asdict(budget)})
    total = Count()
    for piece in saved.pieces.values():
        total += piece
    todo = [
        range(first, min(first + CHUNK, deals))
        for first in range(0, deals, CHUNK)
        if (first, min(first + CHUNK, deals)) not in saved.pieces
    ]
    for numbers, piece in _run(executor, layout, rules, todo, player, budget):
        saved.add(numbers, piece)
        total += piece
        progress(total)
    return total


def _run(
    executor: Executor | None, layout: Layout, rules: Rules, todo: list[range], player: bool, budget: Budget
) -> Iterator[tuple[range, Count]]:
    if executor is None:
        for numbers in todo:
            yield numbers, count(layout, rules, numbers, player, budget)
    else:
        futures = [executor.submit(count, layout, rules, numbers, player, budget) for numbers in todo]
        for numbers, future in zip(todo, futures, strict=True):
            yield numbers, future.result()


class _Saved:
    """The finished pieces of a survey, one a line in a file, below a line that says which survey it is."""

    def __init__(self, path: Path | None, what: dict[str, object]) -> None:
        self.path = path
        self.pieces: dict[tuple[int, int], Count] = {}
        if path is None:
            return
        if not path.exists():
            path.write_text(json.dumps(what) + "\n", encoding="utf-8")
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != what:
            raise ValueError(f"“{path}” keeps another survey: give another file, or delete it.")
        for line in lines:
            first, end, *counts = json.loads(line)
            self.pieces[first, end] = Count(*counts)

    def add(self, numbers: range, piece: Count) -> None:
        """Keep a finished piece."""
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([numbers.start, numbers.stop, *asdict(piece).values()]) + "\n")


def main(arguments: list[str] | None = None) -> None:
    """The command `python -m pyramid_widget.survey`."""
    parser = argparse.ArgumentParser(prog="python -m pyramid_widget.survey", description="How often can it be won?")
    parser.add_argument("--layout", default="1", help="number or name of a layout, or “all” (default: 1)")
    parser.add_argument("--rules", default="open", choices=list(PRESETS), help="the preset of rules (default: open)")
    parser.add_argument("--deals", type=int, default=10_000, help="how many deals of each layout (default: 10000)")
    parser.add_argument("--player", action="store_true", help="let the simple player play each deal too")
    parser.add_argument("--workers", type=int, default=1, help="how many processes (default: 1)")
    parser.add_argument("--save", type=Path, help="a file that keeps what is done, to go on later (for one layout)")
    asked = parser.parse_args(arguments)
    if asked.layout == "all":
        layouts = list(LAYOUTS.values())
    else:
        layouts = [LAYOUTS[int(asked.layout) if asked.layout.isdigit() else asked.layout]]
    if asked.save and len(layouts) > 1:
        parser.error("--save keeps the survey of one layout: name it with --layout.")
    executor = ProcessPoolExecutor(asked.workers) if asked.workers > 1 else None
    for layout in layouts:
        start = time.monotonic()

        def progress(so_far: Count) -> None:
            print(f"\r{so_far.deals:,} deals", end="", file=sys.stderr, flush=True)

        result = survey(
            layout,
            PRESETS[asked.rules],
            asked.deals,
            player=asked.player,
            executor=executor,
            save=asked.save,
            progress=progress,
        )
        print("\r", end="", file=sys.stderr)
        print(_row(layout, result, time.monotonic() - start), flush=True)
    if executor is not None:
        executor.shutdown()


def _row(layout: Layout, result: Count, seconds: float) -> str:
    low, high = result.interval
    row = f"{layout.number:2} {layout.name:14} {layout.size:2} cards: {result.share:.3%} of {result.deals:,} deals"
    row += f" can be won (95 %: {low:.3%} to {high:.3%})"
    if result.unknown:
        row += f", {result.unknown:,} not known"
    if result.player_played:
        row += f"; the simple player wins {result.player_share:.2%}"
    return f"{row}; {seconds:.1f} s"


if __name__ == "__main__":
    main()
