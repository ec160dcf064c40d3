"""Deal codes: a deal in a few letters that can be read aloud, typed and checked.

`docs/deal-codes.md` specifies everything here to the bit, with test vectors. It never changes: a new way of dealing
gets a new version number.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from pyramid_widget.cards import DECK, Card
from pyramid_widget.messages import Reason, Refused

VERSION = 1
"""The version of the code and of its way of shuffling."""

ALPHABET = "0123456789ACDEFGHJKMNPQRTVWXY"
"""The digits of a code. Their number, 29, is prime, so that the check letter finds every single typo and swap."""

SHORT_DIGITS = 6
LONG_DIGITS = 47
DEALS = len(ALPHABET) ** SHORT_DIGITS
"""How many deals of one layout have a short code: they are numbered from 0 to DEALS - 1."""

_LOOKALIKES = str.maketrans("OILZSBU", "011258V")
_LONG_GROUP = 6
_MASK = (1 << 64) - 1


class CodeError(Refused):
    """A text that is no deal code; its reason says what is wrong with it."""


def shuffled(number: int) -> tuple[Card, ...]:
    """The deck in the order of deal `number` (0 to DEALS - 1): SplitMix64 and the shuffle of Fisher and Yates."""
    state = number

    def below(limit: int) -> int:
        nonlocal state
        while True:
            state = (state + 0x9E3779B97F4A7C15) & _MASK
            z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
            z ^= z >> 31
            if z <= _MASK - (_MASK + 1) % limit:
                return z % limit

    cards = list(DECK)
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def short_code(layout: int, number: int) -> str:
    """The code of a numbered deal: `PW1-01-0000079`."""
    return _write(layout, number, SHORT_DIGITS)


def long_code(layout: int, cards: Sequence[Card]) -> str:
    """The code that carries all 52 cards in their order, for a deal that has no number."""
    return _write(layout, _rank(cards), LONG_DIGITS)


def read(code: str) -> tuple[int, int | None, tuple[Card, ...]]:
    """The layout's number, the deal's number (None for a long code) and the cards in their order.

    Case, look-alike letters, dashes and spaces are forgiven. Raises CodeError, whose text says what is wrong.
    """
    if not isinstance(code, str):
        raise CodeError(Reason("code_form", text=str(code)))
    plain = "".join(sign for sign in code.upper() if not sign.isspace() and sign not in "-–—_").translate(_LOOKALIKES)
    if not plain.startswith("PW") or len(plain) < 3:
        raise CodeError(Reason("code_form", text=code))
    if plain[2] != str(VERSION):
        raise CodeError(Reason("code_version", text=plain[2]))
    layout_digits, digits = plain[3:5], plain[5:]
    for sign in plain[3:]:
        if sign not in ALPHABET:
            raise CodeError(Reason("code_letter", text=sign))
    if len(digits) not in (SHORT_DIGITS + 1, LONG_DIGITS + 1):
        raise CodeError(Reason("code_length", number=len(digits)))
    if _check_letter(plain[2:-1]) != plain[-1] or not layout_digits.isdigit():
        raise CodeError(Reason("code_check"))
    value = 0
    for sign in digits[:-1]:
        value = value * len(ALPHABET) + ALPHABET.index(sign)
    if len(digits) == SHORT_DIGITS + 1:
        return int(layout_digits), value, shuffled(value)
    if value >= factorial(len(DECK)):
        raise CodeError(Reason("code_range"))
    return int(layout_digits), None, _unrank(value)


def _write(layout: int, value: int, length: int) -> str:
    digits = ""
    for _ in range(length):
        value, digit = divmod(value, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    digits += _check_letter(f"{VERSION}{layout:02}{digits}")
    if length == SHORT_DIGITS:
        groups = [digits]
    else:
        groups = [digits[i : i + _LONG_GROUP] for i in range(0, len(digits), _LONG_GROUP)]
    return "-".join([f"PW{VERSION}", f"{layout:02}", *groups])


def _check_letter(signs: str) -> str:
    base = len(ALPHABET)
    total = sum((place % (base - 1) + 1) * ALPHABET.index(sign) for place, sign in enumerate(signs))
    return ALPHABET[total % base]


def _rank(cards: Sequence[Card]) -> int:
    """The place of this order among all orders of the deck, sorted as in a dictionary (from 0)."""
    left = list(DECK)
    value = 0
    for card in cards:
        value = value * len(left) + left.index(card)
        left.remove(card)
    return value


def _unrank(value: int) -> tuple[Card, ...]:
    digits = []
    for count in range(1, len(DECK) + 1):
        value, digit = divmod(value, count)
        digits.append(digit)
    left = list(DECK)
    return tuple(left.pop(digit) for digit in reversed(digits))
