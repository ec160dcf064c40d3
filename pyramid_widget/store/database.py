"""The SQLite file: opened whatever state it is in, read, and written all or nothing."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pyramid_widget.messages import Reason
from pyramid_widget.store import schema
from pyramid_widget.store.records import StoreError

_log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds to wait for another process that writes; writing takes a few milliseconds."""

HASTE = 0.05
"""Seconds to wait while waiting was in vain already: a player's taps should not hang each time."""

_REASONS = {
    "attempt to write a readonly database": "store_readonly",
    "database or disk is full": "store_full",
    "database is locked": "store_locked",
}


class Database:
    """One file with its tables, or tables in memory where `path` is None. Nothing is raised but StoreError.

    Where the file cannot be opened, each use tries again.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.kept_aside: Path | None = None
        """Where a damaged file was moved to."""
        self._connection: sqlite3.Connection | None = None
        self._file: os.stat_result | None = None  # which file it was when it was opened

    def read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds. Raises StoreError."""
        with self._told():
            return self._opened().execute(query, values).fetchall()

    @contextmanager
    def transaction(self, patience: float = PATIENCE) -> Iterator[sqlite3.Connection]:
        """Write all or nothing, waiting some seconds for other processes. Raises StoreError."""
        with self._told():
            if self._was_replaced():
                self.close()
            connection = self._opened(patience)
            connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
            connection.execute("BEGIN IMMEDIATE")  # the lock first: what is read inside stays true until the end
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk makes SQLite roll back by itself
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()  # widgets are forgotten rather than closed

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite and the file system raise into one sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            _log.info("The store %s cannot be used: %s", self.path, error)
            if self.path is not None:
                self.close()  # the next use opens it anew, and finds out whether it is damaged
            raise StoreError(self._reason(error)) from error

    def _reason(self, error: Exception) -> Reason:
        key = _REASONS.get(str(error), "store_failed")
        if self.path is not None and self.path.is_file() and not os.access(self.path, os.W_OK):
            key = "store_readonly"  # SQLite says no more than that it cannot open the file
        return Reason(key, text=str(self.path))

    def _opened(self, patience: float = PATIENCE) -> sqlite3.Connection:
        if self._connection is None:
            try:
                self._connection = _open(self.path, patience)
            except _Damaged as damaged:
                assert self.path is not None
                self.kept_aside = _move_aside(self.path, damaged.file) or self.kept_aside
                self._connection = _open(self.path, patience)
            self._file = None if self.path is None else self.path.stat()
        return self._connection

    def _was_replaced(self) -> bool:
        """Whether the open file is no longer the one under its name: another process found it damaged, say."""
        if self._connection is None or self.path is None or self._file is None:
            return False
        return not self.path.exists() or not os.path.samestat(self.path.stat(), self._file)


class _Damaged(sqlite3.DatabaseError):
    """A file that is no sound database; `file` is which one it was, should another process replace it meanwhile."""

    def __init__(self, file: os.stat_result) -> None:
        super().__init__("the file is damaged")
        self.file = file


def _open(path: Path | None, patience: float) -> sqlite3.Connection:
    """A connection to sound tables of today's version.

    Raises StoreError at a file that must be left alone, _Damaged, sqlite3.Error, OSError.
    """
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    # Threads take turns under the store's lock.
    connection = sqlite3.connect(path or ":memory:", timeout=patience, isolation_level=None, check_same_thread=False)
    connection.text_factory = lambda text: text.decode(errors="replace")  # one broken letter must not hide all rows
    try:
        if schema.is_foreign(connection):
            raise StoreError(Reason("store_foreign", text=str(path)))
        if schema.version(connection) > len(schema.MIGRATIONS):
            raise StoreError(Reason("store_newer", text=str(path)))
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("the file is damaged")
        # A commit appends to the log beside the file and hands it to the operating system, which writes it even when
        # this process is killed the moment after. Only a power cut can lose the last commits, and never half of one.
        with suppress(sqlite3.OperationalError):  # another process does the same, or nobody can: both are no harm
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        schema.migrate(connection)
    except BaseException as error:
        connection.close()
        # Operational errors are about the disk, locks and rights; the others say that the content is wrong.
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError) and path:
            raise _Damaged(path.stat()) from error
        raise
    return connection


def _move_aside(path: Path, damaged: os.stat_result) -> Path | None:
    """Rename a damaged file and its log; None where another process has done so already."""
    if not os.path.samestat(path.stat(), damaged):
        return None
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y-%m-%d-%H%M%S')}")
    while aside.exists():
        aside = aside.with_name(f"{aside.name}-again")
    path.rename(aside)
    for ending in ("-wal", "-shm"):  # a log that stayed would be played into the new file
        with suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside
