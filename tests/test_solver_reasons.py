"""Reasons: each is right, and wrong without any one of its cards, by a count of its own."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Card, Deal, Position
from pyramid_widget.messages import LOCALES, Reason
from pyramid_widget.solver import Budget, reason, winnable
from tests.small_games import small_position, somewhere
from tests.test_solver_verdict import UNLIMITED


def can_all_go(position: Position, cards: Collection[Card]) -> bool:
    """Whether these layout cards can all be removed if every other card may leave alone: all partners are tried."""
    outside = [*position.stock, *(card for pile in position.piles for card in pile)]
    spare = {rank: sum(card.rank == rank for card in outside) for rank in range(1, 13)}
    return any(nobody_waits_for_himself(position, pairs) for pairs in partners(position, list(cards), spare, {}))


def partners(
    position: Position, cards: list[Card], spare: dict[int, int], paired: dict[Card, Card]
) -> Iterator[dict[Card, Card]]:
    """Every way to give each of the cards a partner, from outside (as long as they are spare) or from the layout."""
    if not cards:
        yield paired
        return
    card, *others = cards
    if card in paired:
        yield from partners(position, others, spare, paired)
        return
    wanted = 13 - card.rank
    if spare[wanted]:
        yield from partners(position, others, {**spare, wanted: spare[wanted] - 1}, paired)
    for partner in position.layout_left:
        if partner.rank == wanted and partner not in paired:
            yield from partners(position, others, spare, {**paired, card: partner, partner: card})


def nobody_waits_for_himself(position: Position, paired: dict[Card, Card]) -> bool:
    """Whether the layout empties when each card leaves as soon as nothing lies on it and its partner, if it has one."""
    left = set(position.layout_left)
    while left:
        gone = set()
        for card in left:
            both = {card, paired.get(card, card)}
            blockers = {on for one in both for on in position.coverers(one) if on in left}
            if blockers <= (both if position.rules.cover_pairs else set()):
                gone |= both
        if not gone:
            return False
        left -= gone
    return True


def lost_positions() -> Iterator[Position]:
    chance = random.Random(13)
    for layout in LAYOUTS:
        for number in range(4):
            rules = PRESETS["open"].replace(cover_pairs=number == 3)
            position = somewhere(chance, Deal.random(number, layout), rules)
            if winnable(position).won is False:
                yield position
    for _ in range(150):
        position = small_position(chance, chance.choice(list(UNLIMITED.values())), 7, 3, 2)
        if position.rules.win == "layout" and winnable(position).won is False:
            yield position


def test_reasons_are_right_and_minimal() -> None:
    keys = set()
    for position in lost_positions():
        told = reason(position)
        assert told is not None
        keys.add(told.key)
        assert set(told.cards) | set(told.by) <= set(position.layout_left)  # nothing hidden is named
        assert not set(told.cards) & set(told.by)
        assert not can_all_go(position, told.cards), str(position)
        for card in told.cards:
            assert can_all_go(position, [other for other in told.cards if other != card]), str(position)
    assert keys >= {"lost_under", "lost_over", "lost_around", "lost_group", "lost_circle"}


def test_one_card_is_enough_where_it_is() -> None:
    """No reason of several cards hides a card that is lost by itself."""
    for position in lost_positions():
        told = reason(position)
        if told is not None and len(told.cards) > 1 and len({min(c.rank, 13 - c.rank) for c in told.cards}) == 1:
            assert all(can_all_go(position, [card]) for card in position.layout_left if not card.is_king)


def apex_over(ranks: str) -> Position:
    """The classic pyramid with 2♦ on top of it, and these four cards in the middle of its seven rows."""
    wanted = ranks.split()
    rest = [card for card in Deal.random(1).cards if str(card) not in {"2♦", *wanted}]
    rest.sort(key=lambda card: card.rank == 11)
    cards = ["2♦", *map(str, rest[:3]), *wanted, *map(str, rest[3:])]
    return Position.start(Deal.from_cards(cards), PRESETS["open"])


def test_all_four_jacks_above_the_deuce() -> None:
    told = reason(apex_over("J♣ J♦ J♥ J♠"))
    assert told is not None
    assert (told.key, told.cards) == ("lost_over", (Card.parse("2♦"),))
    assert told.by == tuple(map(Card.parse, ("J♣", "J♦", "J♥", "J♠")))
    assert told.sentence() == "Every partner left for 2♦ lies above it"
    assert all("2♦" in told.sentence(locale) for locale in LOCALES)


def test_three_jacks_above_the_deuce_and_one_in_the_stock() -> None:
    position = apex_over("J♣ J♦ J♥ 3♣")
    assert Card.parse("J♠") in position.stock
    told = reason(position)
    assert told is None or told.cards != (Card.parse("2♦"),)


def test_no_partner_left() -> None:
    position = apex_over("3♣ 3♦ 3♥ 3♠")
    jacks = {Card(11, suit) for suit in "CDHS"}
    assert jacks <= set(position.stock)
    told = reason(replace(position, stock=tuple(card for card in position.stock if card not in jacks)))
    assert told is not None
    assert (told.key, told.by) == ("lost_no_partner", ())
    assert [card.rank for card in told.cards] == [2]


def test_stray_stock_cards() -> None:
    """A closed stock and everything must go: six aces and queens in the stock cannot all find layout cards."""
    rules = PRESETS["zone"].replace(win="everything")
    strays = 0
    for number in range(60):
        deal = Deal.random(number)
        if winnable(Position.start(deal, PRESETS["zone"])).won:
            alone = any(sum(card.rank in (low, 13 - low) for card in deal.stock_cards) > 4 for low in range(1, 7))
            assert reason(Position.start(deal, rules)) == (Reason("lost_strays") if alone else None)
            strays += alone
    assert strays


@pytest.mark.parametrize("locale", LOCALES)
def test_what_only_a_search_tells(locale: str) -> None:
    chance = random.Random(7)
    rules = PRESETS["single-draw"]
    told = [reason(small_position(chance, rules, 5, 5, 3), Budget(10**6, 600)) for _ in range(100)]
    searched = [found for found in told if found is not None and found.key == "lost_search"]
    assert searched
    for found in searched:
        assert found.number is not None
        assert found.number > 0
        assert str(found.number) in found.sentence(locale)


def test_winnable_positions_have_no_reason() -> None:
    for number in range(40):
        position = Position.start(Deal.random(number), PRESETS["open"])
        assert (reason(position) is None) == winnable(position).won
