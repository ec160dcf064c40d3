"""The board in other conditions: narrow, without motion, and at the end of a deal that is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import Board
from tests.browser.conftest import NewPage, OpenNotebook
from tests.browser.deals import HARD, in_python
from tests.browser.test_play import widget, worked_example

SMALLEST_TARGET = 40  # px
SMALLEST_BOARD = 320  # px

# Notes every property that anything on the page is moved by.
NOTE_ANIMATIONS = """
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.animated.push(...(Array.isArray(frames) ? frames.flatMap(Object.keys) : Object.keys(frames)));
    return animate.call(this, frames, options);
  };
"""


def test_no_more_moves_is_told_and_can_be_taken_back(page: Page, open_notebook: OpenNotebook) -> None:
    open_notebook(page, widget(f"'zone', deal={in_python(HARD)}")).run(0)
    board = Board(page)
    board.tap("KS")
    board.panel("stuck").get_by_role("button", name=board.words["ui"]["undo"]).click()
    expect(board.panel("stuck")).to_have_count(0)
    expect(board.card("KS")).to_be_visible()


def test_nothing_that_is_free_is_too_small_to_tap_on_a_narrow_board(page: Page, open_notebook: OpenNotebook) -> None:
    open_notebook(page, worked_example("open")).run(0)
    board = Board(page)
    board.targets.first.wait_for()
    board.root.evaluate("(root, width) => (root.parentElement.style.width = `${width}px`)", SMALLEST_BOARD)
    page.wait_for_function("(width) => document.querySelector('.pyramid').clientWidth === width", arg=SMALLEST_BOARD)
    page.wait_for_function(
        "(width) => document.querySelector('.pyramid .board').getBoundingClientRect().width <= width",
        arg=SMALLEST_BOARD,
    )
    small = {}
    for target in board.root.get_by_role("button").all():
        box = target.bounding_box()
        assert box
        if min(box["width"], box["height"]) < SMALLEST_TARGET:
            small[target.get_attribute("aria-label")] = box
    assert small == {}


def test_figures_stand_over_their_labels_in_the_host_s_style(page: Page, open_notebook: OpenNotebook) -> None:
    open_notebook(page, widget(f"'zone', deal={in_python(HARD)}")).run(0)
    board = Board(page)
    board.tap("KS")
    board.panel("stuck").wait_for()
    for figure in board.root.locator(":is(.bar, .figures) dl > div, .figures > div").all():
        value, label = figure.locator("dd").bounding_box(), figure.locator("dt").bounding_box()
        assert value and label
        assert value["y"] + value["height"] <= label["y"] + 1
        middles = [box["x"] + box["width"] / 2 for box in (value, label)]
        assert abs(middles[0] - middles[1]) < 2
        assert figure.locator("dt").evaluate("(dt) => dt.scrollWidth <= dt.clientWidth + 1")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_reduced_motion_moves_nothing(motion: str, new_page: NewPage, open_notebook: OpenNotebook) -> None:
    page = new_page(reduced_motion=motion)
    page.add_init_script(NOTE_ANIMATIONS)
    open_notebook(page, worked_example()).run(0)
    board = Board(page)
    board.tap("KD", "TC", "3S", "QC", board.stock)
    board.expect_figure("moves", 3)
    animated = set(page.evaluate("window.animated"))
    assert "opacity" in animated or "transform" in animated
    assert ("transform" in animated) == (motion == "no-preference")
