"""Exact decimals beyond Python's limit."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from nqsat.counting.answers import decimal


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
        (Fraction(-1, 3 * 10**5000), "-1/3" + "0" * 5000),
        (Fraction(7), "7"),
    ],
    ids=["zero", "negative", "bool", "kings", "long", "long negative", "limit", "share", "whole"],
)
def test_decimal(value: int | Fraction, text: str) -> None:
    assert decimal(value) == text


def test_decimal_works_under_the_lowest_limit_and_leaves_it_alone() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert decimal(10**639) == "1" + "0" * 639
        assert decimal(2**2000 - 1)[-3:] == "375"
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(before)
