"""What the property tests draw from: deals, rules and ways to play, on every layout."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, Phase, reject, settings
from hypothesis import strategies as st

from pyramid_widget import LAYOUTS, PRESETS, Card, Deal, Game, IllegalMove, Layout, Move, Rules, RulesError
from pyramid_widget.cards import DECK
from pyramid_widget.codes import DEALS

# A busy machine is no fault of the engine.
# Explaining a failure line by line takes minutes with the plain rules.
settings.register_profile(
    "engine",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
settings.load_profile("engine")

PRESETS_ON_LAYOUTS = [(name, number) for name in PRESETS for number in LAYOUTS if name != "microsoft" or number == 1]
"""Every preset with every layout; the scoring of `microsoft` is for the classic pyramid alone."""


class Clock:
    """A clock that the test winds by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def solved(layout: Layout, order: Iterable[tuple[int, int]] = ((0, 1),) * 52) -> tuple[Deal, list[Move]]:
    """A deal, and the removals that clear its layout without the stock: pairs, and a king where only one card is free.

    `order` says which two of the free slots each removal takes, counted from the highest in the pile, for which the
    most others wait. Partners lie side by side in the stock.
    Raises IndexError where that order needs more than four kings.
    """
    kings = [Card(13, suit) for suit in "CDHS"]
    pairs = [(Card(rank, suit), Card(13 - rank, suit)) for suit in "CDHS" for rank in range(1, 7)]
    placed: dict[int, Card] = {}
    line = []
    choices = iter(order)
    while len(placed) < layout.size:
        free = [i for i in range(layout.size) if i not in placed and all(on in placed for on in layout.covers[i])]
        free.sort(key=lambda i: -layout.slots[i].z)
        if len(free) == 1:
            placed[free[0]] = kings.pop()
            line.append(Move("king", (placed[free[0]],)))
        else:
            a, b = next(choices)
            first = free.pop(a % len(free))
            second = free.pop(b % len(free))
            placed[first], placed[second] = pairs.pop()
            line.append(Move("pair", (placed[first], placed[second])))
    rest = [card for pair in pairs for card in pair] + kings
    return Deal(layout, tuple(placed[i] for i in range(layout.size)) + tuple(rest)), line


@st.composite
def deals(draw: st.DrawFn, layout: int | None = None) -> Deal:
    """Numbered deals, any order of the cards, and deals whose layout can be cleared."""
    number = draw(st.sampled_from(list(LAYOUTS))) if layout is None else layout
    how = draw(st.integers(0, 9))
    if how == 0:
        return Deal.from_cards(draw(st.permutations(DECK)), number)
    if how < 5:
        return Deal.random(draw(st.integers(0, DEALS - 1)), number)
    index = st.integers(0, 9)
    size = LAYOUTS[number].size
    try:
        return solved(LAYOUTS[number], draw(st.lists(st.tuples(index, index), min_size=size, max_size=size)))[0]
    except IndexError:
        reject()


_DIMENSIONS: dict[str, tuple[Any, ...]] = {
    "stock_face": ("up", "down"),
    "stock_playable": (True, False),
    "waste_start": (0, 1),
    "passes": (1, 2, 3, 7, None),
    "win": ("layout", "everything"),
    "cover_pairs": (True, False),
    "undo": (0, 1, 5, 100, None),
    "undo_restores_counter": (True, False),
    "stalemate": ("at once", "exhausted"),
    "scoring": ("timed", "cards", "left", "par", None),
}
_PILES: tuple[dict[str, Any], ...] = (
    {"waste_piles": 1, "cards_per_draw": 1},
    {"waste_piles": 3, "cards_per_draw": 3},
    {"stock_as_rows": True},
)


def _valid(rules: Rules, changes: dict[str, Any]) -> Rules | None:
    try:
        return rules.replace(**changes)
    except RulesError:
        return None


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Every preset, and presets changed in any way that makes sense."""
    preset = draw(st.sampled_from(list(PRESETS.values())))
    changes = draw(st.fixed_dictionaries({}, optional={k: st.sampled_from(v) for k, v in _DIMENSIONS.items()}))
    changes |= draw(st.sampled_from(({}, *_PILES)))
    whole = _valid(preset, changes)
    if whole is not None:
        return whole
    for name, value in changes.items():  # take what fits
        preset = _valid(preset, {name: value}) or preset
    return preset


@st.composite
def games(draw: st.DrawFn) -> tuple[Game, Clock]:
    """A game that has not begun, under any rules on any layout, with its clock."""
    chosen = draw(rules())
    clock = Clock()
    return Game(draw(deals(1 if chosen.scoring == "rows" else None)), chosen, now=clock), clock


KINDS = ("remove",) * 6 + ("move",) * 6 + ("tick", "undo", "redo", "tap", "stock", "take", "sight", "pause", "resume")
Step = tuple[str, int]
"""What to do, and which of the possible ones."""


def steps(max_size: int = 60, kinds: tuple[str, ...] = KINDS) -> st.SearchStrategy[list[Step]]:
    """Ways to play, mixed with undo, redo, taps and the passing of time."""
    return st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, 999)), min_size=max_size // 2, max_size=max_size)


MOVES: tuple[str, ...] = ("remove", "remove", "move")
"""The kinds of steps that are moves alone."""


def choose(game: Game, step: Step) -> Move | None:
    """The move that a step "remove" or "move" means here."""
    moves = game.position.legal_moves()
    if step[0] == "remove":
        moves = tuple(move for move in moves if move.removes) or moves
    return moves[step[1] % len(moves)] if moves and not game.is_over else None


def perform(game: Game, clock: Clock, step: Step) -> None:
    """Do one step; what the rules refuse changes nothing."""
    kind, n = step
    card = DECK[n % 52]
    try:
        if kind in ("remove", "move"):
            move = choose(game, step)
            if move is not None:
                game.play(move)
        elif kind == "tick":
            clock.time += n / 10
        elif kind == "tap":
            playable = game.position.playable
            game.tap(playable[n % len(playable)] if playable and n % 4 else card)
        elif kind == "stock":
            top = game.position.stock[:1]
            game.tap_stock(top[0] if top and n % 2 else None)
        elif kind == "take":
            game.take(card)
        elif kind == "sight":
            game.show(n % 2 == 0)
        else:
            getattr(game, kind)()
    except IllegalMove:
        pass
