"""Every man attacks, or is attacked by, so many others.

For every man x (of the kinds ``of``):  low ≤ #{men y of the kinds ``others`` : x attacks y} ≤ high,
or with *y attacks x* in the other direction. The degrees of a graph: x has an arc to each man whom he
attacks, one arc even if he has several ways.

Encoding: for each man x who may stand, bounds on the literals *y stands, and is attacked by x*, which
hold if x stands; how they become clauses is in ``thresholds``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self, get_args

from nqsat.chess import most_attacks
from nqsat.modelling.rules.base import Bounded, check_kinds
from nqsat.modelling.rules.fields import FLAG, NAMES, NUMBER, Choice
from nqsat.modelling.rules.gates import conjunction
from nqsat.modelling.rules.leftover import left_over
from nqsat.modelling.rules.sight import (
    Sight,
    attacked_from,
    preserves_sight,
    sight_size,
    surely_attacked,
)
from nqsat.modelling.rules.thresholds import bounded_if

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from nqsat.chess import Board, Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement, Man
    from nqsat.modelling.kinds import Number
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Clause, Constraint, Variables

__all__ = ["Degrees"]

Direction = Literal["attacks", "attacked"]


@dataclass(frozen=True, slots=True)
class Degrees(Bounded):
    """Every man attacks, or is attacked by, so many men: ``Degrees(2)``, ``Degrees("1..")``.

    Args:
        number: how many: ``2``, ``"1..3"``, ``"1.."``, ``"..1"``.
        direction: ``"attacks"`` counts the men whom a man attacks, ``"attacked"`` those who attack him.
        of: the kinds of whose men this is required; None for all.
        others: the kinds whose men are counted; None for all.
        blocking: whether a man in between stops a rider, whatever his kind.

    Raises:
        InvalidModel: a number or a direction that cannot be read, or no kinds at all.
    """

    name: ClassVar[str] = "degrees"
    fields: ClassVar[Mapping[str, RuleField]] = {
        "number": NUMBER,
        "direction": Choice(get_args(Direction)),
        "of": NAMES,
        "others": NAMES,
        "blocking": FLAG,
    }
    number: Number | int | str
    direction: Direction = "attacks"
    of: tuple[str, ...] | None = None
    others: tuple[str, ...] | None = None
    blocking: bool = False

    def check(self, model: Placement) -> None:
        check_kinds(model, self.of or (), "of")
        check_kinds(model, self.others or (), "others")

    # -- meaning -------------------------------------------------------------------------

    @property
    def of_attacks(self) -> bool:
        return True

    def holds(self, arrangement: Arrangement) -> bool:
        attacked = attacked_from(arrangement, blocking=self.blocking)
        seen = {man: attacked(man.kind, man.square) for man in arrangement.men}
        return all(degree in self.bounds for degree in self._degrees(seen))

    def _degrees(self, seen: Mapping[Man, AbstractSet[Square]]) -> Iterator[int]:
        """Of each man who is bound, how many count; ``seen`` is what each man attacks."""
        for man in seen:
            if self.of is not None and man.kind not in self.of:
                continue
            others = [other for other in seen if self.others is None or other.kind in self.others]
            if self.direction == "attacks":
                yield sum(other.square in seen[man] for other in others)
            else:
                yield sum(man.square in seen[other] for other in others)

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        attacking = self.of if self.direction == "attacks" else self.others
        return all(
            preserves_sight(symmetry, kind.piece, model.board, blocking=self.blocking)
            for kind in model.kinds
            if attacking is None or kind.name in attacking
        )

    # -- pruning -------------------------------------------------------------------------

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        # One more man adds at most one to a degree, and takes nothing from what is sure.
        low, high = self.bounds.low, self.bounds.high
        if low:
            attacked = attacked_from(arrangement, blocking=self.blocking)
            seen = {man: attacked(man.kind, man.square) for man in arrangement.men}
            left = sum(
                number
                for kind, number in left_over(model, arrangement).items()
                if self.others is None or kind in self.others
            )
            if any(degree + left < low for degree in self._degrees(seen)):
                return True
        if high is None:
            return False
        sure = {man: surely_attacked(model, man, blocking=self.blocking) for man in arrangement.men}
        return any(degree > high for degree in self._degrees(sure))

    # -- encoding ------------------------------------------------------------------------

    def lower(self, model: Placement, variables: Variables) -> Iterator[Constraint]:
        sight = Sight(model, variables, blocking=self.blocking)
        names = [
            kind.name for kind in model.kinds if self.others is None or kind.name in self.others
        ]
        for man in sight.men(self.of):
            stands = variables.at(man.kind, man.square)
            if stands is None:
                continue
            if self.direction == "attacks":
                literals, gates = _whom(man, names, sight, variables)
                yield from gates
            else:
                literals = sight.onto(man.square, names)
            yield from bounded_if(variables, stands, self.bounds, literals)
        yield from sight.definitions

    def size(self, model: Placement) -> int:
        cells = model.board.rows * model.board.columns
        attacks = sum(most_attacks(kind.piece, model.board) for kind in model.kinds)
        degree = attacks // max(cells, 1) * len(model.kinds)
        bound = self.bounds.low if self.bounds.high is None else self.bounds.high
        counters = cells * len(model.kinds) * degree * min(bound + 1, degree) * 10
        return counters + (sight_size(model) if self.blocking else 0)


def _whom(
    man: Man, kinds: list[str], sight: Sight, variables: Variables
) -> tuple[tuple[int, ...], list[Clause]]:
    """If this man stands: a literal for each man of these kinds, *he is attacked by this one*."""
    literals: list[int] = []
    gates: list[Clause] = []
    for target in sorted(sight.targets(man)):
        seen = sight.attack(man, target)
        for kind in kinds:
            there = variables.at(kind, target)
            if seen is None or there is None:
                continue
            if seen != variables.at(man.kind, man.square):  # somebody could be in the way
                there, clauses = conjunction(variables, [seen, there])
                gates += clauses
            literals.append(there)
    return tuple(literals), gates
