"""What lasts longer than a kernel: saved games with their history, results and their statistics, preferences.

`Store(default_path())` is the player's own file, `Store(path)` another one, `Store(None)` keeps all in memory only.
"""

from __future__ import annotations

from pyramid_widget.store.exchange import Merged
from pyramid_widget.store.place import default_path
from pyramid_widget.store.records import CHANGED, Result, SavedGame, StoreError
from pyramid_widget.store.store import Keeper, Store

__all__ = ["CHANGED", "Keeper", "Merged", "Result", "SavedGame", "Store", "StoreError", "default_path"]
