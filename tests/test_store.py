"""The store under one player: what is saved and continued, whose game it is, preferences, export and import."""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Deal, Game, Layout, RulesError
from pyramid_widget.layouts import LayoutError
from pyramid_widget.messages import LOCALES, Reason
from pyramid_widget.store import CHANGED, Merged, Store, StoreError, default_path
from tests.strategies import Clock, solved

CODE = "PW1-01-0000079"
WINNABLE, WINNING_LINE = solved(LAYOUTS[1])


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "new folder" / "games.sqlite3" if request.param == "file" else None)
    assert opened.notice is None
    yield opened
    opened.close()


def a_game(code: str = CODE, clock: Clock | None = None) -> Game:
    return Game(Deal.from_code(code), now=clock or Clock())


def win(game: Game) -> None:
    for move in WINNING_LINE:
        game.play(move)
    assert game.status == "won"


def totals(store: Store) -> tuple[int, int]:
    (row,) = store.statistics(by=())
    return row["wins"], row["losses"]


def test_a_game_goes_on_with_history_and_clock(store: Store) -> None:
    clock = Clock()
    game = a_game(clock=clock)
    keeper = store.keep(game)
    game.play("A♣ Q♥")
    clock.time += 12.5
    game.play("draw")
    game.play("draw")
    game.undo()
    keeper.save()
    (waiting,) = store.waiting()
    assert (waiting.id, waiting.code, waiting.layout, waiting.preset) == (keeper.id, CODE, 1, "open")
    assert (waiting.moves, waiting.seconds, waiting.score, waiting.status) == (2, 12.5, 10, "playing")

    resumed = store.resume(waiting.id, now=clock).game
    assert resumed.to_json() == game.to_json()
    assert resumed.position == game.position
    resumed.redo()
    resumed.undo()
    resumed.undo()
    resumed.undo()
    assert not resumed.can_undo


def test_nothing_is_kept_before_the_first_action(store: Store) -> None:
    keeper = store.keep(a_game())
    keeper.save()
    keeper.game.abandon()
    keeper.save()
    keeper.leave()
    assert store.waiting() == []
    assert store.results() == []


def test_a_game_waits_until_it_is_left(store: Store) -> None:
    keeper = store.keep(a_game())
    keeper.game.play("draw")
    keeper.save()
    keeper.game.restart()
    keeper.save()
    assert totals(store) == (0, 0)
    assert [saved.status for saved in store.waiting()] == ["new"]
    keeper.leave()
    assert totals(store) == (0, 1)
    assert store.waiting() == []


def test_the_first_result_stands(store: Store) -> None:
    keeper = store.keep(Game(WINNABLE, now=Clock()))
    win(keeper.game)
    keeper.save()
    assert store.waiting() == []
    keeper.game.undo()
    keeper.save()
    assert [saved.id for saved in store.waiting()] == [keeper.id]
    resumed = store.resume(keeper.id)
    resumed.game.redo()
    resumed.save()
    resumed.game.restart()
    resumed.game.play("draw")
    resumed.save()
    resumed.game.abandon()
    resumed.save()
    resumed.leave()
    assert totals(store) == (1, 0)
    (result,) = store.results()
    assert (result.won, result.moves, result.score) == (True, len(WINNING_LINE), 600_000 + 10 * len(WINNING_LINE))

    loser = store.keep(Game(WINNABLE, now=Clock()))
    loser.game.play("draw")
    loser.game.abandon()
    loser.save()
    loser.game.restart()
    win(loser.game)
    loser.save()
    loser.leave()
    assert totals(store) == (1, 1)


def test_giving_a_saved_game_up(store: Store) -> None:
    lost, won = store.keep(a_game()), store.keep(Game(WINNABLE, now=Clock()))
    lost.game.play("draw")
    lost.save()
    win(won.game)
    won.save()
    won.game.undo()
    won.save()
    for keeper in (lost, won):
        store.give_up(keeper.id)
        with pytest.raises(StoreError, match="no such saved game"):
            store.give_up(keeper.id)
        with pytest.raises(StoreError, match="no such saved game"):
            store.resume(keeper.id)
    assert store.waiting() == []
    assert totals(store) == (1, 1)


def test_a_game_has_one_keeper(store: Store) -> None:
    first = store.keep(a_game())
    first.game.play("draw")
    first.save()
    second = store.resume(first.id)
    second.game.play("draw")
    second.save()
    first.game.play("draw")
    first.game.play("draw")
    first.save()
    assert first.notice == Reason("save_taken")
    first.leave()
    assert second.notice is None
    assert [saved.moves for saved in store.waiting()] == [2]
    assert totals(store) == (0, 0)
    second.leave()
    assert totals(store) == (0, 1)
    third = store.keep(a_game())
    third.game.play("draw")
    third.save()
    store.give_up(third.id)
    third.game.play("draw")
    third.save()
    assert third.notice == Reason("save_taken")
    assert store.waiting() == []


def test_the_games_of_this_notebook_come_first(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    keepers = []
    for notebook in ("a.ipynb", "b.ipynb", "a.ipynb", "b.ipynb"):
        monkeypatch.setenv("JPY_SESSION_NAME", notebook)
        keepers.append(store.keep(a_game()))
        keepers[-1].game.play("draw")
        keepers[-1].save()
    orders = {"a.ipynb": [2, 0, 3, 1], "b.ipynb": [3, 1, 2, 0], "c.ipynb": [3, 2, 1, 0]}
    for notebook, order in orders.items():
        monkeypatch.setenv("JPY_SESSION_NAME", notebook)
        assert [saved.id for saved in store.waiting()] == [keepers[i].id for i in order]
    monkeypatch.delenv("JPY_SESSION_NAME")
    assert [saved.id for saved in store.waiting()] == [keepers[i].id for i in (3, 2, 1, 0)]


def test_a_layout_of_ones_own_is_not_kept(store: Store) -> None:
    own = Layout.from_text("en: own\nru: свой\npl: własny\n\n1   1\n", number=99, name="own")
    keeper = store.keep(Game(Deal(own, WINNABLE.cards), now=Clock()))
    keeper.game.play("draw")
    keeper.save()
    keeper.leave()
    assert keeper.notice is not None
    assert keeper.notice.key == "save_own_layout"
    assert not store.results()
    assert not store.waiting()


def test_preferences(store: Store) -> None:
    assert store.preferences() == {}
    store.prefer("layout", 17)
    store.prefer("rules", {"preset": "zone", "passes": None})
    store.prefer("layout", 3)
    assert store.preferences() == {"layout": 3, "rules": {"preset": "zone", "passes": None}}
    with pytest.raises(TypeError):
        store.prefer("layout", object())
    assert store.preferences()["layout"] == 3


def test_all_is_there_after_opening_the_file_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    store = Store(path)
    keeper = store.keep(a_game())
    keeper.game.play("draw")
    keeper.save()
    other = store.keep(a_game())
    other.game.play("draw")
    other.leave()
    store.prefer("layout", 3)
    before = store.waiting(), store.results(), store.preferences()
    store.close()
    again = Store(str(path))
    assert (again.waiting(), again.results(), again.preferences()) == before
    again.close()


def test_many_threads_on_one_store(store: Store) -> None:
    faults: list[BaseException] = []

    def play() -> None:
        try:
            for _ in range(10):
                keeper = store.keep(a_game())
                keeper.game.play("draw")
                keeper.save()
                store.statistics()
                keeper.leave()
                assert keeper.notice is None
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert totals(store) == (0, 80)


def test_the_place_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMID_WIDGET_HOME", str(tmp_path / "elsewhere"))
    assert default_path() == tmp_path / "elsewhere" / "games.sqlite3"
    monkeypatch.delenv("PYRAMID_WIDGET_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path().name == "games.sqlite3"
    assert "pyramid-widget" in default_path().parts


# Statistics as a table


def test_filters_and_groups(store: Store) -> None:
    for preset, layout in (("zone", 1), ("zone", 3), ("open", 3), ("open", 3)):
        keeper = store.keep(Game(Deal.random(5, layout), PRESETS[preset], now=Clock()))
        keeper.game.play("draw")
        keeper.leave()
    changed = store.keep(Game(Deal.random(5), PRESETS["zone"].replace(passes=3), now=Clock()))
    changed.game.play("draw")
    changed.leave()

    assert [(row["preset"], row["layout"], row["deals"]) for row in store.statistics()] == [
        ("changed", 1, 1),
        ("open", 3, 2),
        ("zone", 1, 1),
        ("zone", 3, 1),
    ]
    assert [(row["layout"], row["deals"]) for row in store.statistics(by=("layout",))] == [(1, 2), (3, 3)]
    assert [row["deals"] for row in store.statistics(preset="zone", by=())] == [2]
    assert [row["deals"] for row in store.statistics(preset=CHANGED, by=())] == [1]
    assert [row["deals"] for row in store.statistics(layout=LAYOUTS[3].name, by=())] == [3]
    assert [row["deals"] for row in store.statistics(preset="zone", layout=3, by=())] == [1]
    assert store.statistics(preset="giza") == []
    with pytest.raises(RulesError, match="no preset 'zoen'"):
        store.statistics(preset="zoen")
    with pytest.raises(LayoutError, match="no layout 99"):
        store.statistics(layout=99)


# To and from other places


@pytest.fixture
def exported() -> dict[str, Any]:
    """A waiting game, a win that was undone and waits, and a loss; as it comes back from a file."""
    source = Store(None)
    clock = Clock()
    waiting = source.keep(a_game(clock=clock))
    waiting.game.play("A♣ Q♥")
    clock.time += 7.25
    waiting.game.play("draw")
    waiting.save()
    won = source.keep(Game(WINNABLE, now=Clock()))
    win(won.game)
    won.save()
    won.game.undo()
    won.save()
    lost = source.keep(Game(WINNABLE, PRESETS["zone"].replace(passes=3), now=Clock()))
    lost.game.play("draw")
    lost.leave()
    found: dict[str, Any] = json.loads(json.dumps(source.to_json()))
    return found


def test_export_and_import(store: Store, exported: dict[str, Any]) -> None:
    assert store.merge(exported) == Merged(results=2, games=2)
    assert store.to_json() == exported
    assert store.merge(exported) == Merged(results=0, games=0)
    assert store.to_json() == exported
    assert totals(store) == (1, 1)
    first, second = (store.resume(saved.id, now=Clock()) for saved in store.waiting())
    assert [keeper.game.seconds for keeper in (first, second)] == [0, 7.25]
    first.leave()  # the win that was undone
    second.leave()
    assert totals(store) == (1, 2)
    assert store.merge(exported) == Merged(results=0, games=0)
    assert store.waiting() == []


def test_what_is_here_stays(store: Store, exported: dict[str, Any]) -> None:
    store.merge(exported)
    keeper = store.resume(store.waiting()[-1].id)
    keeper.game.play("draw")
    keeper.save()
    store.merge(exported)
    assert store.resume(keeper.id).game.moves == keeper.game.moves == 3


WRONG: dict[str, Any] = {
    "results": {},
    "games": None,
    "results[0]": [],
    "results[0].id": "../../etc/passwd",
    "results[0].ended": float("nan"),
    "results[0].code": "PW1-01-0000070",
    "results[0].layout": 3,
    "results[1].preset": "zoen",
    "results[0].scoring": "cards",
    "results[1].scoring": ["left"],
    "results[1].won": 1,
    "results[1].score": None,
    "results[1].moves": 2**70,
    "results[1].seconds": -1,
    "games[0].id": 7,
    "games[1].played": "today",
    "games[0].game": None,
    "games[1].game": {"version": 1},
}


@pytest.mark.parametrize("where", list(WRONG))
def test_a_wrong_import_is_refused_whole(store: Store, exported: dict[str, Any], where: str) -> None:
    wrong = copy.deepcopy(exported)
    target, last = wrong, where
    if "[" in where:
        name, _, rest = where.partition("[")
        number, _, field = rest.partition("]")
        target, last = (wrong[name][int(number)], field[1:]) if field else (wrong[name], int(number))  # type: ignore[assignment]
    target[last] = WRONG[where]
    with pytest.raises(StoreError) as refused:
        store.merge(wrong)
    assert str(refused.value) == f"In this export “{where}” is missing or wrong; nothing was imported"
    assert store.to_json()["results"] == store.to_json()["games"] == []


@pytest.mark.parametrize("where", ["results[0].id", "results[1].won", "games[0].id", "games[1].game", "games"])
def test_a_missing_field_is_named(store: Store, exported: dict[str, Any], where: str) -> None:
    target, last = exported, where
    if "[" in where:
        target, last = exported[where.partition("[")[0]][int(where.partition("[")[2][0])], where.partition(".")[2]
    del target[last]
    with pytest.raises(StoreError, match="missing or wrong") as refused:
        store.merge(exported)
    assert refused.value.reason.text == where
    assert store.results() == []


def test_a_game_that_is_over_cannot_wait(store: Store, exported: dict[str, Any]) -> None:
    exported["games"][0]["game"]["at"] += 1
    with pytest.raises(StoreError, match=r"games\[0\].game"):
        store.merge(exported)


@pytest.mark.parametrize("nothing", [None, [], "text", {}, {"format": "else"}])
def test_other_things_are_no_export(store: Store, nothing: object) -> None:
    with pytest.raises(StoreError, match="not an export"):
        store.merge(nothing)


def test_exports_of_other_versions(store: Store, exported: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match="version 2"):
        store.merge({**exported, "version": 2})


def test_a_saved_game_that_cannot_be_read(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite3")
    keeper = store.keep(a_game())
    keeper.game.play("draw")
    keeper.save()
    with store._database.transaction() as connection:
        connection.execute("UPDATE saved SET state = substr(state, 2)")
    with pytest.raises(StoreError, match="damaged and cannot be continued"):
        store.resume(keeper.id)
    store.give_up(keeper.id)
    assert totals(store) == (0, 1)
    store.close()


SENSELESS = ["'text'", "-1", "x'ff'", "CAST(x'ff' AS TEXT)", "9e999", "1 << 60", "''"]


@pytest.mark.parametrize("table", ["saved", "result"])
@pytest.mark.parametrize("value", SENSELESS)
def test_fields_that_make_no_sense_hide_no_other_row(tmp_path: Path, table: str, value: str) -> None:
    store = Store(tmp_path / "games.sqlite3")
    for _ in range(3):
        keeper = store.keep(a_game())
        keeper.game.play("draw")
        keeper.save()
        left = store.keep(a_game())
        left.game.play("draw")
        left.leave()
    names = [name for (name,) in store._database.read(f"SELECT name FROM pragma_table_info('{table}')")]
    sound = json.dumps(store.to_json())
    for name in set(names) - {"id", "number"}:
        with store._database.transaction() as connection:
            (id, before), *_ = connection.execute(f"SELECT id, {name} FROM {table}").fetchall()
            connection.execute(f"UPDATE {table} SET {name} = {value} WHERE id = ?", (id,))
        assert len(store.waiting()) in ((2, 3) if table == "saved" else (3,))
        assert len(store.results()) in ((2, 3) if table == "result" else (3,))
        store.statistics()
        json.dumps(store.to_json(), allow_nan=False)
        with store._database.transaction() as connection:
            connection.execute(f"UPDATE {table} SET {name} = ? WHERE id = ?", (before, id))
    assert json.dumps(store.to_json()) == sound, "nothing was deleted"
    store.close()


@pytest.mark.parametrize("state", ["", "[", "{}", "[]", "null", "5", "[" * 100_000, '{"version": 1, "code": 5}'])
def test_a_game_that_cannot_be_read_is_not_offered(tmp_path: Path, state: str) -> None:
    store = Store(tmp_path / "games.sqlite3")
    keepers = [store.keep(a_game()) for _ in range(2)]
    for keeper in keepers:
        keeper.game.play("draw")
        keeper.save()
    with store._database.transaction() as connection:
        connection.execute("UPDATE saved SET state = ? WHERE id = ?", (state, keepers[1].id))
    assert [saved.id for saved in store.waiting()] == [keepers[0].id]
    assert len(store.to_json()["games"]) == 1
    with pytest.raises(StoreError, match="damaged and cannot be continued"):
        store.resume(keepers[1].id)
    assert store._database.read("SELECT state FROM saved WHERE id = ?", (keepers[1].id,)) == [(state,)]
    store.close()


@pytest.mark.parametrize("locale", LOCALES)
def test_notices_speak_every_language(locale: str) -> None:
    keeper = Store(None).keep(Game(Deal(replace(LAYOUTS[1], name="own"), WINNABLE.cards)))
    assert keeper.notice is not None
    assert keeper.notice.sentence(locale)
