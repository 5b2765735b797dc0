"""Counting the assignments of a CNF: against all assignments tried one by one."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.error_asserts import raised, refused
from support.oracle.brute_force import DEEP, brute_force
from support.random_formulas import brute, problems

from nqsat import InvalidModel, Placement, Run, Tour, UnsupportedByEngine
from nqsat.compiling import ENCODINGS, dimacs_lines, lower, to_cnf
from nqsat.counting import count, job, nth, numbered, sample, solutions, solve
from nqsat.counting.ranking import numbering as assignments
from nqsat.engines import SOLVERS, BacktrackEngine, CpSatEngine, Engine, SatEngine
from nqsat.engines.frontier import clauses
from nqsat.engines.plans import turns
from nqsat.engines.plans.cubes import cube, cut_into_parts
from nqsat.engines.plans.partition_check import flaw
from nqsat.formulas import Assignment, CnfProblem, Weights, linear_sum, parse_dimacs


def check(problem: CnfProblem, engine: Engine) -> None:
    listing = solutions(problem, engine=engine)
    found = [assignment.literals for assignment in listing]
    assert listing.complete
    assert len(set(found)) == len(found)
    assert set(found) == brute(problem)
    answer = count(problem, engine=engine)
    assert (answer.value, answer.complete) == (len(found), True)


@settings(max_examples=1500 if DEEP else 80)
@given(problems(), st.sampled_from(SOLVERS))
def test_random_problems(problem: CnfProblem, solver: str) -> None:
    check(problem, SatEngine(solver))


@settings(max_examples=600 if DEEP else 60)
@given(problems())
def test_random_problems_by_cpsat(problem: CnfProblem) -> None:
    check(problem, CpSatEngine())


@settings(max_examples=300 if DEEP else 40)
@given(problems(), st.integers(2, 12))
def test_parts(problem: CnfProblem, wanted: int) -> None:
    asked: Any = problem
    plan = SatEngine().plan(asked)
    stage = cut_into_parts(plan, problem, wanted)
    assert flaw(stage.cover, stage.parts) is None
    assert len(stage.parts) >= min(wanted, 2 ** len(problem.projection))
    parts = [brute(cube(problem, part.data)) for part in stage.parts]
    assert sum(map(len, parts)) == len(set[Any]().union(*parts))
    assert set[Any]().union(*parts) == brute(problem)


def exported(model: Placement | Tour, encoding: str = "auto") -> CnfProblem:
    formula = lower(model)
    lines = dimacs_lines(formula, to_cnf(formula, encoding))
    return parse_dimacs(f"{line}\n".encode() for line in lines)


@pytest.mark.parametrize("encoding", [encoding.name for encoding in ENCODINGS])
def test_there_and_back(encoding: str) -> None:
    # Several of the encodings give one placement many assignments of the auxiliaries.
    problem = exported(Placement("6x6", {"Q": 6}), encoding)
    assert str(count(problem)) == "4 assignments"
    several = Placement("3x3", {"N": "2..4"})
    assert count(exported(several, encoding)).value == len(brute_force(several))


# -- by layers -------------------------------------------------------------------------------


@settings(max_examples=1500 if DEEP else 80)
@given(problems(), st.booleans())
def test_layers_count_what_is_shown(problem: CnfProblem, wide: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if wide:  # their program is too large, so the list goes on alone
            patch.setattr(clauses, "MOST_BITS", -1)
        for turn in ("LEADER", "OTHERS"):
            patch.setattr(turns, turn, 0.0)
        answer = count(problem)
    assert (answer.value, answer.complete) == (len(brute(problem)), True)
    answer = count(problem, engine="frontier")
    assert (answer.value, answer.complete) == (len(brute(problem)), True)


@settings(max_examples=1500 if DEEP else 60)
@given(problems(), st.data())
def test_weights_are_added_up(problem: CnfProblem, data: st.DataObject) -> None:
    # Some are negative or zero, and those of x and not x need not sum to 1.
    weight = st.builds(Fraction, st.integers(-3, 5), st.sampled_from((1, 3, 10)))
    weighed = [x for x in problem.projection if data.draw(st.booleans())]
    known = {x: data.draw(weight) for y in weighed for x in (-y, y)}
    asked = replace(problem, weights=Weights(tuple(sorted(known.items()))))
    whole = sum(prod(known.get(x, 1) for x in literals) for literals in brute(problem))
    for engine in ("auto", "frontier", "sat"):
        answer = count(asked, engine=engine)
        assert (answer.value, answer.complete) == (whole, True)
        assert answer.unit == "total weight of assignments"


@settings(max_examples=1500 if DEEP else 60)
@given(problems(), st.sampled_from(("auto", "sat")), st.data())
def test_assignments_have_numbers_and_lots(
    problem: CnfProblem, engine: str, data: st.DataObject
) -> None:
    # All lots are drawn, by layers and from a list: an assignment has a share of them as of the weight.
    weight = st.builds(Fraction, st.integers(0, 3), st.sampled_from((1, 2, 3)))
    weighed = data.draw(st.lists(st.sampled_from(problem.projection or (0,)), max_size=3))
    known = {x: data.draw(weight) for y in sorted({*weighed} - {0}) for x in (-y, y)}
    weights = Weights(tuple(sorted(known.items()))) if known else None
    asked, right = replace(problem, weights=weights), brute(problem)
    every = numbered(asked, engine=engine)
    found = [every.at(number) for number in range(every.total)]
    assert len(found) == len(right)
    assert {one.literals for one in found} == right
    assert [every.before(one) for one in found] == [*range(len(found))]
    holding = Counter(x for literals in right for x in literals if x > 0)
    assert dict(every.holding()) == dict(holding)
    lots = Counter(every.drawn(lot) for lot in range(every.lots))
    total = sum(map(asked.weight, found))
    assert all(lots[one] * total == asked.weight(one) * every.lots for one in found)
    assert (every.lots > 0) == (total > 0)


def test_what_cannot_be_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "MOST_BITS", -1)  # layers are too wide, so there is a list
    assert str(nth(FREE, 12)) == "-1 2 -3 -4 0"
    with pytest.raises(UnsupportedByEngine, match=r"engine frontier: .*; use sat"):
        nth(FREE, 1, engine="frontier")
    monkeypatch.setattr(assignments, "MOST_LISTED", 11)
    raised(UnsupportedByEngine, lambda: nth(FREE, 1), "sat: numbers at most 11 assignments")
    raised(UnsupportedByEngine, lambda: nth(FREE, 1, engine="backtrack"), "is not for clauses")


def test_what_is_said_of_weights() -> None:
    weights = Weights(((-1, Fraction(-3, 5)), (1, Fraction(2, 5))))
    problem = CnfProblem(4, ((1, 2), (-2, 3), (-3, -4)), (1, 2, 3, 4), weights=weights)
    # Four solutions have 1 true, and one has it false: 8/5 - 3/5.
    answer = count(problem)
    assert str(answer) == "1 total weight of assignments"
    assert "1 weighs 2/5, -1 weighs -3/5, others weigh 1" in str(answer.note)
    answer = count(replace(problem, projection=(1, 2)))
    assert (str(answer), answer.to_json()["value"]) == ("1/5 total weight of assignments", "1/5")
    with pytest.raises(ValueError, match="not a whole number"):
        int(answer)
    refused(lambda: count(problem, limit=2), said="limit")
    refused(lambda: sample(problem, number=1, seed=0), said="-1 weighs -3/5: draws need weights")
    stopped = count(replace(FREE, weights=weights), engine="sat", time_limit=1e-9)
    assert str(stopped) == "0 total weight of assignments so far (time limit)"


@settings(max_examples=300 if DEEP else 40)
@given(problems(), st.booleans())
def test_data_carry_a_formula(problem: CnfProblem, weighed: bool) -> None:
    if weighed:
        weights = Weights(tuple((x, Fraction(x, 7)) for x in problem.projection))
        goal = tuple((10**30, -x) for x in problem.projection)
        problem = replace(problem, weights=weights, goal=goal)
    data = json.loads(json.dumps(problem.to_json()))
    assert CnfProblem.from_json(data) == problem
    for name in data:
        for wrong in (7.5, "x", [[None]], [["1/2", 1]], {"1": 2}, True):
            with pytest.raises(InvalidModel):
                CnfProblem.from_json({**data, name: wrong})
        with pytest.raises(InvalidModel, match="damaged"):
            CnfProblem.from_json({key: value for key, value in data.items() if key != name})
    refused(lambda: CnfProblem.from_json({**data, "more": 1}), said="damaged")


def test_a_job_keeps_a_formula(tmp_path: Path) -> None:
    some = linear_sum([(3, 1), (2, -2), (2, 3)], 3, 6)
    problem = CnfProblem(4, ((1, 4),), (1, 2, 3, 4), () if some is None else (some,), ((1, 2, 3),))
    asked = replace(problem, weights=Weights(((1, Fraction(-1, 3)),)))
    engines = ("auto", "frontier", "sat")
    for number, (one, engine) in enumerate(product((problem, asked), engines)):
        file = tmp_path / f"{number}.db"
        right = count(one, engine="sat").value
        for _ in range(2):  # the second reads it
            assert count(one, engine=engine, run=Run(job=file)).value == right
        found, mistakes = job.verify(file, 1.0)
        assert mistakes == []
        assert found is not None
        assert found.count.value == right
        assert found.audited  # weights too, by the other engine, part by part


@pytest.mark.parametrize(("hidden", "workers"), [(0, 2), (3, None)])
def test_what_cannot_be_listed_is_counted(hidden: int, workers: int | None) -> None:
    # Variables that are not shown, and those in no clause, too.
    problem = CnfProblem(70, ((1, 2), (-2, 70), (-70, 69)), tuple(range(1, 71 - hidden)))
    answer = count(problem, run=Run(workers=workers), time_limit=100)
    # 1 or 2; if 2 then 70, if 70 then 69: five values of (1, 2, 69, 70), and three of (1, 2), are right.
    right = 5 * 2**66 if not hidden else 3 * 2**65
    assert (answer.value, answer.complete, answer.engine) == (right, True, "frontier")


def test_layers_make_no_list() -> None:
    refused(lambda: count(FREE, engine="frontier", limit=3), said="does not list")
    raised(UnsupportedByEngine, lambda: list(solutions(FREE, engine="frontier")), "use sat")


# -- limits ----------------------------------------------------------------------------------

FREE = CnfProblem(4, ((1, 2),), (1, 2, 3, 4))  # 12


def test_limits() -> None:
    assert str(count(FREE, limit=5)) == "at least 5 assignments (limit)"
    assert str(count(FREE, limit=12)) == "12 assignments"
    many = CnfProblem(60, (), tuple(range(1, 61)))
    answer = count(many, engine="sat", time_limit=0.3)
    assert not answer.complete
    assert answer.reason == "time limit"
    refused(lambda: count(FREE, limit=0))


@settings(max_examples=300 if DEEP else 25)
@given(problems(), st.data())
def test_the_least_is_found(problem: CnfProblem, data: st.DataObject) -> None:
    # By CP-SAT, or by sat if numbers are too large; the objective has hidden variables, too.
    size, every = data.draw(st.sampled_from((1, 50, 2**61))), range(1, problem.variables + 1)
    coefficient = st.integers(-size, size)
    literals = [x if data.draw(st.booleans()) else -x for x in every]
    asked = replace(problem, goal=tuple((data.draw(coefficient), x) for x in literals))
    whole = map(asked.assignment, map(set, brute(replace(problem, projection=tuple(every)))))
    least = min((asked.value(one) for one in whole), default=None)
    for engine in ("auto", "sat"):
        outcome = solve(asked, engine=engine)
        found: Any = outcome.solution
        assert (None if found is None else asked.value(found)) == least
        assert outcome.settled
        if found is not None:
            assert asked.holds(found)
            assert outcome.note == f"the minimum of the objective is {least}"


def test_other_engines_say_so() -> None:
    for engine in (BacktrackEngine(), "bitboard", "warnsdorff"):
        with pytest.raises(UnsupportedByEngine, match="use sat"):
            solutions(FREE, engine=engine)
    refused(lambda: SatEngine("nope"), said="cadical195")


# -- every solution is checked ----------------------------------------------------------------


def test_holds() -> None:
    problem = CnfProblem(3, ((1, 2), (-1, 3)), (1, 2))
    for bits in product((False, True), repeat=3):
        true = [x for x in (1, 2, 3) if bits[x - 1]]
        right = (bits[0] or bits[1]) and (not bits[0] or bits[2])
        assert problem.holds(problem.assignment(true)) == right
    right_one = problem.assignment([1, 3])
    assert str(right_one) == "1 -2 0"
    assert right_one == Assignment((1, -2))  # the witness is no part of it
    for literals, witness in (
        ((1, -2), ()),  # no witness
        ((1, -2), (1, -2)),  # not of all variables
        ((1, -2), (1, -2, 2, 3)),
        ((1, -2), (1, -2, 4)),
        ((1, 2), (1, -2, 3)),  # it shows something else
        ((1,), (1, -2, 3)),
        ((1, -2, 3), (1, -2, 3)),
        ((), (1, -2, 3)),
    ):
        assert not problem.holds(Assignment(literals, frozenset(witness)))


def test_clauses_of_pysat_and_files_are_taken(tmp_path: Path) -> None:
    cnf, names = Placement("4x4", {"Q": 4}).to_cnf("seqcounter")
    assert cnf.nv > len(names) == 16
    shown: Any = range(1, 17)
    assert count(CnfProblem(cnf.nv, cnf.clauses, shown)).value == 2
    path = tmp_path / "queens.cnf"
    path.write_text("c p show 1 2 0\np cnf 3 2\n1 2 0\n-1 3 0\n")
    assert count(str(path)).value == len(list(solutions(str(path)))) == 3
    assert count(str(path), run=Run(job=tmp_path / "it.db")).value == 3
    refused(lambda: count(cnf), said="write nqsat.formulas.CnfProblem")
    refused(lambda: count("missing.cnf"), said="cannot be read")
