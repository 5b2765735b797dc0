"""The engine ``warnsdorff``: a heuristic, which finds one tour of any piece or gives up.

Each move goes to the square with the fewest moves onward; ties are broken at random, or by order
(``warnsdorff/plain``: the first of the squares, row by row from the top; one attempt from each). There is
no backtracking: an attempt ends in a tour or in a dead end, and the next attempt starts over. It proves
neither that there is no tour nor how many there are. It uses moves and ``holds`` of models; requirements of
a model other than the start are checked when the tour is complete.

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
from nqsat.engines.stream import one_by_one
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Path, Tour
from nqsat.modelling.tour import targets_of

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
        plain: whether ties are broken by order: the first of the squares is taken. Then a start leads to
            one attempt; without a start, the attempts start from the squares in the board's order.
    """

    name: ClassVar[str] = "warnsdorff"
    notes_all: ClassVar[bool] = False
    takes: ClassVar[tuple[type[Model], ...]] = (Tour,)
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "meaning"
    ranges: ClassVar[Ranges] = {"seed": (None, None), "restarts": (1, None)}
    seed: int = 0
    restarts: int = 100
    plain: bool = False

    @property
    def title(self) -> str:
        return f"{self.name}/{'plain' if self.plain else self.seed}"

    @property
    def note(self) -> str:
        how = "the first square, row by row from the top" if self.plain else "at random"
        return f"ties broken {'by ' * self.plain}{how}"

    @classmethod
    def option(cls, word: str) -> tuple[str, object] | None:
        if word == "plain":
            return "plain", True
        digits = word.removeprefix("-")
        return ("seed", int(word)) if digits.isascii() and digits.isdigit() else None

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Path]]:
        self.accept(model)
        if model.size > MAX_SIZE:
            size = f"about {model.size:,} moves, it takes {MAX_SIZE:,}"
            reason = f"board {model.board.title} has {size}"
            raise UnsupportedByEngine(self.name, reason, ("construct",))
        return one_by_one(self._complete_tours(cast("Tour", model)))

    def _complete_tours(self, tour: Tour) -> Iterator[Path | None]:
        for order in self.attempts(tour):
            if order is None or len(order) < len(tour.board.squares):
                yield None
                continue
            path = tour.path(order)
            if tour.holds(path):
                yield path
                reason = "finds one tour and cannot list them"
                raise UnsupportedByEngine(self.name, reason, ("sat",))
        if not tour.board.squares:  # by definition no tour, and no start
            return
        number = self._attempts(tour)
        said = "1 attempt" if number == 1 else f"{number} attempts"
        reason = f"no tour in {said} (it proves nothing)"
        raise UnsupportedByEngine(self.name, reason, ("sat", "construct"))

    def _attempts(self, tour: Tour) -> int:
        """The number of attempts; without random choices no two start from one square."""
        starts = len(tour.board.squares) if tour.start is None else 1
        return min(self.restarts, starts) if self.plain else self.restarts

    def attempts(self, tour: Tour) -> Iterator[list[Square] | None]:
        """Yield the squares of one attempt after the other, complete or not; None now and then."""
        squares, number, random = tour.board.squares, tour.board.places, Random(self.seed)
        out: list[list[int]] = [[] for _ in squares]  # squares are numbers in the board's order
        into: list[list[int]] = [[] for _ in squares]
        for square, targets in targets_of(tour).items():
            for target in targets:
                out[number[square]].append(number[target])
                into[number[target]].append(number[square])
        end = None if tour.end is None else number[tour.end]
        for attempt in range(self._attempts(tour) if squares else 0):
            exits = [len(ways) for ways in out]
            free = bytearray([1]) * len(squares)
            first = attempt if self.plain else random.randrange(len(squares))
            here = first if tour.start is None else number[tour.start]
            order = [here]
            while True:
                free[here] = 0
                for before in into[here]:
                    exits[before] -= 1
                ways = [x for x in out[here] if free[x]]
                if end in ways and len(order) + 1 < len(squares):
                    ways.remove(end)
                if not ways:
                    break
                fewest = min([exits[x] for x in ways])
                best = [x for x in ways if exits[x] == fewest]
                here = best[0] if self.plain else random.choice(best)
                order.append(here)
                if len(order) % _STEPS == 0:
                    yield None
            yield [squares[x] for x in order]
