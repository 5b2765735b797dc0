"""The arrangement is its own image under the symmetries of one group, and under no others of the board.

Let H be the group that the symmetries generate. For every symmetry g of the board:  g·x = x  ⇔  g ∈ H.

Encoding: x is fixed by the generators, as for ``invariant``; and for each group G that is next above H,
for one g with G = ⟨H, g⟩, a man stands on a square s and none of his kind on g(s). That is a gate for each
kind and square that g moves, and a clause. (A cycle of g has such an s unless the kind stands on all of
it or on none.)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.chess import check_symmetry, find_symmetry, subgroup, symmetries
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import read_names
from nqsat.modelling.rules.gates import conjunction
from nqsat.modelling.rules.invariant import (
    SYMMETRIES,
    equal_along,
    transposed_name,
)
from nqsat.modelling.vocabulary import Clause

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nqsat.chess import Board, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Stabiliser"]


@dataclass(frozen=True, slots=True)
class Stabiliser(Rule):
    """Only arrangements with exactly this symmetry: ``Stabiliser()`` keeps those with none at all.

    Those that the named symmetries of the board leave as they are, and all that these generate, but no
    other symmetry of the board. Symmetries are permutations of the squares: on a 1 × 1 board all names
    are names of the identity.

    Args:
        symmetries: names, as ``nqsat.symmetries(board)`` gives them: ``("rot180",)``, ``("rot90",)``,
            ``("flip-rows", "flip-columns")``; one may stand alone; nothing means the identity only.

    Raises:
        InvalidModel: something else is given.
    """

    name: ClassVar[str] = "stabiliser"
    fields: ClassVar[Mapping[str, RuleField]] = {"symmetries": SYMMETRIES}
    symmetries: str | tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        object.__setattr__(self, "symmetries", tuple(n for n in self.names if n != "identity"))

    @property
    def names(self) -> tuple[str, ...]:
        """The names, none, one or several."""
        return read_names(self.symmetries)

    def check(self, model: Placement) -> None:
        for name in self.names:
            check_symmetry(model.board, name)

    def holds(self, arrangement: Arrangement) -> bool:
        board = arrangement.board
        wanted = subgroup(board, self.names)
        return arrangement.stabiliser(symmetries(board)) == wanted

    def transposed(self, board: Board) -> Self | None:
        return type(self)(tuple(map(transposed_name, self.names)))

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        # The stabiliser of g·x is gHg⁻¹, where H is that of x.
        squares = model.board.squares
        group = subgroup(model.board, self.names)
        back = {symmetry(square): square for square in squares}
        moved = {tuple(symmetry(h(back[square])) for square in squares) for h in group}
        return moved == {h.images for h in group}

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        for name in self.names:
            yield from equal_along(find_symmetry(model.board, name), model, variables)
        for symmetry in _next_above(model.board, self.names):
            yield from _moved(symmetry, model, variables)

    def size(self, model: Placement) -> int:
        cells = model.board.rows * model.board.columns
        return 8 * _most_symmetries(model.board) * cells * len(model.kinds)


@lru_cache(maxsize=64)
def _next_above(board: Board, names: tuple[str, ...]) -> tuple[Symmetry, ...]:
    """A symmetry g for each of the groups ⟨H, g⟩ ≠ H that contain no smaller one."""
    own = frozenset(subgroup(board, names))
    above: dict[frozenset[Symmetry], Symmetry] = {}
    for symmetry in symmetries(board):
        if symmetry not in own:
            group = frozenset(subgroup(board, (*names, symmetry.name)))
            above.setdefault(group, symmetry)
    return tuple(
        symmetry for group, symmetry in above.items() if not any(other < group for other in above)
    )


def _moved(symmetry: Symmetry, model: Placement, variables: Variables) -> Iterator[Clause]:
    """Somebody stands on a square, and none of his kind on its image."""
    ways = []
    for square, image in symmetry.mapping.items():
        for kind in model.kinds if square != image else ():
            here, there = variables.at(kind.name, square), variables.at(kind.name, image)
            if here:
                gate, clauses = conjunction(variables, (here, -there) if there else (here,))
                ways.append(gate)
                yield from clauses
    yield Clause(tuple(ways))


def _most_symmetries(board: Board) -> int:
    """At least as many symmetries as the board has."""
    if board.shape:
        return prod(2 * axis for axis in range(1, len(board.shape) + 1))
    shifts = {"flat": 1, "cylinder": board.columns, "torus": board.rows * board.columns}
    return 8 * shifts[board.wrap]
