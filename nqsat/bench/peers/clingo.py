"""clingo, answer set programming: every solution is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.bench.graphs import Cycle, Men

if TYPE_CHECKING:
    import clingo

#: Where each line has exactly one man, that is said; the rest are pairs, the first encoding of the
#: textbooks and here a faster one than cardinalities.
_ONES = """
{ on(X) : one(L, X) } = 1 :- one(L, _).
:- edge(X, Y), on(X), on(Y).
"""
_MEN = """
{ on(X) } :- square(X).
:- edge(X, Y), on(X), on(Y).
"""

#: The textbook's Hamiltonian cycle. Of the two orientations, the one that leaves square 0 for the lesser
#: of its two neighbours.
_CYCLES = """
{ go(X, Y) : move(X, Y) } = 1 :- square(X).
{ go(X, Y) : move(X, Y) } = 1 :- square(Y).
reached(Y) :- go(0, Y).
reached(Y) :- go(X, Y), reached(X).
:- square(X), not reached(X).
:- go(0, Y), go(X, 0), Y > X.
"""

#: Plain backtracking: no clauses are learnt, no activities are kept.
_PLAIN = ("--no-lookback", "--lookahead=no", "--heuristic=None")


def men(asked: Men, *options: str) -> int:
    """As clingo comes."""
    facts = [f"square({x})." for x in range(asked.size)]
    facts += [f"edge({x},{y})." for x, y in asked.edges]
    facts += [f"one({i},{x})." for i, line in enumerate(asked.ones) for x in line]
    if not asked.ones and not asked.free:
        facts.append(f":- not {asked.low} {{ on(X) : square(X) }} {asked.most}.")
    return _count((_ONES if asked.ones else _MEN) + "\n".join(facts), options)


def men_without_learning(asked: Men) -> int:
    """By plain backtracking, which is faster where hardly any branch fails."""
    return men(asked, *_PLAIN)


def cycles(asked: Cycle) -> int:
    """One move out of and one into every square, all reached from one; one orientation."""
    return _count(cycle_program(asked))


def cycle_program(asked: Cycle) -> str:
    """The program whose models are the cycles: ``go(X, Y)`` for each move."""
    facts = [f"square({x})." for x in range(asked.size)]
    facts += [f"move({x},{y}). move({y},{x})." for x, y in asked.edges]
    return _CYCLES + "\n".join(facts)


def _count(program: str, options: tuple[str, ...] = ()) -> int:
    import clingo

    control = clingo.Control(["--models=0", "--warn=none", *options])
    control.add("base", [], program)
    control.ground([("base", [])])
    found = 0

    def collect(_model: clingo.Model) -> None:
        nonlocal found
        found += 1

    result = control.solve(on_model=collect)
    if not isinstance(result, clingo.SolveResult) or not result.exhausted:
        raise RuntimeError(str(result))
    return found
