"""The rules of play: every dimension in which people's ways of playing Pyramid differ, and the known presets."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, get_args, get_type_hints

COLUMNS = 8
"""Giza's rows make this many columns of three."""


class RulesError(ValueError):
    """Rules that contradict each other or do not exist; its text says why in one sentence."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a deal is played. Raises RulesError for a combination that makes no sense."""

    stock_face: Literal["up", "down"] = "up"
    """Whether the stock's top card lies face up."""
    stock_playable: bool = True
    """Whether the stock's top card may be removed from where it lies."""
    waste_start: Literal[0, 1] = 0
    """How many cards are dealt to the waste before the first action."""
    waste_piles: Literal[1, 3] = 1
    """How many waste piles there are: a draw puts one card on each, always in the same order."""
    cards_per_draw: Literal[1, 3] = 1
    """How many cards a draw takes: one for each waste pile; fewer at the end of the stock fill the first piles."""
    stock_as_rows: bool = False
    """Giza: no stock and no waste; the cards outside the layout lie face up in eight columns, dealt row by row, and
    the lower end of each column is playable."""
    passes: int | None = None
    """How often one may go through the stock (N passes are N - 1 recycles); None for as often as one likes."""
    win: Literal["layout", "everything"] = "layout"
    """What must be empty for a win; "everything" is layout, stock and waste."""
    cover_pairs: bool = False
    """Whether a card may pair with the only card that still covers it."""
    undo: int | None = None
    """How many of the last actions can be taken back; None for all of them."""
    undo_restores_counter: bool = True
    """Whether the counter of moves goes back with an undo; else it never goes down."""
    stalemate: Literal["at once", "exhausted"] = "at once"
    """When "no more moves" is told: as soon as no card can ever be removed again, however the stock is cycled; or only
    when no action at all is left (under unlimited passes: stock and waste are empty and nothing is playable)."""
    scoring: Literal["timed", "cards", "left", "rows", "par"] | None = None
    """The way of scoring, see `pyramid_widget.scoring`."""

    def __post_init__(self) -> None:
        hints = _hints()
        for field in dataclasses.fields(self):
            _check_value(field.name, getattr(self, field.name), hints[field.name])
        for wrong, sentence in self._contradictions():
            if wrong:
                raise RulesError(sentence)

    def _contradictions(self) -> tuple[tuple[bool, str], ...]:
        rows = self.stock_as_rows
        return (
            (
                rows and self.passes is not None,
                "The stock lies open in rows, so there are no passes to count: leave passes=None.",
            ),
            (
                rows and self.waste_start == 1,
                "The stock lies open in rows, so no waste can start with a card: use waste_start=0.",
            ),
            (
                rows and self.waste_piles == 3,
                "The stock lies open in rows, so there are no waste piles: use waste_piles=1.",
            ),
            (
                rows and self.stock_face == "down",
                'The stock lies open in rows, so it cannot lie face down: use stock_face="up".',
            ),
            (
                rows and self.stock_playable,
                "The stock lies open in rows, so it has no top card: use stock_playable=False.",
            ),
            (
                self.stock_playable and self.stock_face == "down",
                "A stock card that lies face down cannot be played: turn the stock face up or make it not playable.",
            ),
            (
                self.cards_per_draw != self.waste_piles,
                "A draw puts one card on each waste pile: cards_per_draw and waste_piles must be the same.",
            ),
            (
                self.waste_piles == 3 and self.waste_start == 1,
                "Three waste piles start empty: use waste_start=0.",
            ),
            (
                self.passes is not None and self.passes < 1,
                "At least one pass through the stock is needed: use passes=1 or more, or None.",
            ),
            (self.undo is not None and self.undo < 0, "The number of actions that can be undone cannot be negative."),
            (
                self.scoring == "par" and self.passes != 3,
                "Par scores say what the first, second and third pass are worth: use passes=3 with them.",
            ),
        )

    def replace(self, **changes: Any) -> Rules:
        """The same rules but for `changes`. Raises RulesError where they do not fit, or name no dimension."""
        known = [field.name for field in dataclasses.fields(self)]
        for name in changes:
            if name not in known:
                raise RulesError(f"There is no rule “{name}”: the rules are {', '.join(known)}.")
        return dataclasses.replace(self, **changes)


@cache
def _hints() -> dict[str, Any]:
    return get_type_hints(Rules)


def _check_value(name: str, value: object, hint: Any) -> None:
    options = [option for part in (get_args(hint) or (hint,)) for option in (get_args(part) or (part,))]
    for option in options:
        if isinstance(option, type):
            if type(value) is option:
                return
        elif type(value) is type(option) and value == option:
            return
    words = {bool: "True or False", int: "a whole number", type(None): "None"}
    wanted = " or ".join(words.get(option, repr(option)) for option in options)
    raise RulesError(f"{name} cannot be {value!r}: it is {wanted}.")


_CLOSED = Rules(stock_face="down", stock_playable=False)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "open": Rules(scoring="timed"),
        "pyramide": _CLOSED.replace(
            waste_start=1, undo=100, undo_restores_counter=False, stalemate="exhausted", scoring="cards"
        ),
        "zone": _CLOSED.replace(scoring="left"),
        "giza": Rules(stock_as_rows=True, stock_playable=False, scoring="left"),
        "three-piles": _CLOSED.replace(waste_piles=3, cards_per_draw=3, passes=1, scoring="left"),
        "single-draw": _CLOSED.replace(passes=1, scoring="left"),
        "microsoft": Rules(passes=3, scoring="rows"),
        "pysol": Rules(waste_start=1, passes=3, win="everything"),
        "par": Rules(passes=3, win="everything", undo=0, scoring="par"),
        "strict": Rules(passes=1, win="everything", scoring="left"),
    }
)
"""The systems that people know, by name; each says where its rules come from in `docs/rules.md`."""


def choose_rules(rules: Rules | str) -> Rules:
    """The rules of the preset with this name; rules are themselves. Raises RulesError where there is no such preset."""
    if isinstance(rules, Rules):
        return rules
    if not isinstance(rules, str) or rules not in PRESETS:
        raise RulesError(f"There is no preset {rules!r}: there are {', '.join(PRESETS)}.")
    return PRESETS[rules]


def preset_name(rules: Rules) -> str | None:
    """The name of the preset with these rules; None for changed rules."""
    return next((name for name, preset in PRESETS.items() if preset == rules), None)
