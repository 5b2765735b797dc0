"""Solutions in their order: which one has a number, which number one has, and where men stand.

The solutions stand in an order: a model is decided square by square (a tour move by move). Of two
solutions, the one that has a man on the first square where they differ comes first. So the number of a
solution is a sum over its decisions against a man (or a move): of how many solutions begin alike and
decide for him. The numbers of solutions with a given beginning are therefore enough to find the K-th
solution without the others. A list knows these numbers. An engine that counts is asked for them: it counts
the model with the beginning fixed, until so few solutions are left that they are listed. The order is the
same for both.

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

from nqsat.counting.count_and_list import solutions
from nqsat.counting.digits import decimal
from nqsat.counting.running import tally
from nqsat.counting.symmetry.exact_symmetry import symmetries_for
from nqsat.engines import Deadline, Engine, Reason
from nqsat.engines.plans.cubes import cube
from nqsat.errors import Undecided
from nqsat.modelling import Man, Model, Solution, plural
from nqsat.modelling.path import Move

#: So few solutions are listed rather than counted again.
FEW = 2000

#: A man, or a move as a tour has it among those it leads through: the lesser square first.
Place = Man | Move


class Numbering(ABC):
    """The solutions of a model in their order, numbered from 0.

    Args:
        model: without an objective.
        engine: the engine, by title.
        total: how many there are.

    Attributes:
        note: what else there is to say, as of a ``Count``.
    """

    def __init__(self, model: Model, engine: str, total: int) -> None:
        self.model, self.engine, self.total = model, engine, total
        self.note: str | None = None

    @property
    def order(self) -> str:
        """The order in words."""
        return self.model.order

    @abstractmethod
    def at(self, number: int) -> Solution:
        """The solution of a number below ``total``."""

    @abstractmethod
    def before(self, solution: Solution) -> int:
        """How many come before a solution."""

    @abstractmethod
    def holding(self) -> Mapping[Place, int]:
        """How many solutions have each man, or make each move; no entry where none does."""


class ListNumbering(Numbering):
    """The solutions as a list."""

    def __init__(self, model: Model, engine: str, found: Sequence[Solution]) -> None:
        super().__init__(model, engine, len(found))
        self._key = _key(model)
        self._found = sorted(found, key=self._key)

    def at(self, number: int) -> Solution:
        return self._found[number]

    def before(self, solution: Solution) -> int:
        return bisect_left(self._found, self._key(solution), key=self._key)

    def holding(self) -> Mapping[Place, int]:
        return Multiset(place for solution in self._found for place in solution.made_of)


class CountingNumbering(Numbering):
    """Solutions that an engine counts, however many there are.

    Every answer takes more counts; where the clock runs out before they are made, ``Undecided`` is raised.
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
        chosen, before = self._decided(lambda _, after: number < after)
        return self._rest(chosen).at(number - before)

    def before(self, solution: Solution) -> int:
        made = set(solution.made_of)
        chosen, before = self._decided(lambda place, _: place in made)
        return before + self._rest(chosen).before(solution)

    def _decided(self, taken: Callable[[Place, int], bool]) -> tuple[tuple[str, ...], int]:
        """What is decided until few are left, and how many solutions come before those.

        Args:
            taken: whether a place is taken, after which solutions have this number.
        """
        left, before, chosen = self.total, 0, list[str]()
        for some in self._decisions:
            if left <= self._few:
                break
            for place in some:
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
        """One count for each orbit of men or moves under the symmetries of the model."""
        found: dict[Place, int] = {}
        symmetries = symmetries_for(self.model)
        for place in (place for some in self._decisions for place in some):
            if place not in found:
                number = self._number((way_of(self.model, place),))
                found |= {place.image(symmetry): number for symmetry in symmetries}
        found |= dict.fromkeys(self.model.given, self.total)
        return {place: number for place, number in found.items() if number}

    def _number(self, chosen: tuple[str, ...]) -> int:
        if chosen not in self._numbers:
            some = cube(self.model, chosen)
            found = tally(some, self._engine, time_limit=self._clock.left)
            self._require_whole(found.reason)
            self._numbers[chosen] = found.value
        return self._numbers[chosen]

    def _rest(self, chosen: tuple[str, ...]) -> ListNumbering:
        """The few that have a beginning."""
        some = cube(self.model, chosen)
        listing = solutions(cast("Any", some), time_limit=self._clock.left)
        found = list(listing)
        self._require_whole(listing.reason)
        return ListNumbering(some, self.engine, found)

    def _require_whole(self, reason: Reason | None) -> None:
        """A part of a number is no number: stop where a limit or Ctrl-C cut one short."""
        if reason == "interrupted":
            raise KeyboardInterrupt
        if reason is not None:
            unit = plural(self.total, self.model.unit)
            raise Undecided(
                f"there are {decimal(self.total)} {unit}, but no more is known ({reason})"
            )


# -- men and moves -----------------------------------------------------------------------


def way_of(model: Model, place: Place) -> str:
    """As ``cubes`` writes that a man stands, or a move is made."""
    way = place.written(model.board)
    return way if isinstance(place, Man) else f"+@{way}"


def _key(model: Model) -> Callable[[Solution], tuple[Any, ...]]:
    """Where a solution stands in the order, as something that can be compared."""
    every = (place for some in model.choices(given=True) for place in some)
    numbers: dict[Place, int] = {place: number for number, place in enumerate(every)}

    def key(solution: Solution) -> tuple[Any, ...]:
        made = sorted(numbers[place] for place in solution.made_of)
        # One that goes on where another has nothing more comes first; two directions are the last thing.
        return (*made, math.inf, solution)

    return key
