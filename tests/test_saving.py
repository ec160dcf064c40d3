"""What the widget keeps: each action before the board shows it, what counts, what was chosen last."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Deal, PyramidWidget
from pyramid_widget.store import Store, StoreError
from tests.browser.deals import EASY, EASY_LINE
from tests.test_widget import draw, reason, send, snapshot, tap


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def counted(widget: PyramidWidget) -> tuple[int, int]:
    """Wins and losses."""
    (row,) = widget.store.statistics(by=())
    return row["wins"], row["losses"]


def chosen(**changes: Any) -> dict[str, Any]:
    return {"preset": "open", "layout": 1, "passes": None, "level": None, "deal": ""} | changes


def ask(widget: PyramidWidget, monkeypatch: pytest.MonkeyPatch, **question: Any) -> Any:
    sent: list[Any] = []
    monkeypatch.setattr(widget, "send", sent.append)
    widget._handle_custom_msg({"id": "page-1", **question}, [])
    return sent[0]["answer"] if sent else None


def test_importing_the_package_opens_no_store() -> None:
    code = "import sys, pyramid_widget; print('pyramid_widget.store' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_games_go_to_the_players_own_file(home: Path) -> None:
    widget = PyramidWidget()
    widget.play("draw")
    assert widget.store.path == home / "games.sqlite3"
    assert PyramidWidget().store is widget.store, "one connection a kernel"
    assert [saved.moves for saved in Store(home / "games.sqlite3").waiting()] == [1]


def test_without_a_store_nothing_is_kept(home: Path) -> None:
    widget = PyramidWidget(store=None)
    widget.play("draw")
    widget.abandon()
    assert counted(widget) == (0, 1)
    assert list(home.iterdir()) == []
    assert counted(PyramidWidget(store=None)) == (0, 0)


def test_each_action_is_in_the_file_before_its_snapshot_goes_out(file: Path) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    reader = Store(file)
    seen: list[tuple[int, int]] = []
    widget.observe(lambda change: seen.append((change.new["moves"], reader.waiting()[0].moves)), "_snapshot")
    send(widget, draw(1), draw(2), tap(3, "undo"), draw(4))
    widget.play("draw")
    assert seen == [(n, n) for n in (1, 2, 1, 2, 3)]


def test_what_changes_nothing_is_not_written(file: Path) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    widget.play("draw")
    played = Store(file).waiting()[0].played
    free = next(code for code in snapshot(widget)["playable"] if code[0] != "K")
    told = send(widget, tap(1, "card", card=free), tap(2, "card", card=free), tap(3, "redo"))
    assert reason(told) == "redo_nothing"
    assert Store(file).waiting()[0].played == played


def test_a_deal_that_was_not_begun_leaves_no_trace(file: Path) -> None:
    widget = PyramidWidget(store=file)
    widget.new()
    widget.abandon()
    widget.new("zone")
    assert (counted(widget), widget.store.waiting()) == ((0, 0), [])


def test_a_new_game_is_a_loss_and_a_restart_is_none(file: Path) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    send(widget, draw(1), tap(2, "restart"))
    assert counted(widget) == (0, 0)
    send(widget, tap(3, "new"))
    assert counted(widget) == (0, 1)
    widget.play("draw")
    send(widget, tap(4, "abandon"), tap(5, "restart"), draw(6), tap(7, "new", **chosen()))
    assert counted(widget) == (0, 2)


def test_a_win_counts_once(file: Path) -> None:
    widget = PyramidWidget(deal=EASY, store=file)
    for move in EASY_LINE:
        widget.play(move)
    widget.undo()
    widget.redo()
    widget.restart()
    widget.play(EASY_LINE[0])
    widget.new()
    assert counted(widget) == (1, 0)


def test_another_widget_goes_on_with_the_same_game(file: Path) -> None:
    first = PyramidWidget("par", deal=Deal.random(3), store=file)
    first.play("draw")
    first.play("draw")
    first.pause()
    second = PyramidWidget("zone", store=file)
    second.play("draw")
    second.continue_saved()
    assert second.game.line == first.game.line
    assert second.deal == first.deal
    assert second.game.rules == PRESETS["par"]
    assert second.game.seconds == pytest.approx(first.game.seconds)
    assert (snapshot(second)["paused"], snapshot(second)["event"]) == (True, {"kind": "resumed"})
    assert [saved.preset for saved in second.store.waiting()] == ["par", "zone"], "the other one waits"
    assert counted(second) == (0, 0)
    second.resume()
    second.play("draw")
    first.resume()
    assert reason(snapshot(first)) == "save_taken"
    assert second.game.moves == 3


def test_the_page_goes_on_with_a_saved_game(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PyramidWidget(layout=17, store=file).play("draw")
    PyramidWidget(layout=3, store=file).play("draw")
    widget = PyramidWidget(store=file)
    widget.play("draw")
    waiting = ask(widget, monkeypatch, question="start")["waiting"]
    assert [saved["layout"] for saved in waiting] == [3, 17], "all but the one on the board"
    assert set(waiting[0]) == {"id", "layout", "preset", "played", "seconds", "moves"}, "nothing that is hidden"
    told = send(widget, tap(1, "continue", id=waiting[1]["id"]))
    assert (told["moves"], told["deal"]) == (1, 2)
    assert widget.deal.layout.number == 17
    assert reason(send(widget, tap(2, "continue", id="0" * 32))) == "save_gone"
    assert reason(send(widget, tap(3, "continue", id=5))) == "malformed"
    assert widget.deal.layout.number == 17


def test_nothing_to_go_on_with(file: Path) -> None:
    widget = PyramidWidget(store=file)
    widget.play("draw")
    with pytest.raises(StoreError, match="No saved game is waiting"):
        widget.continue_saved()
    with pytest.raises(StoreError, match="no such saved game"):
        widget.continue_saved("0" * 32)
    assert widget.moves == 1


def test_what_is_wrong_with_the_file_is_told_once_and_the_game_goes_on(file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    assert reason(send(widget, tap(1, "sight", visible=True))) == "store_damaged", "when somebody looks"
    told = send(widget, draw(2))
    assert (told["moves"], told["event"]["kind"]) == (1, "drawn")
    assert [saved.moves for saved in widget.store.waiting()] == [1]


def test_trouble_that_comes_under_play_is_told_after_the_move(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    widget.play("draw")
    widget.store.close()
    for path in file.parent.glob(f"{file.name}*"):
        path.unlink()
    file.mkdir()
    seen: list[str] = []
    widget.observe(lambda change: seen.append(change.new["event"]["kind"]), "_snapshot")
    assert reason(send(widget, draw(1))) == "store_failed"
    send(widget, draw(2))
    assert seen == ["drawn", "refused", "drawn"]
    assert widget.moves == 3
    file.rmdir()
    widget.play("draw")
    assert [saved.moves for saved in Store(file).waiting()] == [4], "made up for"


def test_games_on_a_layout_of_ones_own_are_told_not_to_be_saved(file: Path) -> None:
    own = type(LAYOUTS[1]).from_text("en: A\nru: Б\npl: C\n\n1   1   1   1", number=99, name="own")
    widget = PyramidWidget(layout=own, store=file)
    widget.play("draw")
    assert reason(snapshot(widget)) == "save_own_layout"
    assert widget.store.waiting() == []


def test_options_are_remembered_and_arguments_win(file: Path) -> None:
    widget = PyramidWidget(store=file)
    send(widget, tap(1, "option", name="four_colours", value=True), tap(2, "option", name="help", value=False))
    options = snapshot(PyramidWidget(store=file))["options"]
    assert (options["four_colours"], options["help"], options["sound"]) == (True, False, False)
    said = PyramidWidget(store=file, four_colours=False, sound=True)
    send(said, tap(1, "option", name="marks", value=True))
    options = snapshot(said)["options"]
    assert (options["four_colours"], options["help"], options["sound"]) == (False, False, True)
    assert snapshot(PyramidWidget(store=file))["options"]["sound"] is False, "an argument is not what was switched"


def test_the_last_choice_is_remembered_and_arguments_win(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = PyramidWidget(store=file)
    send(widget, tap(1, "new", **chosen(preset="zone", layout=17, passes=3)))
    again = PyramidWidget(store=file)
    assert again.game.rules == PRESETS["zone"].replace(passes=3)
    assert again.deal.layout.number == 17
    choice = ask(again, monkeypatch, question="start")["choice"]
    assert choice == {"preset": "zone", "layout": 17, "passes": 3, "level": None}
    told = PyramidWidget("microsoft", store=file)
    assert (told.game.rules, told.deal.layout.number) == (PRESETS["microsoft"], 1)


@pytest.mark.parametrize(
    "choice", [None, 5, {}, {"preset": "open"}, {"preset": "bridge", "layout": 1}, {"preset": "open", "layout": "1"}]
)
def test_preferences_that_make_no_sense_are_passed_over(file: Path, choice: object) -> None:
    store = Store(file)
    store.prefer("choice", choice)
    store.prefer("option sound", "loud")
    widget = PyramidWidget(store=store)
    assert widget.game.rules == PRESETS["open"]
    assert snapshot(widget)["options"]["sound"] is False


@pytest.mark.parametrize(
    "bad",
    [
        {"preset": "bridge"}, {"preset": None}, {"preset": []}, {"layout": 56}, {"layout": "1"}, {"layout": True},
        {"layout": None}, {"passes": 3}, {"preset": "zone", "passes": 2}, {"preset": "zone", "passes": True},
        {"level": "easy"}, {"preset": "zone", "level": "mild"}, {"preset": "zone", "level": []}, {"deal": 5},
    ],
)  # fmt: skip
def test_choices_that_there_are_not(bad: dict[str, Any], file: Path) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    widget.play("draw")
    assert reason(send(widget, tap(1, "new", **chosen(**bad)))) == "malformed"
    assert (widget.moves, widget.deal.number, counted(widget)) == (1, 1, (0, 0))
    assert widget.store.preferences() == {}


@pytest.mark.parametrize("said", [{"layout": 17}, {"deal": "PW1-01-0000079"}, {"passes": 3}, {"level": "hard"}])
def test_a_choice_without_a_preset_is_not_passed_over(said: dict[str, Any], file: Path) -> None:
    widget = PyramidWidget("zone", deal=Deal.random(1), store=file)
    assert reason(send(widget, tap(1, "new", **said))) == "malformed"
    assert widget.deal.number == 1


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE preference SET value = '['",
        "UPDATE preference SET value = printf('%.100000c', '[')",
        "UPDATE preference SET value = x'ff'",
        "UPDATE preference SET value = CAST(x'ff' AS TEXT)",
        "UPDATE preference SET value = x'00'",
    ],
)
def test_damaged_preferences_are_passed_over(file: Path, damage: str) -> None:
    store = Store(file)
    store.prefer("choice", {"preset": "zone", "layout": 17, "passes": 3, "level": None})
    store.prefer("option sound", True)
    with store._database.transaction() as connection:
        connection.execute(f"{damage} WHERE key = 'choice'")
    widget = PyramidWidget(store=store)
    assert widget.game.rules == PRESETS["open"]
    assert snapshot(widget)["options"]["sound"] is True, "what can be read is there"


def test_an_unreadable_game_is_not_the_one_to_go_on_with(file: Path) -> None:
    first, second = PyramidWidget(store=file), PyramidWidget(store=file)
    first.play("draw")
    second.play("draw")
    with second.store._database.transaction() as connection:
        connection.execute("UPDATE saved SET state = '{}' WHERE id = ?", (second.store.waiting()[0].id,))
    widget = PyramidWidget(store=file)
    widget.continue_saved()
    assert widget.deal == first.deal


def test_a_deal_that_is_written_is_laid_out(file: Path) -> None:
    widget = PyramidWidget(store=file)
    send(widget, tap(1, "new", **chosen(deal=" pw1-01-0000079 ")))
    assert widget.deal == Deal.from_code("PW1-01-0000079")
    cards = " ".join(map(str, EASY.cards))
    send(widget, tap(2, "new", **chosen(layout=17, deal=cards)))
    assert (widget.deal.cards, widget.deal.layout.number) == (EASY.cards, 17)
    assert reason(send(widget, tap(3, "new", **chosen(deal="PW1-01-0000078")))) == "code_check"
    assert reason(send(widget, tap(4, "new", **chosen(preset="microsoft", layout=17)))) == "rules_layout"
    assert widget.deal.layout.number == 17


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_level_is_played(level: str, file: Path) -> None:
    from pyramid_widget.solver.levels import level as level_of

    widget = PyramidWidget(store=file)
    send(widget, tap(1, "new", **chosen(preset="zone", level=level)))
    assert level_of(widget.deal) == level


@pytest.mark.parametrize(
    ("written", "more", "answer"),
    [
        ("PW1-01-0000079", {}, {"ok": True, "layout": 1}),
        (" ".join(map(str, EASY.cards)), {"layout": 17}, {"ok": True, "layout": 17}),
        ("PW1-01-0000078", {}, "code_check"),
        ("K3F9QXA", {}, "code_form"),
        ("A♣ Q♥", {}, "cards_missing"),
        ("A♣ A♣", {}, "cards_doubled"),
        ("A♣ nonsense", {}, "card_unknown"),
        (" ".join(map(str, EASY.cards)), {"preset": "microsoft", "layout": 17}, "rules_layout"),
    ],
)
def test_a_written_deal_is_checked(
    written: str, more: dict[str, Any], answer: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ask(PyramidWidget(store=None), monkeypatch, question="check_deal", **chosen(deal=written, **more))
    assert told["reason"]["key"] == answer if isinstance(answer, str) else told == answer


def test_what_the_start_window_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    widget = PyramidWidget(store=None)
    layouts = ask(widget, monkeypatch, question="layouts")
    assert [layout["number"] for layout in layouts] == list(LAYOUTS)
    assert all(len(layout["slots"]) == len(layout["covers"]) for layout in layouts)
    presets = {preset["name"]: preset for preset in ask(widget, monkeypatch, question="start")["presets"]}
    assert list(presets) == list(PRESETS)
    assert presets["zone"]["passes"] == [1, 3, None]
    assert presets["zone"]["levels"] == ["easy", "medium", "hard"]
    assert [name for name, preset in presets.items() if preset["layout"]] == ["microsoft"]
    for nonsense in ({"question": "check_deal"}, {"question": "check_deal", "deal": "x", "preset": []}):
        assert ask(widget, monkeypatch, **nonsense) is None


def test_statistics_of_everything_and_of_parts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    widget = PyramidWidget(deal=EASY, store=file)
    for move in EASY_LINE:
        widget.play(move)
    widget.new("zone")
    widget.play("draw")
    widget.new("zone", layout=17)
    told = ask(widget, monkeypatch, question="statistics")
    assert {name: tally["latest"] for name, tally in told.items()} == {
        "everything": [True, False],
        "preset": [False],
        "layout": [],
    }
    assert told["everything"]["win_rate"] == 0.5
    assert told["layout"]["deals"] == 0
