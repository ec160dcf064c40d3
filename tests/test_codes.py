"""Deal codes, against the text of docs/deal-codes.md and a second implementation made from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import factorial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramid_widget import Card, Deal, Layout, codes
from pyramid_widget.cards import DECK
from pyramid_widget.codes import ALPHABET, DEALS, CodeError
from pyramid_widget.layouts import LayoutError
from pyramid_widget.messages import LOCALES, Refused
from tests.strategies import deals

DOCUMENT = (Path(__file__).parent.parent / "docs" / "deal-codes.md").read_text(encoding="utf-8")
SHORT = "PW1-07-60GYJM1"
LONG = "PW1-03-1J7G08-HERW7N-CVW1PN-3XGYJ2-699VY2-P3D4DD-FWMNJ8-JJG0EW"
LOOKALIKES = {"O": "0", "I": "1", "L": "1", "Z": "2", "S": "5", "B": "8", "U": "V"}
numbers = st.integers(0, DEALS - 1)


# The document's text once more, independent of the engine

SORTED = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
DIGITS = "0123456789ACDEFGHJKMNPQRTVWXY"


def order_of(number: int) -> list[str]:
    state, cards = number, SORTED.copy()
    for i in range(51, 0, -1):
        z = 2**64
        while z >= 2**64 - 2**64 % (i + 1):
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
            z = z ^ z >> 31
        j = z % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def value_of(order: Sequence[str]) -> int:
    return sum(
        sum(SORTED.index(later) < SORTED.index(card) for later in order[i:]) * factorial(51 - i)
        for i, card in enumerate(order)
    )


def written(layout: int, value: int, length: int) -> str:
    digits = "".join(DIGITS[value // 29**place % 29] for place in reversed(range(length)))
    signs = f"1{layout:02}{digits}"
    check = DIGITS[sum((p % 28 + 1) * DIGITS.index(sign) for p, sign in enumerate(signs)) % 29]
    return f"PW{signs}{check}"


def plain(code: str) -> str:
    return code.replace("-", "")


@given(numbers, st.integers(1, 55))
def test_short_codes_follow_the_document(number: int, layout: int) -> None:
    code = codes.short_code(layout, number)
    assert re.fullmatch(rf"PW1-\d\d-[{ALPHABET}]{{7}}", code)
    assert plain(code) == written(layout, number, 6)
    read_layout, read_number, cards = codes.read(code)
    assert (read_layout, read_number) == (layout, number)
    assert [card.code for card in cards] == order_of(number)


@given(st.permutations(DECK), st.integers(1, 55))
def test_long_codes_follow_the_document(cards: list[Card], layout: int) -> None:
    code = codes.long_code(layout, cards)
    assert re.fullmatch(rf"PW1-\d\d(-[{ALPHABET}]{{6}}){{8}}", code)
    assert plain(code) == written(layout, value_of([card.code for card in cards]), 47)
    assert codes.read(code) == (layout, None, tuple(cards))


@given(deals())
def test_deals_come_back_from_their_codes(deal: Deal) -> None:
    again = Deal.from_code(deal.code)
    assert again == deal
    assert (again.number, again.code) == (deal.number, deal.code)


@pytest.mark.parametrize(
    ("number", "code", "cards"),
    [
        (0, "PW1-01-0000004",
         "8S JH 9C 2S 2D QD 6S TC 3D AC JC 7C 9H 8C QS KH 5H 2C 3H 5C AH 6C 4S TD 5D 8H "
         "8D AD QH TS QC JD 3S 4D 2H 9D 3C KD AS 7S 9S 7D JS 6H KS 4C 7H 5S 6D 4H KC TH"),
        (1, "PW1-01-000001E",
         "7D 9C 4D 8H 8D 5S JD 6D 9S JC 5D KD 3C 2D JH 5H 7H 4H 2C AD 6S KC KH TH TS JS "
         "TD 8S QC 4S 6C 7C AS 5C AH KS 6H QS QH QD 9D 3D 3S AC 4C 2H 8C TC 3H 2S 9H 7S"),
    ],
)  # fmt: skip
def test_vectors(number: int, code: str, cards: str) -> None:
    deal = Deal.random(number)
    assert deal.code == code
    assert " ".join(card.code for card in deal.cards) == cards
    assert Deal.from_code(code) == deal


def test_vectors_of_the_document() -> None:
    rows = re.findall(r"\| (\d+) \| (\d+) \| `(\S+)` \|", DOCUMENT)
    assert len(rows) == 4
    for layout, number, code in rows:
        cards = re.search(rf"^{number}:\n\n    (.+)\n    (.+)$", DOCUMENT, re.MULTILINE)
        assert cards is not None
        assert codes.read(code) == (int(layout), int(number), tuple(map(Card.parse, " ".join(cards.groups()).split())))
        assert plain(code) == written(int(layout), int(number), 6)
    longs = re.findall(r"\| `(PW1-\d\d(?:-\w{6}){8})` \|", DOCUMENT)
    assert [codes.read(code) for code in longs] == [
        (1, None, DECK),
        (1, None, DECK[::-1]),
        (3, None, codes.shuffled(1)),
    ]


def test_number_of_deals() -> None:
    assert DEALS == 29**6
    for seed in (-1, DEALS):
        with pytest.raises(ValueError, match="There is no deal"):
            Deal.random(seed)


@pytest.mark.parametrize("code", [SHORT, LONG])
def test_every_wrong_sign_is_refused(code: str) -> None:
    codes.read(code)
    for i, sign in enumerate(code):
        for other in set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*?") if sign != "-" else "":
            if LOOKALIKES.get(other, other) != sign:
                with pytest.raises(CodeError):
                    codes.read(code[:i] + other + code[i + 1 :])


@pytest.mark.parametrize("code", [SHORT, LONG, "PW1-01-0000004", codes.short_code(5, 123_456_789)])
def test_every_swap_of_neighbours_is_refused(code: str) -> None:
    signs = plain(code)
    for i in range(len(signs) - 1):
        if signs[i] != signs[i + 1]:
            with pytest.raises(CodeError):
                codes.read(signs[:i] + signs[i + 1] + signs[i] + signs[i + 2 :])


@given(numbers, numbers, st.integers(1, 55))
def test_typos_in_any_code_are_refused(number: int, other: int, layout: int) -> None:
    signs = plain(codes.short_code(layout, number))
    i = 3 + other % (len(signs) - 3)
    wrong = ALPHABET[(ALPHABET.index(signs[i]) + 1 + other % 28) % 29]
    with pytest.raises(CodeError, match="typo"):
        codes.read(signs[:i] + wrong + signs[i + 1 :])


@given(numbers)
def test_writing_is_forgiven(number: int) -> None:
    code = codes.short_code(12, number)
    expected = codes.read(code)
    assert codes.read(code.lower()) == expected
    assert codes.read(plain(code)) == expected
    assert codes.read(f"  {' '.join(code)}\n") == expected
    assert codes.read(code.replace("-", " – ").replace("P", "p_")) == expected
    for looks_like, sign in LOOKALIKES.items():
        assert codes.read(code.replace(sign, looks_like)) == expected
        assert codes.read(code.replace(sign, looks_like.lower())) == expected


@pytest.mark.parametrize(
    ("code", "key", "sentence"),
    [
        ("", "code_form", "“” is not a deal code: a code looks like PW1-01-0000079"),
        ("hello", "code_form", "“hello” is not a deal code: a code looks like PW1-01-0000079"),
        ("PW", "code_form", "“PW” is not a deal code: a code looks like PW1-01-0000079"),
        ("PW2-01-0000004", "code_version", "This deal code is of version 2, and only version 1 is known here"),
        ("PW1-01-00000!4", "code_letter", "“!” does not occur in deal codes"),
        ("PW1-01-00000004", "code_length",
         "A deal code has 7 or 48 letters and digits after its layout, and this one has 8"),
        ("PW1", "code_length", "A deal code has 7 or 48 letters and digits after its layout, and this one has 0"),
        ("PW1-01-0000005", "code_check", "There is a typo in this deal code: its last letter does not fit the others"),
        (codes.short_code(99, 5), "code_layout", "There is no layout 99 for this deal code"),
        (written(1, factorial(52), 47), "code_range", "This deal code fits no order of the cards"),
        (written(1, 29**47 - 1, 47), "code_range", "This deal code fits no order of the cards"),
    ],
)  # fmt: skip
def test_each_bad_code_has_its_sentence(code: str, key: str, sentence: str) -> None:
    with pytest.raises(CodeError) as caught:
        Deal.from_code(code)
    assert caught.value.reason.key == key
    assert str(caught.value) == sentence
    assert len({caught.value.reason.sentence(locale) for locale in LOCALES}) == 3


def test_every_code_that_is_shown_as_an_example_can_be_read() -> None:
    root = Path(__file__).parent.parent
    folders = ("pyramid_widget", "docs")
    texts = [path for folder in folders for kind in ("py", "json", "md") for path in (root / folder).rglob(f"*.{kind}")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in [*texts, root / "README.md"])
    shown = re.findall(r"PW\d-[\w-]*", text)
    assert shown.count("PW1-01-0000079") >= 4, "a catalog or the docstring gives no example"
    for code in shown:
        codes.read(code)


@given(st.text())
def test_any_text_is_a_code_or_refused(text: str) -> None:
    for code in (text, f"PW1{text}", f"PW1-01-{text}"):
        try:
            Deal.from_code(code)
        except CodeError as refused:
            assert "{" not in str(refused) or "{" in code


def test_deals_of_wrong_cards_are_refused() -> None:
    with pytest.raises(Refused, match=r"These cards are missing: K♠$"):
        Deal.from_cards(DECK[:-1])
    with pytest.raises(Refused, match=r"These cards are there more than once: A♣$"):
        Deal.from_cards([*DECK, DECK[0]])


def test_a_layout_of_ones_own_has_no_code() -> None:
    text = "en: Row\nru: Ряд\npl: Rząd\n\n1   1   1"
    for number in (1, 99):
        with pytest.raises(LayoutError, match=r"Layout “row” is not one of LAYOUTS, so its deals have no code\.$"):
            _ = Deal(Layout.from_text(text, number=number, name="row"), DECK).code
