"""Why a position cannot be won: the smallest explanation that a person can see on the board.

An explanation is a set of layout cards that cannot all be removed, whatever becomes of the other cards. It is minimal:
without any one of its cards, the others could be paired off so that none waits for itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from pyramid_widget.cards import PAIR_SUM, Card
from pyramid_widget.messages import Reason
from pyramid_widget.position import Position
from pyramid_widget.solver.cover import bits
from pyramid_widget.solver.pairing import LOW_RANKS, Table, choose_pairs


def find_reason(position: Position) -> Reason | None:
    """Why the position cannot be won, as far as the pairing of its cards tells; None where it does not.

    `cards` of the reason are the explanation, `by` their partners in the layout. No hidden card is among them.
    """
    table = Table.of(position)
    cards = stuck_together(table)
    if cards is not None:
        return _put_in_words(table, cards, position.deal.cards)
    return Reason("lost_strays") if strays_are_barred(position, table) else None


def stuck_together(table: Table) -> int | None:
    """A minimal set of layout cards that cannot all be removed; None where all can.

    It spans as few pairs of ranks as possible; within one pair of ranks it is as small as possible.
    """
    for count in range(1, len(LOW_RANKS) + 1):
        found = [
            _smallest(table, lows[0]) if count == 1 else _shrunk(table, lows)
            for lows in combinations(LOW_RANKS, count)
            if choose_pairs(table, lows=lows) is None
        ]
        if found:
            return min(found, key=int.bit_count)
    return None


def stray_ranks(table: Table) -> list[int]:
    """The pairs of ranks, by their lower one, of which cards outside would be left over with the layout empty."""
    strays = []
    for low in LOW_RANKS:
        high = PAIR_SUM - low
        in_layout = len(table.slots[low]) + len(table.slots[high])
        lows = len(table.slots[low]) + table.outside[low]
        highs = len(table.slots[high]) + table.outside[high]
        if lows != highs or lows > in_layout:
            strays.append(low)
    return strays


def strays_are_barred(position: Position, table: Table) -> bool:
    """Whether stock cards that must go could pair only with other stock cards, and the rules never let them."""
    rules = position.rules
    closed = rules.waste_piles == 1 and not rules.stock_playable and not rules.stock_as_rows
    return closed and rules.win == "everything" and bool(stray_ranks(table))


def _slots(table: Table, lows: Iterable[int]) -> tuple[int, ...]:
    return tuple(slot for low in lows for rank in (low, PAIR_SUM - low) for slot in table.slots[rank])


def _mask(slots: Iterable[int]) -> int:
    return sum(1 << slot for slot in slots)


def _smallest(table: Table, low: int) -> int:
    """The smallest set of cards of one pair of ranks that cannot all go; cards of one rank where there is a choice."""
    slots = _slots(table, (low,))
    for size in range(1, len(slots) + 1):
        sets = [_mask(some) for rank in (low, PAIR_SUM - low) for some in combinations(table.slots[rank], size)]
        sets += [_mask(some) for some in combinations(slots, size)]
        for some in sets:
            if choose_pairs(table, some, (low,)) is None:
                return some
    raise AssertionError("All of these cards could not go.")


def _shrunk(table: Table, lows: tuple[int, ...]) -> int:
    """A minimal set of cards of these ranks that cannot all go: the smaller of two found by dropping card by card."""
    slots = _slots(table, lows)
    found = []
    for order in (sorted(slots), sorted(slots, reverse=True)):
        cards = _mask(slots)
        for slot in order:
            fewer = cards & ~(1 << slot)
            if choose_pairs(table, fewer, lows) is None:
                cards = fewer
        found.append(cards)
    return min(found, key=int.bit_count)


def _put_in_words(table: Table, stuck: int, cards: tuple[Card, ...]) -> Reason:
    named = list(bits(stuck))
    ranks = {cards[slot].rank for slot in named}
    partners = sorted({slot for rank in ranks for slot in table.slots[PAIR_SUM - rank]} - set(named))
    key, number = _kind(table, named, partners, ranks)
    return Reason(key, tuple(cards[slot] for slot in named), tuple(cards[slot] for slot in partners), number)


def _kind(table: Table, named: list[int], partners: list[int], ranks: set[int]) -> tuple[str, int | None]:
    """The sentence for these cards, and its number."""
    if len(named) == 1:
        over = [table.order.above[named[0]] >> slot & 1 for slot in partners]
        if not partners:
            return "lost_no_partner", None
        return ("lost_over" if all(over) else "lost_around" if any(over) else "lost_under"), None
    if len(ranks) == 1:
        useful = [slot for slot in partners if any(table.order.allows(slot, card) for card in named)]
        found = len(useful) + table.outside[PAIR_SUM - min(ranks)]
        if found < len(named):
            return "lost_group", found
    return "lost_circle", None
