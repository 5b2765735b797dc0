"""A rule of one's own in one file: pieces that keep their distance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from nqsat.chess import Square
from nqsat.modelling import Arrangement, Change, Setting
from nqsat.modelling.arrangement import pieces_of
from nqsat.modelling.rules.base import Rule, listed
from nqsat.modelling.rules.fields import NAMES, WHOLE, Field
from nqsat.modelling.vocabulary import AtMost, Constraint, Variables


@listed
@dataclass(frozen=True, slots=True)
class Separated(Rule):
    """Any two pieces are so many rows or columns apart.

    Args:
        distance: how many.
        kinds: the kinds of the pieces; None for all.
    """

    name: ClassVar[str] = "separated"
    example: ClassVar[str] = "separated=3"
    fields: ClassVar[Mapping[str, Field]] = {"distance": WHOLE, "kinds": NAMES}
    distance: int
    kinds: tuple[str, ...] | None = None

    @property
    def sentence(self) -> str:
        return f"Any two pieces are {self.distance} rows or columns apart."

    def holds(self, arrangement: Arrangement) -> bool:
        squares = [piece.square for piece in pieces_of(arrangement, self.kinds)]
        return not any(
            abs(a.row - b.row) < self.distance and abs(a.column - b.column) < self.distance
            for a, b in combinations(squares, 2)
        )

    def image(self, change: Change) -> Separated:
        return self.moved(change)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        kinds = [kind.name for kind in setting.named(self.kinds)]
        for first in setting.board.squares:
            near = [x for x in setting.board.squares if first < x and self._is_near(first, x)]
            for square in near:
                pair = (first, square)
                yield AtMost(1, tuple(x for kind in kinds for x in variables.group(kind, pair)))

    def _is_near(self, one: Square, other: Square) -> bool:
        return max(abs(one.row - other.row), abs(one.column - other.column)) < self.distance
