"""What the store holds: games under way, and results."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from pyramid_widget.game import Game
from pyramid_widget.messages import Reason, Refused
from pyramid_widget.rules import preset_name

CHANGED = "changed"
"""Stands in place of a preset's name where the rules are those of no preset."""


class StoreError(Refused):
    """Something that the store cannot do; its reason says why, in any language."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended that counts. `ended` is in seconds since 1970, `seconds` is play time.

    `score` and `moves` are those of the moment when it was decided; `scoring` and `score` are None where the rules keep
    no score.
    """

    id: str
    ended: float
    code: str
    layout: int
    preset: str
    scoring: str | None
    won: bool
    score: int | None
    seconds: float
    moves: int


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game under way, as CONTINUE lists it.

    `keeper` is a mark of whoever plays it; `notebook` the path of the notebook where it was played last, or empty;
    `played` the time of the last action in seconds since 1970; `state` the JSON text of `Game.to_json`.
    """

    id: str
    keeper: str
    notebook: str
    played: float
    code: str
    layout: int
    preset: str
    scoring: str | None
    status: str
    score: int | None
    seconds: float
    moves: int
    state: str

    @staticmethod
    def of(game: Game, id: str, keeper: str, notebook: str, played: float) -> SavedGame:
        """The game as it stands now. Raises SaveError where its layout is not one of `LAYOUTS`."""
        state = game.to_json()
        score = game.score
        return SavedGame(
            id=id,
            keeper=keeper,
            notebook=notebook,
            played=played,
            code=state["code"],
            layout=game.deal.layout.number,
            preset=preset_name(game.rules) or CHANGED,
            scoring=game.rules.scoring,
            status=game.status,
            score=None if score is None else score.value,
            seconds=state["seconds"],
            moves=game.moves,
            state=json.dumps(state, separators=(",", ":"), ensure_ascii=False),
        )

    @property
    def waits(self) -> bool:
        """Whether it can go on: it is neither won nor given up."""
        return self.status not in ("won", "abandoned")

    def game(self, now: Callable[[], float] = time.monotonic) -> Game:
        """The game with its history and clock. Raises StoreError where it cannot be read."""
        return _game(self.state, now)

    @property
    def can_be_read(self) -> bool:
        """Whether `game` gives a game."""
        return _can_be_read(self.state)

    def result(self, won: bool) -> Result:
        """The result of this game where it is decided as it stands now."""
        return Result(
            id=self.id,
            ended=self.played,
            code=self.code,
            layout=self.layout,
            preset=self.preset,
            scoring=self.scoring,
            won=won,
            score=self.score,
            seconds=self.seconds,
            moves=self.moves,
        )


def _game(state: str, now: Callable[[], float]) -> Game:
    try:
        return Game.from_json(json.loads(state), now=now)
    except (ValueError, TypeError, RecursionError) as wrong:  # it may be any text; a SaveError is a ValueError, too
        raise StoreError(Reason("save_unreadable")) from wrong


@lru_cache(maxsize=1_000)
def _can_be_read(state: str) -> bool:
    """Remembered: a game is played again to find out, which takes a millisecond, and most states stay as they are."""
    try:
        _game(state, time.monotonic)
    except StoreError:
        return False
    return True
