"""The arrangement is its own image under a recolouring: what Burnside counts modulo colours.

For every square s and kind k:  k stands on s  ⇔  π(k) stands on g(s).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nqsat.modelling import Arrangement, Change, Clause, Constraint, Man, Rule, Setting, Variables


@dataclass(frozen=True, slots=True)
class Unchanged(Rule):
    """Only arrangements that a recolouring leaves as they are.

    Args:
        recolouring: one that preserves the setting.
    """

    name: ClassVar[str] = "unchanged"
    recolouring: Change

    def holds(self, arrangement: Arrangement) -> bool:
        return arrangement.image(self.recolouring) == arrangement

    def fixed_by(self, setting: Setting) -> tuple[Change]:
        return (self.recolouring,)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for square in setting.board.squares:
            for kind in setting.kinds:
                image = Man(square, kind.name).image(self.recolouring)
                here, there = (
                    variables.at(kind.name, square),
                    variables.at(image.kind, image.square),
                )
                if here and here != there:  # x here implies x there; all round the cycle: equal
                    yield Clause((-here, there) if there else (-here,))
