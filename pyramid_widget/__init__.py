"""Pyramid, the solitaire of pairs that make 13: an engine, and a board to play on in a notebook."""

from __future__ import annotations

from typing import Any

from pyramid_widget.cards import Card, CardError
from pyramid_widget.codes import CodeError
from pyramid_widget.deals import Deal, DealError
from pyramid_widget.game import Game, SaveError
from pyramid_widget.layouts import LAYOUTS, Layout, LayoutError
from pyramid_widget.position import IllegalMove, Move, Position
from pyramid_widget.rules import PRESETS, Rules, RulesError
from pyramid_widget.widgets import PyramidWidget

__all__ = [
    "LAYOUTS",
    "PRESETS",
    "Card",
    "CardError",
    "CodeError",
    "Deal",
    "DealError",
    "Game",
    "IllegalMove",
    "Layout",
    "LayoutError",
    "Move",
    "Position",
    "PyramidWidget",
    "Rules",
    "RulesError",
    "SaveError",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # read only when asked for: it is slow

        return version("pyramid-widget")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
