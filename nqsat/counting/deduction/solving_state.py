"""The state of a reasoner, with assumptions that can be taken back: single requirements force literals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from nqsat.counting.deduction.loops import Found, LinkGraph, NodeGraph
from nqsat.modelling import Sum


class SolvingState:
    """The values of variables; for each requirement the numbers of true and open literals.

    Args:
        variables: their number.
        bounds: requirements on numbers of literals.
        graphs: requirements on loops, paths and connected groups.
    """

    def __init__(
        self, variables: int, bounds: Sequence[Sum], graphs: Sequence[LinkGraph | NodeGraph] = ()
    ) -> None:
        self.value = [0] * (variables + 1)  # 1 true, -1 false, 0 open
        self._bounds = bounds
        self._most = [bound.most for bound in bounds]
        self._true = [0] * len(bounds)
        self._open = [len(bound.literals) for bound in bounds]
        self._having: list[list[tuple[int, int]]] = [[] for _ in range(variables + 1)]
        for place, bound in enumerate(bounds):
            for literal in bound.literals:
                self._having[abs(literal)].append((place, 1 if literal > 0 else -1))
        self._trail: list[int] = []
        self._graphs = graphs
        self.broken = 0  # the requirement that the last look ahead violated, unless it was a graph
        self.lacked = False  # whether it had too few literals left
        self.fault: Found | None = None  # what that look ahead found wrong in a graph

    @property
    def size(self) -> int:
        """The number of requirements."""
        return len(self._bounds)

    def refutes(self, literal: int, *, near: bool) -> bool:
        """Return whether a literal cannot be true, by its direct (``near``) or by all consequences."""
        with self.assumed():
            if not near:
                return self.settle((literal,), (), graphs=True) is None
            broken = self.follow(literal, 1)
            if broken:
                self._blame(broken[0])
                return True
            self.fault = next((finding for finding in self.found() if not finding.links), None)
            return self.fault is not None

    def found(self) -> Iterator[Found]:
        """Yield what follows from loops and paths."""
        for graph in self._graphs:
            yield from graph.look(self.value)

    def _blame(self, place: int) -> None:
        self.broken, self.lacked, self.fault = place, self.lacks(place), None

    @contextmanager
    def assumed(self) -> Iterator[None]:
        """Undo at the end of a block what was assigned in it."""
        before = len(self._trail)
        yield
        while len(self._trail) > before:
            self._undo()

    def settle(
        self, literals: Iterable[int], places: Iterable[int], *, graphs: bool = False
    ) -> int | None:
        """Make literals true and propagate; return the number of direct steps, None at a contradiction.

        Args:
            literals: what is true.
            places: the requirements that are looked at besides.
            graphs: whether loops and paths are as well.
        """
        steps, places = 0, list(places)
        for literal in literals:
            places += self.assign(literal)
        while (more := self._propagate(places)) is not None:
            steps += more
            found = next(self.found(), None) if graphs else None
            if found is None:
                return steps
            if not found.links:
                self.fault = found
                return None
            places = [place for literal in found.links for place in self.assign(literal)]
        return None

    def _propagate(self, places: list[int]) -> int | None:
        """Make true what these requirements force, and so on; as ``settle``."""
        steps = 0
        while places:
            place = places.pop()
            forced = self.forced(place)
            if forced is None:
                self._blame(place)
                return None
            steps += bool(forced)
            for literal in forced:
                places += self.assign(literal)
        return steps

    def follow(self, literal: int, steps: float) -> list[int]:
        """Make a literal true and this many steps of what it forces; return the requirements that break."""
        queue, broken = [(literal, 0)], list[int]()
        for made, step in queue:
            for place in self.assign(made):
                forced = self.forced(place)
                if forced is None:
                    broken.append(place)
                elif step < steps:
                    queue += [(x, step + 1) for x in forced]
        return broken

    def left(self, place: int) -> int:
        """Return how many literals of a requirement are true or open."""
        return self._true[place] + self._open[place]

    def lacks(self, place: int) -> bool:
        """Return whether a requirement has too few literals left."""
        return self.left(place) < self._bounds[place].low

    def forced(self, place: int) -> list[int] | None:
        """Return the literals that a requirement forces now; None if it is violated."""
        bound, true, free = self._bounds[place], self._true[place], self._open[place]
        most = self._most[place]
        if true > most or true + free < bound.low:
            return None
        if not free or (bound.low - true < free and true < most):
            return []
        sign = -1 if true == most else 1
        return [sign * x for x in bound.literals if self.value[abs(x)] == 0]

    def assign(self, literal: int) -> list[int]:
        """Make a literal true unless its variable has a value; return the requirements that change."""
        x, value = abs(literal), 1 if literal > 0 else -1
        if self.value[x]:
            return []
        self.value[x] = value
        self._trail.append(x)
        for place, sign in self._having[x]:
            self._open[place] -= 1
            self._true[place] += sign == value
        return [place for place, _ in self._having[x]]

    def _undo(self) -> None:
        x = self._trail.pop()
        for place, sign in self._having[x]:
            self._open[place] += 1
            self._true[place] -= sign == self.value[x]
        self.value[x] = 0
