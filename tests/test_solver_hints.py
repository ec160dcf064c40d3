"""Hints, short lines, how far one gets; and that a fair hint knows no more than the player."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_widget import LAYOUTS, PRESETS, Card, Deal, Position, Rules
from pyramid_widget.cards import DECK
from pyramid_widget.solver import Budget, best_line, furthest, hint, verdicts, winnable
from pyramid_widget.solver.fair import hidden, seen
from tests.small_games import reachable, replay, small_position, somewhere
from tests.strategies import deals
from tests.test_solver_verdict import MANY, SEARCHED, UNLIMITED


@settings(max_examples=80)
@given(deals(), st.sampled_from(list(UNLIMITED.values())), st.randoms(use_true_random=False))
def test_hints_begin_lines_that_win(deal: Deal, rules: Rules, chance: random.Random) -> None:
    position = somewhere(chance, deal, rules)
    told = hint(position)
    assert told == hint(position)
    assert told.won == winnable(position).won
    line = best_line(position)
    if not told.won:
        assert (line, told.move, told.actions) == (None, None, None)
        return
    assert line is not None
    assert replay(position, line).is_won
    assert len(line) <= len(winnable(position).line)
    if position.is_won:
        assert (line, told.move, told.actions) == ((), None, None)
    else:
        assert (told.move, told.actions) == (line[0], len(line))
        assert verdicts(position)[line[0]]


@pytest.mark.parametrize("rules", [PRESETS["open"], PRESETS["pyramide"], PRESETS["three-piles"].replace(passes=None)])
def test_hints_lead_to_the_win(rules: Rules) -> None:
    """Whoever follows hint after hint wins, and between two removals each hint is one action nearer to the win."""
    for number in range(12):
        position = Position.start(Deal.random(number, list(LAYOUTS)[number % len(LAYOUTS)]), rules)
        before = None
        while not position.is_won and winnable(position).won:
            told = hint(position)
            assert told.move is not None
            assert told.actions is not None
            assert before is None or told.actions < before
            before = None if told.move.removes else told.actions
            position = position.apply(told.move)
        assert position.is_won or before is None


def test_hints_where_a_search_is_needed() -> None:
    found = 0
    chance = random.Random(3)
    for rules in SEARCHED.values():
        for _ in range(10):
            position = small_position(chance, rules, 6, 4, 2)
            told = hint(position, budget=MANY)
            assert told.won == winnable(position, MANY).won
            if told.move is not None:
                found += 1
                assert winnable(position.apply(told.move), MANY).won
    assert found > 10


@pytest.mark.parametrize("name", [*UNLIMITED, *SEARCHED])
def test_furthest_against_all_positions(name: str) -> None:
    chance = random.Random(name)
    rules = {**UNLIMITED, **SEARCHED}[name]
    for _ in range(60):
        position = small_position(chance, rules, 7, 3, chance.choice((1, 2, 3)))
        far = furthest(position, MANY)
        fewest = min(end.present.bit_count() for end in reachable(position))
        assert far.proved
        assert far.cards == position.present.bit_count() - fewest, str(position)
        assert replay(position, far.line).present.bit_count() == fewest


@settings(max_examples=60)
@given(deals(), st.sampled_from(list(UNLIMITED.values())), st.randoms(use_true_random=False))
def test_furthest_on_all_layouts(deal: Deal, rules: Rules, chance: random.Random) -> None:
    position = somewhere(chance, deal, rules)
    far = furthest(position)
    assert far.cards == position.present.bit_count() - replay(position, far.line).present.bit_count()
    if winnable(position).won:
        assert (far.cards, far.proved) == (position.present.bit_count(), True)


def test_furthest_without_time_is_not_proved() -> None:
    for number in range(20):
        position = Position.start(Deal.random(number, 3), PRESETS["open"])
        far, proved = furthest(position, Budget(positions=1)), furthest(position)
        assert proved.proved
        assert far.cards <= proved.cards
        assert not far.proved or far.cards == proved.cards
        assert replay(position, far.line).present.bit_count() == position.present.bit_count() - far.cards


FAIR = [
    PRESETS["zone"],
    PRESETS["zone"].replace(passes=2),
    PRESETS["single-draw"],
    PRESETS["three-piles"],
    PRESETS["pyramide"],
    PRESETS["open"],
    PRESETS["pysol"],
]


def otherwise(position: Position, known: frozenset[Card], chance: random.Random) -> Position:
    """The same position to its player, with the hidden cards in another order."""
    before = list(hidden(position, known))
    instead = dict(zip(before, chance.sample(before, len(before)), strict=True))
    deal = Deal(position.deal.layout, tuple(instead.get(card, card) for card in position.deal.cards))
    return replace(position, deal=deal, stock=tuple(instead.get(card, card) for card in position.stock))


@pytest.mark.parametrize("rules", FAIR)
def test_fair_hints_depend_on_nothing_hidden(rules: Rules) -> None:
    chance = random.Random(42)
    for number in range(4):
        position = Position.start(Deal.random(number, 2), rules)
        positions = [position]
        for _ in range(chance.randrange(20)):
            moves = position.legal_moves()
            if moves and not position.is_won:
                position = position.apply(chance.choice(moves))
                positions.append(position)
        known = seen(positions)
        told = hint(position, "fair", seed=5, seen=known)
        for _ in range(3):
            other = otherwise(position, known, chance)
            assert hint(other, "fair", seed=5, seen=known) == told
        assert list(told.chances) == list(position.legal_moves())
        for entry in told.chances.values():
            assert 0 <= entry.low <= entry.share <= entry.high <= 1


def test_an_open_hint_does_depend_on_what_is_hidden() -> None:
    """So the test above can fail."""
    chance = random.Random(1)
    position = Position.start(Deal.random(1, 2), PRESETS["zone"])
    others = [otherwise(position, frozenset(), chance) for _ in range(20)]
    assert len({hint(other).actions for other in others}) > 1


def test_fair_chances_are_exact_where_the_order_does_not_matter() -> None:
    for number in range(10):
        position = Position.start(Deal.random(number), PRESETS["zone"])
        told = hint(position, "fair")
        assert {move: bool(entry.share) for move, entry in told.chances.items()} == verdicts(position)
        assert all(entry.error == 0 and entry.low == entry.high for entry in told.chances.values())
        assert told.won == winnable(position).won
        assert (told.move is None) == (not winnable(position).won)


def test_seen_cards_keep_their_places() -> None:
    position = Position.start(Deal.random(1), PRESETS["zone"])
    positions = [position]
    for _ in range(24):
        positions.append(positions[-1].apply(positions[-1].legal_moves()[-1]))
    assert seen(positions[:1]) == frozenset()
    assert len(hidden(position, seen(positions[:11]))) == 14
    recycled = positions[-1].apply(positions[-1].legal_moves()[-1])
    assert recycled.stock == position.stock
    assert hidden(recycled, seen(positions)) == ()
    assert set(seen(positions)) <= set(DECK)


def test_a_won_position_needs_no_hint() -> None:
    position = replace(Position.start(Deal.random(1), PRESETS["open"]), present=0)
    assert hint(position).move is hint(position, "fair").move is None
    assert hint(position).won is hint(position, "fair").won is True
