"""The differences between the men are distinct: no vector leads from a man to a man in two ways.

For men a ≠ b and c ≠ d:  b - a = d - c  only if  a = c and b = d,  with the coordinates of their squares. A
permutation with this property is a Costas array; without the permutation it is a Golomb rectangle, and on a
single rank a Golomb ruler.

Encoding: a gate for each two squares, *both are occupied*; of the gates of one vector (taken up to its
sign) at most one is true.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.gates import conjunction, disjunction
from nqsat.modelling.rules.no_three_in_line import check_flat
from nqsat.modelling.vocabulary import AtMost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.chess import Board, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Clause, Constraint, Variables

__all__ = ["DistinctDifferences"]

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DistinctDifferences(Rule):
    """The vectors between any two men, of whatever kinds, are all distinct, up to their sign.

    Flat boards only. With ``Permutation()`` the men are a Costas array.
    """

    name: ClassVar[str] = "distinct-differences"

    def check(self, model: Placement) -> None:
        check_flat(model.board, self.name)

    def holds(self, arrangement: Arrangement) -> bool:
        # In order, so that of the two vectors between two men it is always the positive one.
        points = sorted(arrangement.board.coordinates(man.square) for man in arrangement.men)
        vectors = [_difference(a, b) for a, b in combinations(points, 2)]
        return len(set(vectors)) == len(vectors)

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        return not self.holds(arrangement)

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        return (
            True  # rotations and reflections are linear: they take vectors to vectors, one to one
        )

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        occupied: dict[Vector, int] = {}
        for square in model.board.squares:
            men = [x for kind in model.kinds if (x := variables.at(kind.name, square))]
            if men:
                literal, clauses = disjunction(variables, men)
                occupied[model.board.coordinates(square)] = literal
                yield from clauses
        pairs: dict[Vector, list[tuple[int, int]]] = {}
        for a, b in combinations(sorted(occupied), 2):
            pairs.setdefault(_difference(a, b), []).append((occupied[a], occupied[b]))
        for places in pairs.values():
            if len(places) > 1:
                yield from _at_most_one(variables, places)

    def size(self, model: Placement) -> int:
        return (
            4 * len(model.board.squares) ** 2
        )  # half as many pairs, a gate of 7 literals for each


def _difference(a: Vector, b: Vector) -> Vector:
    return tuple(y - x for x, y in zip(a, b, strict=True))


def _at_most_one(variables: Variables, pairs: list[tuple[int, int]]) -> Iterator[Clause | AtMost]:
    """Of at most one of these pairs both literals are true."""
    gates = []
    for pair in pairs:
        gate, clauses = conjunction(variables, pair)
        gates.append(gate)
        yield from clauses
    yield AtMost(1, tuple(gates))
