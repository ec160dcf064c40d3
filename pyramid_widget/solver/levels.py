"""Easy, medium, hard: how likely a player who never looks ahead is to win a deal.

`docs/solver.md` says how the levels were chosen and how sure they are.
"""

from __future__ import annotations

import random

from pyramid_widget.codes import DEALS
from pyramid_widget.deals import LEVELS, Deal, Level
from pyramid_widget.layouts import Layout
from pyramid_widget.position import Position
from pyramid_widget.rules import PRESETS
from pyramid_widget.solver.player import play
from pyramid_widget.solver.verdict import winnable

PLAYS = 50
"""So often the simple player plays a deal. The standard error of its share of wins is 0.07 at most."""

WINS: dict[Level, range] = dict(zip(LEVELS, (range(30, PLAYS + 1), range(10, 30), range(10)), strict=True))
"""How many of its plays the simple player wins on each level."""

TRIES = 1_000
"""So many deals are looked at to find one of a level."""

STEP = 367_621_043
"""From one number to the next that is looked at: prime, so that all are come to, and far, so that seeds side by side do
not lead to one deal."""


class LevelError(ValueError):
    """A level that does not exist, or of which no deal was found; its text says so in one sentence."""


def level(deal: Deal) -> Level | None:
    """The level of a deal; None for one that cannot be won. It depends on nothing but the cards and the layout."""
    return next((name for name in LEVELS if _is_of(deal, name)), None)


def deal_of_level(level: Level, seed: int, layout: Layout) -> Deal:
    """The first deal of a level among those with the numbers `seed`, `seed` + `STEP`, … (modulo `codes.DEALS`).

    Raises LevelError where there is no such level, or no deal of it among the first `TRIES`.
    """
    if level not in LEVELS:
        raise LevelError(f"There is no level {level!r}: the levels are {', '.join(LEVELS)}.")
    for tried in range(TRIES):
        deal = Deal.random((seed + tried * STEP) % DEALS, layout)
        if _is_of(deal, level):
            return deal
    raise LevelError(
        f"Among {TRIES} deals of layout “{layout.name}” none is of level {level!r}: choose another level or layout."
    )


def _is_of(deal: Deal, level: Level) -> bool:
    """Whether a deal can be won, and is of this level: the simple player plays until that is clear."""
    if not winnable(Position.start(deal, PRESETS["open"])).won:
        return False
    wanted = WINS[level]
    chance = random.Random("".join(card.code for card in deal.cards))
    wins = 0
    for left in reversed(range(PLAYS)):
        wins += play(deal, chance)
        if wins >= wanted.stop or wins + left < wanted.start:
            return False
        if wins >= wanted.start and wins + left < wanted.stop:
            return True
    return wins in wanted
