"""Cards and the ways to write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_widget import Card
from pyramid_widget.cards import DECK, CardError, parse_cards


def test_the_deck() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert [card.code for card in DECK[:13]] == [f"{rank}C" for rank in "A23456789TJQK"]
    assert [card.suit for card in DECK[::13]] == ["C", "D", "H", "S"]
    assert [card.rank for card in DECK] == [*range(1, 14)] * 4
    assert [card for card in DECK if card.is_king] == [Card(13, suit) for suit in "CDHS"]


@pytest.mark.parametrize("card", DECK, ids=lambda card: card.code)
def test_every_notation(card: Card) -> None:
    symbol = dict(zip("CDHS", "♣♦♥♠", strict=True))[card.suit]
    ranks = {card.code[0], str(card)[:-1]}
    for rank in ranks:
        for suit in (card.suit, card.suit.lower(), symbol, symbol + "\ufe0f"):
            assert Card.parse(rank + suit) == Card.parse(suit + rank) == card
            assert Card.parse(f" {rank.lower()}{suit}\n") == card
    assert Card.parse(str(card)) == Card.parse(card.code) == card


@pytest.mark.parametrize("text", ["10♣", "TC", "10c", "T♣", "♣10", "♧10"])
def test_ten_of_clubs(text: str) -> None:
    assert Card.parse(text) == Card(10, "C")


@pytest.mark.parametrize("text", ["", "T", "C", "11C", "0C", "1", "XC", "TX", "T CC", "QQ", "TC TD"])
def test_texts_that_name_no_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card") as caught:
        Card.parse(text)
    assert f"“{text}”" in str(caught.value)


@pytest.mark.parametrize(("rank", "suit"), [(0, "C"), (14, "C"), (1, "c"), (1, ""), (1, "CD")])
def test_cards_that_do_not_exist(rank: int, suit: str) -> None:
    with pytest.raises(CardError):
        Card(rank, suit)


@given(st.permutations(DECK), st.sampled_from([" ", ", ", ";", " / ", "|", "\n", ". "]))
def test_lists_of_cards(cards: list[Card], separator: str) -> None:
    assert parse_cards(separator.join(map(str, cards))) == tuple(cards)
    assert parse_cards(separator.join(card.code.lower() for card in cards)) == tuple(cards)
