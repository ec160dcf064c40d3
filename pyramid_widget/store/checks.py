"""What each field of a saved game and of a result can be, wherever it comes from: a damaged file, or an import."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from pyramid_widget.layouts import LAYOUTS
from pyramid_widget.rules import PRESETS
from pyramid_widget.store.records import CHANGED

_ID = re.compile(r"[0-9a-f]{32}")
_LARGEST = 2**53
"""Larger whole numbers are not safe in JSON."""

Checks = Mapping[str, Callable[[Any], bool]]


def wrong_field(values: Mapping[str, Any], checks: Checks) -> str | None:
    """The first field that is missing or cannot be what it is, if any."""
    return next((name for name, can_be in checks.items() if name not in values or not can_be(values[name])), None)


def is_id(value: object) -> bool:
    """Whether it can be the mark of one game."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def is_time(value: object) -> bool:
    """Whether it can be a time, or a length of time, in seconds."""
    return type(value) in (int, float) and 0 <= value < math.inf  # type: ignore[operator]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) < _LARGEST


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


_BOTH: Checks = {
    "id": is_id,
    "code": _is_text,
    "layout": lambda value: type(value) is int and value in LAYOUTS,
    "preset": lambda value: _is_text(value) and value in (*PRESETS, CHANGED),
    "scoring": lambda value: value in [rules.scoring for rules in PRESETS.values()],
    "score": lambda value: value is None or _is_whole(value),
    "seconds": is_time,
    "moves": _is_count,
}
RESULT: Checks = {**_BOTH, "ended": is_time, "won": lambda value: isinstance(value, bool)}
SAVED: Checks = {
    **_BOTH, "played": is_time, "keeper": _is_text, "notebook": _is_text, "status": _is_text, "state": _is_text,
}  # fmt: skip
