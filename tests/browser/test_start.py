"""The start window, by mouse and by keyboard, and a game that outlives its kernel."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from pyramid_widget import LAYOUTS, PRESETS, Deal, Position
from pyramid_widget.solver import best_line
from tests.browser.board import Board
from tests.browser.conftest import OpenNotebook
from tests.browser.lab import Notebook
from tests.browser.test_play import widget

CHOSEN = LAYOUTS[17]
TYPO = "PW1-01-0000078"  # its last letter should be a 9

# The last state of the game, apart from the clock.
HISTORY = "import json; saved = game.game.to_json(); saved.pop('seconds'); print(json.dumps(saved))"


@pytest.fixture
def cell(tmp_path: Path) -> str:
    """A cell that shows a board whose games are saved in a file of this test."""
    return widget(f"store={str(tmp_path / 'games.sqlite3')!r}")


def tile(board: Board, number: int) -> Locator:
    return board.root.get_by_role("radio", name=re.compile(rf"^{number}\. "))


def expect_layout(notebook: Notebook, board: Board, number: int) -> None:
    expect(board.root.get_by_role("dialog")).to_have_count(0)
    expect(board.root.get_by_role("group", name=LAYOUTS[number].titles["en"])).to_have_count(1)
    assert notebook.python("print(game.deal.layout.number)") == str(number)


def test_a_layout_is_chosen_with_the_mouse(page: Page, open_notebook: OpenNotebook, cell: str) -> None:
    notebook = open_notebook(page, cell)
    notebook.run(0)
    board = Board(page)
    words = board.words["start"]
    board.choose("new")
    expect(tile(board, 1)).to_be_checked()
    expect(board.root.get_by_role("radio", name="winnable")).to_have_count(len(LAYOUTS))
    written = board.root.get_by_label(words["deal"])
    written.fill(TYPO)
    expect(board.panel("start").get_by_text(board.words["reason"]["code_check"])).to_be_visible()
    board.panel("start").get_by_role("button", name=words["play"]).click()
    expect(written).to_be_focused()
    written.fill("")
    board.root.get_by_label(words["search"]).fill(CHOSEN.titles["en"][:5].lower())
    tile(board, 17).click()
    expect(tile(board, 17)).to_be_checked()
    board.root.get_by_label(words["rules"]).select_option("zone")
    board.root.get_by_role("radio", name=words["hard"], exact=True).check()
    board.panel("start").get_by_role("button", name=words["play"]).click()
    expect_layout(notebook, board, 17)
    assert notebook.python("from pyramid_widget.solver.levels import level; print(level(game.deal))") == "hard"
    notebook.run(0)  # the choice is remembered
    expect_layout(notebook, board, 17)


def test_a_layout_is_chosen_with_the_keyboard(page: Page, open_notebook: OpenNotebook, cell: str) -> None:
    notebook = open_notebook(page, cell)
    notebook.run(0)
    board = Board(page)
    board.root.locator("[data-place][tabindex='0']").focus()
    page.keyboard.press("m")
    board.panel("menu").get_by_role("button").first.wait_for()
    page.keyboard.press("Tab")
    expect(board.button("new")).to_be_focused()
    page.keyboard.press("Enter")
    expect(tile(board, 1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(tile(board, 2)).to_be_checked()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    here = board.root.get_by_role("radiogroup").get_by_role("radio", checked=True)
    expect(here).to_be_focused()
    number = int(str(here.get_attribute("aria-label")).partition(".")[0])
    assert number > 2
    page.keyboard.press("Tab")
    expect(board.panel("start").get_by_role("button", name=board.words["start"]["play"])).to_be_focused()
    page.keyboard.press("Enter")
    expect_layout(notebook, board, number)
    expect(board.root.locator(":focus")).to_have_count(1)  # the keyboard stays in the game


def test_a_game_outlives_its_kernel_and_is_won(page: Page, open_notebook: OpenNotebook, cell: str) -> None:
    deal, line = winnable()
    notebook = open_notebook(page, cell)
    notebook.run(0)
    board = Board(page)
    words = board.words["start"]
    board.choose("new")
    tile(board, 17).click()
    board.root.get_by_label(words["deal"]).fill(deal.code)
    expect(board.panel("start").get_by_text(words["deal_ok"].format(layout=CHOSEN.titles["en"]))).to_be_visible()
    board.panel("start").get_by_role("button", name=words["play"]).click()
    expect_layout(notebook, board, 17)
    board.tap(board.stock, board.stock, board.stock)
    board.expect_figure("moves", 3)
    page.wait_for_function("document.querySelector('.pyramid .bar').textContent.includes('0:02')")
    board.button("undo").click()
    board.expect_figure("moves", 2)
    before = json.loads(notebook.python(HISTORY))
    seconds = float(notebook.python("print(game.game.seconds)"))

    os.kill(int(notebook.python("import os; print(os.getpid())")), signal.SIGKILL)
    page.get_by_role("dialog").get_by_role("button", name="Ok").click()  # Lab tells that the kernel has died
    notebook.idle()
    notebook.run(0)
    board.expect_figure("moves", 0)
    board.choose("new")
    board.panel("start").get_by_role("button", name=words["continue"]).click()
    board.expect_figure("moves", 2)
    assert json.loads(notebook.python(HISTORY)) == before
    assert float(notebook.python("print(game.game.seconds)")) >= seconds - 1
    board.button("redo").click()
    board.expect_figure("moves", 3)

    notebook.python(f"while game.game.can_undo: game.undo()\nfor move in {line[:-1]!r}: game.play(move)")
    board.expect_figure("moves", len(line) - 1)
    notebook.python(f"game.play({line[-1]!r})")
    result = board.panel("won")
    expect(result).to_contain_text(deal.code)
    expect(result.locator(".standing")).to_contain_text("100%")
    result.get_by_role("button", name=board.words["ui"]["statistics"]).click()
    expect(board.panel("statistics").get_by_role("img")).to_have_accessible_name("The latest deal, 1 won")
    assert json.loads(notebook.python("import json; print(json.dumps(game.store.statistics()))"))[0]["wins"] == 1


def winnable() -> tuple[Deal, list[str]]:
    """A deal on the chosen layout, and moves that win it."""
    for seed in range(100):
        deal = Deal.random(seed, CHOSEN)
        line: Any = best_line(Position.start(deal, PRESETS["open"]))
        if line is not None:
            return deal, [str(move) for move in line]
    raise AssertionError("none of them can be won")


def test_a_damaged_file_is_told_on_the_board(page: Page, open_notebook: OpenNotebook, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_bytes(b"no database at all" * 100)
    open_notebook(page, widget(f"store={str(tmp_path / 'games.sqlite3')!r}")).run(0)
    board = Board(page)
    told = board.root.locator(".toast")
    expect(told).to_contain_text("games.sqlite3.damaged-")
    board.tap(board.stock)
    board.expect_figure("moves", 1)
    expect(told).to_be_visible()  # there is time to read it
    expect(told).to_have_count(0)
