"""A small independent reader of OPB, and a solver by slack propagation and branching."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

Terms = tuple[tuple[int, int], ...]

HEADER = re.compile(r"\* #variable= (\d+) #constraint= (\d+)")
LINE = re.compile(r"((?:[+-]\d+ x[1-9]\d* )+)(>=|=) (-?\d+) ;")
GOAL = re.compile(r"min: ((?:[+-]\d+ x[1-9]\d* )+);")


def terms(text: str) -> Terms:
    words = text.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return tuple((int(coefficient), int(name[1:])) for coefficient, name in pairs)


class Opb:
    """A strict reader of OPB text; anything unexpected is an error."""

    def __init__(self, lines: Iterable[str]) -> None:
        first, *rest = lines
        header = HEADER.fullmatch(first)
        assert header, first
        self.variables, announced = int(header[1]), int(header[2])
        self.shown: tuple[int, ...] = ()
        self.names: dict[int, str] = {}
        self.goal: Terms = ()
        self.comments: list[str] = []
        #: Each constraint: the sum of coefficient·variable is at least the bound.
        self.constraints: list[tuple[Terms, int]] = []
        written = 0
        for line in rest:
            assert line.isascii()
            if line.startswith("* p show "):
                assert line.endswith(" 0")
                self.shown = tuple(map(int, line.split()[3:-1]))
            elif line.startswith("* v x"):
                number, name = line.removeprefix("* v x").split(" ")
                self.names[int(number)] = name
            elif line.startswith("*"):
                self.comments.append(line)
            elif goal := GOAL.fullmatch(line):
                assert not written
                assert not self.goal
                self.goal = terms(goal[1])
            else:
                match = LINE.fullmatch(line)
                assert match, line
                written += 1
                sums, bound = terms(match[1]), int(match[3])
                assert len({x for _, x in sums}) == len(sums), "a variable twice in one line"
                assert all(0 < x <= self.variables and c for c, x in sums)
                self.constraints.append((sums, bound))
                if match[2] == "=":
                    self.constraints.append((tuple((-c, x) for c, x in sums), -bound))
        assert written == announced

    def solutions(self) -> Iterable[frozenset[int]]:
        """Yield the true projected variables of every solution, by trying each assignment of them."""
        solver = _Solver(self.constraints)
        if solver.spread(range(len(self.constraints))) is not None:
            yield from solver.projected(self.shown)

    def optimal(self) -> set[frozenset[int]]:
        """Return the solutions with the least value; projected variables have to determine all others."""
        solver = _Solver(self.constraints)
        best: dict[int, set[frozenset[int]]] = defaultdict(set)
        if solver.spread(range(len(self.constraints))) is not None:
            for true in solver.projected(self.shown):
                value = sum(c for c, x in self.goal if solver.value.get(x))
                assert all(x in solver.value for _, x in self.goal)
                best[value].add(true)
        return best[min(best)] if best else set()


class _Solver:
    def __init__(self, constraints: list[tuple[Terms, int]]) -> None:
        self.constraints = constraints
        self.where: dict[int, list[int]] = defaultdict(list)
        for index, (sums, _) in enumerate(constraints):
            for _, x in sums:
                self.where[x].append(index)
        self.value: dict[int, bool] = {}

    def spread(self, todo: Iterable[int]) -> list[int] | None:
        """Propagate these constraints; return the variables set, or None (undone) at a conflict."""
        new: list[int] = []
        queue = list(todo)
        while queue:
            sums, bound = self.constraints[queue.pop()]
            reach = sum((c > 0) * c if x not in self.value else c * self.value[x] for c, x in sums)
            if reach < bound:
                self.undo(new)
                return None
            for c, x in sums:
                if x not in self.value and reach - abs(c) < bound:
                    self.value[x] = c > 0
                    new.append(x)
                    queue += self.where[x]
        return new

    def assume(self, x: int, value: bool) -> list[int] | None:
        if x in self.value:
            return [] if self.value[x] == value else None
        self.value[x] = value
        new = self.spread(self.where[x])
        if new is None:
            del self.value[x]
            return None
        return [x, *new]

    def undo(self, variables: list[int]) -> None:
        for x in variables:
            del self.value[x]

    def satisfiable(self) -> bool:
        free = next((x for x in self.where if x not in self.value), None)
        if free is None:
            return True
        for value in (True, False):
            new = self.assume(free, value)
            if new is not None:
                good = self.satisfiable()
                self.undo(new)
                if good:
                    return True
        return False

    def projected(self, shown: tuple[int, ...], index: int = 0) -> Iterable[frozenset[int]]:
        if index == len(shown):
            if self.satisfiable():
                yield frozenset(x for x in shown if self.value[x])
            return
        for value in (False, True):
            new = self.assume(shown[index], value)
            if new is not None:
                yield from self.projected(shown, index + 1)
                self.undo(new)
