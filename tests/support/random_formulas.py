"""Random formulas, and their assignments by brute force."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from nqsat.formulas import CnfProblem, LinearSum, linear_sum


def brute(problem: CnfProblem) -> set[tuple[int, ...]]:
    """Every assignment of all variables is tried; of those that are right, the shown literals."""
    found = set()
    for bits in product((False, True), repeat=problem.variables):
        true = {x if bits[x - 1] else -x for x in range(1, problem.variables + 1)}
        if (
            all(any(x in true for x in clause) for clause in problem.clauses)
            and all([x in true for x in one].count(True) % 2 for one in problem.parities)
            and all(
                one.low <= sum(c * (x in true) for c, x in one.terms)
                and (one.high is None or sum(c * (x in true) for c, x in one.terms) <= one.high)
                for one in problem.sums
            )
        ):
            found.add(tuple(x if bits[x - 1] else -x for x in problem.projection))
    return found


@st.composite
def problems(draw: st.DrawFn) -> CnfProblem:
    variables = draw(st.integers(0, 6))
    names = list(range(1, variables + 1))
    literals = st.sampled_from([*names, *(-x for x in names)]) if names else st.just(0)
    clause = st.lists(literals, min_size=1, max_size=3).map(lambda c: tuple(x for x in c if x))
    empty = st.lists(st.just(()), max_size=1 if draw(st.booleans()) else 0)
    clauses = [*draw(st.lists(clause, max_size=8 if names else 1)), *draw(empty)]
    shown = draw(st.sets(st.sampled_from(names)) if names else st.just(set()))
    projection = tuple(sorted(shown))
    if not names or draw(st.booleans()):
        return CnfProblem(variables, tuple(clauses), projection)
    parities = draw(st.lists(st.lists(literals, max_size=6).map(tuple), max_size=2))
    some = draw(st.lists(sums(literals), max_size=2))
    return CnfProblem(
        variables, tuple(clauses[:3]), projection, tuple(x for x in some if x), tuple(parities)
    )


@st.composite
def sums(draw: st.DrawFn, literals: st.SearchStrategy[int]) -> LinearSum | None:
    """Cardinalities, and sums whose coefficients are small or too large to repeat their literals."""
    size = draw(st.sampled_from((1, 4, 9_000)))
    coefficient = st.just(1) if size == 1 else st.integers(-size, size)
    terms = draw(st.lists(st.tuples(coefficient, literals), min_size=1, max_size=6))
    bound = st.none() | st.integers(-2 * size, 3 * size)
    return linear_sum(terms, draw(bound), draw(bound))
