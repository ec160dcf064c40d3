"""The tables, and how a file of an older version becomes one of today's."""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x50595244
"""Marks a SQLite file as one of ours ("PYRD")."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # Games under way. `keeper` is whoever plays it now, `played` the time of the last action (seconds since 1970),
        # `state` the JSON of `Game.to_json`; the other columns say the same for lists and statistics.
        """
        CREATE TABLE saved (
            id TEXT PRIMARY KEY, keeper TEXT NOT NULL, notebook TEXT NOT NULL, played REAL NOT NULL,
            code TEXT NOT NULL, layout INTEGER NOT NULL, preset TEXT NOT NULL, scoring TEXT, status TEXT NOT NULL,
            score INTEGER, seconds REAL NOT NULL, moves INTEGER NOT NULL, state TEXT NOT NULL
        )
        """,
        # One row a deal that counts: its first result. `id` is that of the saved game.
        """
        CREATE TABLE result (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ended REAL NOT NULL,
            code TEXT NOT NULL, layout INTEGER NOT NULL, preset TEXT NOT NULL, scoring TEXT, won INTEGER NOT NULL,
            score INTEGER, seconds REAL NOT NULL, moves INTEGER NOT NULL
        )
        """,
        "CREATE TABLE preference (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
)
"""The statements that lead from each version to the next; a file's version is how many of these it has behind it.

Entries that were released never change: a new version adds one.
"""


def version(connection: sqlite3.Connection) -> int:
    """The version of a file; 0 for a new one."""
    found: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return found


def is_foreign(connection: sqlite3.Connection) -> bool:
    """Whether a file holds tables of something else."""
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    return not ours and connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] > 0


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a file up to today's version, all or nothing. Raises sqlite3.Error where it cannot be written."""
    if version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statements in MIGRATIONS[version(connection) :]:  # asked again: another process may have been quicker
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
