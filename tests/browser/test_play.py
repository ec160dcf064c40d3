"""Playing on the board, as the descriptions of the game say it goes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.board import Board
from tests.browser.conftest import OpenNotebook
from tests.browser.deals import EASY, EASY_LINE, WORKED_EXAMPLE, in_python

IMPORT = "from pyramid_widget import PRESETS, Deal, PyramidWidget\n"


def widget(arguments: str) -> str:
    """A cell that shows a widget, called `game` in the kernel."""
    return f"{IMPORT}game = PyramidWidget({arguments})\ngame"


def worked_example(preset: str = "pyramide", **options: object) -> str:
    more = "".join(f", {name}={value!r}" for name, value in options.items())
    return widget(f"{preset!r}, deal={in_python(WORKED_EXAMPLE)}{more}")


def test_taps_during_an_animation_count(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, widget(f"deal={in_python(EASY)}"))
    notebook.run(0)
    board = Board(page)
    board.targets.first.wait_for()
    # All in one go: the second pair is tapped while the first is still in flight.
    board.root.evaluate(
        """async (root, names) => {
          for (const name of names) {
            const place = [...root.querySelectorAll("[data-place]")].find((p) => p.ariaLabel.startsWith(name + ","));
            place.click();
            await new Promise((resolve) => setTimeout(resolve, 30));
          }
        }""",
        [board.name(code) for code in ("KS", "5D", "8D", "6C", "7C", "6D", "7D")],
    )
    board.expect_figure("moves", 4)
    assert notebook.python("print(*game.game.line, sep=', ')") == "K♠, 5♦ 8♦, 6♣ 7♣, 6♦ 7♦"


def test_a_win_is_told_and_a_new_deal_follows(page: Page, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(page, widget(f"deal={in_python(EASY)}"))
    notebook.run(0)
    board = Board(page)
    board.targets.first.wait_for()
    notebook.python(f"for move in {EASY_LINE[:-1]}: game.play(move)")
    board.expect_figure("moves", len(EASY_LINE) - 1)
    board.tap("KC")
    expect(board.panel("won")).to_contain_text(EASY.code)
    board.panel("won").get_by_role("button", name=board.words["ui"]["again"]).click()
    expect(board.panel("won")).to_have_count(0)
    board.expect_figure("moves", 0)
    assert notebook.python("print(game.status)") == "new"
