"""The start window: what it shows, and what the player chooses in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyramid_widget.deals import LEVELS, Deal, Level
from pyramid_widget.game import Game
from pyramid_widget.layouts import LAYOUTS, Layout
from pyramid_widget.messages import Reason, Refused
from pyramid_widget.rules import PRESETS, Rules
from pyramid_widget.snapshot import drawing

if TYPE_CHECKING:
    from pyramid_widget.store import SavedGame

PASSES: Mapping[str, tuple[int | None, ...]] = {"zone": (1, 3, None)}
"""The presets that let the player choose the number of passes, and what there is to choose from."""

LEVELLED: Mapping[str, tuple[Level, ...]] = {"zone": LEVELS}
"""The presets that let the player choose how hard the deal is, and the levels that there are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen to play: `passes` and `level` only where the preset offers them; without a level, any deal.

    Raises ValueError where it is wrong.
    """

    preset: str = "open"
    layout: int = 1
    passes: int | None = None
    level: Level | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.preset, str) or self.preset not in PRESETS:
            raise ValueError(f"There is no preset {self.preset!r}.")
        if type(self.layout) is not int or self.layout not in LAYOUTS:
            raise ValueError(f"There is no layout {self.layout!r}.")
        if self.passes is not None and (type(self.passes) is not int or self.passes not in PASSES.get(self.preset, ())):
            raise ValueError(f"{self.preset} does not offer {self.passes!r} passes.")
        if self.level is not None and self.level not in LEVELLED.get(self.preset, ()):
            raise ValueError(f"{self.preset} does not offer the level {self.level!r}.")

    @staticmethod
    def read(chosen: object) -> Choice:
        """The choice in what a page or a store says. Raises ValueError where there is none."""
        if not isinstance(chosen, Mapping):
            raise ValueError(f"{chosen!r} is no choice of a game.")
        values: dict[str, Any] = {field.name: chosen.get(field.name) for field in dataclasses.fields(Choice)}
        return Choice(**values)

    @property
    def rules(self) -> Rules:
        """The preset's rules, with the chosen passes."""
        rules = PRESETS[self.preset]
        return rules.replace(passes=self.passes) if self.preset in PASSES else rules

    def deal(self, written: str = "") -> Deal:
        """The deal of a code or of 52 cards, else one by chance.

        Raises Refused where what is written is wrong, or the preset cannot be played on its layout.
        """
        deal = _read_deal(written, LAYOUTS[self.layout]) if written.strip() else self._deal_by_chance()
        if _only_layout(self.rules) not in (None, deal.layout.number):
            raise Refused(Reason("rules_layout", number=_only_layout(self.rules)))
        return deal

    def _deal_by_chance(self) -> Deal:
        from pyramid_widget.solver.levels import LevelError

        try:
            return Deal.random(layout=self.layout, level=self.level)
        except LevelError as none:
            raise Refused(Reason("level_none")) from none

    def game(self, written: str = "") -> Game:
        """The game to play. Raises what `deal` raises."""
        return Game(self.deal(written), self.rules)


ASKED = frozenset({field.name for field in dataclasses.fields(Choice)} | {"deal"})
"""What a tap for a new game says about it; one that says nothing of this asks for another deal of the same kind."""


def layouts() -> list[dict[str, Any]]:
    """Every layout as the window's little pictures and lists need it."""
    return [_layout(LAYOUTS[number]) for number in LAYOUTS]


def presets() -> list[dict[str, Any]]:
    """Every preset, with what there is to choose about it; `layout` is the only one that it is played on, or None."""
    return [
        {
            "name": name,
            "passes": list(PASSES.get(name, ())),
            "levels": list(LEVELLED.get(name, ())),
            "layout": _only_layout(rules),
        }
        for name, rules in PRESETS.items()
    ]


def waiting(saved: SavedGame) -> dict[str, Any]:
    """A game that can be continued, without anything that the rules hide."""
    fields = ("id", "layout", "preset", "played", "seconds", "moves")
    return {name: getattr(saved, name) for name in fields}


def check_deal(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What is wrong with a written deal, if anything, and the number of its layout. Raises ValueError at nonsense."""
    written = asked.get("deal")
    if not isinstance(written, str):
        raise ValueError(f"{written!r} is no text.")
    try:
        deal = Choice.read(asked).deal(written)
    except Refused as refused:
        return {"ok": False, "reason": refused.reason.to_json()}
    return {"ok": True, "layout": deal.layout.number}


def _read_deal(written: str, layout: Layout) -> Deal:
    """A single word is a code; cards are several words."""
    is_code = len(written.split()) == 1 or written.strip().upper().startswith("PW")
    return Deal.from_code(written.strip()) if is_code else Deal.from_cards(written, layout)


def _only_layout(rules: Rules) -> int | None:
    return 1 if rules.scoring == "rows" else None


def _layout(layout: Layout) -> dict[str, Any]:
    measured = layout.difficulty
    return {
        "number": layout.number,
        **drawing(layout),
        "winnable": None if measured is None else measured.winnable,
    }
