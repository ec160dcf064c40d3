"""Whoever gives Python the wrong thing is told so in one sentence, and at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Card, Deal, Game, IllegalMove, Move, RulesError
from pyramid_widget.cards import DECK, CardError
from pyramid_widget.codes import CodeError
from pyramid_widget.layouts import LayoutError
from pyramid_widget.position import Position

DEAL = Deal.random(1)
NOTHING_FITS: tuple[Any, ...] = (None, 5, 1.5, True, b"KC", [], ["K", "C"], {}, {"K"}, object(), object)
"""What is no card, no code, no move, no deal and no rules."""

ENTRANCES: dict[str, tuple[Callable[[Any], object], type[Exception], str]] = {
    "Card.parse": (Card.parse, CardError, "is not a card: write a rank"),
    "Card, rank": (lambda wrong: Card([wrong], "C"), CardError, "is not a card"),  # type: ignore[arg-type]
    "Card, suit": (lambda wrong: Card(1, wrong), CardError, "is not a card"),
    "Move": (Move, IllegalMove, "is not a move: write two cards"),
    "Move, cards": (lambda wrong: Move("king", (wrong,)), CardError, "is not a card"),
    "Move.parse": (Move.parse, IllegalMove, "is not a move"),
    "Deal": (lambda wrong: Deal(wrong, DECK), TypeError, "A Deal is made of a Layout and a tuple of Cards"),
    "Deal, cards": (lambda wrong: Deal(LAYOUTS[1], wrong), TypeError, "A Deal is made of a Layout and a tuple"),
    "Deal, 53 cards": (lambda wrong: Deal(LAYOUTS[1], (*DECK, wrong)), TypeError, "A Deal is made of a Layout"),
    "Deal.from_cards": (lambda wrong: Deal.from_cards([wrong, *DECK[1:]]), CardError, "is not a card"),
    "Deal.from_cards, layout": (lambda wrong: Deal.from_cards(DECK, [wrong]), LayoutError, "There is no layout"),  # type: ignore[arg-type]
    "Deal.from_code": (Deal.from_code, CodeError, "is not a deal code: a code looks like"),
    "Deal.random": (lambda wrong: Deal.random([wrong]), ValueError, "There is no deal"),  # type: ignore[arg-type]
    "Position.start": (lambda wrong: Position.start(wrong, "open"), TypeError, "A Deal is needed"),
    "Position.start, rules": (lambda wrong: Position.start(DEAL, wrong), RulesError, "There is no preset"),
    "Position.apply": (Position.start(DEAL, "open").apply, IllegalMove, "is not a move"),
    "Position.refusal": (Position.start(DEAL, "open").refusal, IllegalMove, "is not a move"),
    "Game": (Game, TypeError, "A Deal is needed"),
    "Game, rules": (lambda wrong: Game(DEAL, wrong), RulesError, "There is no preset"),
    "play": (Game(DEAL).play, IllegalMove, "is not a move"),
    "tap": (Game(DEAL).tap, CardError, "is not a card"),
    "tap_stock": (lambda wrong: Game(DEAL).tap_stock([wrong]), CardError, "is not a card"),  # type: ignore[arg-type]
    "take": (Game(DEAL).take, CardError, "is not a card"),
    "show": (lambda wrong: Game(DEAL).show([wrong]), TypeError, "is True or False, not"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("entrance", ENTRANCES)
@pytest.mark.parametrize("wrong", NOTHING_FITS, ids=repr)
def test_what_is_something_else_is_refused_in_one_sentence(entrance: str, wrong: object) -> None:
    call, kind, sentence = ENTRANCES[entrance]
    with pytest.raises(kind) as caught:
        call(wrong)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seed", [True, 1.0, "1", -1])
def test_seeds_are_whole_numbers(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"There is no deal .+: the seed is a whole number from 0"):
        Deal.random(seed)


def test_cards_of_a_deal_are_many() -> None:
    with pytest.raises(TypeError, match="The cards of a deal are a text or a list, not 5"):
        Deal.from_cards(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("preset", ["Open", "", "pyramid"])
def test_presets_that_do_not_exist(preset: str) -> None:
    with pytest.raises(RulesError, match=r"There is no preset '.*': there are open, pyramide, "):
        Game(DEAL, preset)


def test_names_and_texts_stand_for_what_they_name() -> None:
    for name, rules in PRESETS.items():
        assert Game(DEAL, name).rules is rules
    game = Game(DEAL)
    assert game.rules is PRESETS["open"]
    start = game.position
    assert start.apply("draw") == start.apply(Move("draw"))
    assert start.refusal("recycle") == start.refusal(Move("recycle"))
    free = next(card for card in start.free if not card.is_king)
    game.tap(str(free))
    assert game.selected == free
    assert Move("king", ("KC",)) == Move.parse("K♣")  # type: ignore[arg-type]
    assert Card.parse(free) is free


@pytest.mark.parametrize("rank", [True, 1.0, "1"])
def test_ranks_are_whole_numbers(rank: Any) -> None:
    with pytest.raises(CardError):
        Card(rank, "C")
