"""Small games for the solver's tests: few cards, so that every position can be looked at."""

from __future__ import annotations

import random
from dataclasses import replace

from pyramid_widget import Card, Deal, Layout, Move, Position, Rules
from pyramid_widget.cards import DECK
from pyramid_widget.layouts import LayoutError
from pyramid_widget.rules import COLUMNS

MARKS = "123456789abcdefghijk"


def small_layout(chance: random.Random, size: int) -> Layout:
    """A layout of cards that lie on one another at random."""
    while True:
        places = chance.sample([(x, y) for y in range(4) for x in range(9)], size)
        marks = dict(zip(places, chance.sample(MARKS[:size], size), strict=True))
        lines = ["".join(marks.get((x, y), " ") for x in range(9)) for y in range(4)]
        text = "en: Small\nru: Малая\npl: Mały\n\n" + "\n".join(lines)
        try:
            return Layout.from_text(text, number=99, name=text)  # a name of its own, so that caches stay quick
        except LayoutError:  # a card lies hidden
            continue


def small_position(chance: random.Random, rules: Rules, size: int, outside: int, kinds: int) -> Position:
    """A position of `size` layout cards and `outside` others of few ranks: whole pairs, as after much play."""
    layout = small_layout(chance, size)
    lows = chance.sample(range(1, 7), kinds)
    pool = [(Card(low, suit), Card(13 - low, suit)) for low in lows for suit in "CDHS"]
    chance.shuffle(pool)
    cards = [card for pair in pool for card in pair][: size + outside]
    if chance.random() < 0.5:
        cards[0] = Card(13, "S")
        cards[1] = Card(13, "H")
    chance.shuffle(cards)
    rest = [card for card in DECK if card not in cards]
    deal = Deal(layout, (*cards, *rest))
    stock = tuple(cards[size:])
    start = Position.start(deal, rules)
    if rules.stock_as_rows:
        return replace(start, piles=tuple(stock[column::COLUMNS] for column in range(COLUMNS)))
    first = stock[: rules.waste_start]
    return replace(start, stock=stock[rules.waste_start :], piles=(first, *start.piles[1:]))


def reachable(position: Position) -> set[Position]:
    """Every position that play can come to, up to a won one."""
    seen, todo = {position}, [position]
    while todo:
        current = todo.pop()
        if current.is_won:
            continue
        for move in current.legal_moves():
            following = current.apply(move)
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return seen


def replay(position: Position, line: tuple[Move, ...]) -> Position:
    """The position after a line, move by move through the engine."""
    for move in line:
        position = position.apply(move)
    return position


def somewhere(chance: random.Random, deal: Deal, rules: Rules, longest: int = 40) -> Position:
    """A position that random play comes to in fewer than `longest` actions, fond of removals."""
    position = Position.start(deal, rules)
    for _ in range(chance.randrange(longest)):
        moves = position.legal_moves()
        if not moves or position.is_won:
            break
        removals = [move for move in moves if move.removes]
        position = position.apply(chance.choice(removals if removals and chance.random() < 0.7 else moves))
    return position
