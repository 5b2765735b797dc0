"""The meaning of constraints; all models of a CNF, by MiniSat; a DIMACS reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pysat.solvers import Solver

from nqsat.compiling import Cnf
from nqsat.modelling import Constraint, OneComponent, Sum


def meets(constraint: Constraint, true: Collection[int]) -> bool:
    """Return whether a constraint holds if these variables are true.

    The true literals of a clause or cardinality are counted. The edges of a component are contracted: a
    connected graph comes to one node, a tree with no edge left over.
    """
    here = [(abs(x) in true) == (x > 0) for x in constraint.literals]
    if isinstance(constraint, Sum):
        return constraint.low <= sum(here) and (
            constraint.high is None or sum(here) <= constraint.high
        )
    if not isinstance(constraint, OneComponent):
        raise TypeError(constraint)
    names = {node: node for node, present in enumerate(here) if present}
    left_over = 0
    for a, b in constraint.edges:
        if a in names and b in names:
            old, new = names[a], names[b]
            left_over += old == new
            names = {node: new if name == old else name for node, name in names.items()}
    return len({*names.values()}) <= 1 and not (constraint.acyclic and left_over)


def solutions_of(
    clauses: Iterable[tuple[int, ...]], shown: Collection[int]
) -> Iterator[frozenset[int]]:
    """Yield what is true of the shown variables in every model, each set once, as MiniSat finds them."""
    clauses = list(clauses)
    if () in clauses:
        return
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for x in shown:
            solver.add_clause([x, -x])
        while solver.solve():
            true = set(solver.get_model() or [])
            yield frozenset(x for x in shown if x in true)
            solver.add_clause([-x if x in true else x for x in shown])


def count_models(clauses: Iterable[tuple[int, ...]], variables: int) -> int:
    return sum(1 for _ in solutions_of(clauses, range(1, variables + 1)))


def raw_count(cnf: Cnf) -> int:
    return count_models(cnf.clauses, cnf.variables)


def projected(clauses: Iterable[tuple[int, ...]], shown: tuple[int, ...]) -> set[frozenset[int]]:
    return set(solutions_of(clauses, shown))


def projected_models(cnf: Cnf) -> set[frozenset[int]]:
    return projected(cnf.clauses, cnf.projection)


class Dimacs:
    """A small, strict reader of DIMACS text."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.variables = self.announced = -1
        self.shown: tuple[int, ...] = ()
        self.names: dict[int, str] = {}
        self.clauses: list[tuple[int, ...]] = []
        for line in lines:
            words = line.split(" ")
            if words[0] == "c":
                if words[1:3] == ["p", "show"]:
                    self.shown = self._ints(words[3:])
                elif words[1] == "v":
                    self.names[int(words[2])] = words[3]
            elif words[0] == "p":
                if words[1] != "cnf" or self.clauses or self.variables >= 0:
                    raise ValueError(line)
                self.variables, self.announced = int(words[2]), int(words[3])
            else:
                self.clauses.append(self._ints(words))

    def _ints(self, words: list[str]) -> tuple[int, ...]:
        numbers = tuple(map(int, words))
        if numbers[-1] != 0 or 0 in numbers[:-1]:
            raise ValueError(words)
        if any(abs(x) > self.variables for x in numbers):
            raise ValueError(f"{words}: beyond the header")
        return numbers[:-1]

    def solutions(self) -> Iterator[frozenset[str]]:
        """Yield the names of the true projected variables of each solution, found by MiniSat."""
        assert len(self.clauses) == self.announced
        assert set(self.names) <= set(self.shown)
        for true in solutions_of(self.clauses, self.shown):
            yield frozenset(self.names[x] for x in true)
