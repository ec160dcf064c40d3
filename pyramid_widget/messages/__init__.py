"""Every word that a player sees, in English, Russian and Polish: one JSON catalog a language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyramid_widget.cards import Card

LOCALES = ("en", "ru", "pl")
"""The languages that there are catalogs for."""


@cache
def catalog(locale: str) -> Mapping[str, Any]:
    """The catalog of one of `LOCALES`, as the page gets it: sections of named sentences."""
    text = Path(__file__).with_name(f"{locale}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something was refused: a sentence of the catalogs (`reason.<key>`) and what it speaks about.

    `cards` are those that the sentence is about; `by` those that lie on the refused card;
    `cards`, `number` and `text` fill the sentence's gaps of the same names.
    """

    key: str
    cards: tuple[Card, ...] = ()
    by: tuple[Card, ...] = ()
    number: int | None = None
    text: str | None = None

    def sentence(self, locale: str = "en") -> str:
        """The reason in the words of a language."""
        template: str = catalog(locale)["reason"][self.key]
        return template.format(cards=", ".join(map(str, self.cards)), number=self.number, text=self.text)

    def to_json(self) -> dict[str, Any]:
        """The reason as the page gets it, without what is empty."""
        fields = {
            "key": self.key,
            "cards": [card.code for card in self.cards],
            "by": [card.code for card in self.by],
            "number": self.number,
            "text": self.text,
        }
        return {name: value for name, value in fields.items() if value not in ([], None)}


class Refused(ValueError):
    """Something that a player asked for and cannot have; `reason` says why, in any language."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason.sentence()
