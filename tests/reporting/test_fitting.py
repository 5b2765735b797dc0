"""Laws of growth: sequences made by one are given back, exactly."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nqsat.reporting.plots import FEWEST, fitted

LAWS = {
    "{c}·{b}ⁿ": lambda n, c, b: c * b**n,
    "{c}·{b}^n²": lambda n, c, b: c * b ** (n * n),
    "{c}·n!·{b}ⁿ": lambda n, c, b: c * factorial(n) * b**n,
    "{c}·n^{b}": lambda n, c, b: c * n**b,
}


@given(st.sampled_from(list(LAWS)), st.integers(1, 99), st.integers(2, 9), st.integers(1, 5))
def test_a_law_is_found(law: str, c: int, b: int, first: int) -> None:
    found = fitted((n, LAWS[law](n, c, b)) for n in range(first, first + FEWEST + 2))
    assert str(found) == law.format(c=c, b=b)


def test_zeros_say_nothing_and_too_few_terms_neither() -> None:
    assert fitted([(n, 2**n) for n in range(1, FEWEST)] + [(9, 0)]) is None
    assert fitted([(5, 3)] * 9) is None
    assert fitted([]) is None


@pytest.mark.parametrize(("digits", "said"), [(600, "1·10^600ⁿ"), (4, "1·1e+04ⁿ")])
def test_numbers_that_no_float_can_hold_are_fitted(digits: int, said: str) -> None:
    assert str(fitted((n, 10 ** (n * digits)) for n in range(1, 7))) == said
