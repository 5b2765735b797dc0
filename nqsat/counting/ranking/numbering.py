"""Rank and unrank solutions, and count for each piece how many solutions have it.

Solutions are ordered by decisions: a placement is decided square by square, a tour move by move. Of two
solutions, the one with a piece on the first square where they differ comes first. So the rank of a solution
is a sum over its decisions against a piece (or a move): of the number of solutions that agree before it and
decide for the piece. The numbers of solutions with a given prefix are therefore enough to find the k-th
solution without the others. A list has these numbers. An engine counts the model with the prefix fixed,
until so few solutions are left that they are listed. The order is the same for both.

Source: H. S. Wilf, A unified setting for sequencing, ranking, and selection algorithms for combinatorial
objects, Advances in Mathematics 24 (1977) 281-291.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import Counter as Multiset
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from nqsat.chess import symmetries
from nqsat.compiling import CnfProblem
from nqsat.counting.count_and_list import solutions
from nqsat.counting.digits import decimal
from nqsat.counting.running import tally
from nqsat.engines import Deadline, Engine, Reason
from nqsat.engines.plans.cubes import cube
from nqsat.errors import Undecided
from nqsat.modelling import Man, Model, Solution, known_symmetries, plural
from nqsat.modelling.path import Move

#: At most this many solutions are listed instead of counted again.
FEW = 2000

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


class CountingNumbering(Numbering):
    """Rank and unrank solutions by counting, if there are too many for a list.

    Every answer takes further counts; if the time limit is reached before, ``Undecided`` is raised.
    """

    def __init__(
        self,
        model: Model,
        engine: Engine,
        total: int,
        few: int = FEW,
        clock: Deadline | None = None,
    ) -> None:
        super().__init__(model, engine.title, total)
        self._engine, self._few, self._clock = engine, few, clock or Deadline()
        self._decisions: tuple[tuple[Place, ...], ...] = tuple(model.choices())
        self._numbers: dict[tuple[str, ...], int] = {}

    def at(self, number: int) -> Solution:
        chosen, before = self._decide(lambda _, after: number < after)
        found: Solution = self._rest(chosen).at(number - before)
        return found

    def before(self, solution: Solution) -> int:
        made = set(solution.atoms)
        chosen, before = self._decide(lambda place, _: place in made)
        return before + self._rest(chosen).before(solution)

    # ``taken``: whether a place is chosen, given the rank after the solutions with it.
    def _decide(self, taken: Callable[[Place, int], bool]) -> tuple[tuple[str, ...], int]:
        """Return the decisions until few solutions are left, and how many solutions come before those."""
        left, before, chosen = self.total, 0, list[str]()
        for places in self._decisions:
            if left <= self._few:
                break
            for place in places:
                way = way_of(self.model, place)
                with_it = self._number((*chosen, way))
                if taken(place, before + with_it):
                    left = with_it
                    break
                before, left = before + with_it, left - with_it
            else:
                way = f"-@{way.rpartition('@')[2]}"
            chosen.append(way)
        return tuple(chosen), before

    def holding(self) -> Mapping[Place, int]:
        """Return the numbers, by one count for each orbit of pieces or moves under the symmetries."""
        found: dict[Place, int] = {}
        # Only the identity if a rule cannot tell its own: fewer is safe.
        group = known_symmetries(self.model) or symmetries(self.model.board)[:1]
        for place in (place for places in self._decisions for place in places):
            if place not in found:
                number = self._number((way_of(self.model, place),))
                found |= {place.image(symmetry): number for symmetry in group}
        found |= dict.fromkeys(self.model.given, self.total)
        return {place: number for place, number in found.items() if number}

    def _number(self, chosen: tuple[str, ...]) -> int:
        if chosen not in self._numbers:
            part = cube(self.model, chosen)
            found = tally(part, self._engine, time_limit=self._clock.remaining)
            self._require_whole(found.reason)
            self._numbers[chosen] = found.value
        return self._numbers[chosen]

    def _rest(self, chosen: tuple[str, ...]) -> ListNumbering:
        """Return the solutions with this prefix, as a list."""
        part = cube(self.model, chosen)
        listing = solutions(cast("Any", part), time_limit=self._clock.remaining)
        found = list(listing)
        self._require_whole(listing.reason)
        return ListNumbering(part, self.engine, found)

    def _require_whole(self, reason: Reason | None) -> None:
        """Raise if a limit or Ctrl-C made a count incomplete: a lower bound is no rank."""
        if reason == "interrupted":
            raise KeyboardInterrupt
        if reason is not None:
            known = f"there are {decimal(self.total)} {plural(self.total, self.model.unit)}"
            raise Undecided(f"{known}, but no more is known ({reason})")


# -- pieces and moves --------------------------------------------------------------------


def way_of(model: Model, place: Place) -> str:
    """Return a piece or a move in the notation of ``cubes``."""
    way = place.written(model.board)
    return way if isinstance(place, Man) else f"+@{way}"


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
