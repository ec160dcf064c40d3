"""The host that is like Colab: the pins of its image, each output in a frame with a widget manager of its own."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests import kernels
from tests.browser.board import Board
from tests.browser.colab import host
from tests.browser.deals import WORKED_EXAMPLE, in_python
from tests.browser.lab import Lab
from tests.browser.test_link import SLOW_KERNEL

OURS, THEIRS = ["7C", "4H"], ["3H", "7S"]  # whichever two are tapped one after the other, they do not make 13


def test_two_frames_play_one_game(page: Page, lab: Lab) -> None:
    with host.open_notebook(page, lab) as notebook:
        notebook.python("from pyramid_widget import Deal, PyramidWidget")
        notebook.python(f"game = PyramidWidget('pyramide', deal={in_python(WORKED_EXAMPLE)})")
        first, second = (Board(frame) for frame in notebook.show(notebook.python("print(game.model_id)"), 2))

        first.tap("KD")
        second.expect_figure("moves", 1)
        second.tap("TC", "3S")
        for board in (first, second):
            board.expect_free("7C", "3H", "4H", "7S", "TS", "7D")
            board.expect_figure("score", 30)
        notebook.python("game.undo()")
        for board in (first, second):
            expect(board.card("TC")).to_be_visible()

        notebook.python(SLOW_KERNEL)
        for _ in range(2):
            first.tap(OURS[0])
            second.tap(THEIRS[0])
            first.tap(OURS[1])
            second.tap(THEIRS[1])
        kernels.wait_until(notebook.python, "len(taken) >= 8")
        taken = json.loads(notebook.python("import json; print(json.dumps(taken))"))
        assert [card for card in taken if card in OURS] == OURS * 2
        assert [card for card in taken if card in THEIRS] == THEIRS * 2
        assert len(taken) == 8
