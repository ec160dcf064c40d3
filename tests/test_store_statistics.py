"""Statistics: the counting, and any sequence of play against a plain re-count of a log of events."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_widget import LAYOUTS, PRESETS, Game
from pyramid_widget.store import Keeper, Result, Store
from pyramid_widget.store.statistics import statistics
from tests.strategies import Clock, solved


def a_result(won: bool, **changes: Any) -> Result:
    fields = {
        "id": "",
        "ended": 0.0,
        "code": "",
        "layout": 1,
        "preset": "open",
        "scoring": "timed",
        "won": won,
        "score": 100,
        "seconds": 60.0,
        "moves": 30,
    }
    return Result(**{**fields, **changes})


def test_nothing_was_played() -> None:
    assert statistics([]) == []
    assert statistics([], by=()) == [
        {
            "deals": 0,
            "wins": 0,
            "losses": 0,
            "win_rate": None,
            "streak": 0,
            "best_streak": 0,
            "best_score": None,
            "best_seconds": None,
            "fewest_moves": None,
        }
    ]


def test_streaks_follow_the_time_of_the_results() -> None:
    outcomes = "LWWLWWWLLWW"
    results = [a_result(outcome == "W", ended=float(i)) for i, outcome in enumerate(outcomes)]
    (row,) = statistics(reversed(results), by=())
    assert (row["deals"], row["wins"], row["losses"], row["streak"], row["best_streak"]) == (11, 7, 4, 2, 3)
    assert row["win_rate"] == 7 / 11
    (row,) = statistics(results[:-2], by=())
    assert (row["streak"], row["best_streak"]) == (0, 3)


def test_only_wins_are_fast_or_short() -> None:
    results = [a_result(False, seconds=1, moves=1, score=900), a_result(True, seconds=50), a_result(True, moves=20)]
    (row,) = statistics(results, by=())
    assert (row["best_seconds"], row["fewest_moves"], row["best_score"]) == (50, 20, 900)
    (row,) = statistics(results[:1], by=())
    assert (row["best_seconds"], row["fewest_moves"]) == (None, None)


def test_the_best_of_cards_left_is_the_fewest_and_of_mixed_scores_none() -> None:
    left = [a_result(False, preset="zone", scoring="left", score=score) for score in (7, 3, 12)]
    points = [a_result(True, score=score) for score in (10, 600)]
    unscored = [a_result(True, preset="pysol", scoring=None, score=None)]
    assert [row["best_score"] for row in statistics(left + points + unscored, by=("preset",))] == [600, None, 3]
    assert statistics(left + points, by=())[0]["best_score"] is None


# Any sequence of play

TABLES = [(solved(LAYOUTS[number]), rules) for number in (1, 2) for rules in ("open", "pyramide")]
"""Deals that can be won, on two layouts under two presets."""

STEPS = (
    *("win", "undo", "crash", "new") * 2,
    *("move", "win", "undo", "redo", "restart", "abandon", "crash", "continue", "delete", "merge"),
)


@dataclass
class Log:
    """What happened to which game, and what it amounts to: the rules of counting told a second time."""

    events: list[tuple[str, int]] = field(default_factory=list)
    groups: list[tuple[str, int]] = field(default_factory=list)
    """The preset and layout of each game."""

    def outcomes(self) -> list[tuple[int, bool]]:
        """Each game that counts and whether it was won, in the order in which they were decided."""
        begun, decided = set[int](), dict[int, bool]()
        for event, game in self.events:
            if event == "action":
                begun.add(game)
            elif event == "won":
                decided.setdefault(game, True)
            elif event == "left" and game in begun:
                decided.setdefault(game, False)
        return list(decided.items())

    def counted(self, group: tuple[str, int] | None = None) -> dict[str, Any]:
        wins = losses = streak = best = 0
        for game, won in self.outcomes():
            if group in (None, self.groups[game]):
                wins, losses, streak = (wins + 1, losses, streak + 1) if won else (wins, losses + 1, 0)
                best = max(best, streak)
        return {"deals": wins + losses, "wins": wins, "losses": losses, "streak": streak, "best_streak": best}


class Player:
    """One widget's player, whose kernel may die."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = Log()
        self.numbers: dict[str, int] = {}  # of the games, by their id
        self.store = Store(path)
        self.keeper: Keeper
        self.begin(0)

    def begin(self, n: int) -> None:
        (deal, self.line), preset = TABLES[n % len(TABLES)]
        self.keeper = self.store.keep(Game(deal, PRESETS[preset], now=Clock()))
        self.numbers[self.keeper.id] = len(self.numbers)
        self.log.groups.append((preset, deal.layout.number))

    def note(self, event: str) -> None:
        self.log.events.append((event, self.numbers[self.keeper.id]))

    def do(self, step: str, n: int) -> None:
        game = self.keeper.game
        waiting = self.store.waiting()
        if step == "new":
            self.keeper.leave()
            self.note("left")
            self.begin(n)
        elif step == "crash":
            self.store.close()
            self.store = Store(self.path)
            self.go_on(self.store.waiting()[0].id) if waiting else self.begin(n)
        elif step == "continue" and waiting:
            self.go_on(waiting[n % len(waiting)].id)
        elif step == "delete" and waiting:
            deleted = waiting[n % len(waiting)].id
            self.store.give_up(deleted)
            self.log.events.append(("left", self.numbers[deleted]))
            if deleted == self.keeper.id:
                self.keeper.save()  # the board does not know yet
                self.begin(n)
        elif step == "merge":
            self.store.merge(self.store.to_json())
        elif step == "restart":
            game.restart()
            self.keeper.save()
        elif step == "win" and not game.is_over:
            game.restart()
            for move in self.line:
                game.play(move)
                self.keeper.save()
            self.note("action")
            self.note("won")
        elif step == "move" and not game.is_over:
            game.play("draw" if game.position.can_draw else "recycle")
            self.keeper.save()
            self.note("action")
        elif step == "undo" and game.can_undo:
            game.undo()
            self.keeper.save()
        elif step == "redo" and game.can_redo:
            game.redo()
            self.keeper.save()
        elif step == "abandon" and not game.is_over:
            game.abandon()
            self.keeper.save()
            self.note("left")

    def go_on(self, id: str) -> None:
        self.keeper = self.store.resume(id, now=Clock())
        deal = self.keeper.game.deal
        self.line = next(line for (table, line), _ in TABLES if table == deal)


STEPS_AND_NUMBERS = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 99)), min_size=5, max_size=40)


@given(STEPS_AND_NUMBERS)
@settings(max_examples=60)
def test_any_play_counts_as_a_plain_recount_of_its_events(steps: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        player = Player(Path(folder) / "games.sqlite3")
        try:
            for step, n in steps:
                player.do(step, n)
                assert player.keeper.notice is None
                (row,) = player.store.statistics(by=())
                assert {name: row[name] for name in player.log.counted()} == player.log.counted()
            for row in player.store.statistics():
                counted = player.log.counted((row["preset"], row["layout"]))
                assert {name: row[name] for name in counted} == counted
            deals = sum(row["deals"] for row in player.store.statistics())
            assert deals == player.log.counted()["deals"]
        finally:
            player.store.close()
