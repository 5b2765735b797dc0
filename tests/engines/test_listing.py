"""The loop, and the list around it, with solvers and engines that only say what stands in a script."""

from __future__ import annotations

import gc
import math
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, combinations, count, takewhile
from typing import Any, ClassVar, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.error_asserts import raised, refused
from support.timeouts import until

import nqsat
from nqsat import EngineFailure, Factor, Interrupted, Placement, Tour, UnsupportedByEngine
from nqsat.compiling import Blocking, Cuts, lower
from nqsat.engines import Engine, Listing, Verdict
from nqsat.engines.solvers import cpsat
from nqsat.engines.solvers.session import Session, enumerate_true
from nqsat.errors import MissingPackage, WrongSolution
from nqsat.formulas import CnfProblem
from nqsat.modelling import Subject
from nqsat.rules import Objective, Pieces

# -- the loop ----------------------------------------------------------------------------------


class Table:
    """A solver that tries: of some sets of variables the first that no clause forbids.

    Args:
        every: the sets.
        silent: before which of its answers it says that its budget is spent.
    """

    def __init__(self, every: Sequence[tuple[int, ...]], silent: set[int]) -> None:
        self.left, self.silent, self.asked = list(every), silent, 0

    def solve(self, _assumed: Sequence[int] = ()) -> Verdict:
        self.asked += 1
        if self.asked in self.silent:
            return Verdict.UNKNOWN
        return Verdict.SATISFIABLE if self.left else Verdict.UNSATISFIABLE

    def true_variables(self) -> tuple[int, ...]:
        return self.left[0]

    def forbid(self, clause: Sequence[int]) -> None:
        kept = [one for one in self.left if any((abs(x) in one) == (x > 0) for x in clause)]
        assert kept != self.left, "a clause that forbids nothing"
        self.left = kept


NAMES = (1, 2, 3, 4)
SETS = [some for size in range(5) for some in combinations(NAMES, size)]


@given(st.lists(st.sampled_from(SETS), unique=True), st.sets(st.integers(1, 30)), st.data())
def test_the_loop(every: list[tuple[int, ...]], silent: set[int], data: st.DataObject) -> None:
    cut = set(data.draw(st.lists(st.sampled_from(SETS))))  # these are no solutions after all

    class Cut:
        def violated_clauses(self, true: tuple[int, ...]) -> list[list[int]]:
            return [[-x if x in true else x for x in NAMES]] if true in cut else []

    blocking = Blocking(NAMES, fixed_size=False, implied=frozenset())
    for cuts in (None, cast("Cuts", Cut())):
        table = Table(every, silent)
        found = list(enumerate_true(cast("Session", table), blocking, cuts))
        assert [one for one in found if one is not None] == [
            one for one in every if cuts is None or one not in cut
        ]
        assert found.count(None) == len([number for number in silent if number <= table.asked])


# -- lists -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number:
    fingerprint: int


class Even(Subject):
    unit, rules, objective = "numbers", (), None

    def holds(self, solution: Number) -> bool:
        return solution.fingerprint % 2 == 0


@dataclass(frozen=True)
class Scripted(Engine):
    """An engine that says what stands there.

    Args:
        script: solutions, some at a time; None, to be silent for a while; or what it raises.
    """

    name: ClassVar[str] = "scripted"
    script: Iterable[Any]
    closed: list[bool] = field(default_factory=list)

    @property
    def title(self) -> str:
        return self.name

    def batches(self, model: Any, orbit: Sequence[Any] = ()) -> Iterator[Sequence[Any]]:
        return self._said()

    def _said(self) -> Iterator[Sequence[Any]]:
        try:
            for item in self.script:
                if isinstance(item, BaseException):
                    raise item
                if item is None:
                    time.sleep(0.2)
                else:
                    yield [Number(x) if isinstance(x, int) else x for x in item]
        finally:
            self.closed.append(True)


def listing(*script: Any, **limits: Any) -> Listing[Any]:
    return Listing(cast("Any", Even()), Scripted(script), **limits)


def told(one: Listing[Any]) -> list[int]:
    return [solution.fingerprint for solution in one]


SCRIPTS = st.lists(st.integers(0, 3), max_size=6).map(
    lambda sizes: [[2 * (sum(sizes[:i]) + j) for j in range(size)] for i, size in enumerate(sizes)]
)


@given(SCRIPTS, st.one_of(st.none(), st.integers(1, 20)), st.booleans())
def test_what_a_list_says_of_itself(script: Any, limit: int | None, batches: bool) -> None:
    every = [x for some in script for x in some]
    seen: list[int] = []
    one = listing(*script, limit=limit, watch=seen.append)
    assert (one.seconds, one.found, one.complete, one.reason) == (0.0, 0, False, None)
    if batches:
        some = list(one.batches())
        assert all(some)
        found = [solution.fingerprint for batch in some for solution in batch]
    else:
        found = told(one)
    most = math.inf if limit is None else limit
    assert found == every[: len(every) if limit is None else limit]
    assert (one.found, one.complete) == (len(found), len(every) <= most)
    assert one.reason == (None if len(every) <= most else "limit")
    assert cast("Scripted", one.engine).closed == [True]
    assert seen == sorted(seen)
    steps = {len(every[: sum(map(len, script[:i]))]) for i in range(len(script) + 1)}
    wanted = {min(x, len(found)) for x in steps} if batches else set(range(len(found) + 1))
    assert {0, *seen} == {0, *wanted}
    assert seen.count(0) >= len([*takewhile(lambda some: not some, script)])
    took = one.seconds
    assert told(one) == []
    assert (one.seconds, one.found) == (took, len(found))


@pytest.mark.parametrize(("wrong", "words"), [(3, "breaks"), (2, "came twice")])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_wrong_solution_is_not_handed_out(wrong: int, words: str, before: int) -> None:
    for script in ([[2, 4], [6, wrong]], [[2], [wrong]], [[2, 4, wrong]]):
        one = listing(*[[]] * before, *script, [8])
        with pytest.raises(WrongSolution, match=f"scripted: .*={wrong}.* {words}") as found:
            told(one)
        assert found.value.solution == Number(wrong)
        assert cast("Scripted", one.engine).closed == [True]
        assert told(one) == []
        assert (one.complete, one.reason) == (False, None)


def test_a_search_that_is_begun_in_another_way() -> None:
    model = Even()
    one = Listing(cast("Any", model), Scripted(()), make=lambda: iter([[Number(7)]]))
    assert one.model is model
    assert told(one) == [7]  # whoever makes it has checked it
    refused(
        lambda: Listing(
            Placement("2x2", {"K": "any"}, objective=Objective("maximise", Pieces())), Scripted(())
        ),
        said="objective",
    )


def test_a_search_that_takes_too_long_to_begin() -> None:
    def make() -> Iterator[Sequence[Number]]:
        time.sleep(0.5)
        return iter([[Number(2)]])

    one = Listing(cast("Any", Even()), Scripted(()), time_limit=0.1, make=make)
    assert told(one) == []
    assert (one.complete, one.reason) == (False, "time limit")
    assert one.seconds > 0.0


def test_a_silent_engine() -> None:
    seen: list[int] = []
    assert told(listing([2], None, [4], watch=seen.append)) == [2, 4]
    assert seen.count(1) > 1


@pytest.mark.parametrize("how", ["one by one", "batches"])
def test_what_nobody_was_given_is_not_counted(how: str) -> None:
    # Ctrl-C comes while the second is shown on the way to who asked.
    def watch(found: int) -> None:
        if found == 2:
            raise KeyboardInterrupt

    one, given = listing([2], [4], [6], watch=watch), list[Any]()
    with pytest.raises(Interrupted):
        given += one.batches() if how == "batches" else one
    assert one.found == 1


def test_what_an_engine_raises_comes_out_and_ends_the_list() -> None:
    one = listing([2], KeyboardInterrupt())
    with pytest.raises(Interrupted) as stopped:
        told(one)
    assert stopped.value.answer is one
    assert (one.found, one.complete, one.reason) == (1, False, "interrupted")
    one = listing([2], EngineFailure("it broke"))
    raised(EngineFailure, lambda: told(one), "it broke")
    assert (one.found, one.complete, one.reason) == (1, False, None)
    assert cast("Scripted", one.engine).closed == [True]
    no_more = UnsupportedByEngine("scripted", "knows no others", ("sat",))
    for limit, found in ((1, [2]), (2, None), (None, None)):
        one = listing([2], no_more, limit=limit)
        if found is None:
            with pytest.raises(UnsupportedByEngine):
                told(one)
        else:
            assert told(one) == found
            assert (one.complete, one.reason) == (False, "limit")


def test_threads_share_a_list() -> None:
    found = nqsat.solutions("queens", 8)
    with ThreadPoolExecutor(2) as pool:
        ours: list[object] = [*chain.from_iterable(pool.map(list, (found, found)))]
    assert len(ours) == len({*ours}) == found.found == 92
    assert found.complete


def test_a_list_that_is_left() -> None:
    one = Listing(cast("Any", Even()), Scripted([2 * i, 2 * i + 2] for i in count(1, 2)))
    assert next(one).fingerprint == 2
    one.close()
    assert (one.found, one.complete, one.reason) == (1, False, "interrupted")
    assert cast("Scripted", one.engine).closed == [True]
    assert told(one) == []
    one.close("limit")
    assert one.reason == "interrupted"
    other = listing([2])
    assert told(other) == [2]
    other.close()
    assert (other.complete, other.reason) == (True, None)


def test_a_list_that_is_dropped_ends_its_search() -> None:
    # Without the garbage collector, which comes when it likes: nothing of a search holds its list.
    engine = Scripted([2 * i] for i in count())
    gc.disable()
    try:
        next(Listing(cast("Any", Even()), engine))
        assert until(lambda: engine.closed == [True])
    finally:
        gc.enable()


def test_a_list_ends_when_its_time_is_over() -> None:
    # Also if nothing but signs of life came after as many as were wanted: nobody said that these are all.
    for found, limit in (([], None), ([2, 4], 2)):
        one = listing(found, *([[]] * 10**6), time_limit=0.02, limit=limit)
        assert told(one) == found
        assert (one.complete, one.reason) == (False, "time limit")
        assert one.seconds > 0.0


@pytest.mark.parametrize(
    "limits",
    [
        {name: value}
        for name in ("limit", "time_limit")
        for value in (0, -1, True, math.nan, math.inf)
    ]
    + [{"limit": 1.5}],  # never reached exactly
    ids=str,
)
def test_limits_that_are_none(limits: Any) -> None:
    refused(lambda: listing([2], **limits), next(iter(limits)))


def test_a_search_that_stops_by_itself_is_no_list() -> None:
    work = cpsat._SolverThread(lower(Placement("6x6", {"Q": 6})), 0)
    work.solver.parameters.max_deterministic_time = 1e-5
    raised(EngineFailure, lambda: work.run(lambda _: True), "the search ended with")


def test_what_is_too_large_for_a_formula_is_not_optimised() -> None:
    most = Placement("400x400", {"N": "any", "K": "any"}, objective=Objective("maximise", Pieces()))
    raised(UnsupportedByEngine, lambda: next(cpsat.CpSatEngine().improve(most)), "about")


# -- as tables of pandas, which need not be there --------------------------------------------------

KINGS = Placement("2x2", {"white:K": "..1", "black:K": "1"}, ["armies"])


def test_without_pandas_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    listing = nqsat.solutions(KINGS, engine="backtrack")
    with pytest.raises(MissingPackage, match="pandas is not installed: pip install pandas"):
        listing.to_pandas()
    assert len(list(listing)) == 4  # nothing is lost


def test_a_solution_is_a_row() -> None:
    pytest.importorskip("pandas")
    kings = nqsat.solutions(KINGS, engine="backtrack").to_pandas()
    assert list(kings.columns) == ["a2", "b2", "a1", "b1"]
    assert kings.to_numpy().tolist() == [
        ["black:K", "", "", ""], ["", "black:K", "", ""], ["", "", "black:K", ""], ["", "", "", "black:K"],
    ]  # fmt: skip
    (path,) = nqsat.solutions(Tour("2x2", "W", closed=False), engine="backtrack", limit=1)
    tours = nqsat.solutions(Tour("2x2", "W", closed=False), engine="backtrack").to_pandas()
    assert len(tours) == 8
    assert [tours[path.board.name(square)][0] for square in path.squares] == [1, 2, 3, 4]
    moves = nqsat.solutions(Factor("2x2", "W", 1), engine="backtrack").to_pandas()
    assert sorted(moves["moves"]) == ["a2-a1 b2-b1", "a2-b2 a1-b1"]
    clauses = nqsat.solutions(CnfProblem(2, ((1, 2),), (1, 2))).to_pandas()
    assert sorted(map(tuple, clauses.to_numpy().tolist())) == [
        (False, True),
        (True, False),
        (True, True),
    ]
