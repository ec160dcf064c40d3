"""From chosen pairs to a line of moves that wins: what can go goes at once, and the stock is turned for the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from pyramid_widget.cards import PAIR_SUM, Card
from pyramid_widget.position import DRAW, RECYCLE, Move, Position
from pyramid_widget.solver.cover import bits, cards_below
from pyramid_widget.solver.pairing import Pair, Table, pairings

WAYS = 6
"""So many ways to pair the layout's cards are played out to find a short line."""


def short_lines(position: Position, table: Table, ways: int = WAYS) -> Iterator[tuple[Move, ...]]:
    """Several lines that win, as long as the passes last; none where the layout's cards cannot be paired off.

    `table` is that of the position; so many `ways` to pair its cards are tried, with two lines each. Lines that take
    more passes than there are, are left out.
    """
    for pairs in islice(pairings(table), ways):
        for shallow_first in (False, True):
            played = line(position, pairs, shallow_first=shallow_first)
            if position.rules.passes is None or position.pass_number + played.count(RECYCLE) <= position.rules.passes:
                yield played


def line(position: Position, pairs: Sequence[Pair], goal: int = -1, shallow_first: bool = False) -> tuple[Move, ...]:
    """The moves that remove the layout cards of the set `goal` (-1: all) and what else must go for a win.

    `pairs` are one of `pairings` for that goal. The line takes as many passes as it needs. Where several cards could
    take the same stock card, the one that most others wait for goes first, or with `shallow_first` the one that fewest
    wait for.
    """
    return _Turning(position, pairs, goal, shallow_first).play()


class _Turning:
    """A table on which the line is played."""

    def __init__(self, position: Position, pairs: Sequence[Pair], goal: int, shallow_first: bool) -> None:
        self.rules = position.rules
        self.cards = position.deal.cards
        self.order = {card: place for place, card in enumerate(position.deal.stock_cards)}
        self.covers = position.deal.layout.cover_masks
        below = cards_below(position.deal.layout, position.present)
        self.present = position.present
        self.left = sorted(  # of the goal
            bits(position.present & goal), key=lambda slot: below[slot].bit_count(), reverse=not shallow_first
        )
        self.pairs = [pair.cards for pair in pairs]
        self.promised = sum(self.pairs)
        self.stock = list(reversed(position.stock))  # the top is the last, as on the piles
        self.piles = [list(pile) for pile in position.piles]
        self.moves: list[Move] = []

    def play(self) -> tuple[Move, ...]:
        while self.left:
            free = [slot for slot in self.left if not self.covers[slot] & self.present]
            if not self._remove_from_layout(free):
                self._remove_with_top(free)
        if not self.present and self.rules.win == "everything":
            while self.stock or any(self.piles):
                self._remove(0, self._turn_to({PAIR_SUM}).pop())
        return tuple(self.moves)

    def _remove_from_layout(self, free: list[int]) -> bool:
        """Remove a king, a chosen pair, or two other of the free cards that make 13 (that saves stock cards)."""
        for slot in free:
            if self.cards[slot].is_king:
                self._remove(1 << slot)
                return True
        reach = sum(1 << slot for slot in free)
        for pair in self.pairs:
            if pair & reach == pair or (pair & reach and self._only_cover(pair)):
                self._remove(pair)
                self.pairs.remove(pair)
                return True
        if self.rules.win == "everything":
            return False  # each card outside needs its partner in the layout
        loose: dict[int, int] = {}
        for slot in free:
            if not self.promised >> slot & 1:
                partner = loose.get(PAIR_SUM - self.cards[slot].rank)
                if partner is not None:
                    self._remove(1 << slot | 1 << partner)
                    return True
                loose.setdefault(self.cards[slot].rank, slot)
        return False

    def _only_cover(self, pair: int) -> bool:
        """Whether one card of the pair is all that still lies on the other."""
        return all(not self.covers[slot] & self.present & ~pair for slot in bits(pair))

    def _remove_with_top(self, free: list[int]) -> None:
        """Turn the stock until a top makes 13 with a free card that is not promised to another; remove the two."""
        takers: dict[int, int] = {}
        for slot in free:
            if not self.promised >> slot & 1:
                takers.setdefault(PAIR_SUM - self.cards[slot].rank, slot)
        pile = self._turn_to(takers.keys())
        self._remove(1 << takers[pile[-1].rank], pile.pop())

    def _turn_to(self, ranks: Collection[int]) -> list[Card]:
        """Turn the stock until a card of one of these ranks is a top; the pile that it lies on."""
        while True:
            for pile in [*self.piles, self.stock] if self.rules.stock_playable else self.piles:
                if pile and pile[-1].rank in ranks:
                    return pile
            self._turn()

    def _remove(self, slots: int, *others: Card) -> None:
        gone = list(bits(slots))
        for slot in gone:
            self.left.remove(slot)
        cards = (*(self.cards[slot] for slot in gone), *others)
        self.moves.append(Move("king" if len(cards) == 1 else "pair", cards))
        self.present &= ~slots

    def _turn(self) -> None:
        """Draw, or recycle at the end of the stock."""
        if self.stock:
            self.moves.append(DRAW)
            for pile in self.piles:
                if self.stock:
                    pile.append(self.stock.pop())
        else:
            self.moves.append(RECYCLE)
            waste = sorted((card for pile in self.piles for card in pile), key=self.order.__getitem__)
            self.stock = waste[::-1]
            self.piles = [[] for _ in self.piles]
