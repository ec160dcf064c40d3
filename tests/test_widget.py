"""The widget without a kernel: taps arrive in `_outbox`, snapshots leave, Python plays along."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Deal, IllegalMove, PyramidWidget, RulesError
from pyramid_widget.layouts import LayoutError


@pytest.fixture
def widget() -> PyramidWidget:
    return PyramidWidget("zone", deal=Deal.random(1))


def tap(seq: int, kind: str, client: str = "page", **more: Any) -> dict[str, Any]:
    return {"client": client, "seq": seq, "kind": kind, **more}


def draw(seq: int, client: str = "page") -> dict[str, Any]:
    return tap(seq, "stock", client, card=None)


def send(widget: PyramidWidget, *taps: Any) -> dict[str, Any]:
    """What the page does: set the outbox; what it gets back."""
    widget._outbox = list(taps)
    return snapshot(widget)


def snapshot(widget: PyramidWidget) -> dict[str, Any]:
    told: dict[str, Any] = widget._snapshot
    return told


def reason(told: dict[str, Any]) -> object:
    return told["event"].get("reason", {}).get("key")


def test_each_tap_is_handled_once_and_in_order(widget: PyramidWidget) -> None:
    one, two, three = draw(1), tap(2, "undo"), draw(3)
    assert send(widget, one)["acked"] == {"page": 1}
    told = send(widget, one, two, three)
    assert told["acked"] == {"page": 3}
    assert widget.moves == told["moves"] == 1
    assert widget.game.to_json()["actions"] == 2
    revision = told["revision"]
    send(widget, two, three)
    send(widget, three)
    send(widget)
    assert snapshot(widget)["revision"] == revision
    assert send(widget, draw(4))["moves"] == 2


def test_two_pages_count_for_themselves(widget: PyramidWidget) -> None:
    for n in range(1, 11):
        send(widget, draw(n, "left"))
        send(widget, draw(n, "right"))
    assert widget.moves == 20
    assert snapshot(widget)["acked"] == {"left": 10, "right": 10}


def test_every_tap_is_answered_by_one_snapshot(widget: PyramidWidget) -> None:
    revisions: list[int] = []
    widget.observe(lambda change: revisions.append(change.new["revision"]), "_snapshot")
    first = snapshot(widget)["revision"]
    send(widget, *(draw(n) for n in range(1, 6)))
    assert revisions == list(range(first + 1, first + 6))


@pytest.mark.parametrize(
    "outbox",
    [None, "taps", 5, {}, [None], ["draw"], [{}], [{"client": "page", "kind": "stock"}],
     [{"client": 1, "seq": 1, "kind": "undo"}], [{"client": "page", "seq": "1", "kind": "undo"}],
     [{"client": "page", "seq": True, "kind": "undo"}]],
)  # fmt: skip
def test_malformed_outboxes(widget: PyramidWidget, outbox: Any) -> None:
    send(widget, draw(1))
    before = widget.game.to_json()
    widget._outbox = outbox
    assert reason(snapshot(widget)) == "malformed"
    assert {**widget.game.to_json(), "seconds": 0} == {**before, "seconds": 0}
    assert send(widget, draw(2))["moves"] == 2


@pytest.mark.parametrize(
    "bad",
    [
        {"kind": "fly"}, {"kind": None}, {"kind": []}, {}, {"kind": "card"}, {"kind": "card", "card": None},
        {"kind": "card", "card": "ZZ"}, {"kind": "card", "card": 7}, {"kind": "card", "card": []},
        {"kind": "stock", "card": 5}, {"kind": "take"}, {"kind": "sight"}, {"kind": "sight", "visible": 1},
        {"kind": "option", "name": "sound"}, {"kind": "option", "name": "music", "value": True},
        {"kind": "option", "name": [], "value": True}, {"kind": "option", "name": "sound", "value": "yes"},
    ],
)  # fmt: skip
def test_malformed_taps(widget: PyramidWidget, bad: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    send(widget, draw(1))
    before, options = widget.game.position, snapshot(widget)["options"]
    with caplog.at_level(logging.WARNING):
        told = send(widget, {"client": "page", "seq": 2, **bad})
    assert reason(told) == "malformed"
    assert caplog.records
    assert told["acked"] == {"page": 2}, "it is not sent again"
    assert widget.game.position is before
    assert told["options"] == options
    assert send(widget, draw(3))["moves"] == 2


def test_the_clock_runs_while_a_page_shows_the_board(widget: PyramidWidget) -> None:
    def runs() -> bool:
        return bool(snapshot(widget)["clock"]["running"])

    send(widget, tap(1, "sight", visible=True), draw(2))
    assert runs()
    send(widget, tap(3, "sight", visible=False))
    assert not runs()
    widget.new()
    widget.play("draw")
    assert not runs(), "nobody sees the new game either"
    send(widget, tap(4, "sight", visible=True))
    assert runs()


def test_the_clock_runs_while_any_page_shows_the_board(widget: PyramidWidget) -> None:
    for seq, client, visible, runs in (
        (1, "left", True, True),
        (1, "right", True, True),
        (2, "left", False, True),
        (2, "right", False, False),
        (3, "left", None, True),  # whoever taps is there
    ):
        send(
            widget,
            {"client": client, "seq": seq, "kind": "sight", "visible": visible}
            if visible is not None
            else draw(seq, client),
        )
        widget.play("draw")
        assert snapshot(widget)["clock"]["running"] is runs


def test_an_observer_that_fails_does_not_undo_the_move(widget: PyramidWidget, caplog: pytest.LogCaptureFixture) -> None:
    def fail(change: object) -> None:
        raise RuntimeError("a fault of the observer")

    for name in ("moves", "score", "status"):
        widget.observe(fail, name)
    told = send(widget, draw(1))
    assert told["event"]["kind"] == "drawn"
    assert (widget.moves, widget.status) == (1, "playing")
    assert caplog.records


def test_questions_of_the_page(
    widget: PyramidWidget, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(widget, "send", sent.append)
    widget._handle_custom_msg({"question": "sheets", "id": "page-1"}, [])
    (answer,) = sent
    assert answer["id"] == "page-1"
    assert "export" in answer["answer"]
    nonsense: tuple[Any, ...] = (None, [], {}, {"question": "the meaning"}, {"question": ["sheets"]})
    for message in nonsense:
        widget._handle_custom_msg(message, [])
    assert sent == [answer]
    assert len(caplog.records) == len(nonsense)


def test_refused_taps(widget: PyramidWidget) -> None:
    apex = widget.deal.cards[0].code
    assert reason(send(widget, tap(1, "card", card=apex))) == "blocked"
    assert reason(send(widget, tap(2, "undo"))) == "undo_nothing"
    assert reason(send(widget, tap(3, "redo"))) == "redo_nothing"
    send(widget, tap(4, "pause"))
    assert reason(send(widget, draw(5))) == "paused"
    send(widget, tap(6, "resume"))
    send(widget, tap(7, "abandon"))
    assert reason(send(widget, tap(8, "abandon"))) == "over"


def test_a_fault_is_told_and_changes_nothing(
    widget: PyramidWidget, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(widget.game, "pause", fail)
    told = send(widget, draw(1), tap(2, "pause"))
    assert reason(told) == "failed"
    assert told["moves"] == 1
    assert "a fault" in caplog.text


def test_options() -> None:
    widget = PyramidWidget(sound=True, help=False)
    options = {"sound": True, "help": False, "four_colours": False, "marks": False, "tell_lost": False}
    assert snapshot(widget)["options"] == options
    told = send(widget, tap(1, "option", name="four_colours", value=True))
    assert told["options"] == {**options, "four_colours": True}
    assert told["event"] == {"kind": "option"}
    assert send(widget, tap(2, "new"))["options"]["four_colours"] is True


def test_restart_and_new(widget: PyramidWidget) -> None:
    first = widget.deal
    told = send(widget, draw(1), tap(2, "restart"))
    assert (told["moves"], told["deal"], told["event"]) == (0, 2, {"kind": "restarted"})
    assert widget.deal == first
    told = send(widget, tap(3, "new"))
    assert (told["moves"], told["deal"], told["event"]) == (0, 3, {"kind": "dealt"})
    assert widget.deal != first
    assert widget.game.rules == PRESETS["zone"]


def test_python_plays_on_the_board(widget: PyramidWidget) -> None:
    widget.play("draw")
    assert snapshot(widget)["moves"] == widget.moves == 1
    assert widget.status == snapshot(widget)["status"] == "playing"
    widget.undo()
    assert snapshot(widget)["moves"] == 0
    widget.redo()
    assert snapshot(widget)["moves"] == 1
    widget.pause()
    assert snapshot(widget)["paused"]
    revision = snapshot(widget)["revision"]
    with pytest.raises(IllegalMove, match="The game is paused"):
        widget.play("draw")
    assert snapshot(widget)["revision"] == revision
    widget.resume()
    widget.restart()
    assert snapshot(widget)["moves"] == 0
    widget.new("giza", layout=2)
    assert snapshot(widget)["stock"] is None
    assert widget._table["layout"] == 2
    widget.new()
    assert (widget._table["layout"], widget._table["preset"]) == (2, "giza")


def test_traits_tell_how_the_game_stands() -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1))
    assert (widget.status, widget.score, widget.moves) == ("new", 28, 0)
    assert PyramidWidget("pysol").score is None
    seen: list[tuple[str, str, int]] = []
    widget.observe(lambda change: seen.append((change.old, change.new, widget.moves)), "status")
    widget.play("draw")
    widget.play("draw")
    widget.abandon()
    widget.new("par")
    assert seen == [("new", "playing", 1), ("playing", "abandoned", 2), ("abandoned", "new", 0)]
    assert widget.score == -52


def test_an_observer_may_play_on() -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1))
    widget.observe(lambda change: widget.new(deal=Deal.random(2)) if change.new == "abandoned" else None, "status")
    send(widget, draw(1), tap(2, "abandon"), draw(3))
    assert widget.deal.number == 2
    assert (widget.status, widget.moves) == ("playing", 1)
    assert snapshot(widget)["acked"] == {"page": 3}


def test_languages() -> None:
    assert set(PyramidWidget()._words) == {"en", "ru", "pl"}
    assert set(PyramidWidget(locale="pl")._words) == {"pl"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"preset": "opne"}, "There is no preset 'opne': there are open, "),
        ({"preset": []}, "There is no preset \\[\\]"),
        ({"layout": 99}, "There is no layout 99: there are 1 to "),
        ({"layout": "tower of babel"}, "There is no layout 'tower of babel'"),
        ({"layout": []}, "There is no layout \\[\\]"),
        ({"code": "PW1-01-0000005"}, "There is a typo in this deal code"),
        ({"code": 5}, "code cannot be 5"),
        ({"deal": "PW1-01-0000004"}, "deal cannot be 'PW1-01-0000004'"),
        ({"layout": 1, "code": "PW1-01-0000004"}, "in one way only"),
        ({"locale": "de"}, "There is no language 'de': there are en, ru, pl"),
        ({"sound": 1}, "sound cannot be 1: it is True or False"),
        ({"help": "no"}, "help cannot be 'no': it is True or False"),
        ({"store": 5}, "store cannot be 5: it is a Store, the path of a file, or None"),
        ({"preset": "microsoft", "layout": 2}, "choose layout 1 or another scoring"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises((ValueError, LayoutError), match=sentence):
        PyramidWidget(**arguments)


def test_unknown_arguments() -> None:
    unknown: dict[str, Any] = {"speed": 3}
    with pytest.raises(TypeError, match="unexpected keyword argument 'speed'"):
        PyramidWidget(**unknown)


def test_a_bad_new_leaves_the_game_alone(widget: PyramidWidget) -> None:
    before = snapshot(widget)
    with pytest.raises(LayoutError):
        widget.new(layout=99)
    with pytest.raises(RulesError):
        widget.new("microsoft", layout=2)
    assert snapshot(widget) == before


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Threads take turns after every few instructions."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_threads_play_at_once(eager_threads: None) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1))
    revisions: list[int] = []
    widget.observe(lambda change: revisions.append(change.new["revision"]), "_snapshot")
    first = snapshot(widget)["revision"]
    rounds = 60

    def page(client: str) -> None:
        for n in range(1, rounds + 1):
            send(widget, draw(n, client))

    def python() -> None:
        for n in range(rounds):
            with contextlib.suppress(IllegalMove):  # at the end of the stock
                widget.play("draw") if n % 3 else widget.undo()

    threads = [threading.Thread(target=page, args=(name,)) for name in ("left", "right")]
    threads += [threading.Thread(target=python)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    assert revisions == list(range(first + 1, first + 1 + len(revisions))), "one snapshot at a time, none lost"
    assert snapshot(widget)["acked"] == {"left": rounds, "right": rounds}
    assert snapshot(widget)["moves"] == widget.moves == widget.game.moves
    assert LAYOUTS[1].size == sum(code is not None for code in snapshot(widget)["slots"])
