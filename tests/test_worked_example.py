"""The deal that the description of Pyramide plays through, word for word."""

from __future__ import annotations

from pyramid_widget import PRESETS, Card, Deal, Game
from pyramid_widget.cards import DECK, parse_cards
from pyramid_widget.messages import catalog
from pyramid_widget.snapshot import snapshot

LAYOUT = parse_cards(
    "J♦ / 6♣ 7♥ / A♠ 4♦ Q♠ / 5♥ 3♦ 6♥ 8♠ / K♥ K♣ A♦ K♠ 9♣ / Q♣ 2♣ 8♦ 10♦ 10♠ J♠ / 7♣ 10♣ 3♥ 4♥ 3♠ K♦ 7♠"
)
SEEN = (*LAYOUT, Card.parse("7♦"))


def cards(text: str) -> set[Card]:
    return set(parse_cards(text))


def begin() -> Game:
    hidden = [card for card in DECK if card not in SEEN]
    assert len(hidden) == 23
    return Game(Deal.from_cards([*SEEN, *hidden]), PRESETS["pyramide"])


def said(game: Game) -> str | None:
    return None if game.event.reason is None else game.event.reason.sentence()


def test_start() -> None:
    game = begin()
    assert game.position.waste == (Card.parse("7♦"),)
    assert len(game.position.stock) == 23
    assert set(game.position.free) == cards("7♣ 10♣ 3♥ 4♥ 3♠ K♦ 7♠")
    assert game.position.tops == (Card.parse("7♦"),)


def test_blocked_card() -> None:
    game = begin()
    before = game.position
    game.tap(Card.parse("Q♣"))
    assert said(game) == "This card is blocked by another"
    assert game.position == before
    assert game.selected is None
    assert game.status == "new"


def test_wrong_sum_keeps_the_second_card_selected() -> None:
    game = begin()
    before = game.position
    game.tap(Card.parse("7♣"))
    game.tap(Card.parse("7♠"))
    assert said(game) == "The sum must be 13"
    assert game.position == before
    assert game.selected == Card.parse("7♠")
    assert snapshot(game)["selected"] == "7S"


def test_two_removals() -> None:
    game = begin()
    game.tap(Card.parse("K♦"))
    assert game.event.kind == "removed"
    before = set(game.position.free)
    game.tap(Card.parse("10♣"))
    game.tap(Card.parse("3♠"))
    assert set(game.position.free) - before == cards("10♠")
    assert set(game.position.free) == cards("7♣ 3♥ 4♥ 7♠ 10♠")
    assert set(game.position.playable) == cards("7♣ 3♥ 4♥ 7♠ 10♠ 7♦")
    assert game.score is not None
    assert (game.score.kind, game.score.value) == ("points", 30)
    assert game.moves == 2


def test_words_in_the_other_languages() -> None:
    assert catalog("ru")["reason"]["blocked"] == "Эта карта закрыта другой"
    assert catalog("ru")["reason"]["sum"] == "Сумма должна быть 13"
    assert catalog("pl")["reason"]["sum"].endswith("13")
