"""The link to the kernel: every tap arrives once and in order, and the board says when nobody answers."""

from __future__ import annotations

import json
import os
import signal

from playwright.sync_api import Page, expect

from tests import kernels
from tests.browser.board import Board
from tests.browser.conftest import OpenNotebook
from tests.browser.lab import Notebook
from tests.browser.test_play import widget, worked_example

SECOND_VIEW = "game"
TAPS = 200

# The kernel notes every card that a tap selects, and takes its time over it.
SLOW_KERNEL = """
import time
taken = []
def slowly(change):
    taken.append(change.new["selected"])
    time.sleep(0.3)
game.observe(slowly, "_snapshot")
"""
NO_PAIR = ["7C", "4H", "3H", "7S"]  # free in the worked example; whichever two are tapped, they do not make 13

TAP_STOCK = """async (root, { count, pause }) => {
  for (let i = 0; i < count; i++) {
    root.querySelector("[data-place=stock]").click();
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}"""

# Moves as the board's taps on the stock do, at the same time as they do.
PLAY_FROM_PYTHON = """
import threading, time
from pyramid_widget import IllegalMove
threads, revisions = set(), []
def note(change):
    threads.add(threading.get_ident())
    revisions.append(change.new["revision"])
game.observe(note, "_snapshot")
played = 0
while played < 60:
    for move in ("draw", "recycle"):
        try:
            game.play(move)
        except IllegalMove:
            continue
        played += 1
        break
    time.sleep(0.01)
"""


def taken(notebook: Notebook) -> list[str]:
    answer: list[str] = json.loads(notebook.python("import json; print(json.dumps(taken))"))
    return answer


def test_two_views_tap_in_turn_on_a_slow_kernel(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example(), SECOND_VIEW)
    notebook.run(0, 1)
    first, second = Board(notebook.output(0)), Board(notebook.output(1))
    second.targets.first.wait_for()
    notebook.python(SLOW_KERNEL)
    for _ in range(2):
        first.tap(NO_PAIR[0])
        second.tap(NO_PAIR[1])
        first.tap(NO_PAIR[2])
        second.tap(NO_PAIR[3])
    kernels.wait_until(notebook.python, f"len(taken) >= {2 * len(NO_PAIR)}")
    for board in (first, second):
        expect(board.card("7S")).to_have_attribute("aria-pressed", "true")
        board.expect_figure("moves", 0)
    assert taken(notebook) == NO_PAIR * 2


def test_two_hundred_fast_taps_arrive_and_are_answered(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, widget(""))
    notebook.run(0)
    board = Board(page)
    board.stock.wait_for()
    board.root.evaluate(TAP_STOCK, {"count": TAPS, "pause": 10})
    board.expect_figure("moves", TAPS)
    assert notebook.python("print(game.moves, set(game.game.line[:24]) == {game.game.line[0]})") == f"{TAPS} True"


def test_taps_and_python_play_at_the_same_time(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, widget(""), PLAY_FROM_PYTHON)
    notebook.run(0)
    board = Board(page)
    board.stock.wait_for()
    notebook.start(1)
    board.root.evaluate(TAP_STOCK, {"count": 40, "pause": 15})
    board.expect_figure("moves", 100)
    notebook.idle()
    assert notebook.python("print(len(threads) > 1)") == "True"  # JupyterLab runs taps beside the cell
    assert notebook.python("print(revisions == sorted(set(revisions)))") == "True"
    assert notebook.python("print(len(game.game.line), game.game.position.is_won)") == "100 False"


def test_a_killed_kernel_is_told_and_the_picture_stays(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example())
    notebook.run(0)
    board = Board(page)
    board.tap("KD")
    expect(board.card("KD")).to_have_count(0)
    os.kill(int(notebook.python("import os; print(os.getpid())")), signal.SIGKILL)
    page.get_by_role("dialog").get_by_role("button", name="Ok").click()  # Lab tells that the kernel has died
    board.tap("7C")
    expect(board.root.get_by_text(board.words["ui"]["lost"])).to_be_visible()
    expect(board.targets).to_have_count(29)  # 27 cards of the layout, stock and waste
    for target in board.targets.all():
        assert target.get_attribute("aria-disabled") == "true"


def test_a_reloaded_page_shows_the_same_position(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example())
    notebook.run(0)
    board = Board(page)
    board.tap("KD", board.stock, "7C")
    board.expect_figure("moves", 2)
    notebook.command("docmanager:save")
    notebook.reopen()
    board.expect_figure("moves", 2)
    expect(board.card("7C")).to_have_attribute("aria-pressed", "true")
    board.tap(board.stock)
    board.expect_figure("moves", 3)
    assert notebook.python("print(game.moves)") == "3"


def test_a_notebook_without_its_kernel_shows_the_last_position(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example())
    notebook.run(0)
    board = Board(page)
    board.tap("KD", board.stock)
    board.expect_figure("moves", 2)
    notebook.command("docmanager:save")
    (output,) = notebook.saved["cells"][0]["outputs"]
    assert "J♦" in "".join(output["data"]["text/plain"])
    notebook.reopen_without_kernel()
    board.expect_figure("moves", 2)
    expect(board.card("KD")).to_have_count(0)
    expect(board.root.get_by_text(board.words["ui"]["lost"])).to_be_visible()


def test_what_python_does_shows_on_every_view(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example(), SECOND_VIEW, "game.play('K♦')\ngame.play('10♣ 3♠')", "game.undo()")
    notebook.run(0, 1, 2)
    boards = [Board(notebook.output(0)), Board(notebook.output(1))]
    for board in boards:
        board.expect_figure("score", 30)
        expect(board.card("TS")).to_have_accessible_name("10 of spades, free")
    notebook.run(3)
    for board in boards:
        expect(board.card("TC")).to_be_visible()


def test_nonsense_from_the_page_leaves_the_game_alone(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, worked_example())
    notebook.run(0)
    board = Board(page)
    board.tap("KD")
    board.expect_figure("moves", 1)
    for nonsense in ("'x'", "[{'client': 'a'}]", "[{'client': 'a', 'seq': 1, 'kind': 'card', 'card': 'ZZ'}]"):
        notebook.python(f"game.set_state({{'_outbox': {nonsense}}})")
        board.expect_told(board.words["reason"]["malformed"])
    board.tap(board.stock)
    board.expect_figure("moves", 2)
