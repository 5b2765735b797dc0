"""Exact decimals beyond Python's limit."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat.counting.digits import decimal


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


@given(st.integers(), st.integers(0, 14000), st.integers())
def test_decimal_is_what_python_writes(high: int, shift: int, low: int) -> None:
    value = (high << shift) + low
    assert decimal(value) == str(value)


def test_decimal_works_under_the_lowest_limit_and_leaves_it_alone() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert decimal(10**700) == "1" + "0" * 700
        assert sys.get_int_max_str_digits() == 640
    finally:
        sys.set_int_max_str_digits(before)
