"""The presets are those of the table of systems; rules that contradict each other are refused."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given

from pyramid_widget import PRESETS, Rules, RulesError
from pyramid_widget.rules import preset_name
from tests import strategies

OPEN = {
    "stock_face": "up", "stock_playable": True, "waste_start": 0, "waste_piles": 1, "cards_per_draw": 1,
    "stock_as_rows": False, "passes": None, "win": "layout", "cover_pairs": False, "undo": None,
    "undo_restores_counter": True, "stalemate": "at once", "scoring": "timed",
}  # fmt: skip
CLOSED = {**OPEN, "stock_face": "down", "stock_playable": False, "scoring": "left"}
TABLE: dict[str, dict[str, Any]] = {
    "open": OPEN,
    "pyramide": {
        **CLOSED, "waste_start": 1, "undo": 100, "undo_restores_counter": False, "stalemate": "exhausted",
        "scoring": "cards",
    },
    "zone": CLOSED,
    "giza": {**OPEN, "stock_as_rows": True, "stock_playable": False, "scoring": "left"},
    "three-piles": {**CLOSED, "waste_piles": 3, "cards_per_draw": 3, "passes": 1},
    "single-draw": {**CLOSED, "passes": 1},
    "microsoft": {**OPEN, "passes": 3, "scoring": "rows"},
    "pysol": {**OPEN, "waste_start": 1, "passes": 3, "win": "everything", "scoring": None},
    "par": {**OPEN, "passes": 3, "win": "everything", "undo": 0, "scoring": "par"},
    "strict": {**OPEN, "passes": 1, "win": "everything", "scoring": "left"},
}  # fmt: skip
"""How each system is played, every dimension written out."""


def test_presets_are_the_table() -> None:
    assert {name: dataclasses.asdict(rules) for name, rules in PRESETS.items()} == TABLE
    assert next(iter(PRESETS)) == "open", "the default comes first"


def test_presets_have_names() -> None:
    assert [preset_name(rules) for rules in PRESETS.values()] == list(PRESETS)
    assert preset_name(PRESETS["open"].replace(passes=2)) is None
    assert preset_name(PRESETS["zone"].replace(passes=1)) == "single-draw"


@pytest.mark.parametrize(
    ("preset", "changes", "sentence"),
    [
        ("giza", {"passes": 3}, "no passes to count"),
        ("giza", {"waste_start": 1}, "no waste can start with a card"),
        ("giza", {"waste_piles": 3, "cards_per_draw": 3}, "there are no waste piles"),
        ("giza", {"stock_face": "down"}, "it cannot lie face down"),
        ("giza", {"stock_playable": True}, "it has no top card"),
        ("open", {"stock_face": "down"}, "A stock card that lies face down cannot be played"),
        ("open", {"waste_piles": 3}, "cards_per_draw and waste_piles must be the same"),
        ("open", {"cards_per_draw": 3}, "cards_per_draw and waste_piles must be the same"),
        ("three-piles", {"waste_start": 1}, "Three waste piles start empty"),
        ("open", {"passes": 0}, "At least one pass"),
        ("open", {"passes": -2}, "At least one pass"),
        ("open", {"undo": -1}, "cannot be negative"),
        ("open", {"scoring": "par"}, "use passes=3"),
        ("par", {"passes": 2}, "use passes=3"),
    ],
)
def test_contradictions(preset: str, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        PRESETS[preset].replace(**changes)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("stock_face", "sideways"), ("stock_face", None), ("stock_playable", 1), ("waste_start", 2),
        ("waste_start", True), ("waste_piles", 2), ("cards_per_draw", "3"), ("stock_as_rows", "no"), ("passes", "two"),
        ("passes", 1.0), ("passes", True), ("win", "some"), ("win", []), ("cover_pairs", None), ("undo", "all"),
        ("undo_restores_counter", 0), ("stalemate", "never"), ("scoring", "golf"), ("scoring", {}),
    ],
)  # fmt: skip
def test_values_out_of_the_dimensions(name: str, value: object) -> None:
    with pytest.raises(RulesError) as caught:
        PRESETS["open"].replace(**{name: value})
    assert str(caught.value).startswith(f"{name} cannot be {value!r}: it is ")


def test_unknown_dimension() -> None:
    with pytest.raises(RulesError, match="There is no rule “pases”: the rules are stock_face, "):
        PRESETS["open"].replace(pases=3)


@given(strategies.rules())
def test_changed_rules_are_values(rules: Rules) -> None:
    again = Rules(**dataclasses.asdict(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert rules.replace() == rules
