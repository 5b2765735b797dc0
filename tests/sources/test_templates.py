"""Integers in braces: every expression means what Python says of it, and nothing else is understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_asserts import refused

from nqsat.sources import filled, names_in

EXPRESSIONS = st.recursive(
    st.sampled_from(["n", "k", "0", "1", "7"]),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*", "//"]), inner),
        st.builds("-{}".format, inner),
    ),
    max_leaves=5,
)


@given(EXPRESSIONS, st.integers(-9, 9), st.integers(-9, 9))
def test_arithmetic_is_that_of_integers(text: str, n: int, k: int) -> None:
    try:
        wanted = str(eval(text, {"n": n, "k": k}))
    except ZeroDivisionError:
        refused(lambda: filled(f"{{{text}}}", {"n": n, "k": k}), said="divides by zero")
    else:
        assert filled(f"a{{{text}}}b{{{text}}}", {"n": n, "k": k}) == f"a{wanted}b{wanted}"


def test_names_and_places() -> None:
    assert names_in(["{n}x{2*n + m}", "Q={k}", "{n}", "plain"]) == ["n", "m", "k"]
    assert names_in(["8x8", "a{b", "a}b"]) == []
    assert filled("{n}x{ 2*n }:{(n-1)*(n+1)//2}", {"n": 5}) == "5x10:12"


@pytest.mark.parametrize(
    "inner",
    ["", "2n", "n**2", "n/2", "n%2", "n.real", "n[0]", "f(n)", "n if n else 1", "n<2", "~n", "+n", "n,n",
     "lambda: n", "__import__('os')", "n:=1", "1.5*n", "True+n", "n and n", "ñ", "(" * 50 + "n", "n" * 61,
     "n\n+1", "n+" * 40 + "n"],
)  # fmt: skip
def test_what_is_no_arithmetic_is_refused(inner: str) -> None:
    assert refused(lambda: filled(f"{{{inner}}}", {"n": 2})).field == "braces"


def test_refused_with_the_cure() -> None:
    refused(lambda: filled("{n*n*n}", {"n": 10**5}), said="is larger than 1,000,000,000,000")
