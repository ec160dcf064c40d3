"""What the rules hide from the player never leaves the kernel."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocket

from pyramid_widget import Card
from tests.browser.board import Board
from tests.browser.conftest import OpenNotebook
from tests.browser.test_play import widget


def test_hidden_cards_are_in_no_message_and_not_in_the_notebook(page: Page, open_notebook: OpenNotebook) -> None:
    traffic: list[bytes] = []

    def note(payload: str | bytes) -> None:
        traffic.append(payload.encode() if isinstance(payload, str) else payload)

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", note)
        socket.on("framesent", note)

    page.on("websocket", listen)
    notebook = open_notebook(page, widget('"pyramide"'))
    notebook.run(0)
    board = Board(page)
    board.tap(board.stock, board.stock)
    board.expect_figure("moves", 2)
    notebook.command("docmanager:save")
    seen = b"".join(traffic) + notebook.path.read_bytes()
    # Only now may the kernel tell: one card was dealt to the waste, and two were drawn.
    stock = notebook.python("print(*(card.code for card in game.deal.stock_cards))").split()
    assert all(f'"{code}"'.encode() in seen for code in stock[:3])
    for card in map(Card.parse, stock[3:]):
        assert f'"{card.code}"'.encode() not in seen
        assert str(card).encode() not in seen
        assert json.dumps(str(card)).strip('"').encode() not in seen
    assert notebook.python("print(game.deal.code)").encode() not in seen
