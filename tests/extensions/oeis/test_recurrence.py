"""Linear recurrences: found in sequences, stated with enough terms, proved by transfer matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.moebius import Moebius

import nqsat
from nqsat import Board, Placement
from nqsat.chess import SURFACES, surface
from nqsat.extensions.oeis.recurrence import Recurrence, prove_recurrence, recurrence_of

SMALL = st.integers(-9, 9)


def continued(coefficients: list[int], begin: list[int], number: int) -> list[int]:
    """The first terms: those of the beginning, then by the recurrence."""
    terms = [*begin]
    while len(terms) < number:
        terms.append(sum(c * terms[-i] for i, c in enumerate(coefficients, 1)))
    return terms[:number]


def expanded(found: Recurrence, number: int) -> list[int]:
    """The first coefficients of the generating function."""
    terms: list[int] = []
    for n in range(number):
        one = found.numerator[n] if n < len(found.numerator) else 0
        past = enumerate(found.coefficients, 1)
        terms.append(one + sum(c * terms[n - i] for i, c in past if i <= n))
    return terms


@given(st.lists(SMALL, max_size=4), st.lists(SMALL, max_size=3), st.data())
def test_the_recurrence_of_a_sequence_goes_on_for_ever(
    coefficients: list[int], before: list[int], data: st.DataObject
) -> None:
    # Some terms stand before those that keep the recurrence; the shortest one may be shorter.
    order = len(coefficients)
    begin = before + data.draw(st.lists(SMALL, min_size=order, max_size=order))
    terms = continued(coefficients, begin, 60)
    found = recurrence_of(5, terms[: 3 * len(begin) + 1])
    assert found is not None
    assert found.order <= order
    assert expanded(found, 60) == terms
    place = found.start - 5  # the first that keeps it
    rest = continued([*found.coefficients], terms[:place], 60) if found.order else [*terms[:place]]
    assert rest == terms[: len(rest)]
    assert found.order or not any(terms[place:])


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=30))
def test_numbers_at_random_have_none_that_others_confirm(terms: list[int]) -> None:
    found = recurrence_of(1, terms)
    if found is not None:  # such as 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0
        assert expanded(found, len(terms)) == terms
        assert found.confirmed >= len(terms) / 3


def test_words() -> None:
    fibonacci = recurrence_of(1, continued([1, 1], [1, 1], 9))
    assert fibonacci is not None
    assert fibonacci.equation == "a(n) = a(n-1) + a(n-2) for n ≥ 3"
    assert fibonacci.generating_function == "x (1) / (1 - x - x^2)"
    assert (
        fibonacci.proof_status
        == "found, not proved: 5 terms beyond those that determine it satisfy it"
    )
    assert recurrence_of(1, continued([1, 1], [1, 1], 5)) is None  # one is left to confirm it


MODELS: list[tuple[str, Callable[[int], Any]]] = [
    ("kings", lambda n: nqsat.Placement(f"3x{n}", {"K": "any"})),
    ("in rows", lambda n: nqsat.Placement(f"{n}x2", {"W2": "any"})),
    ("round a cylinder", lambda n: nqsat.Placement(f"cylinder:{n}x4", {"W": "any"})),
    ("two kinds", lambda n: nqsat.Placement(f"2x{n}", {"W": "any", "F": "any"})),
    ("dominoes", lambda n: nqsat.Factor(f"4x{n}", "W", 1)),
    ("knights' matchings", lambda n: nqsat.Factor(f"2x{n}", "N", "..1")),
]


@pytest.mark.parametrize("make", [make for _, make in MODELS], ids=[name for name, _ in MODELS])
def test_what_is_proved_holds_far_beyond_the_terms(make: Callable[[int], Any]) -> None:
    models = [make(n) for n in range(1, 31)]
    terms = [nqsat.count(model, engine="frontier").value for model in models]
    found = recurrence_of(1, terms)
    assert found is not None
    shown = prove_recurrence(found, terms, models)
    assert shown.transfer is not None, found
    assert shown.proof_status.startswith("proved: ")
    far = make(50)
    assert expanded(found, 50)[-1] == nqsat.count(far, engine="frontier").value
    # With fewer terms than the matrix has states nothing is proved.
    few = shown.transfer.states - 1
    if few >= 3 * found.order:
        assert prove_recurrence(found, terms[:few], models[:few]).transfer is None


@pytest.mark.parametrize(
    "make",
    [
        lambda n: nqsat.Placement(f"{n}x{n}", {"K": "any"}),  # both sides grow
        lambda n: nqsat.Placement(f"torus:3x{n}", {"W": "any"}),  # the end meets the beginning
        lambda n: nqsat.Placement(f"1x{n}", {"R": "any"}),  # no bound on how far it sees
        lambda n: nqsat.Placement(f"2x{n}", {"K": "..2"}),  # a number of all
        lambda n: nqsat.Placement(f"3x{n}", {"W": "any"}, presets=["-@a1"]),
    ],
)
def test_no_matrix_is_claimed_where_there_is_none(make: Callable[[int], Any]) -> None:
    models = [make(n) for n in range(3, 9)]
    claim = Recurrence(3, (1,), 4, (1,), 9)
    assert prove_recurrence(claim, [1] * len(models), models).transfer is None


@pytest.fixture
def moebius() -> Iterator[None]:
    """A band that is known to boards in words."""
    surface(Moebius)
    yield
    del SURFACES["moebius"]


@pytest.mark.usefixtures("moebius")
def test_a_recurrence_is_proved_where_lines_lie_beside_their_neighbours_alone() -> None:
    def models(word: str) -> list[Placement]:
        return [Placement(Board(rows, 2, word), {"W": "any"}) for rows in range(1, 12)]

    terms = [nqsat.count(model).value for model in models("cylinder")]
    found = recurrence_of(1, terms)
    assert found is not None
    assert prove_recurrence(found, terms, models("cylinder")).transfer is not None
    for word in ("moebius", "klein", "torus", "projective"):
        assert prove_recurrence(found, terms, models(word)).transfer is None, word
