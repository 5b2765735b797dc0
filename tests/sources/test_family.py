"""Families: parameters with types, ranges that are bounded, errors in the caller's words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from support.error_asserts import refused

from nqsat import Board, Placement, family
from nqsat.sources import Family, expand


@family("A000170", "A002562", verify=("n=1..3", "n=5 k=2"))
def some_queens(n: int, k: int = 1, label: str = "") -> Placement:
    """Place k queens on an n × n board.

    The second paragraph.
    """
    return Placement(Board(n, n), {f"{label}Q": k})


# -- what it knows --------------------------------------------------------------------------


def test_a_decorated_function_is_a_family() -> None:
    # `nqsat list` prints exactly these.
    assert isinstance(some_queens, Family)
    assert some_queens.name == "some-queens"
    bare: Any = family
    assert bare(some_queens.build)(3) == some_queens(3)
    assert some_queens.oeis == ("A000170", "A002562")
    assert some_queens.summary == "Place k queens on an n × n board."
    # What the docstring need not say is added: the convention and the links.
    text, _, added = some_queens.documentation.partition("\nThe second paragraph.\n\n")
    assert text == some_queens.summary + "\n"
    assert added.startswith("Rotations, reflections and translations of a placement count")
    assert added.endswith("    https://oeis.org/A000170\n    https://oeis.org/A002562")
    assert some_queens.__doc__ == some_queens.documentation  # for help()
    own = replace(some_queens, name="own.py:queens", examples=(("n=4", 3),))
    assert "as the file says, not compared:\n    n=4 gives 3" in own.documentation
    assert list(some_queens.parameters) == ["n", "k", "label"]


def test_a_plain_function_is_a_family_too() -> None:
    def hexes_7(n: int) -> Placement:
        return Placement(Board(n, n), {"Q": 1})

    made = Family.of(hexes_7)
    assert (made.name, made.oeis, made.verify, made.summary) == ("hexes-7", (), (), "")
    assert list(made.cases()) == []
    assert made(3) == Placement("3x3", {"Q": 1})
    assert Family.of(made) is made


def test_the_cases_of_verify_have_the_types_of_the_parameters() -> None:
    # Published counts are looked up by these values: "5" is not 5.
    cases = list(some_queens.cases())
    assert cases == [{"n": 1}, {"n": 2}, {"n": 3}, {"n": 5, "k": 2}]
    assert all(type(value) is int for case in cases for value in case.values())


# -- calling it -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        lambda: some_queens(4, 2), lambda: some_queens(4, k=2), lambda: some_queens(n=4, k=2),
        lambda: some_queens(n="4", k="2"), lambda: some_queens("4", "2"),
        lambda: some_queens("04", "+2".removeprefix("+")),
    ],
    ids=range(6),
)  # fmt: skip
def test_parameters_as_values_or_as_text(made: Callable[[], Placement]) -> None:
    # Python gives ints, a command line gives text: the same model.
    assert made() == Placement("4x4", {"Q": 2})


def test_text_parameters_stay_text() -> None:
    # A parameter declared as text must not become a number because it looks like one.
    @family()
    def named(label: str) -> Placement:
        assert type(label) is str
        return Placement("2x2", {f"a{label}:Q": 1})

    assert named(label="007") == Placement("2x2", {"a007:Q": 1})
    assert named.typed({"label": "007"}) == {"label": "007"}


@pytest.mark.parametrize(
    ("given", "field", "said"),
    [
        ({}, "n", "needs n=…"),
        ({"m": 3}, "m", "n, k, label"),
        # Digits of others, and more of them than int() itself takes.
        *(({"n": n}, "n", "not an integer") for n in (8.0, True, None, "٣", "²", "9" * 5000)),
        *(
            ({"n": n}, "n", "not an integer")
            for n in ("abc", "", "8.0", " 3", "1_000", "--3", "1e9")
        ),
    ],
    ids=str,
)
def test_parameters_that_are_refused(given: dict[str, Any], field: str, said: str) -> None:
    # The field is the parameter, and the text says what would be right.
    refused(lambda: some_queens(**given), field, said)


def test_too_many_and_twice() -> None:
    refused(lambda: some_queens(1, 1, "", 1), said="takes 3 parameters, 4 given")
    refused(lambda: some_queens(4, n=5), "n")  # one of the two would be ignored


@pytest.mark.parametrize("n", [-1, 10**9, "-1", "1000000000"])
def test_a_board_that_cannot_be_is_told_in_the_callers_words(n: int | str) -> None:
    # Whoever wrote n=-1 knows nothing of board.rows: the message has to name n, and no traceback.
    error = refused(lambda: some_queens(n))
    assert error.field == "n" if int(n) < 0 else f"n={n}" in error.field


def test_a_family_that_returns_something_else() -> None:
    def nothing(n: int) -> Any:
        return None

    refused(lambda: Family.of(nothing)(3), said="NoneType")


def test_parameters_without_a_type() -> None:
    # A user's first own function has no annotations: the message says so.
    def queens(n):  # type: ignore[no-untyped-def]
        return Placement(Board(n, n), {"Q": n})

    refused(lambda: Family.of(queens)(n="4"), "n", "n: int")

    def rooks(n=3, title="rooks"):  # type: ignore[no-untyped-def]
        return Placement(Board(n, n), {"R": n})

    assert Family.of(rooks)(n="4").board == Board(4, 4)  # the default says the type
    assert [x.annotation for x in Family.of(rooks).parameters.values()] == [int, str]


# -- ranges ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, [{}]),
        ({"n": "8"}, [{"n": "8"}]),
        ({"n": 8}, [{"n": 8}]),
        ({"n": "4..4"}, [{"n": 4}]),
        ({"n": "4..6"}, [{"n": 4}, {"n": 5}, {"n": 6}]),
        ({"n": "-1..1"}, [{"n": -1}, {"n": 0}, {"n": 1}]),
        (
            {"n": "1..2", "k": "0..1"},
            [{"n": 1, "k": 0}, {"n": 1, "k": 1}, {"n": 2, "k": 0}, {"n": 2, "k": 1}],
        ),
        ({"s": "a..b"}, [{"s": "a..b"}]),
        ({"s": "Q=1..2"}, [{"s": "Q=1..2"}]),  # a text that has dots but is no range
    ],
    ids=str,
)
def test_ranges(given: dict[str, int | str], wanted: list[dict[str, int | str]]) -> None:
    # The last parameter turns fastest, as nested loops would.
    assert list(expand(given)) == wanted


def test_a_range_of_ten_thousand_and_no_more() -> None:
    # A slip of the finger must not start a million searches.
    assert len(list(expand({"n": "1..10000"}))) == 10_000
    assert len(list(expand({"n": "1..100", "k": "1..100"}))) == 10_000
    for given in (
        {"n": "1..10001"},
        {"n": "0..999999999"},
        {"n": "1..101", "k": "1..100"},
        {chr(97 + i): "1..999999999" for i in range(20)},
    ):
        refused(functools.partial(expand, given), said="10,000")


@pytest.mark.parametrize("given", ["6..4", "0..-1"])
def test_an_empty_range_is_a_mistake(given: str) -> None:
    # Answering nothing at all would look like success.
    refused(lambda: expand({"n": given}), "n", "smaller number first")


@pytest.mark.parametrize("given", ["4..", "..6", "4...6", "4..6..8", "1.5..2", "9" * 12 + "..5"])
def test_what_is_no_range_is_no_number_either(given: str) -> None:
    # expand leaves it alone, and the type of the parameter refuses it.
    (parameters,) = expand({"n": given})
    refused(lambda: some_queens(**parameters), said="not an integer")
