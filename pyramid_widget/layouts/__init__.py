"""The layouts: which cards lie where, and which lie on which.

Each layout is one text file in this folder, `<number>-<name>.txt`: its title in every language, an empty line, and a
drawing that looks like the layout. A mark in the drawing is the top left corner of a card, which is four columns wide
and two lines high. The marks say the order of drawing, `1` to `9` and then `a` to `z`: of two cards that overlap, the
one with the higher mark lies on the other. So a layout is added by adding a file.

`difficulty.json` holds how hard each layout was measured to be; `python -m benchmarks.layouts` writes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from pyramid_widget.cards import DECK
from pyramid_widget.messages import LOCALES

CARD_WIDTH = 4
"""A card's width in the columns of a drawing."""

CARD_HEIGHT = 2
"""A card's height in the lines of a drawing."""

Corner = Literal["tl", "bl", "tr", "br"]
"""A quarter of a card, two columns wide and one line high: top or bottom, left or right. The index fits in it."""

CORNERS: Mapping[Corner, tuple[int, int]] = {"tl": (0, 0), "bl": (0, 1), "tr": (2, 0), "br": (2, 1)}
"""How far each quarter lies from the top left of its card, in columns and lines; the one to be preferred first."""

_FOLDER = Path(__file__).parent
_MARKS = "123456789abcdefghijklmnopqrstuvwxyz"
_FILE_NAME = re.compile(r"(\d\d)-([a-z0-9-]+)\.txt")


class LayoutError(KeyError):
    """A layout that does not exist, or a drawing that is none; its text says what is wrong."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one card: its top left corner (x in quarters of a card, y in halves) and its height z in the pile."""

    x: int
    y: int
    z: int

    def overlaps(self, other: Slot) -> bool:
        """Whether cards in the two slots hide a part of each other."""
        return abs(self.x - other.x) < CARD_WIDTH and abs(self.y - other.y) < CARD_HEIGHT

    def hides(self, corner: Corner, lower: Slot) -> bool:
        """Whether a card in this slot lies on a part of that quarter of a card in the slot `lower`."""
        right, down = CORNERS[corner]
        x, y = lower.x + right - self.x, lower.y + down - self.y
        return -2 < x < CARD_WIDTH and 0 <= y < CARD_HEIGHT


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a layout is under preset `open`, as measured on the first `deals` numbered deals.

    `winnable` is the share of deals that can be won, `player` the share that the simple player wins, from 0 to 1.
    """

    deals: int
    winnable: float
    player: float


@dataclass(frozen=True)
class Layout:
    """A figure of cards.

    `slots` are in reading order (line by line, from the left): the order in which a deal fills them.
    `covers[i]` are the numbers of the slots whose cards lie on slot i: it is free when they have all gone.
    `corners[i]` is where the card of slot i shows its index: the first quarter on which no other card lies.
    """

    number: int
    name: str
    titles: Mapping[str, str]
    slots: tuple[Slot, ...]
    covers: tuple[tuple[int, ...], ...]
    corners: tuple[Corner, ...]

    @staticmethod
    def from_text(text: str, *, number: int, name: str) -> Layout:
        """The layout that a text file describes. Raises LayoutError where it is none."""
        head, _, drawing = text.partition("\n\n")
        titles = {}
        for line in head.splitlines():
            locale, _, title = line.partition(":")
            titles[locale] = title.strip()
        if tuple(titles) != LOCALES or not all(titles.values()):
            raise LayoutError(
                f"Layout “{name}” must begin with a title in each of these languages: {', '.join(LOCALES)}."
            )
        slots = _read_drawing(drawing, name)
        covers = tuple(
            tuple(on for on, upper in enumerate(slots) if upper.z > lower.z and upper.overlaps(lower))
            for lower in slots
        )
        corners = tuple(
            _free_corner(slot, [slots[j] for j in on], name) for slot, on in zip(slots, covers, strict=True)
        )
        return Layout(number, name, titles, slots, covers, corners)

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.slots)

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The slots of each line of the drawing, from the top."""
        lines = sorted({slot.y for slot in self.slots})
        return tuple(tuple(i for i, slot in enumerate(self.slots) if slot.y == y) for y in lines)

    @cached_property
    def cover_masks(self) -> tuple[int, ...]:
        """`covers` as sets of bits: bit j of `cover_masks[i]` is set when slot j lies on slot i."""
        return tuple(sum(1 << j for j in on) for on in self.covers)

    @property
    def difficulty(self) -> Difficulty | None:
        """How hard the layout is; None for a layout of one's own."""
        return _difficulties().get(self.name) if LAYOUTS.get(self.name) == self else None

    def __hash__(self) -> int:
        return hash((self.number, self.name))

    def __str__(self) -> str:
        return draw_text(self, ["▯"] * self.size)

    __repr__ = __str__  # what a notebook keeps beside the picture

    def _repr_svg_(self) -> str:
        from pyramid_widget.pictures import picture_of_layout

        return picture_of_layout(self)


def draw_text(layout: Layout, labels: Sequence[str]) -> str:
    """The layout as plain text, with a short label (at most three letters) where each card begins."""
    lines = []
    for row in layout.rows:
        line = ""
        for i in row:
            line = line.ljust(layout.slots[i].x) + labels[i]
        lines.append(line.rstrip())
    return "\n".join(lines)


def _read_drawing(drawing: str, name: str) -> tuple[Slot, ...]:
    marks = [
        (x, y, mark)
        for y, line in enumerate(drawing.rstrip().splitlines())
        for x, mark in enumerate(line.rstrip())
        if mark != " "
    ]
    for _, y, mark in marks:
        if mark not in _MARKS:
            raise LayoutError(f"Layout “{name}” has the mark “{mark}” in line {y + 1}: marks are 1 to 9 and a to z.")
    if not marks:
        raise LayoutError(f"Layout “{name}” has no cards: draw some below its titles.")
    if len(marks) > len(DECK):
        raise LayoutError(f"Layout “{name}” has {len(marks)} cards: there are only {len(DECK)} to lay on it.")
    left = min(x for x, _, _ in marks)
    slots = tuple(Slot(x - left, y, _MARKS.index(mark) + 1) for x, y, mark in marks)
    for i, slot in enumerate(slots):
        for other in slots[:i]:
            if slot.z == other.z and slot.overlaps(other):
                raise LayoutError(
                    f"Layout “{name}” has two overlapping cards of one mark, in lines {other.y + 1} and {slot.y + 1}:"
                    " give the upper one a higher mark."
                )
    return slots


@cache
def _difficulties() -> Mapping[str, Difficulty]:
    measured = json.loads((_FOLDER / "difficulty.json").read_text(encoding="utf-8"))
    return {name: Difficulty(**shares) for name, shares in measured.items()}


def _free_corner(slot: Slot, on: Sequence[Slot], name: str) -> Corner:
    for corner in CORNERS:
        if not any(upper.hides(corner, slot) for upper in on):
            return corner
    raise LayoutError(f"Layout “{name}” hides a card in line {slot.y + 1}: leave a quarter of it free for the index.")


class Layouts(Mapping[int | str, Layout]):
    """All layouts, by number or by name; each is read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[int, Path] = {}
        self._numbers: dict[str, int] = {}
        for path in sorted(folder.glob("*.txt")):
            match = _FILE_NAME.fullmatch(path.name)
            if match is None:
                raise LayoutError(f"“{path.name}” is not named like a layout: NN-name.txt.")
            self._files[int(match[1])] = path
            self._numbers[match[2]] = int(match[1])
        self._read: dict[int, Layout] = {}

    def __getitem__(self, key: int | str) -> Layout:
        number = self._numbers.get(key) if isinstance(key, str) else key
        if type(number) is not int or number not in self._files:
            raise LayoutError(
                f"There is no layout {key!r}: there are 1 to {len(self)}, by name {', '.join(self._numbers)}."
            )
        if number not in self._read:
            path = self._files[number]
            name = path.stem.partition("-")[2]
            self._read[number] = Layout.from_text(path.read_text(encoding="utf-8"), number=number, name=name)
        return self._read[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


LAYOUTS = Layouts(_FOLDER)
"""All layouts: `LAYOUTS[1]`, `LAYOUTS["pyramid"]`."""
