"""What the board tells beyond the rules: hints, marks, why a position is lost, and the solver's line.

But for the line, nothing told here depends on cards that the player has not seen: where their order matters, a hint is
a fair one, and everything else is "not known".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyramid_widget.cards import Card
from pyramid_widget.game import Event, Game
from pyramid_widget.messages import Reason
from pyramid_widget.position import IllegalMove, Move, Position
from pyramid_widget.solver import Budget, Hint, best_line, hint, winnable
from pyramid_widget.solver.fair import hidden, seen
from pyramid_widget.solver.verdict import is_settled

BUDGET = Budget(positions=400, seconds=math.inf)
"""What one question may cost: a tap waits for it. No limit of time, so that the same question gets the same answer."""

_NO_SEARCH = Budget(positions=0, seconds=0.0)


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence to the player, and what is lit on the board with it: cards, their partners more faintly, the stock.

    `lost` says that the sentence is the reason why the position cannot be won.
    """

    reason: Reason
    cards: tuple[Card, ...] = ()
    partners: tuple[Card, ...] = ()
    stock: bool = False
    lost: bool = False

    def to_json(self) -> dict[str, Any]:
        """The advice as the page gets it."""
        return {
            "reason": self.reason.to_json(),
            "cards": [card.code for card in self.cards],
            "partners": [card.code for card in self.partners],
            "stock": self.stock,
            "lost": self.lost,
        }


_UNKNOWN = Advice(Reason("hint_unknown"))


def advise(game: Game) -> Advice:
    """What to do now, or why there is nothing to do. Raises IllegalMove where the deal is over."""
    _check_in_play(game)
    position, known = game.position, seen(game.positions)
    fair = bool(hidden(position, known))
    advised = hint(position, "fair", seen=known) if fair else hint(position, budget=BUDGET)
    chance = advised.chances.get(advised.move) if advised.move else None
    if advised.move is None or (chance and not chance.share):
        return why_lost(game)
    return Advice(_in_words(advised, advised.move), advised.move.cards, stock=not advised.move.removes)


def why_lost(game: Game) -> Advice:
    """Why the position cannot be won, or the words that it can or that it is not known. Raises IllegalMove."""
    _check_in_play(game)
    return _put(*_outcome(game.position, _is_open(game)))


def _put(won: bool | None, reason: Reason | None) -> Advice:
    """What to say of a position: won, lost for a reason, or not known."""
    if won is None:
        return _UNKNOWN
    if reason is None:
        return Advice(Reason("hint_winnable"))
    return Advice(reason, reason.cards, partners=reason.by, lost=True)


def lost(game: Game) -> Reason | None:
    """Why the position cannot be won; None where it can be, or where that is not known."""
    return None if game.is_over else _outcome(game.position, _is_open(game))[1]


def marks(game: Game) -> dict[str, bool]:
    """Which playable cards keep the deal winnable (True) and which lose it (False); the stock as `"stock"`.

    A card that no action removes now has no mark, nor has one of which it is not known.
    """
    if game.is_over or game.paused:
        return {}
    position, is_open = game.position, _is_open(game)
    outcomes: dict[str, list[bool | None]] = {}
    moves = position.legal_moves()
    share = BUDGET.shared(len(moves))
    for move in moves:
        won, _ = _outcome(position.apply(move), is_open, share)
        for name in [card.code for card in move.cards] or ["stock"]:
            outcomes.setdefault(name, []).append(won)
    return {name: True in found for name, found in outcomes.items() if True in found or None not in found}


class Demonstration:
    """A line that wins from a game's position, shown step by step beside the game, which stays as it is.

    It uses the true order of the stock: whoever asks for the solution wants to see it.
    """

    def __init__(self, game: Game, line: tuple[Move, ...]) -> None:
        self._before = game.line
        self._line = line
        self._at = 0
        self.game = self._replayed(game)

    def step(self, by: int) -> None:
        """Show the position after the next move (`by` is 1), or take the last one back (-1)."""
        at = self._at + by
        if not 0 <= at <= len(self._line):
            return
        move = self._line[min(at, self._at)]
        self._at = at
        self.game = self._replayed(self.game)
        if by < 0:
            self.game.event = Event("undone", move.cards, move)

    def to_json(self) -> dict[str, int]:
        """How many of how many moves are shown."""
        return {"at": self._at, "of": len(self._line)}

    def _replayed(self, game: Game) -> Game:
        shown = Game(game.deal, game.rules)
        shown.show(False)
        for move in (*self._before, *self._line[: self._at]):
            shown.play(move)
        return shown


def _in_words(advised: Hint, move: Move) -> Reason:
    kind = "remove" if move.removes else move.kind
    chance: Any = advised.chances.get(move)
    if chance is None or chance.low == chance.high:
        about = "" if chance is None else "≈ "  # an average over the orders that the hidden cards may have
        return Reason(f"hint_{kind}", move.cards, text=f"{about}{round(advised.actions or 0)}")
    interval = f"{chance.low:.0%}–{chance.high:.0%}"
    return Reason(f"hint_{kind}_chance", move.cards, number=round(100 * chance.share), text=interval)


def _is_open(game: Game) -> bool:
    """Whether the player has seen every card."""
    return not hidden(game.position, seen(game.positions))


def _outcome(position: Position, is_open: bool, budget: Budget = BUDGET) -> tuple[bool | None, Reason | None]:
    """Whether the position can be won, and if not, why: as far as it does not depend on the order of hidden cards."""
    if is_open or is_settled(position):
        verdict = winnable(position, budget)
        return verdict.won, verdict.reason
    verdict = winnable(position, _NO_SEARCH)
    is_proved = verdict.won is False and not verdict.searched
    return (False, verdict.reason) if is_proved else (None, None)


def _check_in_play(game: Game) -> None:
    if game.is_over or game.paused:
        raise IllegalMove(Reason("over" if game.is_over else "paused"))


class Teacher:
    """What a board shows beyond its game: the advice that was asked for, or a demonstration."""

    TAPS = ("hint", "why", "solve", "step", "step_back", "leave")
    """The kinds of taps that are for the teacher."""

    def __init__(self) -> None:
        self._advice: Advice | None = None
        self._demonstration: Demonstration | None = None
        self._looked: tuple[Position, Any] | None = None  # what `_found` holds for: a selection changes none of it
        self._found: dict[str, Any] = {}

    @property
    def demonstrates(self) -> bool:
        """Whether the board shows the solver's line instead of the game."""
        return self._demonstration is not None

    def shown(self, game: Game) -> Game:
        """The game to be seen: the one that is played, or the demonstration's."""
        return game if self._demonstration is None else self._demonstration.game

    def forget(self) -> None:
        """End advice and demonstration: the game has gone on."""
        self._advice = self._demonstration = None

    def perform(self, kind: str, game: Game) -> Event:
        """Do what one of `TAPS` asks, and return what happened. Raises IllegalMove where it cannot be done."""
        advise_now = {"hint": advise, "why": why_lost}.get(kind)
        if self._demonstration is not None and (advise_now or kind == "solve"):
            raise IllegalMove(Reason("demo"))
        self._advice = advise_now(game) if advise_now else None
        if kind == "solve":
            _check_in_play(game)
            verdict = winnable(game.position, BUDGET)
            line = best_line(game.position, BUDGET) if verdict.won else None
            if line is None:
                self._advice = _put(verdict.won, verdict.reason)
            else:
                self._demonstration = Demonstration(game, line)
        elif kind == "leave":
            self._demonstration = None
        elif self._demonstration is not None:
            self._demonstration.step(1 if kind == "step" else -1)
            return self._demonstration.game.event
        return Event("advised")

    def look(self, game: Game, options: Mapping[str, bool]) -> dict[str, Any]:
        """The teacher's part of the snapshot: see `Snapshot` in `js/src/contract.ts`."""
        shown = self.shown(game)
        asked = (dict(options), shown.paused, shown.is_over)
        if self._looked is None or self._looked[0] is not shown.position or self._looked[1] != asked:
            self._looked = (shown.position, asked)
            reason = lost(shown) if options["tell_lost"] else None
            self._found = {
                "marks": marks(shown) if options["marks"] else {},
                "lost": reason and reason.to_json(),
            }
        return {
            "advice": self._advice and self._advice.to_json(),
            "demo": self._demonstration and self._demonstration.to_json(),
            **self._found,
        }
