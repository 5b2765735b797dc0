"""Exact decimals beyond Python's limit."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat.counting.digits import decimal


def parse(text: str) -> int:
    """The int of a decimal text, from chunks that the limit lets through."""
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    value = 0
    for start in range(0, len(digits), 500):
        chunk = digits[start : start + 500]
        assert chunk.isascii()
        assert chunk.isdigit()
        value = value * 10 ** len(chunk) + int(chunk)
    return sign * value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-1, "-1"),
        (True, "1"),
        # 12x12 kings: larger than 64 bits, and two well-known counters get it wrong.
        (69645620389200894313, "69645620389200894313"),
        (10**10000 + 7, "1" + "0" * 9999 + "7"),
        (-(10**10000) + 1, "-" + "9" * 10000),
        (10**4300, "1" + "0" * 4300),  # one digit more than Python would write
    ],
    ids=["zero", "negative", "bool", "kings", "long", "long negative", "limit"],
)
def test_decimal(value: int, text: str) -> None:
    assert decimal(value) == text


@given(st.integers(), st.integers(0, 20000), st.integers())
def test_decimal_is_exact(high: int, shift: int, low: int) -> None:
    value = (high << shift) + low
    text = decimal(value)
    assert parse(text) == value
    assert text.lstrip("-").startswith("0") == (value == 0)


def test_decimal_works_under_the_lowest_limit_and_leaves_it_alone() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert decimal(10**639) == "1" + "0" * 639
        assert decimal(2**2000 - 1)[-3:] == "375"
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(before)
