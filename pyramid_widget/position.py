"""A position: which cards are where at one moment, what can be done there, and why other things cannot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pyramid_widget.cards import PAIR_SUM, Card, CardError, parse_cards
from pyramid_widget.deals import Deal
from pyramid_widget.layouts import draw_text
from pyramid_widget.messages import Reason, Refused
from pyramid_widget.rules import COLUMNS, Rules, choose_rules

_CARDS_REMOVED = {"pair": 2, "king": 1, "draw": 0, "recycle": 0}


class IllegalMove(Refused):
    """An action that the rules do not allow here; its text is the reason that a player would be told."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action: remove a pair or a king, draw, or recycle.

    `cards` are the removed ones, in no particular order: two moves with the same cards are equal. A draw and a recycle
    remove none. Raises IllegalMove where the number of cards does not fit the kind.
    """

    kind: Literal["pair", "king", "draw", "recycle"]
    cards: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(Card.parse(card) for card in self.cards)))
        if not len(self.cards) == len(set(self.cards)) == _CARDS_REMOVED.get(str(self.kind)):
            raise IllegalMove(Reason("unreadable", text=str(self)))

    @staticmethod
    def parse(text: str | Move) -> Move:
        """The move that `text` says: two cards, one king, `draw` or `recycle`. Its `str` reads the same; a move stays.

        Raises IllegalMove where the text is no move in any position.
        """
        if isinstance(text, Move):
            return text
        if not isinstance(text, str):
            raise IllegalMove(Reason("unreadable", text=str(text)))
        word = text.strip().lower()
        if word == "draw":
            return DRAW
        if word == "recycle":
            return RECYCLE
        try:
            cards = parse_cards(text)
        except CardError:
            cards = ()
        if len(cards) not in (1, 2) or len(set(cards)) < len(cards):
            raise IllegalMove(Reason("unreadable", text=text))
        return Move("king" if len(cards) == 1 else "pair", cards)

    @property
    def removes(self) -> bool:
        """Whether cards leave the table."""
        return bool(self.cards)

    def __str__(self) -> str:
        return " ".join(str(card) for card in self.cards) or str(self.kind)


DRAW = Move("draw")
RECYCLE = Move("recycle")


@dataclass(frozen=True)
class Position:
    """One moment of a deal. Immutable and hashable; `apply` gives the next one.

    `present` has bit i set while slot i of the layout holds its card. `stock` is what can still be drawn, from its top;
    `piles` are the waste piles (or Giza's columns), each from its lowest card to the playable one. `pass_number` counts
    trips through the stock from 1 where the rules limit them; else it stays 1, so that the same cards in the same
    places are the same position.
    """

    deal: Deal
    rules: Rules
    present: int
    stock: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    pass_number: int = 1

    @staticmethod
    def start(deal: Deal, rules: Rules | str) -> Position:
        """The position before the first action; `rules` may be the name of a preset.

        Raises RulesError where there is no such preset, TypeError where `deal` is no deal.
        """
        if not isinstance(deal, Deal):
            raise TypeError(f"A Deal is needed, not {deal!r}: Deal.random() and Deal.from_code() make one.")
        rules = choose_rules(rules)
        rest = deal.stock_cards
        everything = (1 << deal.layout.size) - 1
        if rules.stock_as_rows:
            return Position(deal, rules, everything, (), tuple(rest[column::COLUMNS] for column in range(COLUMNS)))
        waste = (rest[: rules.waste_start],) + ((),) * (rules.waste_piles - 1)
        return Position(deal, rules, everything, rest[rules.waste_start :], waste)

    def __hash__(self) -> int:
        return hash((self.present, self.stock, self.piles, self.pass_number))

    # What lies where

    @cached_property
    def layout_left(self) -> dict[Card, int]:
        """The cards that are still in the layout, each with its slot."""
        return {card: slot for slot, card in enumerate(self.deal.layout_cards) if self.present >> slot & 1}

    @cached_property
    def waste(self) -> tuple[Card, ...]:
        """All cards of the waste, in the order of the stock; for a single pile from its lowest card."""
        if len(self.piles) == 1:
            return self.piles[0]
        drawn = {card for pile in self.piles for card in pile}
        return tuple(card for card in self.deal.stock_cards if card in drawn)

    def coverers(self, card: Card) -> tuple[Card, ...]:
        """The cards that still lie on a card of the layout; empty for a free one and for cards elsewhere."""
        slot = self.layout_left.get(card)
        if slot is None:
            return ()
        cards = self.deal.cards
        return tuple(cards[on] for on in self.deal.layout.covers[slot] if self.present >> on & 1)

    @cached_property
    def free(self) -> tuple[Card, ...]:
        """The cards of the layout that nothing lies on, in the order of the slots."""
        masks = self.deal.layout.cover_masks
        return tuple(card for card, slot in self.layout_left.items() if not masks[slot] & self.present)

    @cached_property
    def tops(self) -> tuple[Card, ...]:
        """The cards outside the layout that may be removed now: the stock's top (where the rules let it) and the ends
        of the piles."""
        stock = self.stock[:1] if self.rules.stock_playable else ()
        return stock + tuple(pile[-1] for pile in self.piles if pile)

    @cached_property
    def playable(self) -> tuple[Card, ...]:
        """The cards that may be removed or be one half of a pair now, partners or not.

        Where cover pairs are allowed, a card that is covered by its partner alone is one of them.
        """
        cards = self.free + self.tops
        return cards + tuple(covered for covered, _ in self._cover_pairs)

    @cached_property
    def _cover_pairs(self) -> tuple[tuple[Card, Card], ...]:
        """The pairs of a card and the only card that covers it, where the rules allow them."""
        if not self.rules.cover_pairs:
            return ()
        pairs = []
        for card in self.layout_left:
            on = self.coverers(card)
            if len(on) == 1 and card.rank + on[0].rank == PAIR_SUM and not self.coverers(on[0]):
                pairs.append((card, on[0]))
        return tuple(pairs)

    # What can be done

    def legal_moves(self) -> tuple[Move, ...]:
        """Every action that the rules allow here, in a fixed order: kings, pairs, then draw or recycle."""
        cards = self.free + self.tops
        moves = [Move("king", (card,)) for card in cards if card.is_king]
        by_rank: dict[int, list[Card]] = {}
        for card in cards:
            moves += [Move("pair", (other, card)) for other in by_rank.get(PAIR_SUM - card.rank, ())]
            by_rank.setdefault(card.rank, []).append(card)
        moves += [Move("pair", pair) for pair in self._cover_pairs]
        if self.can_draw:
            moves.append(DRAW)
        elif self.can_recycle:
            moves.append(RECYCLE)
        return tuple(moves)

    @property
    def can_draw(self) -> bool:
        """Whether the stock has a card to draw."""
        return bool(self.stock)

    @property
    def can_recycle(self) -> bool:
        """Whether the waste may become the stock again."""
        return self._refuse_recycle() is None

    def refusal(self, move: Move | str) -> Reason | None:
        """Why the rules do not allow `move` here; None where they do. Raises IllegalMove where it is none anywhere."""
        move = Move.parse(move)
        if move.kind == "draw":
            return self._refuse_draw()
        if move.kind == "recycle":
            return self._refuse_recycle()
        if set(move.cards) in [set(pair) for pair in self._cover_pairs]:
            return None
        for card in move.cards:
            reason = self.why_not_playable(card)
            if reason is not None:
                return reason
        if sum(card.rank for card in move.cards) != PAIR_SUM:
            return Reason("sum" if move.kind == "pair" else "alone", cards=move.cards)
        return None

    def why_not_playable(self, card: Card) -> Reason | None:
        """Why a card cannot be removed now, whatever its partner; None for a playable one.

        A card that is covered by its partner alone counts as blocked here: only with that partner can it go.
        """
        if card in self.free or card in self.tops:
            return None
        if card in self.layout_left:
            return Reason("blocked", cards=(card,), by=self.coverers(card))
        if any(card in pile for pile in self.piles):
            return Reason("buried", cards=(card,))
        if card in self.stock:
            in_sight = self.rules.stock_face == "up" and card == self.stock[0]
            return Reason("stock_closed" if in_sight else "unseen", cards=(card,))
        return Reason("gone", cards=(card,))

    def _refuse_draw(self) -> Reason | None:
        if self.rules.stock_as_rows:
            return Reason("no_stock")
        return None if self.stock else Reason("stock_empty")

    def _refuse_recycle(self) -> Reason | None:
        if self.rules.stock_as_rows:
            return Reason("no_stock")
        if self.stock:
            return Reason("stock_left")
        if self.rules.passes is not None and self.pass_number >= self.rules.passes:
            return Reason("no_pass")
        return None if any(self.piles) else Reason("nothing_to_recycle")

    def apply(self, move: Move | str) -> Position:
        """The position after `move`. Raises IllegalMove, with the reason, where the rules do not allow it."""
        move = Move.parse(move)
        reason = self.refusal(move)
        if reason is not None:
            raise IllegalMove(reason)
        if move.kind == "draw":
            return self._drawn()
        if move.kind == "recycle":
            next_pass = self.pass_number + (self.rules.passes is not None)
            return replace(self, stock=self.waste, piles=((),) * len(self.piles), pass_number=next_pass)
        present, stock, piles = self.present, self.stock, self.piles
        for card in move.cards:
            slot = self.layout_left.get(card)
            if slot is not None:
                present &= ~(1 << slot)
            elif stock and card == stock[0]:
                stock = stock[1:]
            else:
                piles = tuple(pile[:-1] if pile and pile[-1] == card else pile for pile in piles)
        return replace(self, present=present, stock=stock, piles=piles)

    def _drawn(self) -> Position:
        count = self.rules.cards_per_draw
        drawn = self.stock[:count]
        piles = tuple(pile + drawn[i : i + 1] for i, pile in enumerate(self.piles))
        return replace(self, stock=self.stock[count:], piles=piles)

    # How it stands

    @property
    def is_won(self) -> bool:
        """Whether what the rules want gone has gone."""
        if self.present:
            return False
        return self.rules.win == "layout" or not (self.stock or any(self.piles))

    @property
    def has_removal(self) -> bool:
        """Whether a card can be removed by the next action."""
        return any(move.removes for move in self.legal_moves())

    @cached_property
    def is_stuck(self) -> bool:
        """Whether it is time to tell "no more moves", as the rules want it told. A won position is not stuck."""
        if self.is_won:
            return False
        if self.rules.stalemate == "exhausted":
            return not self.legal_moves()
        return not self._removal_ahead()

    def _removal_ahead(self) -> bool:
        """Whether a card can still be removed, now or after draws and recycles alone."""
        if self.has_removal:
            return True
        free = {card.rank for card in self.free}
        for tops in self._tops_ahead():
            ranks = {card.rank for card in tops}
            if PAIR_SUM in ranks or any(PAIR_SUM - rank in free or PAIR_SUM - rank in ranks for rank in ranks):
                return True
        return False

    def _tops_ahead(self) -> Iterator[tuple[Card, ...]]:
        """`tops` after each draw to come if no card is removed: in the rest of this pass, and once in a later one.

        Without a removal there is never a choice but to draw or, at the end of the stock, to recycle. All later passes
        are alike.
        """
        count = self.rules.cards_per_draw
        stock, piles = self.stock, self.piles
        passes_left = 1 if self.rules.passes is None else self.rules.passes - self.pass_number
        while True:
            while stock:
                piles = tuple((*pile[-1:], *stock[i : i + 1])[-1:] for i, pile in enumerate(piles))
                stock = stock[count:]
                yield (stock[:1] if self.rules.stock_playable else ()) + tuple(pile[0] for pile in piles if pile)
            if passes_left < 1 or self.rules.stock_as_rows:
                return
            passes_left = 0
            stock, piles = self.waste + self.stock, ((),) * len(piles)
            yield stock[:1] if self.rules.stock_playable else ()

    # How it looks

    def __str__(self) -> str:
        """The position as its player sees it: hidden cards are not named."""
        left = set(self.layout_left)
        lines = [draw_text(self.deal.layout, [str(card) if card in left else "" for card in self.deal.layout_cards])]
        if self.rules.stock_as_rows:
            lines.append("columns: " + " / ".join(_words(pile) for pile in self.piles))
        else:
            top = f", {self.stock[0]} on top" if self.stock and self.rules.stock_face == "up" else ""
            lines.append(f"stock: {len(self.stock)}{top}")
            lines.append("waste: " + " / ".join(_words(pile[-1:]) for pile in self.piles))
        return "\n".join(lines)

    __repr__ = __str__  # that of a dataclass would name the hidden cards, and a notebook would keep them

    def _repr_svg_(self) -> str:
        from pyramid_widget.pictures import picture

        return picture(self)


def _words(cards: Iterable[Card]) -> str:
    return " ".join(str(card) for card in cards) or "–"
