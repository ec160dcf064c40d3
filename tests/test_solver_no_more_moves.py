"""No more moves: what the engine says at once is what a walk through all that can be drawn finds."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_widget import LAYOUTS, Deal, Position
from pyramid_widget.position import DRAW, RECYCLE
from tests.small_games import small_position, somewhere
from tests.strategies import deals, rules
from tests.test_solver_verdict import SEARCHED, UNLIMITED


def removal_ahead(position: Position) -> bool:
    """Draw and recycle until a position comes back, and look for a removal in each."""
    seen = set()
    while position not in seen:
        if any(move.removes for move in position.legal_moves()):
            return True
        seen.add(position)
        moves = [move for move in (DRAW, RECYCLE) if move in position.legal_moves()]
        if not moves:
            return False
        position = position.apply(moves[0])
    return False


@settings(max_examples=200)
@given(st.data())
def test_on_all_layouts(data: st.DataObject) -> None:
    chosen = data.draw(rules())
    deal = data.draw(deals(1 if chosen.scoring == "rows" else None))
    position = somewhere(data.draw(st.randoms(use_true_random=False)), deal, chosen)
    if chosen.stalemate == "at once":
        assert position.is_stuck == (not position.is_won and not removal_ahead(position))


def test_in_small_games() -> None:
    chance = random.Random(11)
    answers = [0, 0]
    for name, chosen in {**UNLIMITED, **SEARCHED}.items():
        for _ in range(40):
            position = small_position(chance, chosen.replace(stalemate="at once"), 4, 5, 4)
            while (moves := position.legal_moves()) and not position.is_won:
                assert position.is_stuck == (not removal_ahead(position)), (name, str(position))
                answers[position.is_stuck] += 1
                if position.is_stuck:
                    break
                position = position.apply(chance.choice(moves))
    assert min(answers) > 50


def test_after_random_play() -> None:
    chance = random.Random(12)
    stuck = 0
    for number in range(120):
        deal = Deal.random(number, chance.choice(list(LAYOUTS)))
        position = Position.start(deal, chance.choice(list(UNLIMITED.values())).replace(stalemate="at once"))
        for _ in range(60):
            if position.is_won or position.is_stuck:
                break
            moves = position.legal_moves()
            position = position.apply(chance.choice([move for move in moves if move.removes] or moves))
        stuck += position.is_stuck
        assert position.is_stuck == (not position.is_won and not removal_ahead(position))
    assert stuck > 20
