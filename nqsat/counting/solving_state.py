"""What single requirements force, step by step: the state of a reasoner, who may assume and take back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from nqsat.modelling import Sum


class SolvingState:
    """The values of variables; for each requirement the numbers of true and open literals."""

    def __init__(self, variables: int, bounds: Sequence[Sum]) -> None:
        self.value = [0] * (variables + 1)  # 1 true, -1 false, 0 open
        self._bounds = bounds
        self._most = [one.most for one in bounds]
        self._true = [0] * len(bounds)
        self._open = [len(one.literals) for one in bounds]
        self._having: list[list[tuple[int, int]]] = [[] for _ in range(variables + 1)]
        for place, one in enumerate(bounds):
            for literal in one.literals:
                self._having[abs(literal)].append((place, 1 if literal > 0 else -1))
        self._trail: list[int] = []
        self.broken = 0  # the requirement that the last look ahead violated

    @property
    def size(self) -> int:
        """The number of requirements."""
        return len(self._bounds)

    def refutes(self, literal: int, *, near: bool) -> bool:
        """Return whether a literal cannot be true, by its direct (``near``) or by all consequences."""
        with self.assumed():
            if not near:
                return self.settle((literal,), ()) is None
            broken = self.follow(literal, 1)
        self.broken = broken[0] if broken else self.broken
        return bool(broken)

    @contextmanager
    def assumed(self) -> Iterator[None]:
        """Undo at the end of a block what was assigned in it."""
        before = len(self._trail)
        yield
        while len(self._trail) > before:
            self._undo()

    def settle(self, literals: Iterable[int], places: Iterable[int]) -> int | None:
        """Make literals true and propagate; return the number of direct steps, None at a contradiction."""
        steps, places = 0, list(places)
        for literal in literals:
            places += self.assign(literal)
        while places:
            forced = self.forced(places.pop())
            if forced is None:
                return None
            steps += bool(forced)
            for literal in forced:
                places += self.assign(literal)
        return steps

    def follow(self, literal: int, steps: float) -> list[int]:
        """Make a literal true and so many steps of what it forces; return the requirements that break."""
        queue, broken = [(literal, 0)], list[int]()
        for one, step in queue:
            for place in self.assign(one):
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
        one, true, free = self._bounds[place], self._true[place], self._open[place]
        most = self._most[place]
        if true > most or true + free < one.low:
            return None
        if not free or (one.low - true < free and true < most):
            return []
        sign = -1 if true == most else 1
        return [sign * x for x in one.literals if self.value[abs(x)] == 0]

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
        """Undo the last assignment."""
        x = self._trail.pop()
        for place, sign in self._having[x]:
            self._open[place] += 1
            self._true[place] -= sign == self.value[x]
        self.value[x] = 0
