"""Every layout is drawn as it plays and is as hard as it says; bad drawings are refused."""

from __future__ import annotations

import itertools
import math

import networkx
import pytest

from pyramid_widget import LAYOUTS, PRESETS, Layout
from pyramid_widget.layouts import LayoutError
from pyramid_widget.messages import LOCALES
from pyramid_widget.survey import count

SAMPLE = 300
TITLES = "en: Trial\nru: Проба\npl: Próba\n\n"


def read(drawing: str) -> Layout:
    return Layout.from_text(TITLES + drawing, number=90, name="trial")


@pytest.mark.parametrize("number", LAYOUTS)
def test_covers_are_the_drawn_overlaps(number: int) -> None:
    layout = LAYOUTS[number]
    for lower, low in enumerate(layout.slots):
        hidden = {(low.x + dx, low.y + dy) for dx in range(4) for dy in range(2)}
        for upper, high in enumerate(layout.slots):
            if upper == lower:
                continue
            overlap = hidden & {(high.x + dx, high.y + dy) for dx in range(4) for dy in range(2)}
            assert not (overlap and high.z == low.z)
            assert (upper in layout.covers[lower]) == (bool(overlap) and high.z > low.z)
            assert bool(layout.cover_masks[lower] >> upper & 1) == (upper in layout.covers[lower])


@pytest.mark.parametrize("number", LAYOUTS)
def test_every_card_comes_free(number: int) -> None:
    layout = LAYOUTS[number]
    left = set(range(layout.size))
    while left:
        free = {slot for slot in left if not left & set(layout.covers[slot])}
        assert free, "cards that cover each other in a ring"
        left -= free


@pytest.mark.parametrize("number", LAYOUTS)
def test_size_titles_and_order(number: int) -> None:
    layout = LAYOUTS[number]
    assert 15 <= layout.size <= 40
    assert sum(not on for on in layout.covers) >= 3
    assert tuple(layout.titles) == LOCALES
    assert all(layout.titles.values())
    assert [(slot.y, slot.x) for slot in layout.slots] == sorted((slot.y, slot.x) for slot in layout.slots)
    assert min(slot.x for slot in layout.slots) == min(slot.y for slot in layout.slots) == 0
    assert [slot for row in layout.rows for slot in row] == list(range(layout.size))


@pytest.mark.parametrize("number", LAYOUTS)
def test_every_index_can_be_seen(number: int) -> None:
    layout = LAYOUTS[number]
    for slot, on, corner in zip(layout.slots, layout.covers, layout.corners, strict=True):
        left, top = slot.x + 2 * (corner[1] == "r"), slot.y + (corner[0] == "b")
        index = {(left, top), (left + 1, top)}
        for upper in (layout.slots[i] for i in on):
            assert not index & {(upper.x + dx, upper.y + dy) for dx in range(4) for dy in range(2)}


@pytest.mark.parametrize("number", LAYOUTS)
def test_the_board_is_no_wider_and_higher_than_a_narrow_screen_bears(number: int) -> None:
    layout = LAYOUTS[number]
    assert max(slot.x for slot in layout.slots) + 4 <= 30
    assert max(slot.y for slot in layout.slots) + 2 <= 18


def test_no_two_layouts_play_alike() -> None:
    graphs = {}
    for number, layout in LAYOUTS.items():
        graphs[number] = networkx.DiGraph((lower, on) for lower, ons in enumerate(layout.covers) for on in ons)
        graphs[number].add_nodes_from(range(layout.size))
        assert networkx.is_directed_acyclic_graph(graphs[number])
    for one, other in itertools.combinations(graphs, 2):
        assert not networkx.is_isomorphic(graphs[one], graphs[other]), (one, other)


def test_isomorphism_sees_that_a_pyramid_upside_down_is_a_pyramid() -> None:
    pyramid, inverted = (
        networkx.DiGraph((lower, on) for lower, ons in enumerate(read(drawing).covers) for on in ons)
        for drawing in ("    1\n  2   2\n3   3   3", "3   3   3\n  2   2\n    1")
    )
    assert networkx.is_isomorphic(pyramid, inverted)


@pytest.mark.parametrize("number", LAYOUTS)
def test_difficulty_is_as_measured(number: int) -> None:
    """Deals that were not among those measured give the same shares, within five standard deviations."""
    stored = LAYOUTS[number].difficulty
    assert stored is not None
    assert stored.deals >= 20_000
    assert 0.10 <= stored.winnable <= 0.995, "a layout that cannot be lost, or hardly won"
    assert 0 < stored.player < stored.winnable
    fresh = count(LAYOUTS[number], PRESETS["open"], range(stored.deals, stored.deals + SAMPLE), player=True)
    for share, seen in ((stored.winnable, fresh.won), (stored.player, fresh.player_won)):
        deviation = math.sqrt(share * (1 - share) / SAMPLE)
        assert abs(seen / SAMPLE - share) < 5 * deviation + 1 / SAMPLE


def test_difficulties_are_spread_over_the_range() -> None:
    tenths = [int(layout.difficulty.winnable * 10) for layout in LAYOUTS.values() if layout.difficulty]
    assert all(4 <= tenths.count(tenth) <= 12 for tenth in range(1, 10))


def test_a_layout_of_ones_own_has_no_difficulty() -> None:
    assert read("1   1   1").difficulty is None
    assert Layout.from_text(TITLES + "1   1   1", number=1, name="pyramid").difficulty is None


def test_names_and_numbers() -> None:
    assert list(LAYOUTS) == list(range(1, 56))
    assert len({layout.name for layout in LAYOUTS.values()}) == len(LAYOUTS)
    for locale in LOCALES:
        assert len({layout.titles[locale] for layout in LAYOUTS.values()}) == len(LAYOUTS)
    for number, layout in LAYOUTS.items():
        assert layout.number == number
        assert LAYOUTS[layout.name] is LAYOUTS[number]


def test_layout_1_is_the_classic_pyramid() -> None:
    layout = LAYOUTS["pyramid"]
    assert layout is LAYOUTS[1]
    assert [len(row) for row in layout.rows] == [1, 2, 3, 4, 5, 6, 7]
    for row in range(6):
        for place, slot in enumerate(layout.rows[row]):
            assert layout.covers[slot] == layout.rows[row + 1][place : place + 2]
    assert all(layout.covers[slot] == () for slot in layout.rows[6])


def test_a_card_may_be_covered_from_above() -> None:
    layout = read("  2\n1   1\n  3")
    assert layout.covers == ((), (0, 3), (0, 3), ())
    assert layout.corners == ("tl", "tl", "tr", "tl")


def test_an_index_moves_to_a_corner_that_can_be_seen() -> None:
    assert read("1   1\n  2").corners == ("tl", "tl", "tl")
    assert read("2\n  1").corners == ("tl", "bl")
    assert read("2   2\n  1").corners == ("tl", "tl", "bl")
    assert read("  2\n    1\n  2").corners == ("tl", "tr", "tl")


@pytest.mark.parametrize("key", [0, 56, -1, "nowhere", "", True, None, 1.5, "1"])
def test_unknown_layouts(key: int) -> None:
    with pytest.raises(LayoutError, match="There is no layout") as caught:
        LAYOUTS[key]
    assert "pyramid" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (TITLES + "1   1\n  1", "has two overlapping cards of one mark, in lines 1 and 2"),
        (TITLES + "1 2 1 2 2", "has two overlapping cards of one mark, in lines 1 and 1"),
        (TITLES + "1   0", "has the mark “0” in line 1"),
        (TITLES + "1   A", "has the mark “A” in line 1"),
        (TITLES + "1\t1", "has the mark “\t” in line 1"),
        (TITLES + "2   2\n  1\n2   2", "hides a card in line 2: leave a quarter of it free"),
        (TITLES + "\n", "has no cards"),
        (TITLES + "\n\n".join(["1   1   1   1"] * 13 + ["1"]), "has 53 cards: there are only 52 to lay on it"),
        ("en: Trial\nru: Проба\n\n1", "must begin with a title in each of these languages: en, ru, pl"),
        ("en: Trial\nru: \npl: Próba\n\n1", "must begin with a title"),
        ("1   1   1", "must begin with a title"),
        ("", "must begin with a title"),
    ],
)
def test_bad_drawings(text: str, sentence: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout.from_text(text, number=90, name="trial")
    assert sentence in str(caught.value)
    assert "“trial”" in str(caught.value)
