"""Processes that are killed at any moment, and processes that play on one file at once."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from pyramid_widget import LAYOUTS, Deal, Game
from pyramid_widget.store import Keeper, Store
from tests.strategies import Clock, solved

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the system cannot fork")

KILLS = 200
DEALS = 40
"""Deals that each of the processes plays."""

WINNABLE, WINNING_LINE = solved(LAYOUTS[1])


@pytest.fixture(scope="module")
def start() -> Iterator[Callable[..., BaseProcess]]:
    """Starts a function in a process of its own within milliseconds: a copy of one that has all modules loaded."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    started = []

    def start(target: Callable[..., None], *arguments: object) -> BaseProcess:
        process = context.Process(target=target, args=arguments, daemon=True)
        process.start()
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.join()


class Diary:
    """Lines that outlive the process that writes them."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, entry: Any) -> None:
        os.write(self._file, (json.dumps(entry) + "\n").encode())

    @staticmethod
    def read(path: Path) -> list[Any]:
        *lines, _cut_short = path.read_text().split("\n")  # empty, but for a process that died while it wrote
        return [json.loads(line) for line in lines]


# Killed at any moment


def play_until_killed(path: Path, diary_path: Path, seed: int) -> None:
    """Play what waits, or a new game; write down each action before it is saved, and again when it is."""
    chance, clock, diary = random.Random(seed), Clock(), Diary(diary_path)
    store = Store(path)
    waiting = store.waiting()
    keeper = store.resume(waiting[0].id, now=clock) if waiting else store.keep(Game(WINNABLE, now=clock))
    while True:
        clock.time += chance.random()
        act(keeper.game, chance)
        diary.write(["doing", keeper.id, keeper.game.status, keeper.game.to_json()])
        keeper.save()
        diary.write(["done", keeper.id, keeper.game.status, keeper.game.to_json()])
        if keeper.game.is_over:
            keeper = store.keep(Game(WINNABLE, now=clock))


def act(game: Game, chance: random.Random) -> None:
    what = chance.randrange(60)
    if what == 0 and game.begun:
        game.restart()
        for move in WINNING_LINE:
            game.play(move)
    elif what == 1 and game.begun:
        game.abandon()
    elif what < 10 and game.can_undo:
        game.undo()
    elif what < 14 and game.can_redo:
        game.redo()
    else:
        game.play(chance.choice(game.position.legal_moves()))


def test_killed_at_any_moment(tmp_path: Path, start: Callable[..., BaseProcess]) -> None:
    path, diary_path = tmp_path / "games.sqlite3", tmp_path / "diary"
    chance = random.Random(13)
    results: dict[str, bool] = {}
    last, last_state = "", {}  # the last action that was acknowledged: of which game, and how that stands
    actions = within = 0
    for kill in range(KILLS):
        diary_path.write_text("")
        player = start(play_until_killed, path, diary_path, kill)
        wanted = chance.randrange(1, 20_000)
        while diary_path.stat().st_size < wanted:
            assert player.is_alive()
            time.sleep(chance.random() / 500)
        player.kill()
        player.join()

        entries = Diary.read(diary_path)
        done = [entry for entry in entries if entry[0] == "done"]
        store = Store(path)
        assert store.notice is None
        saved = {id: json.loads(state) for id, state in store._database.read("SELECT id, state FROM saved")}
        for _, id, status, state in done:
            last, last_state = id, state
            note_result(results, id, status)
        for sign, id, status, state in entries[-1:]:
            if sign == "doing" and saved.get(id) == state:  # saved, and killed before it could say so
                last, last_state = id, state
                note_result(results, id, status)
                within += 1
        assert not last or saved[last] == last_state
        actions += len(done)
        if store.waiting():
            check_continued(store, last, last_state)
        assert {result.id: result.won for result in store.results()} == results
        store.close()
    assert actions > KILLS
    assert within  # kills did hit between an action and its acknowledgement


def note_result(results: dict[str, bool], id: str, status: str) -> None:
    if status in ("won", "abandoned"):
        results.setdefault(id, status == "won")


def check_continued(store: Store, id: str, state: dict[str, Any]) -> None:
    (saved,) = store.waiting()
    if saved.id == id:
        game, expected = saved.game(Clock()), Game.from_json(state, now=Clock())
        assert game.position == expected.position
        assert game.line == expected.line
        assert game.seconds == state["seconds"]


# At once


def play_many(path: Path, diary_path: Path, seed: int) -> None:
    chance, diary = random.Random(seed), Diary(diary_path)
    store = Store(path)
    for n in range(DEALS):
        keeper = store.keep(Game(WINNABLE if n % 2 else Deal.random(chance.randrange(1000)), now=Clock()))
        play(keeper, chance, store)
        diary.write([keeper.id, keeper.game.status == "won", keeper.notice and keeper.notice.key])
        store.prefer(f"process {seed}", n)
    store.close()


def play(keeper: Keeper, chance: random.Random, store: Store) -> None:
    if keeper.game.deal == WINNABLE:
        for move in WINNING_LINE:
            keeper.game.play(move)
            keeper.save()
    else:
        for _ in range(chance.randrange(1, 10)):
            keeper.game.play("draw")
            keeper.save()
        store.statistics()
        keeper.leave()


def test_several_processes_play_at_once(tmp_path: Path, start: Callable[..., BaseProcess]) -> None:
    """Even the file is made by all of them at once."""
    path = tmp_path / "games.sqlite3"
    players = [start(play_many, path, tmp_path / f"diary {n}", n) for n in range(3)]
    for player in players:
        player.join(60)
        assert player.exitcode == 0
    entries = [entry for n in range(3) for entry in Diary.read(tmp_path / f"diary {n}")]
    assert len(entries) == 3 * DEALS
    assert {notice for _, _, notice in entries} == {None}
    store = Store(path)
    assert {result.id: result.won for result in store.results()} == {id: won for id, won, _ in entries}
    assert store.preferences() == {f"process {n}": DEALS - 1 for n in range(3)}
    store.close()
