"""The meaning of constraints; a small independent DPLL solver for all models of a CNF; a DIMACS reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from pysat.solvers import Solver

from nqsat.compiling import Cnf
from nqsat.modelling import Constraint, Sum

Clauses = list[tuple[int, ...]]


def meets(constraint: Constraint, true: Collection[int]) -> bool:
    """Return whether a clause or cardinality holds if these variables are true, by counting literals."""
    number = sum((abs(x) in true) == (x > 0) for x in constraint.literals)
    if not isinstance(constraint, Sum):
        raise TypeError(constraint)
    return constraint.low <= number and (constraint.high is None or number <= constraint.high)


class Dpll:
    """A DPLL solver: clauses, occurrence lists, and the set of true literals."""

    def __init__(self, clauses: Iterable[tuple[int, ...]]) -> None:
        sets = {frozenset(clause) for clause in clauses}
        self.clauses = [tuple(c) for c in sets if not any(-x in c for x in c)]
        self.where: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for clause in self.clauses:
            for x in clause:
                self.where[x].append(clause)
        self.true: set[int] = set()

    def start(self) -> bool:
        """Propagate the units of the CNF itself; False at a conflict."""
        if not all(self.clauses):
            return False
        return all(
            self.assume(clause[0]) is not None for clause in self.clauses if len(clause) == 1
        )

    def assume(self, literal: int) -> list[int] | None:
        """Make a literal true and propagate; return the new literals, or None (undone) at a conflict."""
        new: list[int] = []
        todo = [literal]
        while todo:
            x = todo.pop()
            if x in self.true:
                continue
            if -x in self.true:
                self.undo(new)
                return None
            self.true.add(x)
            new.append(x)
            for clause in self.where[-x]:
                if self.true.isdisjoint(clause):
                    free = [y for y in clause if -y not in self.true]
                    if not free:
                        self.undo(new)
                        return None
                    if len(free) == 1:
                        todo.append(free[0])
        return new

    def undo(self, literals: list[int]) -> None:
        self.true.difference_update(literals)

    def unsatisfied(self, clauses: Clauses | None) -> Clauses:
        """Return those of these clauses, or of all, that have no true literal."""
        some = self.clauses if clauses is None else clauses
        return [clause for clause in some if self.true.isdisjoint(clause)]

    def open_literal(self, clauses: Clauses) -> int:
        return next(x for x in clauses[0] if -x not in self.true)

    def satisfiable(self, clauses: Clauses | None = None) -> bool:
        """Return whether these clauses, or all, can be satisfied; the others are satisfied already."""
        clauses = self.unsatisfied(clauses)
        if not clauses:
            return True
        literal = self.open_literal(clauses)
        for choice in (literal, -literal):
            new = self.assume(choice)
            if new is not None:
                good = self.satisfiable(clauses)
                self.undo(new)
                if good:
                    return True
        return False

    def count(self, variables: int, clauses: Clauses | None = None) -> int:
        clauses = self.unsatisfied(clauses)
        if not clauses:
            return 1 << (variables - len(self.true))
        literal, total = self.open_literal(clauses), 0
        for choice in (literal, -literal):
            new = self.assume(choice)
            if new is not None:
                total += self.count(variables, clauses)
                self.undo(new)
        return total

    def projected(
        self, projection: tuple[int, ...], clauses: Clauses | None = None
    ) -> Iterable[frozenset[int]]:
        clauses = self.unsatisfied(clauses)
        todo = [x for x in projection if x not in self.true and -x not in self.true]
        if not todo:
            if self.satisfiable(clauses):
                yield frozenset(x for x in projection if x in self.true)
            return
        for choice in (-todo[0], todo[0]):
            new = self.assume(choice)
            if new is not None:
                yield from self.projected(projection, clauses)
                self.undo(new)


def raw_count(cnf: Cnf) -> int:
    """Return the number of all models."""
    solver = Dpll(cnf.clauses)
    return solver.count(cnf.variables) if solver.start() else 0


def projected(clauses: Iterable[tuple[int, ...]], shown: tuple[int, ...]) -> set[frozenset[int]]:
    """Return the true projected variables of every model, by trying every assignment of the projection."""
    solver = Dpll(clauses)
    return set(solver.projected(shown)) if solver.start() else set()


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
        if () in self.clauses:
            return
        with Solver("minisat22", bootstrap_with=self.clauses) as solver:
            for x in self.shown:
                solver.add_clause([x, -x])
            while solver.solve():
                true = set(solver.get_model() or [])
                yield frozenset(self.names[x] for x in self.shown if x in true)
                solver.add_clause([-x if x in true else x for x in self.shown])
