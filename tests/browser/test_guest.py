"""A good guest on the page: Lab's shortcuts rest while the board has focus; a cleared board is gone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import Board
from tests.browser.conftest import NewPage, OpenNotebook
from tests.browser.test_play import widget, worked_example

ROUNDS = 20
KEYS = "d d b a x c v z ArrowDown ArrowUp ArrowLeft l i i j k Enter Delete"
CELLS = """() => {
  const { widgets, activeCellIndex, mode } = jupyterapp.shell.currentWidget.content;
  return [widgets.length, activeCellIndex, mode];
}"""


def boards_in_memory(page: Page) -> int:
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    return int(page.evaluate("window.roots.filter((root) => root.deref()).length"))


def test_twenty_cleared_outputs_leave_no_board_behind(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, widget(""))
    page.evaluate("window.roots = []")
    board = Board(page)
    for _ in range(ROUNDS):
        notebook.run(0)
        board.tap(board.stock)
        board.expect_figure("moves", 1)
        board.root.evaluate("(root) => void window.roots.push(new WeakRef(root))")
    notebook.command("notebook:clear-all-cell-outputs")
    board.root.wait_for(state="detached")
    assert boards_in_memory(page) <= 1  # Lab itself may keep the last output that it showed


def test_the_shortcuts_of_jupyterlab_rest_while_the_board_has_focus(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example("open"), "1 + 1", "2 + 2")
    notebook.run(0)
    board = Board(page)
    board.card("7C").focus()
    before = page.evaluate(CELLS)
    for key in KEYS.split():
        page.keyboard.press(key)
        assert page.evaluate(CELLS) == before, key
    assert int(notebook.python("print(game.moves)")) >= 2  # the board itself has heard "d d"


@pytest.mark.parametrize(("speaks", "asked", "shown"), [("ru-RU", None, "ru"), ("ru-RU", "pl", "pl")])
def test_the_language(
    speaks: str, asked: str | None, shown: str, new_page: NewPage, open_notebook: OpenNotebook
) -> None:
    page = new_page(locale=speaks)
    open_notebook(page, worked_example(locale=asked)).run(0)
    board = Board(page, locale=shown)
    expect(board.root).to_have_attribute("lang", shown)
    board.tap("7C", "7S")
    board.expect_told(board.words["reason"]["sum"])
