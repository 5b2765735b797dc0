"""A small independent reader of OPB; CP-SAT enumerates what it reads."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from ortools.sat.python import cp_model

from support.formulas import enumerated

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

    def solutions(self) -> Iterator[frozenset[int]]:
        """Yield the true projected variables of every solution; the others have to follow from them."""
        found = list(self._solutions())
        assert len({true.intersection(self.shown) for true in found}) == len(found)
        for true in found:
            yield true.intersection(self.shown)

    def optimal(self) -> set[frozenset[int]]:
        best: dict[int, set[frozenset[int]]] = defaultdict(set)
        for true in self._solutions():
            best[sum(c for c, x in self.goal if x in true)].add(true.intersection(self.shown))
        return best[min(best)] if best else set()

    def _solutions(self) -> list[frozenset[int]]:
        model = cp_model.CpModel()
        variables = [model.new_bool_var("") for _ in range(self.variables)]
        for sums, bound in self.constraints:
            model.add(sum(c * variables[x - 1] for c, x in sums) >= bound)
        return [frozenset(place + 1 for place in true) for true in enumerated(model, variables)]
