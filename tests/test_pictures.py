"""Pictures show what the layout says: which cards are free, and each card's index where it can be seen."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from pyramid_widget import LAYOUTS, PRESETS, Deal, Position
from pyramid_widget.pictures import picture, picture_of_layout

BRIGHT, GREY = "#fffdf7", "#bdbcb4"
INDEX = {"tl": "0,0", "bl": "0,72", "tr": "52,0", "br": "52,72"}


@pytest.mark.parametrize("number", LAYOUTS)
def test_free_cards_are_bright(number: int) -> None:
    layout = LAYOUTS[number]
    svg = ElementTree.fromstring(picture_of_layout(layout))
    cards = [element.get("fill") for element in svg.iter() if element.get("height") == "140"]
    free = sum(not on for on in layout.covers)
    assert (cards.count(BRIGHT), cards.count(GREY)) == (free, layout.size - free)


@pytest.mark.parametrize("number", LAYOUTS)
def test_indices_are_drawn_where_they_can_be_seen(number: int) -> None:
    layout = LAYOUTS[number]
    drawn = re.findall(
        r'<g transform="translate\(([\d,]+)\)"><text x="7"',
        picture(Position.start(Deal.random(1, layout), PRESETS["zone"])),
    )
    bottom_up = sorted(range(layout.size), key=lambda slot: layout.slots[slot].z)
    assert drawn == [INDEX[layout.corners[slot]] for slot in bottom_up]
