"""Symmetry breaking by the first occupied square: an option of a question, never part of a model.

Let L be the squares of the first rank and v(x) the place in L of the first one that x occupies (the
length of L if it occupies none). The rule keeps the arrangements with

    v(x) ≤ v(g·x)  for every symmetry g of the model,

at least one in each orbit: where v is least. On a square board these are the eight readings of the
border. It takes clauses only, no auxiliary: a man on the j-th square of a reading needs one on the
first j squares of L. Orbits keep several members where v ties, so a solution x that is found counts

    |G| / |{g : v(g·x) is the least}|

and these weights add up to the number of all solutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from nqsat.chess import Square
from nqsat.modelling import Arrangement, Clause, Constraint, Placement, Rule, Setting, Variables

Reading = tuple["Square", ...]


@dataclass(frozen=True, slots=True)
class Leader(Rule):
    """Keeps the arrangements whose first rank begins earliest among their images.

    Args:
        readings: for each symmetry of the model, the squares that it brings to the first rank, in the
            rank's order; the identity's, the rank itself, comes first.
    """

    name: ClassVar[str] = "first-rank leader"
    readings: tuple[Reading, ...] = field(repr=False)

    def holds(self, arrangement: Arrangement) -> bool:
        values = self._values(arrangement)
        return values[0] == min(values)

    def weight(self, arrangement: Arrangement) -> Fraction:
        """How many solutions an arrangement that the rule keeps stands for."""
        values = self._values(arrangement)
        return Fraction(len(values), values.count(min(values)))

    def _values(self, arrangement: Arrangement) -> list[int]:
        occupied = {man.square for man in arrangement.men}
        return [_first(reading, occupied) for reading in self.readings]

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        rank = self.readings[0]
        for reading in sorted(set(self.readings) - {rank}):
            earlier: list[int] = []
            for square, image in zip(rank, reading, strict=True):
                earlier += _anybody(setting, variables, square)
                for man in _anybody(setting, variables, image):
                    if man not in earlier:
                        yield Clause((-man, *earlier))


def leader(model: Placement) -> Leader:
    """The rule for a model's own symmetries."""
    squares = model.board.squares
    rank = tuple(square for square in squares if square.row == squares[0].row)
    readings = []
    for symmetry in model.symmetries():
        preimage = {symmetry(square): square for square in squares}
        readings.append(tuple(preimage[square] for square in rank))
    return Leader(tuple(readings))


def _first(reading: Sequence[Square], occupied: AbstractSet[Square]) -> int:
    return next((j for j, square in enumerate(reading) if square in occupied), len(reading))


def _anybody(setting: Setting, variables: Variables, square: Square) -> list[int]:
    return [x for kind in setting.kinds if (x := variables.at(kind.name, square))]
