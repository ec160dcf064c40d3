"""The cover order: which cards of a layout must have gone before which, as sets of bits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pyramid_widget.layouts import Layout


def bits(mask: int) -> Iterator[int]:
    """The numbers of the set bits, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=4096)
def cover_order(layout: Layout, present: int) -> tuple[int, ...]:
    """For each slot the set of cards that lie above it, on it or on a card above it, among those that are `present`.

    A slot without a present card has the empty set.
    """
    above = [0] * layout.size
    for slot in _from_top(layout):
        if present >> slot & 1:
            on = layout.cover_masks[slot] & present
            above[slot] = on
            for card in bits(on):
                above[slot] |= above[card]
    return tuple(above)


@lru_cache(maxsize=4096)
def cards_below(layout: Layout, present: int) -> tuple[int, ...]:
    """The other way round: for each slot the set of cards that wait for it, among those that are `present`."""
    below = [0] * layout.size
    for slot, above in enumerate(cover_order(layout, present)):
        for card in bits(above):
            below[card] |= 1 << slot
    return tuple(below)


@lru_cache(maxsize=256)
def _from_top(layout: Layout) -> tuple[int, ...]:
    """The slots in an order in which each comes after all that lie on it."""
    return tuple(sorted(range(layout.size), key=lambda slot: -layout.slots[slot].z))
