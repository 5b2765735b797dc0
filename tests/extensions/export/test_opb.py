"""OPB, read back by a little reader and solved by a little solver: the solutions are the model's."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.linear_solver.python import model_builder
from support.formulas import formula_of, meaning
from support.oracle.brute_force import DEEP, brute_force, same_solutions
from support.oracle.models import few, small_tours
from support.oracle.pb import Opb
from support.random_models import small_placements

from nqsat import Kind, Piece, Placement, Tour, solutions
from nqsat.compiling import CIRCUITS, Goal, dimacs_lines, lower, to_cnf
from nqsat.engines import BacktrackEngine, Listing
from nqsat.extensions.export.opb import mps_lines, opb_lines
from nqsat.modelling import Constraint
from nqsat.rules import AtLeast, AtMost, Clause, Exactly, Number

COMPLETE = [circuit.name for circuit in CIRCUITS if circuit.name != "lazy"]


def check(model: Placement | Tour, circuit: str = "one-hot") -> set[object]:
    """The decoded solutions of the file, under the names that it gives to the variables."""
    formula = lower(model)
    read = Opb(opb_lines(formula, circuit))
    assert read.shown == formula.projection
    assert read.names == {x: formula.reader.name(x) for x in formula.projection}
    mentioned = {x for sums, _ in read.constraints for _, x in sums}
    assert mentioned == set(range(1, read.variables + 1))  # there are readers that compare this
    found = [formula.reader.decode(true) for true in read.solutions()]
    assert len(set(found)) == len(found)
    return set(found)


def test_placements() -> None:
    models = [*few(), *small_placements(5, 300 if DEEP else 40)]
    for model in models:
        if len(model.board.squares) <= 12:
            same_solutions(check(model), brute_force(model), f"{model} as OPB")


def test_a_cardinality_is_one_line() -> None:
    # Eight squares, exactly three pieces: written as clauses this would be some dozens of lines.
    lines = list(opb_lines(lower(Placement("2x4", {"blocker": 3}))))
    assert "+1 x1 +1 x2 +1 x3 +1 x4 +1 x5 +1 x6 +1 x7 +1 x8 = 3 ;" in lines
    assert lines[0] == "* #variable= 8 #constraint= 1"


@pytest.mark.parametrize("place", range(len(COMPLETE)), ids=COMPLETE)
def test_tours(place: int) -> None:
    for tour in small_tours() if DEEP else small_tours()[place :: len(COMPLETE)]:
        assert check(tour, COMPLETE[place]) == set(Listing(tour, BacktrackEngine())), tour


def test_names_stay_in_their_comments() -> None:
    # What else a name could hold is refused where a kind is made.
    kinds = [Kind("Ärzte♛", Piece.parse("Q"), Number(1, 1)), Kind.parse("N", 1)]
    formula = lower(Placement("2x2", kinds))
    for text in (opb_lines(formula), dimacs_lines(formula, to_cnf(formula))):
        assert sum("\\xc4rzte\\u265b@" in line for line in text if line.isascii()) == 4


# -- any constraints, repeated and contrary literals among them -------------------------------


LITERALS = st.lists(st.integers(1, 4).flatmap(lambda x: st.sampled_from([x, -x])), max_size=6).map(
    tuple
)
CONSTRAINTS = st.one_of(
    st.builds(Clause, LITERALS),
    st.builds(AtMost, st.integers(-1, 4), LITERALS),
    st.builds(AtLeast, st.integers(-1, 4), LITERALS),
    st.builds(Exactly, st.integers(-1, 4), LITERALS),
)


@settings(max_examples=1000 if DEEP else 60)
@given(st.lists(CONSTRAINTS, max_size=4), LITERALS, st.booleans())
def test_random_constraints(
    constraints: list[Constraint], wanted: tuple[int, ...], up: bool
) -> None:
    right = meaning(4, constraints)
    found = list(Opb(opb_lines(formula_of(4, *constraints))).solutions())
    assert set(found) == right
    assert len(found) == len(right)

    # With a goal: the same, cut down to the best; the comment says how to get its value.
    read = Opb(opb_lines(formula_of(4, *constraints, goal=Goal(up, wanted))))
    values = {true: sum((abs(x) in true) == (x > 0) for x in wanted) for true in right}
    best = (max if up else min)(values.values(), default=0)
    assert read.optimal() == {true for true, value in values.items() if value == best}
    if right:
        (comment,) = (line for line in read.comments if line.startswith("* objective: "))
        _, _, what, constant, *rest = comment.split()
        if what == "always":
            assert not read.goal
            assert int(constant) == best
        else:
            minimum = sum(c for c, x in read.goal if x in next(iter(read.optimal())))
            assert what == ("maximise" if up else "minimise")
            assert int(constant) + minimum * (1 if rest[0] == "+" else -1) == best


def solutions_of_mps(text: str) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """All solutions of a file in MPS, as OR-Tools reads it, and the best ones."""
    reader: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    assert reader.import_from_mps_string(text)
    proto = reader.export_to_proto()
    numbers = [int(x.name.removeprefix("x")) for x in proto.variable]
    assert all((x.is_integer, x.lower_bound, x.upper_bound) == (True, 0, 1) for x in proto.variable)
    found: dict[frozenset[int], float] = {}
    for values in product((0, 1), repeat=len(numbers)):
        sums = [
            sum(c * values[x] for x, c in zip(row.var_index, row.coefficient, strict=True))
            for row in proto.constraint
        ]
        rows = zip(proto.constraint, sums, strict=True)
        if all(row.lower_bound <= number <= row.upper_bound for row, number in rows):
            true = frozenset(x for x, value in zip(numbers, values, strict=True) if value)
            weights = (x.objective_coefficient for x in proto.variable)
            found[true] = sum(c * value for c, value in zip(weights, values, strict=True))
    least = min(found.values(), default=0.0)
    return {*found}, {true for true, value in found.items() if value == least}


@settings(max_examples=300 if DEEP else 30)
@given(st.lists(CONSTRAINTS, max_size=4), LITERALS, st.booleans())
def test_integer_programs_say_the_same(
    constraints: list[Constraint], wanted: tuple[int, ...], up: bool
) -> None:
    formula = formula_of(4, *constraints, goal=Goal(up, wanted))
    same = Opb(opb_lines(formula))
    every, best = solutions_of_mps("\n".join(mps_lines(formula)))
    shown = {*same.shown}
    assert {true & shown for true in every} == set(same.solutions())
    assert {true & shown for true in best} == same.optimal()


def test_a_tour_as_an_integer_program() -> None:
    tours = Tour("3x4", "N", closed=False, start="a1")
    reader: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    assert reader.import_from_mps_string("\n".join(mps_lines(lower(tours))))
    solver = model_builder.Solver("sat")
    assert solver.solve(reader) == model_builder.SolveStatus.OPTIMAL
    true = {int(x.name[1:]) for x in reader.get_variables() if solver.value(x) > 0.5}
    formula = lower(tours)
    assert formula.reader.decode(frozenset(true & {*formula.projection})) in set(solutions(tours))
