"""Hints, marks and the solver's line on a real board, by keyboard; and a shortcut of the page's own."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.board import Board
from tests.browser.conftest import OpenNotebook
from tests.browser.test_play import widget

LOST = "'open', code='PW1-01-0000079'"
WINNABLE = "'open', deal=Deal.random(5)"


def test_a_hint_and_the_solver_s_line_by_keyboard(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, f"from pyramid_widget import Deal\n{widget(WINNABLE)}")
    notebook.run(0)
    board = Board(page)
    board.root.locator("[data-place][tabindex='0']").focus()
    page.keyboard.press("i")
    board.expect_told(re.compile(r"Actions to the win: (≈ )?\d+"))
    assert board.root.locator(".lit").count()
    page.keyboard.press("s")
    expect(board.root.get_by_text(re.compile(r"^2/\d+$"))).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(board.root.get_by_text(re.compile(r"^1/\d+$"))).to_be_visible()
    page.keyboard.press("Escape")
    board.expect_figure("moves", 0)
    assert notebook.python("print(game.moves, game.status)") == "0 new"


def test_marks_and_the_reason_of_a_loss(page: Page, open_notebook: OpenNotebook) -> None:
    open_notebook(page, widget(LOST)).run(0)
    board = Board(page)
    board.root.locator("[data-place][tabindex='0']").focus()
    page.keyboard.press("v")
    expect(board.card("AC")).to_have_accessible_name("ace of clubs, free, loses the deal")
    board.choose("why")
    board.expect_told(re.compile(board.words["ui"]["cannot_win"]))
    assert board.root.locator(".card.lit").count()
    assert board.root.locator(".card.partner").count()


def test_the_notebook_is_saved_while_the_board_has_the_focus(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, widget(""))
    notebook.run(0)
    board = Board(page)
    board.tap(board.stock)
    board.expect_figure("moves", 1)
    page.keyboard.press("Control+s")
    page.wait_for_function("() => !jupyterapp.shell.currentWidget.context.model.dirty")
    assert notebook.saved["cells"][0]["outputs"]
