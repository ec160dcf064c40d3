"""The worked example of the rules, played with the mouse, with a finger and with the keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.board import Board, Hand
from tests.browser.conftest import NewPage, OpenNotebook
from tests.browser.deals import WORKED_EXAMPLE, in_python

CELL = f"""
from pyramid_widget import Deal, PyramidWidget
game = PyramidWidget("pyramide", deal={in_python(WORKED_EXAMPLE)})
game
"""


@pytest.mark.parametrize("hand", ["mouse", "finger", "keys"])
def test_the_worked_example(hand: Hand, new_page: NewPage, open_notebook: OpenNotebook) -> None:
    page = new_page(has_touch=hand == "finger")
    notebook = open_notebook(page, CELL)
    notebook.run(0)
    board = Board(page, hand=hand)
    board.expect_free("7C", "TC", "3H", "4H", "3S", "KD", "7S", "7D")

    board.tap("QC")
    blocked = board.words["reason"]["blocked"]
    expect(board.root.locator(".toast")).to_have_text(blocked)
    board.expect_told(f"{blocked}: queen of clubs, covered by 7 of clubs and 10 of clubs")
    board.tap("7C", "7S")
    board.expect_told(board.words["reason"]["sum"])
    expect(board.card("7S")).to_have_attribute("aria-pressed", "true")
    expect(board.card("7C")).to_have_attribute("aria-pressed", "false")

    board.tap("KD")
    expect(board.card("KD")).to_have_count(0)
    board.tap("TC", "3S")
    expect(board.card("TC")).to_have_count(0)
    board.expect_free("7C", "3H", "4H", "7S", "TS", "7D")
    board.expect_figure("score", 30)
    board.tap(board.stock)
    board.expect_figure("moves", 3)
    board.button("undo").click()
    board.expect_told(re.compile("^Undone"))
    board.button("redo").click()
    board.expect_told(re.compile("^Redone"))
    assert notebook.python("print([len(move.cards) for move in game.game.line])") == "[1, 2, 0]"
