"""What holds in every game, whatever is played: under every preset, on every layout, against the rules told anew."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass, field, fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_widget import LAYOUTS, PRESETS, Card, Deal, Game, IllegalMove, Move, Rules, RulesError
from pyramid_widget.cards import DECK
from pyramid_widget.game import SaveError
from pyramid_widget.messages import LOCALES, Reason
from pyramid_widget.position import DRAW, RECYCLE, Position
from tests.strategies import MOVES, PRESETS_ON_LAYOUTS, Clock, Step, choose, deals, games, perform, solved, steps

SOME = settings(max_examples=25)
MANY = settings(max_examples=50)


@dataclass
class Table:
    """The rules told a second time, in the plainest way, to compare the engine with."""

    deal: Deal
    rules: Rules
    gone: set[Card] = field(default_factory=set)
    removals: int = 0
    recycles: int = 0
    emptied_in: int | None = None

    def __post_init__(self) -> None:
        rest = list(self.deal.stock_cards)
        self.stock: list[Card] = []
        self.piles: list[list[Card]]
        if self.rules.stock_as_rows:
            self.piles = [[card for i, card in enumerate(rest) if i % 8 == column] for column in range(8)]
        else:
            self.piles = [[] for _ in range(self.rules.waste_piles)]
            self.stock = rest
            if self.rules.waste_start:
                self.piles[0].append(self.stock.pop(0))

    @staticmethod
    def after(deal: Deal, rules: Rules, moves: tuple[Move, ...]) -> Table:
        table = Table(deal, rules)
        for move in moves:
            table.make(move)
        return table

    def make(self, move: Move) -> None:
        if move == DRAW:
            for pile in self.piles:
                if self.stock:
                    pile.append(self.stock.pop(0))
        elif move == RECYCLE:
            drawn = {card for pile in self.piles for card in pile}
            self.stock = [card for card in self.deal.stock_cards if card in drawn]
            self.piles = [[] for _ in self.piles]
            self.recycles += 1
        else:
            self.removals += 1
            self.gone |= set(move.cards)
            self.stock = [card for card in self.stock if card not in self.gone]
            self.piles = [[card for card in pile if card not in self.gone] for pile in self.piles]
            if self.emptied_in is None and not self.layout:
                self.emptied_in = self.recycles + 1

    @property
    def layout(self) -> list[Card]:
        return [card for card in self.deal.layout_cards if card not in self.gone]

    @property
    def outside(self) -> list[Card]:
        return self.stock + [card for pile in self.piles for card in pile]

    def on(self, card: Card) -> set[Card]:
        """The cards that still lie on a card of the layout."""
        slots = self.deal.layout.slots
        mine = slots[self.deal.cards.index(card)]
        return {
            other
            for other, slot in zip(self.deal.layout_cards, slots, strict=True)
            if other not in self.gone and slot.z > mine.z and abs(slot.x - mine.x) < 4 and abs(slot.y - mine.y) < 2
        }

    def removals_now(self) -> set[Move]:
        top = self.stock[:1] if self.rules.stock_playable else []
        cards = [card for card in self.layout if not self.on(card)] + top + [pile[-1] for pile in self.piles if pile]
        found = {Move("king", (card,)) for card in cards if card.rank == 13}
        found |= {Move("pair", pair) for pair in itertools.combinations(cards, 2) if pair[0].rank + pair[1].rank == 13}
        if self.rules.cover_pairs:
            for card in self.layout:
                on = self.on(card)
                if len(on) == 1 and not self.on(*on) and card.rank + next(iter(on)).rank == 13:
                    found.add(Move("pair", (card, *on)))
        return found

    def turns_now(self) -> set[Move]:
        if self.stock:
            return {DRAW}
        pass_left = self.rules.passes is None or self.recycles < self.rules.passes - 1
        return {RECYCLE} if pass_left and self.outside and not self.rules.stock_as_rows else set()

    def won(self) -> bool:
        return not self.layout and (self.rules.win == "layout" or not self.outside)

    def stuck(self) -> bool:
        if self.won():
            return False
        if self.rules.stalemate == "exhausted":
            return not self.removals_now() and not self.turns_now()
        ahead = Table.after(self.deal, self.rules, ())
        ahead.gone, ahead.recycles = self.gone, self.recycles
        ahead.stock, ahead.piles = list(self.stock), [list(pile) for pile in self.piles]
        for _ in range(120):  # more than two trips through the longest stock: everything has been seen
            if ahead.removals_now():
                return False
            for move in ahead.turns_now():
                ahead.make(move)
        return True

    def score(self, seconds: int) -> int | None:
        layout, others = len(self.layout), len(self.outside)
        if self.rules.scoring == "timed":
            bonus = 600_000 // max(1, seconds) if self.won() else 0
            return max(0, 10 * self.removals - 30 * (seconds // 30)) + bonus
        if self.rules.scoring == "cards":
            return 10 * sum(card in self.gone for card in self.deal.layout_cards)
        if self.rules.scoring == "left":
            return layout
        if self.rules.scoring == "rows":
            ends, pays = (0, 1, 3, 6, 10, 15, 21, 28), (500, 250, 150, 100, 75, 50, 25)
            rows = [self.deal.cards[a:b] for a, b in itertools.pairwise(ends)]
            emptied = sum(pay for row, pay in zip(rows, pays, strict=True) if set(row) <= self.gone)
            return 5 * self.removals + emptied
        if self.rules.scoring == "par":
            if self.emptied_in is None:
                return -(layout + others)
            return {1: 50, 2: 35, 3: 20}[self.emptied_in] - others
        return None


def value(game: Game) -> int | None:
    return None if game.score is None else game.score.value


def status(game: Game) -> str:
    return game.status


def last_event(game: Game) -> str:
    return game.event.kind


def agree(game: Game, table: Table) -> None:
    """The engine and the plain rules see the same cards, moves, status and score."""
    position = game.position
    assert list(position.layout_left) == table.layout
    assert list(position.stock) == table.stock
    assert [list(pile) for pile in position.piles] == table.piles
    assert sorted([*table.layout, *table.outside, *table.gone]) == sorted(DECK)
    assert len(table.layout) + len(table.outside) + len(table.gone) == 52
    legal = position.legal_moves()
    assert len(legal) == len(set(legal))
    assert set(legal) == table.removals_now() | table.turns_now()
    assert position.is_won == table.won()
    assert position.is_stuck == table.stuck()
    assert value(game) == table.score(int(game.seconds))
    if game.rules.passes is not None and not game.rules.stock_as_rows:
        assert position.pass_number == table.recycles + 1 <= game.rules.passes


@pytest.mark.parametrize("preset", PRESETS)
def test_engine_agrees_with_the_plain_rules(preset: str) -> None:
    @SOME
    @given(deals(1 if preset == "microsoft" else None), steps(40))
    def check(deal: Deal, way: list[Step]) -> None:
        clock = Clock()
        game = Game(deal, PRESETS[preset], now=clock)
        for step in way:
            perform(game, clock, step)
            agree(game, Table.after(deal, game.rules, game.line))

    check()


@MANY
@given(games(), steps(40))
def test_engine_agrees_under_changed_rules(begun: tuple[Game, Clock], way: list[Step]) -> None:
    game, clock = begun
    for step in way:
        perform(game, clock, step)
        agree(game, Table.after(game.deal, game.rules, game.line))


@MANY
@given(games(), steps(60, MOVES))
def test_undo_restores_and_redo_repeats(begun: tuple[Game, Clock], way: list[Step]) -> None:
    game, clock = begun
    seen = [(game.position, value(game), game.moves)]
    for step in way:
        move = choose(game, step)
        if move is None:
            break
        game.play(move)
        seen.append((game.position, value(game), game.moves))
    clock.time += 0.5  # undo and redo within the same second
    made = len(seen) - 1
    limit = made if game.rules.undo is None else min(made, game.rules.undo)
    counter = seen[-1][2]
    assert counter == made
    for back in range(1, limit + 1):
        game.undo()
        position, score, moves = seen[made - back]
        assert (game.position, value(game)) == (position, score)
        assert game.moves == (moves if game.rules.undo_restores_counter else counter)
    with pytest.raises(IllegalMove):
        game.undo()
    for position, score, moves in seen[made - limit + 1 :]:
        game.redo()
        assert (game.position, value(game)) == (position, score)
        assert game.moves == (moves if game.rules.undo_restores_counter else counter)
    with pytest.raises(IllegalMove):
        game.redo()


@MANY
@given(games(), steps(50), steps(30))
def test_saved_game_restores_exactly(begun: tuple[Game, Clock], before: list[Step], after: list[Step]) -> None:
    game, clock = begun
    for step in before:
        perform(game, clock, step)
    game.show(True)  # a game that is opened again is in sight, and no card is selected
    game.put_down()
    later = Clock()
    later.time = 5.0
    again = Game.from_json(json.loads(json.dumps(game.to_json())), now=later)

    def look(game: Game) -> tuple[object, ...]:
        undo = (game.can_undo, game.can_redo, game.moves)
        saved = {**game.to_json(), "seconds": pytest.approx(game.seconds)}
        return saved, game.position, game.status, game.clock_runs, undo, value(game)

    def same() -> None:
        assert look(game) == look(again)

    same()
    for step in [*after, *[("undo", 0)] * 60, *[("redo", 0)] * 60]:
        perform(game, clock, step)
        perform(again, later, step)
        same()


@pytest.mark.parametrize(
    "damage",
    [
        {"seconds": float("nan")}, {"seconds": float("inf")}, {"seconds": -1}, {"seconds": "5"}, {"seconds": None},
        {"seconds": True}, {"seconds": 10**400}, {"paused": "no"}, {"abandoned": 1}, {"at": -1}, {"at": 3}, {"at": 1.0},
        {"undo_floor": 3}, {"actions": -5}, {"actions": None}, {"code": "PW1-01-000007A"}, {"code": 7}, {"code": None},
        {"moves": ["recycle"]}, {"moves": [5]}, {"moves": None}, {"moves": "draw"}, {"rules": {}, "moves": ["K♦"]},
        {"rules": {"passes": 0}}, {"rules": {"joker": True}}, {"rules": None}, {"version": 99}, {"version": None},
        {"version": True}, {"version": 1.0}, {"rules": {}}, {"rules": []}, {"rules": 5}, {"moves": {}},
        {"seconds": 10**40}, {"seconds": 1e40}, {"seconds": -0.5}, {"actions": 0}, {"actions": 1}, {"actions": 10**40},
        {"actions": 2.0}, {"actions": True}, {"undo_floor": 1}, {"undo_floor": False}, {"at": True}, {"code": []},
        {"moves": [None]}, {"paused": True, "abandoned": True}, {"moves": [], "at": 0}, {"moves": ["draw"] * 99},
    ],
)  # fmt: skip
def test_damaged_saves_are_refused(damage: dict[str, Any]) -> None:
    game = Game(Deal.random(1))
    game.play("draw")
    game.play("draw")
    saved = game.to_json()
    with pytest.raises(SaveError, match=r"^This (saved game is damaged: .+|is not a saved game of version 1\.)$"):
        Game.from_json({**saved, **damage})
    for key in saved:
        with pytest.raises(SaveError, match=r"version|it has no"):
            Game.from_json({name: value for name, value in saved.items() if name != key})


@pytest.mark.parametrize("field", list(Game(Deal.random(1)).to_json()))
@pytest.mark.parametrize("value", [None, "", "x", [5], {}, {"a": 1}, -1, 10**40, float("nan")], ids=str)
def test_each_damaged_field_is_named(field: str, value: object) -> None:
    game = Game(Deal.random(1))
    game.play("draw")
    with pytest.raises(SaveError, match={"moves": "move"}.get(field, field)) as caught:
        Game.from_json({**game.to_json(), field: value})
    assert not any(word in str(caught.value) for word in ("object", "attribute", "argument", "NoneType"))


@pytest.mark.parametrize("rule", [field.name for field in fields(Rules)])
def test_a_saved_game_says_all_its_rules(rule: str) -> None:
    saved = Game(Deal.random(1), "zone").to_json()
    del saved["rules"][rule]
    with pytest.raises(SaveError, match="rules must have a value for each of"):
        Game.from_json(saved)


@pytest.mark.parametrize(
    ("undo", "fits"),
    [(None, {0}), (0, {4}), (1, {3, 4}), (3, {1, 2}), (4, {0, 1}), (100, {0})],
)
def test_the_undo_floor_fits_rules_and_actions(undo: int | None, fits: set[int]) -> None:
    """Four moves are done, and five actions were made where something could be undone."""
    game = Game(Deal.random(1), PRESETS["open"].replace(undo=undo))
    for _ in range(4):
        game.play("draw")
    saved = {**game.to_json(), "actions": 4 if undo == 0 else 5}
    for floor in range(6):
        if floor in fits:
            assert Game.from_json({**saved, "undo_floor": floor}).moves == 4
        else:
            with pytest.raises(SaveError, match="undo_floor must be"):
                Game.from_json({**saved, "undo_floor": floor})


@pytest.mark.parametrize("flag", ["paused", "abandoned"])
def test_a_won_game_is_neither_paused_nor_given_up(flag: str) -> None:
    deal, line = solved(LAYOUTS[1])
    game = Game(deal)
    for move in line:
        game.play(move)
    assert Game.from_json(game.to_json()).status == "won"
    with pytest.raises(SaveError, match="only one of won, paused and abandoned"):
        Game.from_json({**game.to_json(), flag: True})


def test_clock_counts_only_while_it_should() -> None:
    clock = Clock()
    game = Game(Deal.random(3), now=clock)

    def after(seconds: float) -> float:
        clock.time += seconds
        return game.seconds

    assert after(50) == 0, "before the first action"
    game.play("draw")
    assert after(2) == 2
    game.pause()
    assert after(100) == 2
    game.resume()
    game.show(False)
    assert after(100) == 2
    game.undo()
    assert after(100) == 2, "nobody sees the board"
    game.show(True)
    assert after(3) == 5, "time is never given back"
    game.abandon()
    assert after(100) == 5


@SOME
@given(games(), steps(40))
def test_a_game_that_is_not_paused_cannot_be_resumed(begun: tuple[Game, Clock], way: list[Step]) -> None:
    game, clock = begun
    for step in way:
        perform(game, clock, step)
        if not game.paused:
            before = (game.event, game.selected, game.to_json())
            game.resume()
            assert (game.event, game.selected, game.to_json()) == before


@pytest.mark.parametrize(("preset", "layout"), PRESETS_ON_LAYOUTS)
def test_win_is_seen_at_once(preset: str, layout: int) -> None:
    deal, line = solved(LAYOUTS[layout])
    clock = Clock()
    game = Game(deal, PRESETS[preset], now=clock)
    for move in line:
        assert not game.position.is_won
        clock.time += 7
        game.play(move)
    table = Table.after(deal, game.rules, game.line)
    assert not table.layout and table.outside, "the layout went without the stock"
    assert (status(game) == "won") == table.won()
    if game.status != "won":  # everything must go: partners lie side by side in the open stock
        while not game.position.is_won:
            assert status(game) == "playing"
            removals = [move for move in game.position.legal_moves() if move.removes]
            game.play(removals[0] if removals else "draw")
        assert not game.position.stock and not any(game.position.piles)
        assert status(game) == "won"
    agree(game, Table.after(deal, game.rules, game.line))
    with pytest.raises(IllegalMove, match="This deal is over"):
        game.play("draw")
    if game.can_undo:
        game.undo()
        assert status(game) == "playing"


@MANY
@given(games(), st.integers(0, 40))
def test_turning_the_stock_alone_never_wins(begun: tuple[Game, Clock], turns: int) -> None:
    """So a deal of which "no more moves" is told cannot be won by going on without an undo."""
    game, _ = begun
    position = replace(game.position, present=0)
    for _ in range(turns):
        was_won, was_stuck = position.is_won, position.is_stuck
        turn = [move for move in position.legal_moves() if not move.removes]
        if not turn:
            break
        position = position.apply(turn[0])
        assert position.is_won == was_won
        assert position.is_stuck or not was_stuck


def test_par_goes_on_until_the_passes_are_over_or_all_is_gone() -> None:
    deal, line = solved(LAYOUTS[1])
    game = Game(deal, PRESETS["par"])
    for move in line:
        game.play(move)
    left = len(deal.stock_cards)
    while game.position.can_draw or game.position.can_recycle:
        assert (status(game), value(game)) == ("playing", 50 - left), "turning the stock neither wins nor loses"
        game.play(DRAW if game.position.can_draw else RECYCLE)
    while game.position.has_removal:
        game.play(game.position.legal_moves()[0])
    left = len(game.position.waste)
    assert left, "only the cards on top of the waste could go"
    assert (status(game), value(game)) == ("stuck", 50 - left)


@pytest.mark.parametrize(("preset", "layout"), [pair for pair in PRESETS_ON_LAYOUTS if pair[0] != "giza"])
def test_recycles_keep_the_order_and_passes_count(preset: str, layout: int) -> None:
    rules = PRESETS[preset]
    game = Game(Deal.random(layout, layout), rules)
    whole = game.deal.stock_cards
    recycles = 0
    while recycles < 5:
        while game.position.can_draw:
            game.play("draw")
        assert game.position.waste == whole
        if not game.position.can_recycle:
            break
        game.play("recycle")
        recycles += 1
        assert (game.position.stock, game.position.waste) == (whole, ())
    assert recycles == (5 if rules.passes is None else rules.passes - 1)
    if rules.passes is not None:
        with pytest.raises(IllegalMove, match="No pass through the stock is left"):
            game.play("recycle")


@MANY
@given(deals())
def test_half_blocked_cards_stay_blocked(deal: Deal) -> None:
    for rules in (PRESETS["open"], PRESETS["open"].replace(cover_pairs=True)):
        position = Game(deal, rules).position
        for card in position.layout_left:
            on = position.coverers(card)
            if not on:
                continue
            assert card not in position.free
            if card.is_king:
                assert position.refusal(Move("king", (card,))) is not None
            for other in on:
                fits = rules.cover_pairs and len(on) == 1 and not position.coverers(other)
                allowed = fits and card.rank + other.rank == 13
                assert (position.refusal(Move("pair", (card, other))) is None) == allowed


@pytest.mark.parametrize("left", [0b011, 0b101])
@pytest.mark.parametrize("cover_pairs", [False, True])
def test_king_blocked_on_one_side_stays_blocked(left: int, cover_pairs: bool) -> None:
    deal, _ = solved(LAYOUTS[1])
    apex = deal.cards[0]
    assert apex.is_king
    position = replace(Position.start(deal, PRESETS["open"].replace(cover_pairs=cover_pairs)), present=left)
    assert len(position.coverers(apex)) == 1
    with pytest.raises(IllegalMove, match="This card is blocked by another"):
        position.apply(Move("king", (apex,)))
    assert replace(position, present=0b001).apply(Move("king", (apex,))).is_won


def sentences(reason: Reason) -> list[str]:
    return [reason.sentence(locale) for locale in LOCALES]


@settings(max_examples=15)
@given(games(), steps(40))
def test_every_move_applies_or_has_a_reason(begun: tuple[Game, Clock], way: list[Step]) -> None:
    game, clock = begun
    for step in way:
        perform(game, clock, step)
    position = game.position
    legal = set(position.legal_moves())
    every = {Move("king", (card,)) for card in DECK} | {DRAW, RECYCLE}
    every |= {Move("pair", pair) for pair in itertools.combinations(DECK, 2)}
    assert legal <= every
    for move in every:
        reason = position.refusal(move)
        assert (reason is None) == (move in legal)
        if reason is None:
            after = position.apply(move)
            assert after.layout_left.keys() <= position.layout_left.keys()
            assert not set(move.cards) & {*after.layout_left, *after.stock, *after.waste}
            assert Move.parse(str(move)) == move
        else:
            assert all(sentence and "{" not in sentence for sentence in sentences(reason))
            with pytest.raises(IllegalMove) as caught:
                position.apply(move)
            assert str(caught.value) == reason.sentence("en")


@pytest.mark.parametrize(
    ("kind", "cards"),
    [("pair", "K♣"), ("pair", "A♣ A♦ J♠"), ("king", "5♣ 8♣"), ("draw", "K♣"), ("recycle", "K♣"), ("king", "")],
)
def test_moves_that_make_no_sense(kind: str, cards: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move"):
        Move(kind, tuple(Card.parse(card) for card in cards.split()))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "5", "A♣ A♣", "A♣ Q♣ K♣", "shuffle", "draw draw", "K♣ K♣"])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a move"):
        Move.parse(text)


@MANY
@given(games(), st.lists(st.tuples(st.sampled_from(("tap", "stock", "take", "put_down")), st.integers(0, 999))))
def test_taps_never_raise(begun: tuple[Game, Clock], taps: list[Step]) -> None:
    game, clock = begun
    for kind, n in taps:
        card = DECK[n % 52]
        before = game.position
        match kind:
            case "tap":
                game.tap(card)
            case "stock":
                game.tap_stock(None if n % 3 == 0 else before.stock[0] if n % 3 == 1 and before.stock else card)
            case "take":
                game.take(card)
            case _:
                game.put_down()
        if last_event(game) == "refused":
            assert game.position == before
            assert game.event.reason is not None
            assert all(sentences(game.event.reason))
        if game.selected is not None:
            assert game.selected in game.position.playable
        perform(game, clock, ("tick", n))


def test_stock_taps_pair_or_draw_as_seen() -> None:
    deal = Deal.from_cards([*(card for card in DECK if card.code not in ("8C", "7C")), *map(Card.parse, ("8C", "7C"))])
    order = list(deal.cards)
    stock = order.index(Card.parse("8C"))
    order[28], order[stock] = order[stock], order[28]  # the eight of clubs lies on top of the stock
    five = order.index(Card.parse("5C"))
    order[27], order[five] = order[five], order[27]  # and the five of clubs is free
    game = Game(Deal.from_cards(order))
    game.tap(Card.parse("5C"))
    game.tap_stock(Card.parse("9C"))  # the player saw another card: a draw
    assert last_event(game) == "drawn"
    game.undo()
    game.tap(Card.parse("5C"))
    game.tap_stock(Card.parse("8C"))
    assert last_event(game) == "removed"
    assert game.line == (Move.parse("5♣ 8♣"),)


def test_a_closed_stock_never_pairs_with_the_waste_below() -> None:
    game = Game(Deal.random(1), PRESETS["zone"])
    game.play("draw")
    game.play("draw")
    assert game.position.tops == (game.position.waste[-1],)


def test_undo_of_the_last_actions_only() -> None:
    game = Game(Deal.random(1), PRESETS["open"].replace(undo=2))
    for _ in range(4):
        game.play("draw")
    game.undo()
    game.undo()
    with pytest.raises(IllegalMove, match="Undo goes back 2 actions and no further"):
        game.undo()
    with pytest.raises(IllegalMove, match="These rules allow no undo"):
        Game(Deal.random(1), PRESETS["par"]).undo()


def test_restart_begins_the_same_deal_out_of_sight() -> None:
    clock = Clock()
    game = Game(Deal.random(1), now=clock)
    game.play("draw")
    game.show(False)
    game.restart()
    assert (game.status, game.moves, game.seconds, game.can_undo) == ("new", 0, 0, False)
    game.play("draw")
    clock.time += 9
    assert game.seconds == 0, "still nobody sees the board"


def test_rows_scoring_needs_the_classic_pyramid() -> None:
    with pytest.raises(RulesError, match="classic pyramid"):
        Game(Deal.random(1, 2), PRESETS["microsoft"])
