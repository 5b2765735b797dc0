"""A formula of an open tour between two ends over its moves without direction, as one draws it on paper.

A variable says that a move is made, one way or the other: the moves are one path between the ends. That the
path passes given squares in their order is not said by a constraint; ``EdgeReader.order`` has them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nqsat.chess import Symmetry
from nqsat.compiling.formula import ConstraintGroup, Formula, Reader
from nqsat.compiling.paths import with_degrees
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Circuit, Clause, Path, Tour
from nqsat.modelling.moves_model import moves_of
from nqsat.modelling.path import OUTSIDE, Move
from nqsat.modelling.tour import traced


@dataclass(frozen=True, slots=True)
class EdgeReader(Reader):
    """Variable ``i + 1`` says that ``moves[i]`` is made; ``order`` has places of squares that follow."""

    tour: Tour
    moves: tuple[Move, ...]
    order: tuple[int, ...]

    def decode(self, true: Iterable[int]) -> Path:
        ends = (Move(end, OUTSIDE) for end in (self.tour.start, self.tour.end) if end is not None)
        return self.tour.path(traced((*ends, *(self.moves[x - 1] for x in true))))

    def variables(self, path: Path) -> tuple[int, ...]:
        made = {Move.of(*move) for move in path.moves}
        return tuple(x for x, move in enumerate(self.moves, start=1) if move in made)

    def name(self, variable: int) -> str:
        return self.moves[variable - 1].text_on(self.tour.board)

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        number = {move: x for x, move in enumerate(self.moves, start=1)}
        return (0, *(number[move.image(symmetry)] for move in self.moves))


def lower_edges(tour: Tour) -> Formula:
    """Return the formula of an open tour over its moves without direction.

    Raises:
        UnsupportedByEngine: an end is not given, or numbers are, or there is something else that is not
            about moves without direction.
    """
    plain = tour.visit is None and not (tour.numbers or tour.fixed_by or tour.closed)
    rules = [rule.name for rule in tour.added if not rule.clues]
    if not plain or rules or tour.start is None or tour.end is None or not tour.two_way:
        reason = "is only for open tours between given ends, without numbers and further rules"
        raise UnsupportedByEngine("sat", reason)
    moves, place = tuple(sorted(moves_of(tour))), tour.board.places
    number = {move: x for x, move in enumerate(moves, start=1)}
    edges = tuple((place[move.here], place[move.there], x) for move, x in number.items())
    circuit = Circuit(len(place), edges, ends=((place[tour.start], place[tour.end]),))
    given = [Clause((number[Move.of(*move)],)) for move in tour.through]
    given += [
        Clause((-number[Move.of(*move)],)) for move in tour.avoiding if Move.of(*move) in number
    ]
    parts = (
        ConstraintGroup("tour", tuple(with_degrees([circuit]))),
        ConstraintGroup("moves given", tuple(given)),
    )
    order = tuple(place[square] for square in tour.checkpoints)
    reader = EdgeReader(tour, moves, order)
    return Formula(len(moves), tuple(range(1, len(moves) + 1)), parts, reader)
