"""Refutations: what CaDiCaL writes, trimmed and with the certificate's numbers, follows step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP

from nqsat.errors import EngineFailure
from nqsat.evidence import checker
from nqsat.evidence.certificate import lrat
from nqsat.evidence.certificate.lrat import Prover, trim_proof

Clause = tuple[int, ...]


def idle() -> None:
    pass


class Lines:
    size, effort = 10**9, 0

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = list(lines)

    def lines(self, name: str) -> Iterator[tuple[str, str]]:
        return ((line, line) for line in self._lines)


def follows(clauses: Mapping[int, Clause], lines: Iterable[str]) -> int:
    """How many steps a proof has, if the checker, which the prover knows nothing of, follows them."""
    base = {str(number): frozenset(clause) for number, clause in clauses.items()}
    known = {str(x): x for x in range(-100, 101) if x}
    return checker.refute(cast("checker.Folder", Lines(lines)), "", base, [], known)


def satisfiable(clauses: Iterable[Clause], variables: int) -> bool:
    signs = product((1, -1), repeat=variables)
    assignments = ({x * sign for x, sign in enumerate(some, start=1)} for some in signs)
    return any(all(not true.isdisjoint(c) for c in clauses) for true in assignments)


VARIABLES = 5
clauses = st.lists(
    st.lists(
        st.integers(1, VARIABLES).flatmap(lambda x: st.sampled_from((x, -x))),
        min_size=0,
        max_size=3,
    ).map(tuple),
    max_size=24,
)


@settings(max_examples=1_000 if DEEP else 60)
@given(clauses, clauses)
@example([(1,), (-1,)], [])
@example([(1,), (1,), (1, 1)], [(-1, -1)])
@example([(1, -1), (2,)], [(-2, 3), (-3, 4), (-4,)])
@example([(1, 2), (-1, 2), (1, -2)], [(5,), (4,), (3,), (-1, -2)])
@example([], [()])
def test_a_refutation_follows_or_there_is_a_model(own: list[Clause], more: list[Clause]) -> None:
    # Tautologies, clauses that stand twice, units that contradict each other, the empty clause: the
    # solver must be given them such that its numbers are known, and the certificate has its own.
    numbered = [(len(own) + 7 + 2 * i, clause) for i, clause in enumerate(more)]
    first = len(own) + 7 + 2 * len(more)
    everything = dict(enumerate(own, start=1)) | dict(numbered)
    if satisfiable(everything.values(), VARIABLES):
        with pytest.raises(EngineFailure, match="there is a solution"):
            Prover(own).refute(numbered, first, idle)
        return
    lines = Prover(own).refute(numbered, first, idle)
    assert lines is not None
    follows(everything, lines)
    assert [int(line.split()[0]) for line in lines] == [*range(first, first + len(lines))]


def pigeons(holes: int) -> list[Clause]:
    """One pigeon more than there are holes: hard enough for a proof of some length."""
    place = {pair: x for x, pair in enumerate(product(range(holes + 1), range(holes)), start=1)}
    housed = [tuple(place[p, h] for h in range(holes)) for p in range(holes + 1)]
    apart = [
        (-place[p, h], -place[q, h])
        for h in range(holes)
        for p in range(holes + 1)
        for q in range(p)
    ]
    return housed + apart


def test_a_proof_of_some_length_follows() -> None:
    known = pigeons(6)
    lines = Prover(known).refute((), len(known) + 1, idle)
    assert lines is not None
    assert follows(dict(enumerate(known, start=1)), lines) > 50
    used = {int(word) for line in lines for word in line.split(" 0 ", 1)[1].split()[:-1]}
    assert used >= {*range(len(known) + 1, len(known) + len(lines))}, "every step is used later"


def test_the_solver_comes_up_for_air_and_can_be_told_to_give_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Seven pigeons in six holes take a hundred conflicts or more.
    monkeypatch.setattr(lrat, "SLICE", 5)
    known, breaths = pigeons(6), list[int]()
    prover = Prover(known)
    assert prover.refute((), len(known) + 1, lambda: breaths.append(1), conflicts=20) is None
    assert len(breaths) == 4
    assert prover.refute((), len(known) + 1, idle) is not None


def test_whoever_watches_may_stop_it() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Prover(pigeons(9)).refute((), 10_000, stop)


def test_what_is_not_needed_goes_and_the_rest_is_renumbered() -> None:
    # Clauses 1 and 2 are long, 3 and 5 are units: step 4 came between them.
    lines = ["4 7 0 3 1 0", "4 d 1 0", "6 8 0 3 2 0", "7 9 0 5 0", "8 0 7 5 4 0", "9 1 0 3 0"]
    assert trim_proof(lines, longer=[10, 20], units=[30, 50], first=60) == [
        "60 7 0 30 10 0",
        "61 9 0 50 0",
        "62 0 61 50 60 0",
    ]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["2 1 0 1 0"], "no empty clause"),
        ([], "no empty clause"),
        (["2 0 1 9 0"], "'9', which is not a clause"),
        (["2 0 1 -1 0"], "'-1', which is not a clause"),  # a step by RAT
    ],
)
def test_a_proof_that_is_none_is_refused(lines: Sequence[str], reason: str) -> None:
    with pytest.raises(EngineFailure, match=reason):
        trim_proof(lines, longer=[1], units=[], first=2)
