"""The game as a widget: a board in the notebook, played by taps and from Python alike."""

from __future__ import annotations

import dataclasses
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from pyramid_widget.cards import Card
from pyramid_widget.deals import Deal
from pyramid_widget.game import Event, Game
from pyramid_widget.layouts import Layout
from pyramid_widget.messages import LOCALES, Reason, Refused, catalog
from pyramid_widget.position import IllegalMove, Move
from pyramid_widget.rules import Rules
from pyramid_widget.snapshot import snapshot, table
from pyramid_widget.widgets import start
from pyramid_widget.widgets.inbox import Inbox, MalformedTap
from pyramid_widget.widgets.saving import Place, Saving, choose_store
from pyramid_widget.widgets.tallies import statistics

if TYPE_CHECKING:
    from pyramid_widget.store import Store
    from pyramid_widget.widgets.teacher import Teacher

_log = logging.getLogger(__name__)
_STATIC = Path(__file__).parent.parent / "static"


class PyramidWidget(anywidget.AnyWidget):
    """The board. The last expression of a cell shows it; `play`, `undo` and the like act on what it shows.

    Every change of the game, by a tap or from Python, on any thread, happens under one lock and ends in one new
    snapshot, which is all that the page paints from. `status`, `score` and `moves` can be observed:
    `widget.observe(handler, "status")`.
    """

    _esm = _STATIC / "widget.js"
    _css = _STATIC / "widget.css"

    status = traitlets.Unicode(
        "new", help="How the game stands: new, playing, stuck, won or abandoned.", read_only=True
    )
    score = traitlets.Int(None, allow_none=True, help="The score, where the rules keep one.", read_only=True)
    moves = traitlets.Int(0, help="The counter of moves.", read_only=True)

    _table = traitlets.Dict().tag(sync=True)
    _snapshot = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _outbox = traitlets.Any([]).tag(sync=True)  # written by the page; anything may come

    def __init__(
        self,
        preset: str | Rules | None = None,
        layout: int | str | Layout | None = None,
        code: str | None = None,
        *,
        deal: Deal | None = None,
        locale: str | None = None,
        sound: bool | None = None,
        help: bool | None = None,
        four_colours: bool | None = None,
        marks: bool | None = None,
        tell_lost: bool | None = None,
        store: Store | str | os.PathLike[str] | Place | None = Place.USER,
    ) -> None:
        """Lay a deal out.

        `preset` is a name of `PRESETS` (`"open"`) or rules of your own. The deal is the one of `code`, or `deal`, or
        one by chance on `layout` (a number or name of `LAYOUTS`; the classic pyramid). Without any of the four it is
        what the player chose last in the start window. `locale` (`"en"`, `"ru"`, `"pl"`) chooses the language; the
        default is the browser's. `sound`, `help` (refusals told in words on the board), `four_colours`, `marks` (which
        cards keep the deal winnable) and `tell_lost` (when it no longer is) are what the menu switches, too; unsaid,
        they are as they were switched last, at first only `help` is on.

        Every action is saved in `store`: a `Store` or the path of its file, by default the player's own file; with None
        nothing lasts longer than the widget.

        Raises RulesError, LayoutError, CodeError or ValueError, each with one sentence that says what is wrong.
        """
        if locale is not None and locale not in LOCALES:
            raise ValueError(f"There is no language {locale!r}: there are {', '.join(LOCALES)}.")
        said = {"sound": sound, "help": help, "four_colours": four_colours, "marks": marks, "tell_lost": tell_lost}
        for name, value in said.items():
            if not isinstance(value, (bool, type(None))):
                raise ValueError(f"{name} cannot be {value!r}: it is True or False.")
        kept = choose_store(store)
        remembered = kept.preferences()
        self._options = {name: _switched(name, value, remembered) for name, value in said.items()}
        self._choice = _last_choice(remembered)
        if (preset, layout, code, deal).count(None) == 4:
            self._game = self._choice.game()
        else:
            self._game = Game(_choose_deal(layout, code, deal), "open" if preset is None else preset)
        self._saving = Saving(kept, self._game)
        self._lock = RLock()
        self._inbox = Inbox()
        self._teacher = _teacher()
        self._revision = 0
        self._deals = 1
        self._watching: set[str] = set()  # the clients (pages) in which the board can be seen
        self._game.show(False)
        self._event: Event | None = None  # what happened to the widget rather than to the game
        words = {name: catalog(name) for name in LOCALES if locale in (None, name)}
        super().__init__(_table=table(self._game), _snapshot=self._look(), _words=words)
        self.on_msg(self._asked)
        self._tell()

    # From Python

    @property
    def game(self) -> Game:
        """The game on the board. Look at it freely; act through the widget, so that the board shows it."""
        return self._game

    @property
    def deal(self) -> Deal:
        """The deal on the board; `widget.deal.code` names it."""
        return self._game.deal

    @property
    def store(self) -> Store:
        """Where the games are saved: `widget.store.statistics()`, `widget.store.waiting()`."""
        return self._saving.store

    def play(self, move: str | Move) -> None:
        """Make a move, see `Game.play`. Raises IllegalMove with the reason that a player would be told."""
        self._act(lambda: self._game.play(move))

    def undo(self) -> None:
        """Take the last move back. Raises IllegalMove."""
        self._act(lambda: self._game.undo())

    def redo(self) -> None:
        """Make the last undone move again. Raises IllegalMove."""
        self._act(lambda: self._game.redo())

    def restart(self) -> None:
        """Begin the same deal from the start."""
        self._act(self._restart)

    def pause(self) -> None:
        """Stop the clock. Raises IllegalMove where the deal is over."""
        self._act(lambda: self._game.pause())

    def resume(self) -> None:
        """Go on after a pause."""
        self._act(lambda: self._game.resume())

    def abandon(self) -> None:
        """Give the deal up. Raises IllegalMove where it is over."""
        self._act(lambda: self._game.abandon())

    def new(
        self,
        preset: str | Rules | None = None,
        layout: int | str | Layout | None = None,
        code: str | None = None,
        *,
        deal: Deal | None = None,
    ) -> None:
        """Lay another deal out, under the same rules and on the same layout unless told otherwise.

        Raises what making a widget raises; the game goes on untouched then.
        """
        rules = self._game.rules if preset is None else preset
        if layout is None and code is None and deal is None:
            layout = self._game.deal.layout
        game = Game(_choose_deal(layout, code, deal), rules)
        self._act(lambda: self._begin(game))

    def continue_saved(self, id: str | None = None) -> None:
        """Go on with a saved game, with its history and its clock; the one on the board waits meanwhile.

        It is the game of that `id` (`widget.store.waiting()` lists them), else the one that was played last.
        Raises StoreError where there is none.
        """
        self._act(lambda: self._continue(id))

    # From the page

    @traitlets.observe("_outbox")
    def _taps_arrived(self, change: Any) -> None:
        with self._lock:
            try:
                self._inbox.handle(change.new, self._tapped)
            except MalformedTap as wrong:
                self._refuse(wrong)

    def _tapped(self, tap: Mapping[str, Any]) -> None:
        """Do what a tap says and answer it; a fault is logged and told on the board, and leaves the game as it was."""
        try:
            with self._change():
                self._perform(tap)
        except Refused as refused:
            self._publish(Event("refused", refused.reason.cards, reason=refused.reason))
        except Exception as fault:
            self._refuse(fault)

    def _perform(self, tap: Mapping[str, Any]) -> None:
        game, kind = self._game, tap.get("kind")
        self._watch(tap["client"], tap.get("visible") is not False)
        simple: dict[str, Callable[[], None]] = {
            "put_down": game.put_down,
            "undo": game.undo,
            "redo": game.redo,
            "pause": game.pause,
            "resume": game.resume,
            "abandon": game.abandon,
            "restart": self._restart,
        }
        if not isinstance(kind, str):
            raise MalformedTap(f"A tap that means nothing: {tap!r}")
        if kind in self._teacher.TAPS:
            self._event = self._teacher.perform(kind, game)
            self._run_clock()
            return
        if kind not in ("sight", "option"):
            if self._teacher.demonstrates:
                raise IllegalMove(Reason("demo"))
            self._teacher.forget()
        if kind in simple:
            simple[kind]()
        elif kind == "card":
            game.tap(_card(tap))
        elif kind == "stock":
            game.tap_stock(None if tap.get("card") is None else _card(tap))
        elif kind == "take":
            game.take(_card(tap))
        elif kind == "new":
            self._begin(self._chosen(tap))
        elif kind == "continue" and isinstance(tap.get("id"), str):
            self._continue(tap["id"])
        elif kind == "sight" and isinstance(tap.get("visible"), bool):
            self._event = Event("sight")
        elif kind == "option" and tap.get("name") in tuple(self._options) and isinstance(tap.get("value"), bool):
            self._options = {**self._options, tap["name"]: tap["value"]}
            self.store.prefer(_remembered_as(tap["name"]), tap["value"])
            self._event = Event("option")
        else:
            raise MalformedTap(f"A tap that means nothing: {tap!r}")

    def _chosen(self, tap: Mapping[str, Any]) -> Game:
        """The game that a tap asks for: what was chosen in the start window, else another deal of the same kind."""
        if start.ASKED.isdisjoint(tap):
            return Game(Deal.random(layout=self._game.deal.layout), self._game.rules)
        written = tap.get("deal")
        if not isinstance(written, (str, type(None))):
            raise MalformedTap(f"A deal that is no text: {tap!r}")
        try:
            choice = start.Choice.read(tap)
        except ValueError as wrong:
            raise MalformedTap(f"A choice that there is not: {tap!r}") from wrong
        game = choice.game(written or "")
        self._choice = dataclasses.replace(choice, layout=game.deal.layout.number)
        self.store.prefer("choice", dataclasses.asdict(self._choice))
        return game

    def _asked(self, _widget: Any, message: object, _buffers: object) -> None:
        """Answer a question of the page, see `Answers` in `js/src/contract.ts`; nothing changes by it."""
        asked = message if isinstance(message, dict) else {}
        try:
            answer = self._answer(asked)
        except ValueError as wrong:
            _log.warning("The page asked something that cannot be understood: %r", message, exc_info=wrong)
        else:
            self.send({"id": asked.get("id"), "answer": answer})

    def _answer(self, asked: Mapping[str, Any]) -> object:
        """Raises ValueError where the question is none."""
        question = asked.get("question")
        if question == "sheets":
            return (_STATIC / "sheets.js").read_text(encoding="utf-8")
        if question == "layouts":
            return start.layouts()
        if question == "check_deal":
            return start.check_deal(asked)
        with self._lock:
            if question == "start":
                waiting = [start.waiting(saved) for saved in self._saving.waiting()]
                return {"choice": dataclasses.asdict(self._choice), "presets": start.presets(), "waiting": waiting}
            if question == "statistics":
                return statistics(self.store, self._game)
        raise ValueError(f"There is no question {question!r}.")

    def _refuse(self, fault: Exception) -> None:
        """Tell on the board that something could not be done for a reason that is not the player's."""
        _log.warning("A tap could not be handled.", exc_info=fault)
        key = "malformed" if isinstance(fault, MalformedTap) else "failed"
        self._publish(Event("refused", reason=Reason(key)))

    # Machinery

    def _watch(self, client: str, visible: bool) -> None:
        """Note whether a page shows the board; each tap says that it does."""
        if visible:
            self._watching.add(client)
        else:
            self._watching.discard(client)
        self._run_clock()

    def _run_clock(self) -> None:
        """Let the clock run while somebody looks at the game."""
        self._game.show(bool(self._watching) and not self._teacher.demonstrates)

    def _restart(self) -> None:
        self._game.restart()
        self._deals += 1

    def _begin(self, game: Game) -> None:
        self._saving.begin(game)
        self._lay_out(game)

    def _continue(self, id: str | None) -> None:
        self._lay_out(self._saving.resume(id))
        self._event = Event("resumed")

    def _lay_out(self, game: Game) -> None:
        game.show(bool(self._watching))
        self._game = game
        self._deals += 1

    def _act(self, action: Callable[[], None]) -> None:
        with self._change():
            action()
            self._teacher.forget()
            self._run_clock()

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Change the game under the lock, and show the outcome when it worked.

        Which game it is must be asked in here: another thread may have begun a new one.
        """
        with self._lock:
            yield
            self._publish(self._event)
            self._event = None

    def _publish(self, event: Event | None = None) -> None:
        """Save the game and send one snapshot, with the table where that is another; then tell the observers in Python.

        What there is to say about saving makes a snapshot of its own.
        """
        with self._lock:
            if event is not None:
                self._teacher.shown(self._game).event = event
            self._saving.save()
            with self.hold_sync():
                self._table = table(self._game)
                self._snapshot = self._look()
            self._tell()
            self._tell_news()

    def _tell_news(self) -> None:
        news = self._saving.news()
        if news is not None:
            self._publish(Event("refused", reason=news))

    def _tell(self) -> None:
        """Tell the observers in Python how the game stands; the status last, when the rest is there to look at.

        What an observer raises is logged: the move that it was told about has been made.
        """
        score = self._game.score
        traits = {"moves": self._game.moves, "score": score and score.value, "status": self._game.status}
        for name, value in traits.items():
            try:
                self.set_trait(name, value)
            except Exception:
                _log.exception("An observer of “%s” failed.", name)

    def _look(self) -> dict[str, Any]:
        self._revision += 1
        return {
            "revision": self._revision,
            "acked": self._inbox.acked,
            "deal": self._deals,
            **snapshot(self._teacher.shown(self._game)),
            **self._teacher.look(self._game, self._options),
            "options": self._options,
        }

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, with the board as text and as a picture for places that have no kernel."""
        from pyramid_widget.pictures import add_fallback

        return add_fallback(super()._repr_mimebundle_(**kwargs), self._game.position)

    def __repr__(self) -> str:
        return f"PyramidWidget\n{self._game}"


def _switched(name: str, said: bool | None, remembered: Mapping[str, Any]) -> bool:
    """A switch of the menu: as it was said, else as it was left last."""
    last = remembered.get(_remembered_as(name))
    return next((value for value in (said, last) if isinstance(value, bool)), name == "help")


def _remembered_as(option: str) -> str:
    return f"option {option}"


def _last_choice(remembered: Mapping[str, Any]) -> start.Choice:
    try:
        return start.Choice.read(remembered.get("choice"))
    except ValueError:  # nothing yet, or what another version can play
        return start.Choice()


def _teacher() -> Teacher:
    from pyramid_widget.widgets.teacher import Teacher  # only a widget needs the solver: importing the package does not

    return Teacher()


def _choose_deal(layout: int | str | Layout | None, code: str | None, deal: Deal | None) -> Deal:
    if (layout, code, deal).count(None) < 2:
        raise ValueError("Say which deal to lay out in one way only: by its layout, its code or the deal itself.")
    if deal is not None:
        if not isinstance(deal, Deal):
            raise ValueError(f"deal cannot be {deal!r}: it is a Deal; code= takes a text.")
        return deal
    if not isinstance(code, (str, type(None))):
        raise ValueError(f"code cannot be {code!r}: it is a text.")
    return Deal.from_code(code) if code is not None else Deal.random(layout=1 if layout is None else layout)


def _card(tap: Mapping[str, Any]) -> Card:
    try:
        return Card.parse(tap["card"])
    except (KeyError, TypeError, AttributeError, Refused) as wrong:
        raise MalformedTap(f"A tap without a card: {tap!r}") from wrong
