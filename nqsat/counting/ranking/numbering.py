"""Rank and unrank solutions, and count for each piece how many solutions have it.

Solutions are ordered by decisions: a placement is decided square by square, a tour move by move. Of two
solutions, the one with a piece on the first square where they differ comes first. A list is made once and
sorted in this order. The stored layers of a count have an order of their own (``layered``).

Source: H. S. Wilf, A unified setting for sequencing, ranking, and selection algorithms for combinatorial
objects, Advances in Mathematics 24 (1977) 281-291.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter as Multiset
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nqsat.formulas import CnfProblem
from nqsat.modelling import Man, Model, Solution
from nqsat.modelling.path import Move

#: At most this many solutions are listed: a list of so many, of 15 pieces each, takes 0.5 GB.
MOST = 1_000_000

#: A piece on a square, or a move with its smaller square first.
Place = Man | Move


class Numbering(ABC):
    """The solutions of a model in their order, with ranks from 0.

    Args:
        model: the model, without an objective; or a formula, whose solutions are assignments.
        engine: the engine's title.
        total: the number of solutions.

    Attributes:
        lots: the number of lots among which one is drawn; a solution has as many as it is likely.
        note: further remarks, as in a ``Count``.
    """

    def __init__(self, model: Any, engine: str, total: int) -> None:
        self.model, self.engine, self.total = model, engine, total
        self.lots = total
        self.note: str | None = None

    @property
    def order(self) -> str:
        """A description of the order."""
        return str(self.model.order)

    def drawn(self, lot: int) -> Any:
        """Return the solution that has a lot, from 0 on."""
        return self.at(lot)

    @abstractmethod
    def at(self, number: int) -> Any:
        """Return the solution of a rank from 0 to ``total`` - 1."""

    @abstractmethod
    def before(self, solution: Any) -> int:
        """Return the rank of a solution: how many solutions come before it."""

    @abstractmethod
    def holding(self) -> Mapping[Any, int]:
        """Return how many solutions have each piece or move, or a true variable; no entry if none has.

        A move may be an atom of the formula, with a direction; an end of a path is an atom, too.
        """

    def marginals(self) -> Mapping[Place, int]:
        """Return ``holding`` by pieces, ``Man``, or by moves in either direction, ``Move``.

        These keys are the same for every engine. No solution has a move in both directions.
        """
        found = Multiset[Place]()
        for place, number in self.holding().items():
            if isinstance(place, Man | Move):
                found[place] += number
            elif None not in place:  # the end of a path is no move
                found[Move.of(place.here, place.there)] += number
        return dict(found)


class ListNumbering(Numbering):
    """The solutions as a sorted list."""

    def __init__(self, model: Any, engine: str, found: Sequence[Any]) -> None:
        super().__init__(model, engine, len(found))
        self._key = _key(model)
        self.found = sorted(found, key=self._key)

    def at(self, number: int) -> Any:
        return self.found[number]

    def before(self, solution: Any) -> int:
        return bisect_left(self.found, self._key(solution), key=self._key)

    def holding(self) -> Mapping[Place, int]:
        return Multiset(place for solution in self.found for place in solution.atoms)


def _key(model: Model | CnfProblem) -> Callable[[Any], tuple[Any, ...]]:
    """Return a sort key for the order of solutions."""
    if isinstance(model, CnfProblem):
        return lambda assignment: tuple([-x for x in assignment.literals])
    places = (place for group in model.choices(given=True) for place in group)
    numbers: dict[Place, int] = {place: number for number, place in enumerate(places)}

    def key(solution: Solution) -> tuple[Any, ...]:
        made = sorted(numbers[place] for place in solution.atoms)
        # A solution that extends another comes first; the solution itself orders two directions.
        return (*made, math.inf, solution)

    return key
