"""The whole way down: the solutions of the formula are those of the meaning, over all assignments."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from ortools.sat.python.cp_model import OPTIMAL, CpSolver
from pysat.solvers import Solver
from support.error_asserts import refused
from support.formulas import check_blocking, formula_of
from support.oracle.brute_force import DEEP, brute_force, same_solutions
from support.oracle.cnf import Dimacs, projected, projected_models
from support.oracle.models import few
from support.random_models import small_placements

from nqsat import Arrangement, Placement, Tour
from nqsat.compiling import Formula, blocking, dimacs_lines, lower, to_cnf
from nqsat.compiling.atoms import AtomReader
from nqsat.compiling.pigeonhole import pigeonhole
from nqsat.modelling import Constraint, Sum
from nqsat.rules import AtLeast, AtMost, Clause, Exactly, Invariant

#: Cardinalities, by their bounds and literals.
BOUNDED: tuple[Callable[[int, tuple[int, ...]], Constraint], ...] = (AtMost, AtLeast, Exactly)


def models_of(formula: Formula) -> set[frozenset[int]]:
    return projected_models(to_cnf(formula))


def test_models() -> None:
    for model in [*few(), *small_placements(3, 600 if DEEP else 60)]:
        formula = lower(model)
        cnf = to_cnf(formula)
        got = [formula.reader.decode(true) for true in projected_models(cnf)]
        same_solutions(got, brute_force(model), f"{model}")
        # A projected variable in no clause is dropped by solvers.
        assert set(cnf.projection) <= {abs(x) for clause in cnf.clauses for x in clause}
        assert formula.projection == tuple(range(1, len(formula.projection) + 1))


# -- blocking -----------------------------------------------------------------------------------


def test_blocking_clauses_are_sound() -> None:
    for model in [*few(), *small_placements(4, 600 if DEEP else 60)]:
        if len(model.board.squares) ** len(model.kinds) <= 81:
            check_blocking(lower(model))


@pytest.mark.parametrize("n", [4, 5, 6])
def test_blocking_drops_one_literal_only_for_n_on_n(n: int) -> None:
    # The short clause that makes the loop fast, and the case k < n in which it would be wrong.
    forbid = blocking(lower(Placement(f"{n}x{n}", {"R": n})))
    assert len(forbid.clause([1 + i * (n + 1) for i in range(n)])) == n - 1
    fewer = lower(Placement(f"{n}x{n}", {"R": n - 1}))
    assert len(blocking(fewer).clause([1 + i * (n + 1) for i in range(n - 1)])) == n - 1
    if n == 4:
        check_blocking(fewer)


# -- pigeonhole ---------------------------------------------------------------------------------


HANDMADE = [
    formula_of(4, AtMost(1, (1, 2)), AtMost(1, (3, 4)), Exactly(2, (1, 2, 3, 4))),
    formula_of(4, AtMost(1, (1, 2)), AtMost(1, (3, 4)), AtLeast(2, (1, 2, 3, 4))),
    formula_of(4, AtMost(1, (1, 2)), AtMost(1, (3, 4)), Exactly(3, (1, 2, 3, 4))),
    formula_of(5, AtMost(1, (1, 2)), AtMost(1, (3, 4)), Exactly(3, (1, 2, 3, 4, 5))),
    formula_of(5, AtMost(1, (1, 2, 5)), AtMost(1, (3, 4)), Exactly(2, (1, 2, 3, 4))),
    formula_of(4, AtMost(1, (1, 2)), Exactly(1, (1, 3)), Exactly(1, (2, 4)), AtMost(1, (3, 4))),
    formula_of(4, AtMost(1, (1, 3)), AtMost(1, (2, 4)), Exactly(1, (1, 2)), AtLeast(1, (3, 4))),
    formula_of(3, AtMost(1, (1, 2)), Exactly(2, (1, -2, 3))),
    formula_of(3, AtMost(1, (-1, 2)), Exactly(2, (1, 2, 3))),
    formula_of(3, AtMost(2, (1, 2, 3)), Exactly(2, (1, 2, 3))),
    formula_of(3, AtLeast(2, (1, 2)), AtMost(1, (2, 3)), AtMost(1, (1, 3))),
    formula_of(2, Exactly(1, ())),
    # A lower bound that the groups imply, with an upper bound that they exceed.
    formula_of(4, AtMost(1, (1, 2)), AtMost(1, (3, 4)), Sum(2, 1, (1, 2, 3, 4))),
    formula_of(
        4, AtMost(1, (1, 2)), AtMost(1, (3, 4)), Sum(1, 1, (1, 2, 3, 4)), Sum(2, None, (1, 2, 3, 4))
    ),
    formula_of(2, AtMost(1, (1, 2)), Clause(()), Exactly(1, (1, 2))),
    formula_of(2, AtMost(1, (1, 3)), AtMost(1, (2, 4)), Exactly(2, (1, 2, 3, 4)), variables=4),
    # A rule may name a literal twice; whatever that means, the pass must not change it.
    formula_of(1, AtMost(1, (1,)), Exactly(2, (1, 1))),
    formula_of(2, Exactly(2, (1, 1))),  # 2 is free: sizes differ
    # An exactly-one group may hold an auxiliary of a rule. Then ℓ may give way to the auxiliary,
    # and is not implied: variables 3 and 4 here are "not 1".
    formula_of(2, Exactly(1, (1, 2)), Exactly(1, (1, 3)), Exactly(1, (1, 4)), variables=4),
    # Exactly one of (1, ¬2) means 1 = 2: sizes differ and nothing is implied.
    formula_of(2, Exactly(1, (1, -2))),
    formula_of(3, Exactly(1, (1, -2)), Exactly(1, (2, 3))),
    formula_of(2, Exactly(1, (-1, -2))),
]


def test_pigeonhole_keeps_the_solutions() -> None:
    # Every bound around the number of groups: one fewer, just as many, one more.
    groups = (AtMost(1, (1, 2)), AtMost(1, (3, 4)), AtMost(1, (1, 3)), AtMost(1, (4, 5)))
    numbers = product(range(6), BOUNDED[1:], range(1, 6))
    every = [
        formula_of(5, *groups, kind(bound, tuple(range(1, size + 1))))
        for bound, kind, size in numbers
    ]
    for formula in [*HANDMADE, *every]:
        assert models_of(pigeonhole(formula)) == models_of(formula), formula
        check_blocking(formula)
        check_blocking(pigeonhole(formula))


# -- files --------------------------------------------------------------------------------------


def test_dimacs() -> None:
    for model in few():
        formula = lower(model)
        cnf = to_cnf(formula)
        lines = list(dimacs_lines(formula, cnf))
        assert all(line.isascii() and line and "\n" not in line for line in lines)
        read = Dimacs(lines)
        assert (read.variables, read.announced) == (cnf.variables, len(read.clauses))
        assert read.shown == formula.projection
        assert isinstance(formula.reader, AtomReader)
        rows = model.board.rows
        pieces = [
            "=".join(f"{piece.kind}@{piece.square.name(rows)}" for piece in orbit)
            for orbit in formula.reader.orbits
        ]
        assert read.names == dict(enumerate(pieces, start=1))
        assert max((abs(x) for c in read.clauses for x in c), default=0) <= read.variables
        if len(read.shown) <= 12:
            got = [formula.reader.decode(true) for true in projected(read.clauses, read.shown)]
            same_solutions(got, brute_force(model), f"{model} by its file")


def test_variables_have_names_in_both_directions() -> None:
    model = Placement("3x3", {"K": "any", "white:N": "1"}, [Invariant("rot180")])
    formula = lower(model)
    for text in ("K@a1", "~white:N@b3", "K@c3"):
        variable = formula.variable(model.literal(text))
        assert text.removeprefix("~") in formula.name(abs(variable)).split("=")
        assert (variable < 0) is text.startswith("~") is formula.name(variable).startswith("~")
    assert formula.variable("K@a1") == formula.variable("K@c3")  # one variable for both
    refused(lambda: formula.variable("K@d1"), "literal", "no variable 'K@d1'")
    moves = lower(Tour("5x6", "N"))
    assert moves.variable("a1-b3") == moves.variable("b3-a1")  # moves without a direction
    one_way = lower(Tour("3x4", "fN", closed=False))
    assert one_way.variable("a1-b3") == one_way.variable("a1>b3")  # the only way
    arcs = lower(Tour("3x4", "N", closed=False))
    refused(lambda: arcs.variable("a1-b3"), "literal", "no variable 'a1-b3'")  # there are two
    refused(lambda: formula.name(formula.variables + 1), "variable", "names no atom")


def test_a_model_goes_to_pysat_and_to_or_tools() -> None:
    model = Placement("6x6", {"Q": 6})
    formula, (cnf, names) = lower(model), model.to_cnf("seqcounter")
    assert names["Q@b1"] == formula.variable("Q@b1")
    assert names.name(-2) == "~" + names.name(2)
    assert cnf.nv >= formula.variables
    with Solver(name="cadical195", bootstrap_with=cnf) as solver:
        assert solver.solve(assumptions=[formula.variable("Q@b1")])
        found = formula.reader.decode(x for x in solver.get_model() if x > 0)
    assert isinstance(found, Arrangement)
    assert model.holds(found)
    problem, named = model.to_cp_model()
    problem.add(named["Q@c1"] == 1)
    search = CpSolver()
    search.solve(problem)
    true = [name for name, x in named.items() if search.value(x)]
    assert "Q@c1" in true
    assert model.holds(model.parse_solution(" ".join(true)))
    tour, moves = Tour("5x6", "N").to_cp_model()
    tour.add(moves["a5-c4"] == 1)
    assert search.solve(tour) == OPTIMAL
