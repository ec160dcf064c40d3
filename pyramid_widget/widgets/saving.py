"""How a widget keeps its game: in a store, after every action, before the board shows what it did."""

from __future__ import annotations

import os
from enum import Enum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pyramid_widget.game import Game
from pyramid_widget.messages import Reason

if TYPE_CHECKING:
    from pyramid_widget.store import SavedGame, Store

_CHANGES_NOTHING = ("selected", "put_down", "refused", "option")
"""The events after which the game stands as it stood."""


class Place(Enum):
    """Where games are kept when nobody says it."""

    USER = "the player's own file, see `pyramid_widget.store.default_path`"


def choose_store(store: Store | str | os.PathLike[str] | Place | None) -> Store:
    """The store itself, or the one at a path; the widgets of a kernel share it. None stands for one in memory.

    Raises ValueError where it is nothing of the kind.
    """
    from pyramid_widget.store import Store, default_path  # only here: SQLite takes its time to load

    if isinstance(store, Store):
        return store
    if store is None:
        return Store(None)
    if not isinstance(store, (Place, str, os.PathLike)):
        raise ValueError(f"store cannot be {store!r}: it is a Store, the path of a file, or None.")
    return _store_at(default_path() if isinstance(store, Place) else Path(store).absolute())


@cache
def _store_at(path: Path) -> Store:
    from pyramid_widget.store import Store

    return Store(path)


class Saving:
    """Keeps the game of one widget in a store. Nothing here raises unless it says so."""

    def __init__(self, store: Store, game: Game) -> None:
        self.store = store
        self._keeper = store.keep(game)
        self._told: Reason | None = None

    def save(self) -> None:
        """Keep the game as it stands after its last event."""
        if self._keeper.game.event.kind not in _CHANGES_NOTHING:
            self._keeper.save()

    def begin(self, game: Game) -> None:
        """Leave the game for a new one: it is a loss unless it has a result, or has not begun."""
        self._keeper.leave()
        self._keeper = self.store.keep(game)

    def resume(self, id: str | None = None) -> Game:
        """Go on with a saved game, the latest where none is named; the one under play waits meanwhile.

        Raises StoreError where no such game waits.
        """
        from pyramid_widget.store import StoreError

        waiting = [saved.id for saved in self.waiting()]
        if id is None and not waiting:
            raise StoreError(Reason("save_none"))
        resumed = self.store.resume(waiting[0] if id is None else id)
        self._keeper.save()  # its clock ran on since the last action
        self._keeper = resumed
        return resumed.game

    def waiting(self) -> list[SavedGame]:
        """The other games that can be continued; the first is the one to offer."""
        return [saved for saved in self.store.waiting() if saved.id != self._keeper.id]

    def news(self) -> Reason | None:
        """What the player should know about saving and has not been told yet."""
        notice = self._keeper.notice
        news = None if notice == self._told else notice
        self._told = notice
        return news
