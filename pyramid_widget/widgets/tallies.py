"""The player's statistics as the page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyramid_widget.game import Game
from pyramid_widget.rules import preset_name

if TYPE_CHECKING:
    from pyramid_widget.store import Store

LATEST = 40
"""How many of the latest results are shown one by one."""


def statistics(store: Store, game: Game) -> dict[str, Any]:
    """The statistics of everything, of this game's preset, and of its layout.

    Each is the one row of `Store.statistics`, and `latest`: whether the latest deals were won, the oldest first.
    """
    from pyramid_widget.store import CHANGED
    from pyramid_widget.store.statistics import statistics as count

    results = store.results()
    preset, layout = preset_name(game.rules) or CHANGED, game.deal.layout.number
    choices = {
        "everything": results,
        "preset": [result for result in results if result.preset == preset],
        "layout": [result for result in results if result.layout == layout],
    }
    return {
        name: count(chosen, by=())[0] | {"latest": [result.won for result in chosen[-LATEST:]]}
        for name, chosen in choices.items()
    }
