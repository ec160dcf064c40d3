"""Files in every state: older, newer, damaged, of something else, locked, full, not writable. Play goes on in all."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pyramid_widget import Deal, Game
from pyramid_widget.messages import LOCALES
from pyramid_widget.store import Keeper, Merged, Store, StoreError, schema
from tests.strategies import Clock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


def begin(store: Store) -> Keeper:
    keeper = store.keep(Game(Deal.from_code("PW1-01-0000079"), now=Clock()))
    keeper.game.play("draw")
    keeper.save()
    return keeper


def lose(store: Store) -> None:
    begin(store).leave()


def told(store: Store) -> str | None:
    """What the player is told, which is one sentence in every language."""
    notice = store.notice
    for locale in LOCALES:
        assert notice is None or notice.sentence(locale)
    return None if notice is None else notice.key


def losses(store: Store) -> int:
    found: int = store.statistics(by=())[0]["losses"]
    return found


def play_goes_on(store: Store) -> None:
    """Everything that a store can do, does something sensible though its file cannot be written."""
    before, games = losses(store), len(store.waiting())
    lose(store)
    keeper = begin(store)
    assert losses(store) == before + 1
    assert len(store.waiting()) == games + 1
    resumed = store.resume(keeper.id, now=Clock())
    assert resumed.game.to_json() == keeper.game.to_json()
    resumed.game.play("draw")
    resumed.save()
    keeper.game.undo()
    keeper.save()
    assert keeper.notice is not None
    assert keeper.notice.key == "save_taken"
    assert store.resume(keeper.id).game.moves == 2
    store.give_up(keeper.id)
    with pytest.raises(StoreError):
        store.resume(keeper.id)
    assert losses(store) == before + 2
    store.prefer("layout", 3)
    assert store.preferences()["layout"] == 3
    assert len(store.to_json()["results"]) == len(store.results())


def filled(path: Path, games: int = 30) -> None:
    store = Store(path)
    for _ in range(games):
        lose(store)
        begin(store)
    store.close()


# Versions


def test_an_older_file_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, 2)
    newer = ("ALTER TABLE result ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine'", "CREATE TABLE diary (line TEXT)")
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, newer, ("INSERT INTO diary VALUES ('x')",)))
    store = Store(path)
    assert told(store) is None
    assert losses(store) == len(store.waiting()) == 2
    lose(store)
    assert store._database.read("SELECT mood FROM result") == [("fine",)] * 3
    assert store._database.read("SELECT line FROM diary") == [("x",)]
    assert store._database.read("PRAGMA user_version") == [(len(schema.MIGRATIONS),)]
    store.close()
    store = Store(path)
    assert losses(store) == 3
    store.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, 2)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("DELETE FROM result", "no SQL")))
        store = Store(path)
        assert told(store) == "store_failed"
        play_goes_on(store)
        store.close()
    store = Store(path)
    assert told(store) is None
    assert losses(store) == len(store.waiting()) == 2
    store.close()


def left_alone(path: Path, notice: str) -> None:
    before = path.read_bytes()
    store = Store(path)
    assert told(store) == notice
    play_goes_on(store)
    assert told(store) == notice
    with pytest.raises(StoreError):
        store.merge(Store(None).to_json())
    store.close()
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_newer_file_is_left_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("DROP TABLE result",)))
        Store(path).close()
    left_alone(path, "store_newer")


def test_a_database_of_something_else_is_left_alone(path: Path) -> None:
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipe (cake TEXT)")
    other.close()
    left_alone(path, "store_foreign")


# Damage


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def overwritten_in_the_middle(content: bytes) -> bytes:
    third = len(content) // 3
    return content[:third] + b"\xa5" * third + content[2 * third :]


def zeros_in_front(content: bytes) -> bytes:
    return bytes(4096) + content[4096:]


def something_else(content: bytes) -> bytes:
    return b"Dear diary, today I lost again. " * 100


DAMAGES = [cut_short, overwritten_in_the_middle, zeros_in_front, something_else]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_kept_aside(path: Path, damage: Callable[[bytes], bytes]) -> None:
    filled(path)
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    store = Store(path)
    assert told(store) == "store_damaged"
    (aside,) = path.parent.glob("games.sqlite3.damaged-*")
    assert aside.read_bytes() == damaged
    assert store.notice is not None
    assert aside.name in store.notice.sentence()
    lose(store)
    store.close()
    again = Store(path)
    assert told(again) is None
    assert losses(again) == 1
    again.close()
    path.write_bytes(damaged)
    Store(path).close()
    assert len(list(path.parent.glob("games.sqlite3.damaged-*"))) == 2


def test_a_log_left_behind_goes_with_the_damaged_file(path: Path) -> None:
    filled(path)
    killed = Store(path)
    lose(killed)
    path.write_bytes(something_else(b""))
    log = path.with_name(path.name + "-wal").read_bytes()
    store = Store(path)
    assert told(store) == "store_damaged"
    assert losses(store) == 0
    (aside,) = path.parent.glob("games.sqlite3.damaged-*-wal")
    assert aside.read_bytes() == log
    killed.close()
    store.close()


def test_damage_while_two_play(path: Path) -> None:
    """Who finds the damage begins a new file; who had the old one open goes on in the new one."""
    filled(path)
    store = Store(path)
    keeper = begin(store)
    path.write_bytes(overwritten_in_the_middle(path.read_bytes()))
    for _ in range(5):
        keeper.game.play("draw")
        keeper.save()
        store.statistics()
    finder = Store(path)
    assert told(finder) == "store_damaged"
    keeper.game.play("draw")
    keeper.save()
    assert finder.resume(keeper.id).game.moves == 7
    assert len(list(path.parent.glob("games.sqlite3.damaged-*[0-9]"))) == 1
    store.close()
    finder.close()


def test_a_file_that_was_deleted_under_play(path: Path) -> None:
    store = Store(path)
    keeper = begin(store)
    for file in path.parent.iterdir():
        file.unlink()
    keeper.game.play("draw")
    keeper.save()
    store.close()
    again = Store(path)
    assert again.resume(keeper.id).game.moves == 2
    again.close()


# What cannot be written


def test_a_folder_in_place_of_the_file(path: Path) -> None:
    path.mkdir()
    store = Store(path)
    assert told(store) == "store_failed"
    play_goes_on(store)
    path.rmdir()
    counted = losses(store)
    lose(store)
    assert told(store) is None
    store.close()
    again = Store(path)
    assert losses(again) == counted + 1
    again.close()


def test_a_file_in_place_of_the_folder(path: Path) -> None:
    path.write_text("no folder")
    store = Store(path / "games.sqlite3")
    assert told(store) == "store_failed"
    play_goes_on(store)
    store.close()
    assert path.read_text() == "no folder"


def test_another_program_holds_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramid_widget.store.store.PATIENCE", 0.1)
    filled(path, 1)
    store = Store(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    keeper = begin(store)
    assert told(store) == "store_locked"
    play_goes_on(store)
    late = Store(path)
    assert told(late) == "store_locked"
    play_goes_on(late)
    with pytest.raises(StoreError, match="Another program"):
        late.merge(store.to_json())
    other.execute("ROLLBACK")
    for opened in (store, late):
        opened.prefer("layout", 3)
        assert told(opened) is None
    assert losses(store) == losses(late) == 1 + 2 + 2
    assert late.merge(store.to_json()) == Merged(0, 0)
    other.close()
    store.close()
    late.close()
    again = Store(path)
    assert losses(again) == 5
    assert keeper.id in {saved.id for saved in again.waiting()}
    again.close()


def test_a_full_disk(path: Path) -> None:
    """The disk is full where SQLite may not take another page, and has room again later."""
    store = Store(path)
    ((pages,),) = store._database.read("PRAGMA page_count")
    store._database.read(f"PRAGMA max_page_count = {pages}")
    ((size,),) = store._database.read("PRAGMA page_size")
    store.prefer("a long text", "x" * 3 * size)
    assert told(store) == "store_full"
    assert store.preferences() == {"a long text": "x" * 3 * size}
    lose(store)  # the connection was opened anew, without the limit
    assert told(store) is None
    assert losses(store) == 1
    store.close()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True).returncode:
        folder.rmdir()
        pytest.skip("only root can make a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)
    folder.rmdir()


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    path = small_disk / "games.sqlite3"
    filled(path, 1)
    store = Store(path)
    with (small_disk / "large").open("wb", buffering=0) as large, pytest.raises(OSError):
        while True:
            large.write(bytes(4096))
    keeper = begin(store)
    assert told(store) == "store_full"
    play_goes_on(store)
    late = Store(path)
    play_goes_on(late)
    fresh = Store(small_disk / "new.sqlite3")
    play_goes_on(fresh)
    (small_disk / "large").unlink()
    for opened in (store, late, fresh):
        opened.prefer("layout", 3)
        assert told(opened) is None
        opened.close()
    store, fresh = Store(path), Store(small_disk / "new.sqlite3")
    assert (losses(store), losses(fresh)) == (5, 2)
    assert keeper.id in {saved.id for saved in store.waiting()}
    store.close()
    fresh.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="rights do not bind root; the disk below does")
@pytest.mark.parametrize("rights_of_the_folder", [0o755, 0o555])
def test_a_file_without_the_right_to_write(path: Path, rights_of_the_folder: int) -> None:
    filled(path, 2)
    path.chmod(0o444)
    path.parent.chmod(rights_of_the_folder)
    store = Store(path)
    play_goes_on(store)
    assert told(store) == "store_readonly"
    path.parent.chmod(0o755)
    store.close()


def test_a_disk_that_cannot_be_written(small_disk: Path) -> None:
    path = small_disk / "games.sqlite3"
    filled(path, 2)
    before = path.read_bytes()
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    store, fresh = Store(path), Store(small_disk / "folder" / "new.sqlite3")
    assert told(store) == "store_readonly"
    assert told(fresh) == "store_failed"
    for opened in (store, fresh):
        play_goes_on(opened)
    assert path.read_bytes() == before
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    store.prefer("layout", 3)
    assert told(store) is None
    assert losses(store) == 4
    for opened in (store, fresh):
        opened.close()
