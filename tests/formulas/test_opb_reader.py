"""The reader of OPB: what it takes, and with which line it refuses the rest."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.oracle.brute_force import DEEP

from nqsat import Interrupted, Run
from nqsat.counting import count, finding, solutions, solve
from nqsat.engines import Verdict
from nqsat.errors import InvalidNotation
from nqsat.formulas import CnfProblem, LinearSum
from nqsat.formulas.opb import is_opb, parse_opb


def read(text: str) -> CnfProblem:
    assert is_opb(text.encode())
    return parse_opb(text.encode())


def test_what_the_competition_writes() -> None:
    text = """* #variable= 4 #constraint= 4
* a comment
min: +1 x1 -2 ~x2 ;
+2 x1 +3 ~x2 >= 2;
1 x1 -1 x2 = 0 ; +3 x3 +2 x1
  +1 x2 <= 4 ;
+1 x1 +1 ~x1 >= 1 ;
"""
    wanted = CnfProblem(
        4,
        ((1, -2),),
        (1, 2, 3, 4),
        (LinearSum(1, 1, ((1, 1), (1, -2))), LinearSum(0, 4, ((2, 1), (1, 2), (3, 3)))),
        goal=((1, 1), (-2, -2)),
    )
    assert read(text) == read(text.replace("\n", "\r\n")) == wanted
    assert read("+1 x3 >= 1 ;\n").variables == 3  # without a header


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("+1 x1 x2 >= 1 ;", 1, "products of variables"), ("* a\n+1 ~x1 ~x2 >= 1 ;", 2, "products"),
        ("maximise: +1 x1 ;", 1, "or max: +1 x1"), ("soft: 6 ;", 1, "soft constraints"),
        ("* a\n[2] +1 x1 >= 1 ;", 2, "soft constraints"), ("* a\n+1 y1 >= 1 ;", 2, "write +1 x1"),
        ("+1 x1 >= 1", 1, "does not end"), ("+1 x1 > 1 ;", 1, "write"), ("+1 x1 ;", 1, "write"),
        ("+1 x1 >= 1.5 ;", 1, "write"), ("+1 x0 >= 1 ;", 1, "write"), ("* a\n;", 2, "write"),
        ("* #variable= 1 #constraint= 1\n+1 x2 >= 1 ;", 2, "x2 is not a variable"),
        ("* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;", 2, "announces 2 constraints, there are 1"),
        ("* #variable= 9999999999 #constraint= 1\n", 1, "2,000,000 variables"),
        ("+1 x1 >= 1 ;\nmin: +1 x1 ;", 2, "comes once"), ("+1 x1 >= 1 ;\n+1 ä >= 1 ;", 2, "write"),
        ("min: +1 x1 ;\n* #variable= 1 #constraint= 0\n", 2, "the first line"),
    ],
)  # fmt: skip
def test_refused(text: str, line: int, said: str) -> None:
    with pytest.raises(InvalidNotation, match=re.escape(said)) as caught:
        read(text)
    assert caught.value.line == line


@settings(max_examples=1000 if DEEP else 60)
@given(st.data())
def test_against_all_assignments(data: st.DataObject) -> None:
    variables = data.draw(st.integers(1, 5))
    numbers = (st.integers(-most, most) for most in (4, 4, 400, 40_000))
    number = st.one_of(*numbers, st.sampled_from((10**20, -(10**20))))
    term = st.tuples(number, st.booleans(), st.integers(1, variables))
    goal = data.draw(st.lists(term, max_size=3))
    row = st.tuples(
        st.lists(term, min_size=1, max_size=6), st.sampled_from((">=", "=", "<=")), number
    )
    rows = data.draw(st.lists(row, max_size=3))

    def words(terms: list[tuple[int, bool, int]]) -> str:
        return " ".join(f"{c:+} {'~' * n}x{x}" for c, n, x in terms)

    sense = data.draw(st.sampled_from(("min", "max")))
    lines = [f"* #variable= {variables} #constraint= {len(rows)}", f"{sense}: {words(goal)} ;"]
    lines += [f"{words(terms)} {relation} {bound} ;" for terms, relation, bound in rows]
    problem = read("\n".join(lines))

    def value(terms: list[tuple[int, bool, int]], bits: int) -> int:
        return sum(c for c, negated, x in terms if bool(bits >> x & 1) != negated)

    right = [
        bits
        for bits in range(0, 2 << variables, 2)
        if all(
            {">=": a >= b, "=": a == b, "<=": a <= b}[relation]
            for terms, relation, b in rows
            for a in [value(terms, bits)]
        )
    ]
    found = {sum(1 << x for x in solution.literals if x > 0) for solution in solutions(problem)}
    assert found == set(right)
    counted = count(problem, engine="frontier")
    assert counted.value == len(right)
    assert "of any value of the objective" in str(counted.note)
    assert CnfProblem.from_json(json.loads(json.dumps(problem.to_json()))) == problem
    extreme = min if sense == "min" else max
    for engine in ("auto", "sat"):  # cpsat, and one better solution after the other
        best: Any = solve(problem, engine=engine)
        if not right:
            assert best.solution is None
            continue
        value_of_best = extreme(value(goal, bits) for bits in right)
        assert problem.value(best.solution) == value_of_best
        assert best.note == f"the {sense}imum of the objective is {value_of_best}"


def test_a_minimum_that_is_not_proved_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    first, asked = finding._first, list[Any]()

    def stopped(question: Any, watch: Any) -> finding.Outcome[Any]:
        asked.append(question)
        found = first(question, watch)
        late = replace(found, verdict=Verdict.UNKNOWN, solution=None, reason="time limit")
        return found if len(asked) == 1 else late

    monkeypatch.setattr(finding, "_first", stopped)
    problem = read("min: +1 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;")
    best = solve(problem, engine="sat")
    assert (best.verdict, best.settled, best.reason) == (Verdict.SATISFIABLE, False, "time limit")
    assert re.fullmatch("the best value so far is [12]", str(best.note))

    def press(number: int) -> None:  # Ctrl-C after the first that CP-SAT finds
        if number:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        solve(problem, run=Run(watch=press))
    assert not caught.value.answer.settled
    assert re.fullmatch("the best value so far is [12]", str(caught.value.answer.note))
