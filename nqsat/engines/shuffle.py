"""The engine ``shuffle``: one random tour, by rotations of a path; not every tour is equally likely.

It starts with a tour that ``sat`` finds. A rotation joins an end of the path to one of its neighbours on
the path, and leaves out the move behind that neighbour: the part between is walked backwards, and the path
has another end. After many random rotations a path is a tour if it is open; one that is to be closed is
rotated until its ends are a move apart. If there is no tour, ``sat`` proves it. On narrow boards, or from
a given square, rotations do not lead to every tour.

References: L. Pósa, Hamiltonian circuits in random graphs, 1976; R. Oberdorf, A. Ferguson, J. L. Jacobsen
and J. Kondev, Secondary structures in long compact polymers, 2006.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Literal, cast

from nqsat.chess import Square, Symmetry, attacks
from nqsat.engines.contract import Engine, Ranges
from nqsat.engines.solvers.sat import STOPPABLE, SatEngine
from nqsat.engines.stream import closing, one_by_one
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Path, Rule, Tour
from nqsat.modelling.rules.tours import ARGUMENT_RULES

#: Rotations for each square before a tour is taken; those after which a path that does not close is left.
MIXING, PATIENCE = 20, 2_000

#: Larger boards are refused: rotations take time in proportion to the square of the squares.
MOST_SQUARES = 10_000

#: Rotations after which None is yielded.
_SLICE = 256


@dataclass(frozen=True, slots=True)
class ShuffleEngine(Engine):
    """A random tour of all squares by a piece that can move back. The same seed gives the same tour.

    Args:
        seed: of the random choices.
    """

    name: ClassVar[str] = "shuffle"
    takes: ClassVar[tuple[type[Model], ...]] = (Tour,)
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "moves"
    knows_rules: ClassVar[tuple[type[Rule], ...] | None] = ARGUMENT_RULES
    ranges: ClassVar[Ranges] = {"seed": (None, None)}
    notes_all: ClassVar[bool] = False
    seed: int = 0

    @property
    def note(self) -> str:
        return f"{NOT_UNIFORM}, seed {self.seed}"

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Path]]:
        self._check(model)
        return one_by_one(self._only_one(cast("Tour", model)))

    def _check(self, model: Model) -> None:
        self.accept(model)
        tour = cast("Tour", model)
        reason = ""
        if tour.through or tour.avoiding or tour.checkpoints or tour.numbers or tour.fixed_by:
            reason = "cannot obey given moves, an order, numbers or a symmetry"
        elif tour.start is not None and tour.end is not None:
            reason = "is for one given end of a tour, not for both"
        elif len(tour.board.squares) > MOST_SQUARES:
            reason = f"is only for boards of up to {MOST_SQUARES:,} squares"
        elif not tour.two_way:
            reason = "is only for pieces that can move back"
        if reason:
            raise UnsupportedByEngine(self.name, reason, ("sat",))

    def _only_one(self, tour: Tour) -> Iterator[Path | None]:
        for path in self.tours(tour):
            yield path
            if path is not None:
                reason = "finds one tour and cannot list them"
                raise UnsupportedByEngine(self.name, reason, ("sat",))

    def tours(self, tour: Tour) -> Iterator[Path | None]:
        """Yield one random tour after the other without end, and None at times; nothing if there is none.

        Raises:
            UnsupportedByEngine: as ``batches``, at once; while iterating: a path does not close.
        """
        self._check(tour)
        return self._walk(tour)

    def _walk(self, tour: Tour) -> Iterator[Path | None]:
        chance, ways = Random(self.seed), attacks(tour.piece, tour.board)
        beside = {square: sorted(targets) for square, targets in ways.items()}
        path: list[Square] = []
        with closing(SatEngine(solver=STOPPABLE).search(tour)) as found:
            for first in found:
                yield None
                if first is not None:
                    path = [*cast("Path", first).squares]
                    break
        if not path:
            return
        turned = tour.end is not None  # the end stays: it is rotated as the start
        path = path[::-1] if turned else path
        free = tour.closed or (tour.start is None and not turned)
        number = len(path)
        while True:
            left = MIXING * number
            while left > 0 or (tour.closed and path[-1] not in beside[path[0]]):
                left -= 1
                if left < -PATIENCE * number:
                    raise UnsupportedByEngine(self.name, "found no tour that closes", ("sat",))
                if left % _SLICE == 0:
                    yield None
                if free and chance.random() < 0.5:
                    path.reverse()
                _rotate(path, beside, chance)
            yield tour.path(path[::-1] if turned else path)


#: The note about its tours.
NOT_UNIFORM = (
    "a random tour, not uniform: some tours are more likely than others, some may never come"
)


def _rotate(path: list[Square], beside: Mapping[Square, Sequence[Square]], chance: Random) -> None:
    """Join the last square to one of its neighbours on the path, and walk the part between backwards."""
    if len(path) < 3 or not beside[path[-1]]:
        return
    place = path.index(chance.choice(beside[path[-1]])) + 1
    path[place:] = path[place:][::-1]
