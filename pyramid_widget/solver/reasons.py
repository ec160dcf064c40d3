"""Why a position cannot be won: the smallest explanation that a person can see on the board."""

from __future__ import annotations

from pyramid_widget.cards import PAIR_SUM
from pyramid_widget.solver.pairing import LOW_RANKS, Table


def stray_ranks(table: Table) -> list[int]:
    """The pairs of ranks, by their lower one, of which some stock cards could pair only with other stock cards."""
    strays = []
    for low in LOW_RANKS:
        ranks = (low, PAIR_SUM - low)
        in_layout = sum(len(table.slots[rank]) for rank in ranks)
        if any(len(table.slots[rank]) + table.outside[rank] > in_layout for rank in ranks):
            strays.append(low)
    return strays
