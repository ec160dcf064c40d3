"""The three catalogs say the same things, each in its language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pyramid_widget.cards import DECK
from pyramid_widget.messages import LOCALES, Reason, catalog

PLURALS = {"zero", "one", "two", "few", "many", "other"}
FORMS = {"en": {"one", "other"}, "ru": {"one", "few", "many", "other"}, "pl": {"one", "few", "many", "other"}}


def is_plural(entry: object) -> bool:
    return isinstance(entry, dict) and "other" in entry and set(entry) <= PLURALS


def entries(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, entry in tree.items():
        if isinstance(entry, dict) and not is_plural(entry):
            yield from entries(entry, f"{path}{key}.")
        else:
            yield f"{path}{key}", entry


def sentences(entry: Any) -> list[str]:
    return list(entry.values()) if isinstance(entry, dict) else entry if isinstance(entry, list) else [entry]


def gaps(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


ENGLISH = dict(entries(catalog("en")))


@pytest.mark.parametrize("locale", LOCALES)
def test_same_keys(locale: str) -> None:
    assert list(dict(entries(catalog(locale)))) == list(ENGLISH)


@pytest.mark.parametrize("locale", LOCALES)
def test_same_gaps_and_complete_plurals(locale: str) -> None:
    for key, entry in entries(catalog(locale)):
        assert type(entry) is type(ENGLISH[key]), key
        wanted = set().union(*map(gaps, sentences(ENGLISH[key])))
        if is_plural(entry):
            assert set(entry) == FORMS[locale], key
            number = {"n"} if locale == "en" else set()  # English may write “once”
            assert all(wanted - number <= gaps(sentence) <= wanted for sentence in sentences(entry)), key
        else:
            assert len(sentences(entry)) == len(sentences(ENGLISH[key])), key
            assert set().union(*map(gaps, sentences(entry))) == wanted, key


@pytest.mark.parametrize("locale", LOCALES)
def test_every_entry_says_something(locale: str) -> None:
    for key, entry in entries(catalog(locale)):
        for sentence in sentences(entry):
            assert sentence.strip() == sentence != "", key
            assert re.sub(r"\{\w+\}", "", sentence).count("{") == 0, key


@pytest.mark.parametrize("locale", ["ru", "pl"])
def test_sentences_are_translated(locale: str) -> None:
    for key, entry in entries(catalog(locale)):
        if key.startswith(("reason.", "told.")):
            assert entry != ENGLISH[key], key


@pytest.mark.parametrize(("locale", "letters"), [("en", "AJQK"), ("ru", "ТВДК"), ("pl", "AWDK")])
def test_letters_of_the_ranks(locale: str, letters: str) -> None:
    shown = catalog(locale)["card"]["letters"]
    assert shown == [letters[0], *map(str, range(2, 11)), *letters[1:]]
    assert len(set(catalog(locale)["card"]["ranks"])) == 13
    assert list(catalog(locale)["card"]["suits"]) == ["C", "D", "H", "S"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("key", list(catalog("en")["reason"]))
def test_reasons_fill_their_gaps(key: str, locale: str) -> None:
    reason = Reason(key, cards=DECK[:2], number=17, text="{some} text")
    sentence = reason.sentence(locale)
    template = catalog(locale)["reason"][key]
    for gap, filled in {"cards": "A♣, 2♣", "number": "17", "text": "{some} text"}.items():
        assert (filled in sentence) == (gap in gaps(template)) or gap == "number"
    assert "None" not in sentence


def test_reasons_travel_without_what_is_empty() -> None:
    assert Reason("sum").to_json() == {"key": "sum"}
    assert Reason("blocked", cards=DECK[:1], by=DECK[1:2]).to_json() == {
        "key": "blocked",
        "cards": ["AC"],
        "by": ["2C"],
    }
