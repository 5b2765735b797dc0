"""No man attacks another.

For men a on s and b on t (s ≠ t) of kinds that the rule binds:  t ∉ attacks(a, s)  and  s ∉ attacks(b, t).
The encoding is in ``peace``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.modelling.arrangement import Man
from nqsat.modelling.rules.base import Rule, check_kinds
from nqsat.modelling.rules.fields import FLAG, PAIRS
from nqsat.modelling.rules.leftover import left_over
from nqsat.modelling.rules.peace import no_attacks, peace_size
from nqsat.modelling.rules.sight import (
    attacked_from,
    clear_rays,
    preserves_sight,
    surely_at_odds,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nqsat.chess import Board, Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["NonAttacking"]


@dataclass(frozen=True, slots=True)
class NonAttacking(Rule):
    """No man attacks another, in either direction.

    Args:
        between: the pairs of kinds, by name, that must not attack one another; None for all.
            A pair of a kind with itself binds the men of that kind among themselves.
        blocking: whether a man in between shelters those behind him, whatever his kind.
    """

    name: ClassVar[str] = "non-attacking"
    fields: ClassVar[Mapping[str, RuleField]] = {"between": PAIRS, "blocking": FLAG}
    between: frozenset[tuple[str, str]] | None = None
    blocking: bool = False

    @property
    def of_attacks(self) -> bool:
        return True

    def binds(self, kind: str, other: str) -> bool:
        """Whether men of these two kinds must not attack one another."""
        return self.between is None or (min(kind, other), max(kind, other)) in self.between

    def check(self, model: Placement) -> None:
        check_kinds(model, {name for pair in self.between or () for name in pair}, "between")

    def holds(self, arrangement: Arrangement) -> bool:
        occupied = {man.square for man in arrangement.men}
        attacked = attacked_from(arrangement, blocking=self.blocking)
        if self.between is None:
            sets = [attacked(kind, square) for square, kind in arrangement.men]
            return all(map(occupied.isdisjoint, sets))
        return not any(
            self.binds(kind, other) and target in attacked(kind, square)
            for square, kind in arrangement.men
            for target, other in arrangement.men
        )

    def excludes(self, model: Placement, kind: str, square: Square) -> Iterator[tuple[str, Square]]:
        for other in model.kinds:
            if self.binds(kind, other.name):
                for target in surely_at_odds(
                    model, Man(square, kind), other, blocking=self.blocking
                ):
                    yield other.name, target

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        # With blocking, a man who sees another may still be stopped: by one between them whom he is
        # free to attack. Where the squares for that are apart, it takes a man for each.
        if not self.blocking:
            return False
        left = left_over(model, arrangement)
        parting: set[str] = set()
        taken: set[Square] = set()
        needed = 0
        for man, other, between in clear_rays(arrangement):
            if not self.binds(man.kind, other.kind):
                continue
            kinds = [
                kind
                for kind in model.kinds
                if left[kind.name] and not self.binds(man.kind, kind.name)
            ]
            places = {square for square in between if any(k.may_stand(square) for k in kinds)}
            if not places:
                return True
            parting.update(kind.name for kind in kinds)
            if taken.isdisjoint(places):
                taken |= places
                needed += 1
        return needed > sum(left[kind] for kind in parting)

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        bound = [
            kind
            for kind in model.kinds
            if any(self.binds(kind.name, other.name) for other in model.kinds)
        ]
        return all(
            preserves_sight(symmetry, kind.piece, model.board, blocking=self.blocking)
            for kind in bound
        )

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        return no_attacks(model, variables, self.binds, blocking=self.blocking)

    def size(self, model: Placement) -> int:
        return peace_size(model, self.binds, blocking=self.blocking)
