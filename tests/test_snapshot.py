"""What the board is told, and above all what it is not."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from IPython.core.formatters import DisplayFormatter

from pyramid_widget import LAYOUTS, PRESETS, Card, Deal, Game, Layout
from pyramid_widget.cards import DECK
from pyramid_widget.game import SaveError
from pyramid_widget.snapshot import snapshot, table
from tests.strategies import Clock, Step, deals, games, perform, steps

CLOSED = [name for name, rules in PRESETS.items() if rules.stock_face == "down"]


def named(game: Game) -> set[str]:
    """Every card that occurs anywhere in what the board gets."""
    return set(re.findall(r"\b[A23456789TJQK][CDHS]\b", json.dumps([snapshot(game), table(game)])))


def in_sight(game: Game, tapped: set[str]) -> set[str]:
    """The cards that lie open, have left the table, or were named by the player."""
    position = game.position
    removed = {card for move in game.line for card in move.cards}
    undone = set() if game.event.move is None else set(game.event.move.cards)
    cards = {*position.layout_left, *removed, *undone, *(pile[-1] for pile in position.piles if pile)}
    return {card.code for card in cards} | tapped


def in_notebook(value: object) -> str:
    """The text under a cell whose last expression has this value."""
    formats, _ = DisplayFormatter().format(value)  # type: ignore[no-untyped-call]
    return str(formats["text/plain"])


@pytest.mark.parametrize("preset", CLOSED)
def test_hidden_cards_are_never_told(preset: str) -> None:
    @settings(max_examples=25)
    @given(deals(), steps(40))
    def check(deal: Deal, way: list[Step]) -> None:
        clock = Clock()
        game = Game(deal, PRESETS[preset], now=clock)
        assert named(game) == in_sight(game, set())
        for step in way:
            perform(game, clock, step)
            tapped = {card.code for card in game.event.cards} if game.event.kind == "refused" else set()
            assert named(game) <= in_sight(game, tapped)
            stock = snapshot(game)["stock"]
            assert stock["top"] is None
            assert stock["count"] == len(game.position.stock)

    check()


@pytest.mark.parametrize("preset", CLOSED)
def test_a_notebook_keeps_no_hidden_cards(preset: str) -> None:
    @settings(max_examples=10)
    @given(deals(), steps(40))
    def check(deal: Deal, way: list[Step]) -> None:
        clock = Clock()
        game = Game(deal, PRESETS[preset], now=clock)
        for step in way:
            perform(game, clock, step)
        sight = in_sight(game, set())
        hidden = [card for card in (*game.position.stock, *game.position.waste) if card.code not in sight]
        shown = [game, game.position, [game], {"a": game.position}, game.tally, game.score]
        text = "\n".join(value for each in shown for value in (in_notebook(each), repr(each), str(each), f"{each}"))
        assert not [card for card in hidden if str(card) in text or card.code in text or repr(card) in text]

    check()


def test_a_notebook_keeps_the_text_that_a_player_reads() -> None:
    game = Game(Deal.random(1), PRESETS["zone"])
    for shown in (game, game.position, game.deal, game.deal.layout):
        assert in_notebook(shown) == repr(shown) == str(shown)


@given(games(), steps(40))
def test_code_is_told_only_when_the_deal_is_over(begun: tuple[Game, Clock], way: list[Step]) -> None:
    game, clock = begun
    for step in way:
        assert (snapshot(game)["code"] is not None) == (game.status == "won")
        perform(game, clock, step)
    if game.status != "won":
        game.abandon()
    assert snapshot(game)["code"] == game.deal.code
    assert snapshot(game)["playable"] == []


@pytest.mark.parametrize("number", [1, 77])
def test_a_deal_on_a_layout_of_ones_own_is_played_to_its_end(number: int) -> None:
    text = "en: Row\nru: Ряд\npl: Rząd\n\n1   1   1   1"
    deal = Deal.from_cards(["AC", "QC", "KC", "KD", *(c for c in DECK if c.code not in ("AC", "QC", "KC", "KD"))],
                           Layout.from_text(text, number=number, name="row"))  # fmt: skip
    for ending in (["K♣", "K♦", "A♣ Q♣"], ["K♣"]):
        game = Game(deal)
        for move in ending:
            game.play(move)
        if game.status != "won":
            game.abandon()
        assert game.is_over
        assert snapshot(game)["code"] is None
        with pytest.raises(SaveError, match="This game cannot be saved: its layout “row” is not one of LAYOUTS"):
            game.to_json()


@given(games(), steps(40))
def test_snapshot_shows_the_position(begun: tuple[Game, Clock], way: list[Step]) -> None:
    game, clock = begun
    for step in way:
        perform(game, clock, step)
        told = snapshot(game)
        assert json.loads(json.dumps(told)) == told
        position = game.position
        piles = sum(pile["count"] for pile in told["piles"])
        layout = [code for code in told["slots"] if code]
        assert [Card.parse(code) for code in layout] == list(position.layout_left)
        stock = told["stock"]["count"] if told["stock"] else 0
        assert len(layout) + stock + piles + told["discard"]["count"] == 52
        assert (told["undo"], told["redo"], told["moves"]) == (game.can_undo, game.can_redo, game.moves)
        assert told["status"] == game.status
        for second, value in told["score"]["drops"] if told["score"] else ():
            clock.time += second + 0.01 - game.seconds  # seconds are floats: not quite on the stroke
            if game.clock_runs:
                assert game.score is not None
                assert game.score.value == value
            break


@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "microsoft"])
def test_snapshot_is_small(preset: str) -> None:
    largest = max(LAYOUTS.values(), key=lambda layout: layout.size)
    for number in range(3):
        clock = Clock()
        game = Game(Deal.random(number, largest), PRESETS[preset], now=clock)
        for turn in range(80):
            told = {**snapshot(game), "revision": 9999, "acked": {f"{c:032}": 9999 for c in range(8)}, "deal": 99}
            told["options"] = {"sound": False, "help": False, "four_colours": False}
            size = len(json.dumps(told, ensure_ascii=False).encode())
            assert size <= 4096
            perform(game, clock, ("remove", turn))
            clock.time += 1


def test_events() -> None:
    game = Game(Deal.random(1), PRESETS["zone"])
    assert snapshot(game)["event"] == {"kind": "dealt"}
    free = next(card for card in game.position.free if not card.is_king)
    game.tap(free)
    assert snapshot(game)["event"] == {"kind": "selected", "card": free.code}
    game.tap(free)
    assert snapshot(game)["event"] == {"kind": "put_down", "card": free.code}
    game.play("draw")
    drawn = game.deal.stock_cards[0].code
    assert snapshot(game)["event"] == {"kind": "drawn", "cards": [drawn]}
    game.undo()
    assert snapshot(game)["event"] == {"kind": "undone", "move": "draw", "cards": []}
    game.redo()
    assert snapshot(game)["event"] == {"kind": "redone", "move": "draw", "cards": []}
    while game.position.can_draw:
        game.play("draw")
    game.play("recycle")
    assert snapshot(game)["event"] == {"kind": "recycled", "pass": 1}
    apex = game.deal.cards[0]
    game.tap(apex)
    by = [card.code for card in game.position.coverers(apex)]
    assert snapshot(game)["event"] == {
        "kind": "refused",
        "reason": {"key": "blocked", "cards": [apex.code], "by": by},
    }


def test_table() -> None:
    told = table(Game(Deal.random(1, 2), PRESETS["zone"]))
    assert told["layout"] == 2
    assert told["preset"] == "zone"
    assert told["name"] == {"en": "Twin peaks", "ru": "Две вершины", "pl": "Dwa szczyty"}
    assert len(told["slots"]) == len(told["covers"]) == LAYOUTS[2].size
    assert table(Game(Deal.random(1), PRESETS["zone"].replace(passes=7)))["preset"] is None
