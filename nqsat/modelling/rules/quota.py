"""Quotas: so many men, of some kinds, in each of some disjoint sets of squares.

For every set S:  low ≤ #{men of the kinds on S} ≤ high.  Encoding: a cardinality for each set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nqsat.modelling.kinds import Number, within
from nqsat.modelling.rules.leftover import left_over

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.chess import Square
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["ONE", "Quota"]

#: Exactly one.
ONE = Number(1, 1)


class Quota(NamedTuple):
    """So many men in each of some sets of squares.

    Args:
        sets: the squares of each, of the board; no square is in two of them.
        number: how many men.
        kinds: of which kinds, by name; None for all.
    """

    sets: tuple[frozenset[Square], ...]
    number: Number
    kinds: tuple[str, ...] | None

    def counts(self, kind: str) -> bool:
        """Whether men of this kind are counted."""
        return self.kinds is None or kind in self.kinds

    def tally(self, arrangement: Arrangement) -> list[int]:
        """How many men stand on each set."""
        squares = {man.square for man in arrangement.men if self.counts(man.kind)}
        return [len(squares & places) for places in self.sets]

    def holds(self, arrangement: Arrangement) -> bool:
        """Whether every set has as many men as it should."""
        return all(men in self.number for men in self.tally(arrangement))

    def excludes(self, model: Placement, kind: str, square: Square) -> Iterator[tuple[str, Square]]:
        """Men who cannot stand beside this one, because a set takes no more than one."""
        high = self.number.high
        if high is None or high > 1 or not self.counts(kind):
            return
        for places in self.sets:
            if square in places:
                for other in sorted(places - {square}):
                    yield from ((k.name, other) for k in model.kinds if self.counts(k.name))

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        """Whether a set has too many men, or the men left over cannot fill them all."""
        tally = self.tally(arrangement)
        if self.number.high is not None and max(tally, default=0) > self.number.high:
            return True
        lacking = sum(max(0, self.number.low - men) for men in tally)
        left = left_over(model, arrangement)
        return lacking > sum(left[kind] for kind in left if self.counts(kind))

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        """The constraints that say so."""
        kinds = [kind.name for kind in model.kinds if self.counts(kind.name)]
        for places in self.sets:
            literals = tuple(
                x for square in sorted(places) for x in _standing(variables, kinds, square)
            )
            yield from within(self.number, literals)


def _standing(variables: Variables, kinds: list[str], square: Square) -> Iterator[int]:
    for kind in kinds:
        literal = variables.at(kind, square)
        if literal:
            yield literal
