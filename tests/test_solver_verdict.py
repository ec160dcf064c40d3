"""Whether a position can be won: against deals with known answers, and against looking at every position."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pyramid_widget import LAYOUTS, PRESETS, Deal, Layout, Position, Rules
from pyramid_widget.codes import DEALS, shuffled
from pyramid_widget.position import DRAW, RECYCLE
from pyramid_widget.solver import Budget, verdicts, winnable
from pyramid_widget.solver.pairing import Table, choose_pairs
from pyramid_widget.solver.verdict import is_settled
from tests.small_games import reachable, replay, small_position, somewhere
from tests.strategies import deals

UNLIMITED = {
    "open": PRESETS["open"],
    "closed": PRESETS["zone"],
    "closed, one card on the waste": PRESETS["pyramide"],
    "open, one card on the waste": PRESETS["open"].replace(waste_start=1),
    "cover pairs": PRESETS["open"].replace(cover_pairs=True),
    "closed, cover pairs": PRESETS["zone"].replace(cover_pairs=True),
    "three piles": PRESETS["three-piles"].replace(passes=None),
    "closed, everything": PRESETS["zone"].replace(win="everything"),
}
SEARCHED = {
    "one pass": PRESETS["microsoft"].replace(passes=1, scoring=None),
    "two passes, closed": PRESETS["zone"].replace(passes=2),
    "three piles, one pass": PRESETS["three-piles"],
    "open, everything": PRESETS["open"].replace(win="everything"),
    "two passes, everything": PRESETS["pysol"].replace(passes=2),
    "one pass, cover pairs": PRESETS["strict"].replace(cover_pairs=True),
    "columns": PRESETS["giza"],
    "columns, cover pairs": PRESETS["giza"].replace(cover_pairs=True),
    "columns, everything": PRESETS["giza"].replace(win="everything"),
}
MANY = Budget(positions=10**6, seconds=600)


def known_deals() -> list[dict[str, str]]:
    with (Path(__file__).parent / "data" / "deals.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def known(row: dict[str, str]) -> Deal:
    return Deal.from_cards(row["layout_28_rows_top_down"] + " " + row["stock_24_top_first"])


def test_all_known_deals_are_there() -> None:
    assert len(known_deals()) == 250


@pytest.mark.parametrize("name", ["open", "zone", "pyramide"])
def test_known_deals_with_unlimited_passes(name: str) -> None:
    for row in known_deals():
        verdict = winnable(Position.start(known(row), PRESETS[name]))
        assert verdict.won == (row["unlimited_passes_layout"] == "win"), row["id"]
        assert verdict.searched == 0
        assert (verdict.reason is None) == verdict.won
        if verdict.won:
            assert replay(verdict.position, verdict.line).is_won, row["id"]


@pytest.mark.parametrize(
    ("column", "rules"),
    [
        ("open_stock_3_passes_fewest_actions", PRESETS["microsoft"]),
        ("closed_stock_1_waste_unlimited_fewest", PRESETS["pyramide"]),
        ("pysol_everything_3_passes_fewest", PRESETS["pysol"]),
        ("open_stock_1_pass_layout_fewest", PRESETS["microsoft"].replace(passes=1)),
        ("strict_1_pass_everything_fewest", PRESETS["strict"]),
        ("open_stock_3_passes_cover_pairs_fewest", PRESETS["microsoft"].replace(cover_pairs=True)),
    ],
)
def test_known_deals_under_other_rules(column: str, rules: Rules) -> None:
    decided = 0
    for row in known_deals():
        if row[column] not in ("", "?", None):
            verdict = winnable(Position.start(known(row), rules), Budget(positions=50, seconds=600))
            if verdict.won is not None:
                decided += 1
                assert verdict.won == (row[column] != "no"), row["id"]
                assert not verdict.won or len(verdict.line) >= int(row[column])
            if verdict.won:
                assert replay(verdict.position, verdict.line).is_won, row["id"]
    assert decided > 10


@pytest.mark.parametrize("name", UNLIMITED)
def test_small_games_against_all_positions(name: str) -> None:
    chance = random.Random(name)
    won = 0
    for _ in range(400):
        position = small_position(chance, UNLIMITED[name], 6, chance.choice((2, 2, 4)), chance.choice((1, 2, 2, 3)))
        verdict = winnable(position)
        assert is_settled(position)
        assert verdict.searched == 0
        assert verdict.won == any(end.is_won for end in reachable(position)), str(position)
        assert not verdict.won or replay(position, verdict.line).is_won
        won += bool(verdict.won)
    assert 20 < won < 380  # both answers occur


@pytest.mark.parametrize("name", SEARCHED)
def test_small_games_that_need_a_search(name: str) -> None:
    chance = random.Random(name)
    won = 0
    for _ in range(100):
        position = small_position(chance, SEARCHED[name], 6, 4, chance.choice((2, 3)))
        verdict = winnable(position, MANY)
        assert verdict.won == any(end.is_won for end in reachable(position)), str(position)
        assert not verdict.won or replay(position, verdict.line).is_won
        assert (verdict.reason is None) == verdict.won
        won += bool(verdict.won)
    assert 2 < won < 98


def test_the_middle_of_small_games() -> None:
    chance = random.Random(28)
    for _ in range(40):
        rules = chance.choice(list(UNLIMITED.values()))
        for position in reachable(small_position(chance, rules, 5, 3, 2)):
            if chance.random() < 0.1:
                assert winnable(position).won == any(end.is_won for end in reachable(position)), str(position)


@settings(max_examples=150)
@given(deals(), st.sampled_from(list(UNLIMITED.values())), st.randoms(use_true_random=False))
def test_lines_and_reasons_on_all_layouts(deal: Deal, rules: Rules, chance: random.Random) -> None:
    position = somewhere(chance, deal, rules)
    verdict = winnable(position)
    assert verdict.won is not None
    assert (verdict.reason is None) == verdict.won
    if verdict.won:
        assert replay(position, verdict.line).is_won
        assert position.is_won == (verdict.line == ())
    else:
        assert verdict.line == ()


@settings(max_examples=100)
@given(deals(), st.sampled_from(list(UNLIMITED.values())), st.randoms(use_true_random=False))
def test_verdicts_follow_from_one_another(deal: Deal, rules: Rules, chance: random.Random) -> None:
    position = somewhere(chance, deal, rules)
    after = verdicts(position)
    assert list(after) == list(position.legal_moves())
    if not position.is_won:
        assert winnable(position).won == any(after.values())
    for move in (DRAW, RECYCLE):
        assert after.get(move, winnable(position).won) == winnable(position).won


@settings(max_examples=60)
@given(st.integers(0, DEALS - 1), st.sampled_from(list(LAYOUTS)))
def test_the_order_of_the_stock_never_matters(number: int, layout: int) -> None:
    deal = Deal.random(number, layout)
    other = Deal(deal.layout, deal.layout_cards + deal.stock_cards[::-1])
    for rules in UNLIMITED.values():
        assert winnable(Position.start(deal, rules)).won == winnable(Position.start(other, rules)).won


def test_no_is_no_under_every_rule() -> None:
    """What cannot be paired off with unlimited passes is lost under all rules, without a search."""
    for number in range(200):
        deal = Deal.random(number)
        if not winnable(Position.start(deal, PRESETS["open"])).won:
            for rules in PRESETS.values():
                verdict = winnable(Position.start(deal, rules), Budget(positions=0))
                assert verdict.won is False
                assert verdict.reason is not None


def test_a_budget_that_runs_out_is_not_an_answer() -> None:
    position = Position.start(Deal.random(6), PRESETS["strict"])
    verdict = winnable(position, Budget(positions=3))
    assert (verdict.won, verdict.line, verdict.reason) == (None, (), None)


def test_towers_that_are_hard_to_pair() -> None:
    """Long columns side by side hold the most ways to choose pairs: both answers come, and soon."""
    drawing = "\n".join("    ".join(mark * 8) for mark in "12345")
    layout = Layout.from_text(f"en: T\nru: T\npl: T\n\n{drawing}", number=98, name="towers")
    answers = set()
    for number in range(60):
        cards = shuffled(number)
        table = Table.from_cards(layout, cards, cards[40:], (1 << 40) - 1)
        answers.add(choose_pairs(table) is not None)
    assert answers == {True, False}
