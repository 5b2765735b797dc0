"""The arrangement is its own image under a symmetry of the board.

For every square s and kind k:  k stands on s  ⇔  k stands on g(s).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nqsat.chess import find_symmetry
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import TEXT
from nqsat.modelling.vocabulary import Clause

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nqsat.chess import Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Invariant"]


#: Models of a larger estimated size are not checked when they are made.
LARGE = 1_000_000


@dataclass(frozen=True, slots=True)
class Invariant(Rule):
    """Only arrangements that a symmetry leaves as they are (those with more symmetry included).

    Args:
        symmetry: its name, as ``nqsat.symmetries(board)`` gives it: ``rot180``, ``transpose``, …
    """

    name: ClassVar[str] = "invariant"
    fields: ClassVar[Mapping[str, RuleField]] = {"symmetry": TEXT}
    symmetry: str

    def check(self, model: Placement) -> None:
        if model.size <= LARGE:  # a larger model is too large for every engine, and for a group
            find_symmetry(model.board, self.symmetry)

    def holds(self, arrangement: Arrangement) -> bool:
        return arrangement.image(find_symmetry(arrangement.board, self.symmetry)) == arrangement

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        for cycle in find_symmetry(model.board, self.symmetry).cycles():
            for kind in model.kinds:
                for square, image in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                    here, there = variables.at(kind.name, square), variables.at(kind.name, image)
                    if here and here != there:  # x here implies x there; all round the cycle: equal
                        yield Clause((-here, there) if there else (-here,))

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        # g·x is fixed by h exactly if x is fixed by g⁻¹hg: the set is kept if h and its conjugate
        # fix the same arrangements, which is so if they have the same cycles.
        mine = find_symmetry(model.board, self.symmetry)
        cycles = {frozenset(cycle) for cycle in mine.cycles()}
        return {frozenset(map(symmetry, cycle)) for cycle in cycles} == cycles
