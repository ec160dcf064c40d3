"""Static pictures of layouts, deals and positions: SVG for notebooks without a kernel, GitHub and papers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyramid_widget.cards import Card
from pyramid_widget.layouts import CARD_HEIGHT, CARD_WIDTH, Corner, Layout
from pyramid_widget.messages import catalog

if TYPE_CHECKING:
    from pyramid_widget.position import Position

_PITCH_X = 112 / CARD_WIDTH  # picture units; a card is 100 wide and 140 high, as on the board
_PITCH_Y = 140 / CARD_HEIGHT
_MARGIN = 20
_PILES_GAP = 40
_FELT, _FACE, _COVERED, _LINE, _RED, _BLACK = "#0f5c4a", "#fffdf7", "#bdbcb4", "#00000055", "#c3142d", "#1c2126"


@cache
def _suit_paths() -> Mapping[str, str]:
    art: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("art.json").read_text(encoding="utf-8"))
    return art["suits"]


def picture_of_layout(layout: Layout) -> str:
    """A layout as SVG: blank cards in their order of drawing, the covered ones grey; clear even when it is tiny."""
    cards = [_rectangle(_COVERED if on else _FACE, _BLACK, 'stroke-width="4"') for on in layout.covers]
    return _svg(_layout_size(layout), _layout_drawing(layout, cards), layout.titles["en"])


def picture(position: Position) -> str:
    """A position as SVG, as its player sees it: covered cards grey, hidden cards face down."""
    layout, left, free = position.deal.layout, position.layout_left, set(position.free)
    faces = [
        _face(card, card in free, corner) if card in left else ""
        for card, corner in zip(position.deal.layout_cards, layout.corners, strict=True)
    ]
    width, height = _layout_size(layout)
    pieces = _layout_drawing(layout, faces)
    piles = _piles(position)
    row = len(piles) * _PITCH_X * CARD_WIDTH
    top = height + _PILES_GAP
    for i, pile in enumerate(piles):
        x = max(width - row, 0) / 2 + i * _PITCH_X * CARD_WIDTH
        pieces += [_at(x, top + j * _PITCH_Y, drawing) for j, drawing in enumerate(pile)]
    deepest = max(len(pile) for pile in piles)
    size = (max(width, row), top + (deepest - 1) * _PITCH_Y + 140)
    return _svg(size, pieces, describe(position))


def describe(position: Position) -> str:
    """A position in one English sentence, for those who cannot see the picture."""
    free = ", ".join(card_name(card) for card in position.free) or "none"
    waste = "" if position.rules.stock_as_rows else f" {len(position.stock)} cards in the stock."
    tops = [pile[-1] for pile in position.piles if pile]
    playable = f" On the piles: {', '.join(card_name(card) for card in tops)}." if tops else ""
    return f"Pyramid, {len(position.layout_left)} cards in the layout; free: {free}.{waste}{playable}"


def card_name(card: Card, locale: str = "en") -> str:
    """A card in words: "10 of clubs"."""
    words = catalog(locale)["card"]
    name: str = words["name"]
    return name.format(rank=words["ranks"][card.rank - 1], suit=words["suits"][card.suit])


def add_fallback(
    bundle: tuple[dict[str, Any], dict[str, Any]] | None, position: Position
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A widget's output with the position as text and picture added, for places that cannot show the widget."""
    if bundle is None:
        return None
    data, metadata = bundle
    return {**data, "text/plain": str(position), "image/svg+xml": picture(position)}, metadata


def _piles(position: Position) -> list[list[str]]:
    """The drawings of stock and waste, or of Giza's columns: each pile from its lowest visible card."""
    if position.rules.stock_as_rows:
        return [[_face(card, card == pile[-1]) for card in pile] or [_empty()] for pile in position.piles]
    shown = position.stock[:1] if position.rules.stock_face == "up" else ()
    stock = [_face(card, position.rules.stock_playable) for card in shown] or [_back() if position.stock else _empty()]
    badge = (
        '<rect x="64" y="112" width="44" height="34" rx="17" fill="#0b2f28" stroke="#ffffff66"/>'
        f'<text x="86" y="136" font-size="21" font-weight="700" text-anchor="middle" fill="#f3efe4"'
        f' font-family="system-ui,sans-serif">{len(position.stock)}</text>'
    )
    return [[stock[0] + badge], *([_face(card, True) for card in pile[-1:]] or [_empty()] for pile in position.piles)]


def _layout_size(layout: Layout) -> tuple[float, float]:
    right = max((slot.x for slot in layout.slots), default=0)
    bottom = max((slot.y for slot in layout.slots), default=0)
    return right * _PITCH_X + 100, bottom * _PITCH_Y + 140


def _layout_drawing(layout: Layout, cards: Iterable[str]) -> list[str]:
    drawings = sorted(zip(layout.slots, cards, strict=True), key=lambda pair: pair[0].z)
    return [_at(slot.x * _PITCH_X, slot.y * _PITCH_Y, card) for slot, card in drawings if card]


def _at(x: float, y: float, drawing: str) -> str:
    return f'<g transform="translate({x:g},{y:g})">{drawing}</g>'


def _rectangle(fill: str, stroke: str = _LINE, extra: str = "") -> str:
    return f'<rect width="100" height="140" rx="9" fill="{fill}" stroke="{stroke}" {extra}/>'


def _back() -> str:
    return _rectangle("#23406e", "#f6f2e7", 'stroke-width="6"')


def _empty() -> str:
    return _rectangle("#0000001a", "#ffffff3a", 'stroke-width="2"')


def _face(card: Card, bright: bool, corner: Corner = "tl") -> str:
    """A card with its index in a corner and a large suit in what the index leaves free."""
    colour = _RED if card.suit in "DH" else _BLACK
    rank = "10" if card.rank == 10 else card.code[0]
    suit = f'<path d="{_suit_paths()[card.suit]}"'
    index = f"{0 if corner[1] == 'l' else 52},{0 if corner[0] == 't' else 72}"
    large = f"{38 if corner[1] == 'l' else 9},{66 if corner[0] == 't' else 21}"
    return (
        _rectangle(_FACE if bright else _COVERED)
        + f'<g fill="{colour}" opacity="{1 if bright else 0.8}"><g transform="translate({index})">'
        + f'<text x="7" y="33" font-size="33" font-weight="700" font-family="system-ui,sans-serif">{rank}</text>'
        + f'{suit} transform="translate(7,38)"/></g>{suit} transform="translate({large}) scale(2.2)"/></g>'
    )


def _svg(size: tuple[float, float], pieces: Iterable[str], title: str) -> str:
    width, height = size[0] + 2 * _MARGIN, size[1] + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width / 2:g}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="100%" height="100%" rx="24" fill="{_FELT}"/>{_at(_MARGIN, _MARGIN, "".join(pieces))}</svg>'
    )
