"""Levels: every levelled deal can be won, its level is the deal's own, and bad names are told."""

from __future__ import annotations

import random

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Deal, Position
from pyramid_widget.codes import DEALS
from pyramid_widget.deals import LEVELS, Level
from pyramid_widget.layouts import LayoutError
from pyramid_widget.solver import levels, winnable
from pyramid_widget.solver.levels import PLAYS, STEP, WINS, LevelError, level
from pyramid_widget.solver.player import play
from tests.strategies import solved


@pytest.mark.parametrize("name", LEVELS)
def test_levelled_deals(name: Level) -> None:
    for seed in (0, 1, 2, DEALS - 1):
        deal = Deal.random(seed, level=name)
        assert winnable(Position.start(deal, PRESETS["open"])).won
        assert level(deal) == name
        assert deal == Deal.random(seed, level=name)
        assert deal.number is not None
        assert deal.number in [(seed + tried * STEP) % DEALS for tried in range(levels.TRIES)]
        assert Deal.from_code(deal.code) == deal
        assert Deal.random(deal.number, level=name) == deal


def test_seeds_side_by_side_give_different_deals() -> None:
    assert len({Deal.random(seed, level="hard").number for seed in range(15)}) == 15


def test_a_level_by_chance() -> None:
    assert level(Deal.random(level="easy")) == "easy"


def test_the_level_depends_on_cards_and_layout_alone() -> None:
    for number in range(12):
        deal = Deal.random(number)
        assert level(deal) == level(Deal.from_cards(deal.cards))
        assert (level(deal) is None) == (not winnable(Position.start(deal, PRESETS["open"])).won)


def test_levels_share_out_all_plays() -> None:
    assert sorted(wins for some in WINS.values() for wins in some) == list(range(PLAYS + 1))


def test_early_stops_change_nothing() -> None:
    """The level is that of all plays, though not all of them are played."""
    for number in range(25):
        deal = Deal.random(number)
        chance = random.Random("".join(card.code for card in deal.cards))
        wins = sum(play(deal, chance) for _ in range(PLAYS))
        name = level(deal)
        assert wins in WINS[name] if name else wins == 0


@pytest.mark.parametrize("layout", list(LAYOUTS)[::9])
def test_the_simple_player_wins_no_lost_deal(layout: int) -> None:
    for number in range(40):
        deal = Deal.random(number, layout)
        if not winnable(Position.start(deal, PRESETS["open"])).won:
            assert not any(play(deal, random.Random(seed)) for seed in range(5))


def test_the_simple_player_clears_what_needs_no_thought() -> None:
    deal, _ = solved(LAYOUTS[2])
    assert any(play(deal, random.Random(seed)) for seed in range(50))


def test_bad_levels_are_told() -> None:
    with pytest.raises(LevelError, match="There is no level 'nasty': the levels are easy, medium, hard"):
        Deal.random(1, level="nasty")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="There is no deal -1"):
        Deal.random(-1, level="easy")
    with pytest.raises(LayoutError):
        Deal.random(1, layout=99, level="easy")


def test_a_level_that_is_not_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "TRIES", 1)
    unwinnable = next(n for n in range(99) if level(Deal.random(n)) is None)
    with pytest.raises(LevelError, match="Among 1 deals of layout “pyramid” none is of level 'hard'"):
        Deal.random(unwinnable, level="hard")
