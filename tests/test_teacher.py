"""Hints, marks, reasons and the solver's line on the board."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_widget import PRESETS, Deal, Game, IllegalMove, PyramidWidget
from pyramid_widget.solver import verdicts, winnable
from pyramid_widget.solver.fair import hidden, seen
from pyramid_widget.widgets.teacher import advise, lost, marks, why_lost

LOST = "PW1-01-0000079"
WINNABLE = 5


def tap(widget: PyramidWidget, kind: str, **details: Any) -> Any:
    last = widget._snapshot["acked"].get("page", 0)
    widget._outbox = [{"client": "page", "seq": last + 1, "kind": kind, **details}]
    return widget._snapshot


def played(deal: Deal, preset: str, chance: random.Random, actions: int) -> Game:
    game = Game(deal, PRESETS[preset])
    for _ in range(actions):
        moves = game.position.legal_moves()
        if not moves or game.is_over:
            break
        game.play(chance.choice(moves))
    return game


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 10_000), st.integers(0, 30))
def test_nothing_told_depends_on_hidden_cards(preset: str, seed: int, actions: int) -> None:
    game = played(Deal.random(seed), preset, random.Random(seed), actions)
    unseen = list(hidden(game.position, seen(game.positions)))
    if game.is_over:
        return
    shuffled = random.Random(seed + 1).sample(unseen, len(unseen))
    swap = dict(zip(unseen, shuffled, strict=True))
    other_deal = dataclasses.replace(game.deal, cards=tuple(swap.get(card, card) for card in game.deal.cards))
    other = Game(other_deal, game.rules)
    for move in game.line:
        other.play(move)
    assert advise(game) == advise(other)
    assert why_lost(game) == why_lost(other)
    assert lost(game) == lost(other)
    assert marks(game) == marks(other)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10_000), st.integers(0, 40))
def test_marks_and_hints_agree_with_the_solver(seed: int, actions: int) -> None:
    game = played(Deal.random(seed), "open", random.Random(seed), actions)
    if game.is_over:
        return
    position, advice = game.position, advise(game)
    stays = verdicts(position)
    for name, keeps in marks(game).items():
        touched = [
            won
            for move, won in stays.items()
            if name in [card.code for card in move.cards] or (name == "stock" and not move.removes)
        ]
        assert keeps is (True in touched)
    if winnable(position).won:
        assert advice.reason.key.startswith("hint_")
        assert lost(game) is None
    else:
        assert advice.lost
        assert advice.reason == lost(game) == winnable(position).reason


def test_advice_lasts_until_the_next_action() -> None:
    widget = PyramidWidget(deal=Deal.random(WINNABLE))
    told = tap(widget, "hint")
    assert told["event"] == {"kind": "advised"}
    assert told["advice"]["reason"]["key"].startswith("hint_")
    assert tap(widget, "sight", visible=True)["advice"] == told["advice"]
    assert widget.moves == 0
    assert tap(widget, "stock", card=None)["advice"] is None
    tap(widget, "why")
    widget.play("draw")
    assert widget._snapshot["advice"] is None


def test_a_lost_position_is_told_where_the_player_wants_it() -> None:
    assert PyramidWidget(code=LOST)._snapshot["lost"] is None
    widget = PyramidWidget(code=LOST, tell_lost=True, marks=True)
    assert widget._snapshot["lost"]["key"].startswith("lost_")
    assert set(widget._snapshot["marks"].values()) == {False}
    why = tap(widget, "why")["advice"]
    assert why["lost"]
    assert why["reason"]["cards"] == why["cards"]
    assert why["reason"].get("by", []) == why["partners"]
    assert tap(widget, "solve")["advice"] == why


def test_the_solver_s_line_is_shown_beside_the_game() -> None:
    widget = PyramidWidget(deal=Deal.random(WINNABLE))
    widget.play("draw")
    before = widget._snapshot["slots"]
    shown = tap(widget, "solve")
    assert shown["demo"]["at"] == 0
    assert shown["slots"] == before
    steps = shown["demo"]["of"]
    assert tap(widget, "stock", card=None)["event"]["reason"]["key"] == "demo"
    assert tap(widget, "hint")["event"]["reason"]["key"] == "demo"
    for at in range(1, steps + 1):
        shown = tap(widget, "step")
        assert shown["demo"] == {"at": at, "of": steps}
    assert shown["status"] == "won"
    assert tap(widget, "step")["demo"]["at"] == steps
    assert tap(widget, "step_back")["event"]["kind"] == "undone"
    assert (widget.status, widget.moves) == ("playing", 1)
    shown = tap(widget, "leave")
    assert shown["demo"] is None
    assert shown["slots"] == before
    tap(widget, "solve")
    widget.play("draw")
    assert widget._snapshot["demo"] is None
    assert widget._snapshot["moves"] == 2


def test_the_clock_rests_during_a_demonstration() -> None:
    widget = PyramidWidget(deal=Deal.random(WINNABLE))
    tap(widget, "sight", visible=True)
    tap(widget, "stock", card=None)
    running = [widget.game.clock_runs]
    for kind in ("solve", "leave"):
        tap(widget, kind)
        running.append(widget.game.clock_runs)
    assert running == [True, False, True]


@pytest.mark.parametrize("kind", ["hint", "why", "solve"])
def test_there_is_nothing_to_ask_when_the_deal_is_over_or_paused(kind: str) -> None:
    widget = PyramidWidget(deal=Deal.random(WINNABLE))
    widget.pause()
    assert tap(widget, kind)["event"]["reason"]["key"] == "paused"
    widget.resume()
    widget.abandon()
    assert tap(widget, kind)["event"]["reason"]["key"] == "over"
    with pytest.raises(IllegalMove):
        advise(widget.game)
