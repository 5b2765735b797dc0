"""The engine ``warnsdorff``: a heuristic, which finds one tour of any piece or gives up.

Each move goes to the square with the fewest moves onward; ties are broken at random. There is no
backtracking: an attempt ends in a tour or in a dead end, and the next attempt starts over. It proves
    neither
that there is no tour nor how many there are. It uses moves and ``holds`` of models; requirements of a
model other than the start are checked when the tour is complete.

Reference: H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823. Its failures
are well known: closed tours of 32 x 32 already take hundreds of attempts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal, cast

from nqsat.chess import Square, Symmetry
from nqsat.engines.contract import Engine, Ranges
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Path, Tour
from nqsat.modelling.tour import ways_of

#: Larger models are refused: their moves are listed.
MAX_SIZE = 2_000_000

#: Number of steps after which None is yielded.
_STEPS = 4096


@dataclass(frozen=True, slots=True)
class WarnsdorffEngine(Engine):
    """Warnsdorff's heuristic with random tie-breaks and restarts. The same seed gives the same tour.

    Args:
        seed: of the random choices.
        restarts: number of attempts.

    Raises:
        InvalidModel: an option is not an integer, or there are no attempts.
    """

    name: ClassVar[str] = "warnsdorff"
    takes: ClassVar[tuple[type[Model], ...]] = (Tour,)
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "meaning"
    ranges: ClassVar[Ranges] = {
        "seed": (None, None),
        "restarts": (1, None),
    }
    seed: int = 0
    restarts: int = 100

    @property
    def title(self) -> str:
        """The name and the seed."""
        return f"{self.name}/{self.seed}"

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        digits = word.removeprefix("-")
        return ("seed", int(word)) if digits.isascii() and digits.isdigit() else None

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Path | None]:
        self.accept(model)
        if model.size > MAX_SIZE:
            reason = (
                f"board {model.board.title} has about {model.size:,} moves, it takes {MAX_SIZE:,}"
            )
            raise UnsupportedByEngine(self.name, reason, ("construct",))
        return self._complete_tours(cast("Tour", model))

    def _complete_tours(self, tour: Tour) -> Iterator[Path | None]:
        for order in self.attempts(tour):
            if order is None or len(order) < len(tour.board.squares):
                yield None
                continue
            path = tour.path(order)
            if tour.holds(path):
                yield path
                raise UnsupportedByEngine(
                    self.name, "finds one tour and cannot list them", ("sat",)
                )
        if not tour.board.squares:  # by definition no tour, and no start
            return
        reason = f"the heuristic found no tour in {self.restarts} attempts (it proves nothing)"
        raise UnsupportedByEngine(self.name, reason, ("sat", "construct"))

    def attempts(self, tour: Tour) -> Iterator[list[Square] | None]:
        """Yield the squares of one attempt after the other, complete or not; None now and then."""
        squares = tour.board.squares
        walk = _Walk(tour, Random(self.seed))
        for _ in range(self.restarts if squares else 0):
            yield from walk.run()
            yield [squares[number] for number in walk.order]


class _Walk:
    """Repeated attempts; squares are numbers in the board's order."""

    def __init__(self, tour: Tour, random: Random) -> None:
        number = tour.board.places
        self._out: list[list[int]] = [[] for _ in number]
        self._into: list[list[int]] = [[] for _ in number]
        for here, targets in ways_of(tour).items():
            for there in targets:
                self._out[number[here]].append(number[there])
                self._into[number[there]].append(number[here])
        self._start = None if tour.start is None else number[tour.start]
        self._end = None if tour.end is None else number[tour.end]
        self._random = random
        self.order: list[int] = []

    def run(self) -> Iterator[None]:
        """Make one attempt; ``order`` has its squares."""
        exits = [len(ways) for ways in self._out]
        free = bytearray([1]) * len(exits)
        here = self._random.randrange(len(exits)) if self._start is None else self._start
        self.order = [here]
        while True:
            free[here] = 0
            for before in self._into[here]:
                exits[before] -= 1
            ways = [x for x in self._out[here] if free[x]]
            if self._end in ways and len(self.order) + 1 < len(exits):
                ways.remove(self._end)
            if not ways:
                return
            fewest = min([exits[x] for x in ways])
            here = self._random.choice([x for x in ways if exits[x] == fewest])
            self.order.append(here)
            if len(self.order) % _STEPS == 0:
                yield None
