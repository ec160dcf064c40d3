"""The store: one place for saved games, results and preferences, that never stands in the way of play."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from sqlite3 import Connection
from threading import RLock
from typing import Any

from pyramid_widget.game import Game
from pyramid_widget.layouts import LAYOUTS
from pyramid_widget.messages import Reason
from pyramid_widget.rules import PRESETS, RulesError
from pyramid_widget.store import checks, exchange
from pyramid_widget.store import statistics as counting
from pyramid_widget.store.database import HASTE, PATIENCE, Database
from pyramid_widget.store.place import notebook
from pyramid_widget.store.records import CHANGED, Result, SavedGame, StoreError

_SAVED = tuple(field.name for field in fields(SavedGame))
_RESULT = tuple(field.name for field in fields(Result))
_INSERT_SAVED = f"INSERT INTO saved ({', '.join(_SAVED)}) VALUES ({', '.join('?' * len(_SAVED))})"
_PUT_SAVED = f"{_INSERT_SAVED} ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name}=excluded.{name}' for name in _SAVED)}"
_PUT_RESULT = f"INSERT OR IGNORE INTO result ({', '.join(_RESULT)}) VALUES ({', '.join('?' * len(_RESULT))})"
_PUT_PREFERENCE = "INSERT OR REPLACE INTO preference (key, value) VALUES (?, ?)"


class Store:
    """Saved games, results and preferences in one SQLite file, or in memory where `path` is None.

    **What counts.** A deal that was laid out counts from its first action, and its first result stands:

    * it is a *win* when it is won, whatever is undone, restarted or given up later;
    * it is a *loss* when it is left before that: given up, followed by a new game in the same widget (`Keeper.leave`),
      or deleted from the list of saved games (`give_up`);
    * until then it *waits*, and is neither: when a kernel ends, when the widget continues another game, when the deal
      is restarted. Going on with it counts nothing anew. A restart after the result changes nothing.

    A deal without an action leaves no trace. Laying the same deal out again, by its code, is another game.

    **Nothing is raised into play.** What cannot be written now (another program holds the file, the disk is full, the
    file is damaged, of a newer version or may not be written) is kept in memory, counts in everything that the store
    answers, and is written with the next save that works. `notice` says so in one sentence. A damaged file is moved
    aside, and a new one begun; files of newer versions and of other programs are left as they are.

    Any number of threads, stores and processes may use one file at the same time.
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else Path(path)
        self._database = Database(self.path)
        self._lock = RLock()
        self._trouble: Reason | None = None
        self._owed_games: dict[str, _Debt] = {}
        self._owed_preferences: dict[str, str] = {}
        self._settle()

    @property
    def notice(self) -> Reason | None:
        """What the player should know about the file now, if anything."""
        aside = self._database.kept_aside
        return self._trouble or (None if aside is None else Reason("store_damaged", text=aside.name))

    def close(self) -> None:
        """Close the file. The next use opens it again."""
        with self._lock:
            self._database.close()

    # Games

    def keep(self, game: Game) -> Keeper:
        """A keeper for a game that was just laid out; nothing is written before its first action."""
        return Keeper(self, game)

    def waiting(self) -> list[SavedGame]:
        """The games that can be continued: those of this notebook first, then the others; the latest of each first.

        What cannot be read is passed over, and stays in the file.
        """
        with self._lock:
            rows = self._read(f"SELECT {', '.join(_SAVED)} FROM saved")
            found = {saved.id: saved for saved in map(_saved, rows) if saved is not None}
            for debt in self._owed_games.values():
                found[debt.saved.id] = debt.saved
                if debt.left:
                    del found[debt.saved.id]
        here = notebook()
        waiting = (saved for saved in found.values() if saved.waits and saved.can_be_read)
        return sorted(waiting, key=lambda saved: (here != "" and saved.notebook == here, saved.played), reverse=True)

    def resume(self, id: str, *, now: Callable[[], float] = time.monotonic) -> Keeper:
        """Go on with a saved game: a keeper with the game, its history and its clock as they were at the last save.

        Whoever kept it before keeps it no longer, see `Keeper.notice`. Raises StoreError where there is no such game,
        or it cannot be read.
        """
        with self._lock:
            before = self._last(id)
            keeper = Keeper(self, before.saved.game(now), before)
            keeper.save()
        return keeper

    def give_up(self, id: str) -> None:
        """Delete a saved game; it is a loss unless it has a result already. Raises StoreError where there is none."""
        with self._lock:
            before = self._last(id)
            saved = replace(before.saved, played=time.time())
            self._owe(replace(before, saved=saved, result=before.result or saved.result(won=False), left=True))

    # Results

    def results(self) -> list[Result]:
        """Every deal that counts, with its first result, in the order in which they ended.

        What cannot be read is passed over, and stays in the file.
        """
        with self._lock:
            rows = self._read(f"SELECT {', '.join(_RESULT)} FROM result ORDER BY number")
            results = [result for result in map(_result, rows) if result is not None]
            known = {result.id for result in results}
            owed = [debt.result for debt in self._owed_games.values() if debt.result]
        results += [result for result in owed if result.id not in known]
        return sorted(results, key=lambda result: result.ended)

    def statistics(
        self,
        *,
        preset: str | None = None,
        layout: int | str | None = None,
        by: Sequence[counting.Group] = ("preset", "layout"),
    ) -> list[dict[str, Any]]:
        """One flat row for each preset and layout played (`by`), ready for `pandas.DataFrame`.

        What the columns mean stands in `pyramid_widget.store.statistics`. `by=()` gives one row over everything.
        `preset` (a name of `PRESETS`, or `"changed"` for other rules) and `layout` (a number or name of `LAYOUTS`) take
        only those results. Raises RulesError, LayoutError.
        """
        if preset not in (None, CHANGED, *PRESETS):
            raise RulesError(f"There is no preset {preset!r}: there are {', '.join((*PRESETS, CHANGED))}.")
        number = None if layout is None else LAYOUTS[layout].number
        return counting.statistics(
            (r for r in self.results() if preset in (None, r.preset) and number in (None, r.layout)), by
        )

    # Preferences

    def preferences(self) -> dict[str, Any]:
        """What was remembered by `prefer`, by key; what cannot be read is passed over."""
        with self._lock:
            texts = dict(self._read("SELECT key, value FROM preference")) | self._owed_preferences
        remembered = {}
        for key, text in texts.items():
            with suppress(ValueError, RecursionError):
                remembered[key] = json.loads(text)
        return remembered

    def prefer(self, key: str, value: Any) -> None:
        """Remember a preference: anything that JSON can carry. Raises TypeError where it cannot."""
        with self._lock:
            self._owed_preferences[key] = json.dumps(value)
            self._settle()

    # To and from other places

    def to_json(self) -> dict[str, Any]:
        """All results, and the games that can be continued, as plain JSON; `merge` reads it."""
        with self._lock:
            return exchange.export(self.results(), self.waiting())

    def merge(self, exported: object) -> exchange.Merged:
        """Add what another store's `to_json` gave. What is here already stays as it is, so merging twice adds nothing.

        Raises StoreError, and adds nothing, where anything in it is wrong or the file cannot be written.
        """
        results, games = exchange.read(exported)
        with self._lock:
            self._settle()
            with self._database.transaction() as connection:
                known = set(self._owed_games)
                known.update(id for (id,) in connection.execute("SELECT id FROM saved UNION SELECT id FROM result"))
                new_results = {result.id: result for result in results if result.id not in known}
                new_games = {game.id: game for game in games if game.id not in known}
                connection.executemany(_PUT_RESULT, map(astuple, new_results.values()))
                connection.executemany(_PUT_SAVED, map(astuple, new_games.values()))
        return exchange.Merged(len(new_results), len(new_games))

    # Machinery

    def _read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """What the file holds; nothing where it cannot be read."""
        try:
            return self._database.read(query, values)
        except StoreError as trouble:
            self._trouble = trouble.reason
            return []

    def _last(self, id: str) -> _Debt:
        """What was last said about a saved game. Raises StoreError where there is none."""
        debt = self._owed_games.get(id)
        if debt is None:
            rows = self._read(f"SELECT {', '.join(_SAVED)} FROM saved WHERE id = ?", (id,))
            debt = _Debt(SavedGame(*rows[0])) if rows else None
        if debt is None or debt.left:
            raise StoreError(Reason("save_gone"))
        return debt

    def _owe(self, debt: _Debt) -> None:
        """Write what is to be said about a game, now or as soon as it can be done."""
        with self._lock:
            before = self._owed_games.get(debt.saved.id)
            if before is not None and not debt.follows(before):
                debt.taken = True
                return
            self._owed_games[debt.saved.id] = debt
            self._settle()

    def _settle(self) -> None:
        """Write everything that is owed, all or nothing."""
        try:
            with self._database.transaction(HASTE if self._trouble else PATIENCE) as connection:
                for debt in self._owed_games.values():
                    debt.pay(connection)
                connection.executemany(_PUT_PREFERENCE, self._owed_preferences.items())
        except StoreError as trouble:
            self._trouble = trouble.reason
        else:
            self._trouble = None
            self._owed_games.clear()
            self._owed_preferences.clear()


class Keeper:
    """Keeps one game in the store while it is played: `save` after each action, `leave` when another game begins.

    Neither raises; `notice` says what the player should know. A game on a layout that is not one of `LAYOUTS` is not
    kept.
    """

    def __init__(self, store: Store, game: Game, before: _Debt | None = None) -> None:
        """`before` is what the store last knew of a game that is resumed."""
        self.game = game
        self.id = before.saved.id if before else uuid.uuid4().hex
        self._store = store
        self._mark = uuid.uuid4().hex
        self._holders = before.holders | {before.saved.keeper} if before else frozenset[str]()
        self._last = replace(before, taken=False) if before else None
        self._fits = game.deal.has_code

    @property
    def notice(self) -> Reason | None:
        """What the player should know, if anything: why this game is not kept, or the store's notice."""
        if not self._fits:
            return Reason("save_own_layout")
        return Reason("save_taken") if self._last and self._last.taken else self._store.notice

    def save(self) -> None:
        """Write the game as it stands: its history and clock, and its result when it has just been won or given up."""
        self._write(left=False)

    def leave(self) -> None:
        """Say that the player has left the game for another: unless it has a result, it is a loss now."""
        self._write(left=True)

    def _write(self, left: bool) -> None:
        if not self._fits or (self._last and self._last.taken):
            return
        if self._last is None and not self.game.begun:
            return
        saved = SavedGame.of(self.game, self.id, self._mark, notebook(), time.time())
        result = self._last.result if self._last else None
        if result is None and (left or self.game.is_over):
            result = saved.result(won=saved.status == "won")
        self._last = _Debt(saved, result, self._holders, left)
        self._store._owe(self._last)


@dataclass
class _Debt:
    """What is to be written about one game: everything, so that a later debt replaces an earlier one.

    `holders` are the marks of the keepers that the game was taken over from; `taken` is set when another keeper has
    taken it over in turn, and nothing of this is written any more.
    """

    saved: SavedGame
    result: Result | None = None
    holders: frozenset[str] = frozenset()
    left: bool = False
    taken: bool = False

    def follows(self, before: _Debt) -> bool:
        """Whether this may replace an earlier debt."""
        return not before.left and self._knows(before.saved.keeper)

    def pay(self, connection: Connection) -> None:
        """Write it, inside a transaction."""
        id = self.saved.id
        holder = connection.execute("SELECT keeper FROM saved WHERE id = ?", (id,)).fetchone()
        if holder is None:  # new, or left by somebody else
            self.taken = connection.execute("SELECT 1 FROM result WHERE id = ?", (id,)).fetchone() is not None
        else:
            self.taken = not self._knows(holder[0])
        if self.taken:
            return
        if self.result is not None:
            connection.execute(_PUT_RESULT, astuple(self.result))
        if self.left:
            connection.execute("DELETE FROM saved WHERE id = ?", (id,))
        else:
            connection.execute(_PUT_SAVED, astuple(self.saved))

    def _knows(self, mark: str) -> bool:
        return mark == self.saved.keeper or mark in self.holders


def _saved(row: Sequence[Any]) -> SavedGame | None:
    values = dict(zip(_SAVED, row, strict=True))
    return None if checks.wrong_field(values, checks.SAVED) else SavedGame(**values)


def _result(row: Sequence[Any]) -> Result | None:
    values = dict(zip(_RESULT, row, strict=True))
    values["won"] = {0: False, 1: True}.get(values["won"])  # SQLite knows numbers only
    return None if checks.wrong_field(values, checks.RESULT) else Result(**values)
