"""A deal being played: taps, history, clock, score and status. The one place where the state of play changes."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pyramid_widget import scoring
from pyramid_widget.cards import PAIR_SUM, Card
from pyramid_widget.deals import Deal
from pyramid_widget.messages import Reason
from pyramid_widget.position import DRAW, RECYCLE, IllegalMove, Move, Position
from pyramid_widget.rules import Rules, RulesError
from pyramid_widget.scoring import Score, Tally

Status = Literal["new", "playing", "stuck", "won", "abandoned"]
"""How a game stands: not begun · under way · no more moves (but undo may help) · won · given up."""

SAVE_VERSION = 1
"""The version of what `Game.to_json` writes."""

MOST_ACTIONS = 1_000_000
"""A saved game with more actions than this is taken for damaged."""

MOST_SECONDS = 1_000_000_000
"""A saved game with a longer play time than this, some thirty years, is taken for damaged."""


class SaveError(ValueError):
    """A game that cannot be saved, or a saved one that cannot be read; its text says why."""


@dataclass(frozen=True, slots=True)
class Event:
    """What the last action did, as the board tells it."""

    kind: Literal[
        "dealt", "restarted", "selected", "put_down", "removed", "drawn", "recycled",
        "undone", "redone", "paused", "resumed", "abandoned", "option", "sight", "advised", "refused",
    ]  # fmt: skip
    cards: tuple[Card, ...] = ()
    """The cards that were selected, put down, removed or drawn; for undo and redo, those that the move removes."""
    move: Move | None = None
    """The move that was undone or redone."""
    reason: Reason | None = None
    """Why something was refused."""


class Game:
    """A deal being played under some rules, from Python or by taps.

    `now` gives the time in seconds; the default is a clock that never jumps.
    `rules` may be the name of a preset. Raises RulesError where there is no such preset or where the rules do not fit
    the layout, TypeError where `deal` is no deal.
    """

    def __init__(self, deal: Deal, rules: Rules | str = "open", *, now: Callable[[], float] = time.monotonic) -> None:
        start = Position.start(deal, rules)
        self.deal, self.rules = start.deal, start.rules
        if self.rules.scoring == "rows" and self.deal.layout.number != 1:
            raise RulesError(
                "The scoring “rows” pays for the seven rows of the classic pyramid: choose layout 1 or another scoring."
            )
        self._now = now
        self._seen = True  # whether anyone sees the board; a restart changes nothing about it
        self._deal_cards()
        self.event = Event("dealt")

    def _deal_cards(self) -> None:
        """Put everything as it is before the first action."""
        self._line = [Position.start(self.deal, self.rules)]
        self._moves: list[Move] = []
        self._at = 0  # how many of the moves are done; the later ones can be redone
        self._undo_floor = 0  # how many of the moves can no longer be undone
        self._actions = 0  # how many actions were made in all, undone or not
        self._paused = False
        self._abandoned = False
        self._seconds = 0.0  # play time up to `_since`
        self._since: float | None = None  # when the clock was started; None while it stands still
        self.selected: Card | None = None

    # How it stands

    @property
    def position(self) -> Position:
        """Which cards are where now."""
        return self._line[self._at]

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves from the start to now."""
        return tuple(self._moves[: self._at])

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions of the line, from the start: those that were undone and can be redone, too."""
        return tuple(self._line)

    @property
    def status(self) -> Status:
        """How the game stands."""
        if self._abandoned:
            return "abandoned"
        if self.position.is_won:
            return "won"
        if self.position.is_stuck:
            return "stuck"
        return "playing" if self.begun else "new"

    @property
    def begun(self) -> bool:
        """Whether an action was made since the deal was laid out or restarted, undone or not."""
        return self._actions > 0

    @property
    def is_over(self) -> bool:
        """Whether the deal was won or given up."""
        return self._abandoned or self.position.is_won

    @property
    def paused(self) -> bool:
        """Whether the player has paused the game."""
        return self._paused

    @property
    def moves(self) -> int:
        """The counter of moves: removals, draws and recycles."""
        return self._at if self.rules.undo_restores_counter else self._actions

    @property
    def seconds(self) -> float:
        """The play time since the first action, without the times when the clock stood still."""
        return self._seconds + (0.0 if self._since is None else self._now() - self._since)

    @property
    def clock_runs(self) -> bool:
        """Whether time counts now."""
        return self._since is not None

    @property
    def tally(self) -> Tally:
        """What the score is worked out from."""
        return Tally.of(self._line[: self._at + 1])

    @property
    def score(self) -> Score | None:
        """The score now; None where the rules keep none."""
        return scoring.score(self.tally, int(self.seconds))

    @property
    def can_undo(self) -> bool:
        """Whether `undo` would do something."""
        return self._refuse_undo() is None

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would do something."""
        return self._refuse_redo() is None

    # What a player does, from Python. Each raises IllegalMove, with the reason, where it cannot be done.

    def play(self, move: str | Move) -> None:
        """Make a move: `"10♣ 3♠"`, `"K♦"`, `"draw"`, `"recycle"`, or one of `position.legal_moves()`."""
        move = Move.parse(move)
        self._check(self._refuse_play())
        before, after = self.position, self.position.apply(move)
        del self._line[self._at + 1 :], self._moves[self._at :]
        self._line.append(after)
        self._moves.append(move)
        self._at += 1
        self._actions += 1
        if self.rules.undo is not None:
            self._undo_floor = max(self._undo_floor, self._at - self.rules.undo)
        self._done(_played(before, move))

    def undo(self) -> None:
        """Take the last move back."""
        self._check(self._refuse_undo())
        self._at -= 1
        move = self._moves[self._at]
        self._done(Event("undone", move.cards, move))

    def redo(self) -> None:
        """Make the last undone move again."""
        self._check(self._refuse_redo())
        move = self._moves[self._at]
        self._at += 1
        self._done(Event("redone", move.cards, move))

    def restart(self) -> None:
        """Begin the same deal from the start, as if it had not been played."""
        self._deal_cards()
        self.event = Event("restarted")

    def pause(self) -> None:
        """Stop the clock until `resume`."""
        self._check(self._refuse_play())
        self._paused = True
        self._done(Event("paused"))

    def resume(self) -> None:
        """Go on after a pause, if there is one."""
        if self._paused:
            self._paused = False
            self._done(Event("resumed"))

    def abandon(self) -> None:
        """Give the deal up: a loss once its first action was made."""
        self._check(Reason("over") if self.is_over else None)
        self._abandoned = True
        self._paused = False
        self._done(Event("abandoned"))

    # What a player does on the board. Refusals become an event; only what is no card at all raises CardError.

    def tap(self, card: Card | str) -> None:
        """A tap on a face-up card: selects it, puts it down, pairs it with the selected card, or removes a king."""
        card = Card.parse(card)
        refused = self._refuse_play()
        if refused is None and card not in self.position.playable:
            refused = self.position.why_not_playable(card)
        if refused is not None:
            self._refuse(refused)
        elif card == self.selected:
            self.put_down()
        elif card.is_king:
            self.play(Move("king", (card,)))
        elif self.selected is None:
            self.selected = card
            self.event = Event("selected", (card,))
        else:
            self._try_pair(self.selected, card)

    def tap_stock(self, seen: Card | str | None) -> None:
        """A tap on the stock, with the top card that the player saw there (None for a back or an empty place).

        It pairs the top with the selected card where they make 13; else it draws, or recycles at the end of the stock.
        """
        if seen is not None:
            seen = Card.parse(seen)
        stock = self.position.stock
        refused = self._refuse_play()
        if refused is not None:
            self._refuse(refused)
        elif self.selected and stock[:1] == (seen,) and self.rules.stock_playable and _make_13(self.selected, stock[0]):
            self._try_pair(self.selected, stock[0])
        elif stock:
            self.play(DRAW)
        else:
            refused = self.position.refusal(RECYCLE)
            if refused is None:
                self.play(RECYCLE)
            else:
                self._refuse(refused)

    def take(self, card: Card | str) -> None:
        """Remove the king that lies open on top of the stock: what the stock's long press and its key mean."""
        try:
            self.play(Move("king", (Card.parse(card),)))
        except IllegalMove as refused:
            self._refuse(refused.reason)

    def put_down(self) -> None:
        """Put the selected card down, if there is one."""
        if self.selected is not None:
            self.event = Event("put_down", (self.selected,))
            self.selected = None

    def show(self, visible: bool) -> None:
        """Say whether anyone can see the board: the clock stands still while nobody can."""
        if not isinstance(visible, bool):
            raise TypeError(f"Whether the board can be seen is True or False, not {visible!r}.")
        self._seen = visible
        self._run_clock()

    def _try_pair(self, first: Card, second: Card) -> None:
        move = Move("pair", (first, second))
        refused = self.position.refusal(move) if _make_13(first, second) else Reason("sum", cards=(first, second))
        if refused is None:
            self.play(move)
        else:
            self.selected = second
            self._refuse(refused)

    # Machinery

    def _refuse_play(self) -> Reason | None:
        if self.is_over:
            return Reason("over")
        return Reason("paused") if self._paused else None

    def _refuse_undo(self) -> Reason | None:
        if self.rules.undo == 0:
            return Reason("undo_off")
        if self._abandoned or self._paused:
            return self._refuse_play()
        if self._at > self._undo_floor:
            return None
        return Reason("undo_limit", number=self.rules.undo) if self._undo_floor else Reason("undo_nothing")

    def _refuse_redo(self) -> Reason | None:
        return self._refuse_play() or (None if self._at < len(self._moves) else Reason("redo_nothing"))

    @staticmethod
    def _check(refused: Reason | None) -> None:
        if refused is not None:
            raise IllegalMove(refused)

    def _refuse(self, reason: Reason) -> None:
        self.event = Event("refused", reason.cards, reason=reason)

    def _done(self, event: Event) -> None:
        self.event = event
        self.selected = None
        self._run_clock()

    def _run_clock(self) -> None:
        """Start or stop the clock as the state of play wants it."""
        runs = self.begun and self._seen and not self._paused and not self.is_over
        if runs and self._since is None:
            self._since = self._now()
        elif not runs and self._since is not None:
            self._seconds = self.seconds
            self._since = None

    # Saving

    def to_json(self) -> dict[str, Any]:
        """Everything about the game, history and clock included, as plain JSON; `from_json` reads it.

        Raises SaveError where the deal has no code.
        """
        if not self.deal.has_code:
            raise SaveError(f"This game cannot be saved: its layout “{self.deal.layout.name}” is not one of LAYOUTS.")
        return {
            "version": SAVE_VERSION,
            "code": self.deal.code,
            "rules": dataclasses.asdict(self.rules),
            "moves": [str(move) for move in self._moves],
            "at": self._at,
            "undo_floor": self._undo_floor,
            "actions": self._actions,
            "paused": self._paused,
            "abandoned": self._abandoned,
            "seconds": self.seconds,
        }

    @staticmethod
    def from_json(saved: Mapping[str, Any], *, now: Callable[[], float] = time.monotonic) -> Game:
        """The game that `to_json` wrote, its moves checked by playing them. Its clock runs on from where it stood.

        Raises SaveError where it is none.
        """
        version = saved.get("version") if isinstance(saved, Mapping) else None
        if type(version) is not int or version != SAVE_VERSION:
            raise SaveError(f"This is not a saved game of version {SAVE_VERSION}.")
        try:
            game = Game(Deal.from_code(saved["code"]), _saved_rules(saved["rules"]), now=now)
            game._play_again(saved["moves"])
            game._restore(saved)
        except KeyError as missing:
            raise SaveError(f"This saved game is damaged: it has no {missing}.") from missing
        except ValueError as wrong:
            raise SaveError(f"This saved game is damaged: {wrong}") from wrong
        return game

    def _play_again(self, moves: object) -> None:
        if not isinstance(moves, list):
            raise ValueError("moves must be a list.")
        for number, move in enumerate(moves, 1):
            try:
                self.play(move)
            except IllegalMove as refused:
                raise ValueError(f"move {number} cannot be made: {refused}.") from refused

    def _restore(self, saved: Mapping[str, Any]) -> None:
        """Take from a saved game what its moves do not tell, as far as it fits them."""
        made, undo = len(self._moves), self.rules.undo
        self._actions = _whole(saved, "actions", made, made if made == 0 or undo == 0 else MOST_ACTIONS)
        self._at = _whole(saved, "at", self._undo_floor, made)
        floor = 0 if undo is None else min(self._at, max(0, self._actions - undo))
        self._undo_floor = _whole(saved, "undo_floor", self._undo_floor, floor)
        self._paused, self._abandoned = _flag(saved, "paused"), _flag(saved, "abandoned")
        if self._paused + self._abandoned + self.position.is_won > 1:
            raise ValueError("only one of won, paused and abandoned can be.")
        self._seconds = _seconds(saved["seconds"])
        self._since = None
        self._run_clock()
        self.event = Event("dealt")

    # How it looks

    def __str__(self) -> str:
        points = "" if self.score is None else f" · {self.score.kind.replace('_', ' ')}: {self.score.value}"
        return f"{self.position}\nmoves: {self.moves} · {self.status}{points}"

    __repr__ = __str__  # what a notebook keeps beside the picture

    def _repr_svg_(self) -> str:
        return self.position._repr_svg_()


def _make_13(first: Card, second: Card) -> bool:
    return first.rank + second.rank == PAIR_SUM


def _played(before: Position, move: Move) -> Event:
    if move.kind == "draw":
        return Event("drawn", before.stock[: before.rules.cards_per_draw])
    return Event("recycled") if move.kind == "recycle" else Event("removed", move.cards)


def _saved_rules(values: object) -> Rules:
    names = [field.name for field in dataclasses.fields(Rules)]
    if not isinstance(values, Mapping) or set(values) != set(names):
        raise ValueError(f"rules must have a value for each of {', '.join(names)}, and no other.")
    return Rules(**values)


def _flag(saved: Mapping[str, Any], name: str) -> bool:
    if not isinstance(saved[name], bool):
        raise ValueError(f"{name} must be true or false.")
    return bool(saved[name])


def _whole(saved: Mapping[str, Any], name: str, least: int, most: int) -> int:
    if type(saved[name]) is not int or not least <= saved[name] <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}.")
    return int(saved[name])


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= MOST_SECONDS:
        raise ValueError(f"seconds must be a number from 0 to {MOST_SECONDS}.")
    return float(value)
