"""Games and results as JSON, to take them elsewhere: checked to the last field on the way in."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pyramid_widget.codes import CodeError
from pyramid_widget.deals import Deal
from pyramid_widget.game import Game, SaveError
from pyramid_widget.messages import Reason
from pyramid_widget.rules import PRESETS
from pyramid_widget.store import checks
from pyramid_widget.store.records import CHANGED, Result, SavedGame, StoreError

FORMAT = "pyramid-widget games"
"""What an export calls itself."""

VERSION = 1
"""The version of what `export` writes."""


@dataclass(frozen=True, slots=True)
class Merged:
    """How many results and games an import has added; those that were there already are not among them."""

    results: int
    games: int


def export(results: Iterable[Result], games: Iterable[SavedGame]) -> dict[str, Any]:
    """Results and games under way as plain JSON."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "results": [dataclasses.asdict(result) for result in results],
        "games": [{"id": game.id, "played": game.played, "game": json.loads(game.state)} for game in games],
    }


def read(exported: object) -> tuple[list[Result], list[SavedGame]]:
    """What `export` wrote. Raises StoreError naming the first thing that is wrong."""
    if not isinstance(exported, Mapping) or exported.get("format") != FORMAT:
        raise StoreError(Reason("import_format"))
    if exported.get("version") != VERSION:
        raise StoreError(Reason("import_version", text=str(exported.get("version"))))
    return _read_list(exported, "results", _result), _read_list(exported, "games", _game)


def _read_list(exported: Mapping[str, Any], name: str, read_one: Callable[[Mapping[str, Any]], Any]) -> list[Any]:
    entries = exported.get(name)
    if not isinstance(entries, list):
        raise _wrong(name)
    read = []
    for i, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            raise _wrong(f"{name}[{i}]")
        try:
            read.append(read_one(entry))
        except _WrongField as wrong:
            raise _wrong(f"{name}[{i}].{wrong}") from wrong
    return read


def _wrong(where: str) -> StoreError:
    return StoreError(Reason("import_field", text=where))


class _WrongField(ValueError):
    """A field that is missing or cannot be; its text is the field's name."""


def _result(entry: Mapping[str, Any]) -> Result:
    wrong = checks.wrong_field(entry, checks.RESULT)
    if wrong is not None:
        raise _WrongField(wrong)
    result = Result(**{field.name: entry[field.name] for field in dataclasses.fields(Result)})
    if result.layout != _deal(result.code).layout.number:
        raise _WrongField("layout")
    if result.preset != CHANGED and result.scoring != PRESETS[result.preset].scoring:
        raise _WrongField("scoring")
    if (result.score is None) != (result.scoring is None):
        raise _WrongField("score")
    return result


def _game(entry: Mapping[str, Any]) -> SavedGame:
    for name, check in (("id", checks.is_id), ("played", checks.is_time)):
        if not check(entry.get(name)):
            raise _WrongField(name)
    saved = entry.get("game")
    try:
        game = Game.from_json(saved, now=lambda: 0.0)  # type: ignore[arg-type]  # it checks what it gets
    except SaveError as wrong:
        raise _WrongField("game") from wrong
    waiting = SavedGame.of(game, id=entry["id"], keeper="", notebook="", played=entry["played"])
    if not waiting.waits:
        raise _WrongField("game")
    return waiting


def _deal(code: str) -> Deal:
    try:
        return Deal.from_code(code)
    except CodeError as wrong:
        raise _WrongField("code") from wrong
