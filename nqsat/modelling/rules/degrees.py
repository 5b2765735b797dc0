"""Every man attacks, or is attacked by, so many others.

For every man x (of the kinds ``of``):  low ≤ #{men y of the kinds ``others`` : x attacks y} ≤ high,
or with *y attacks x* in the other direction. The degrees of a graph: x has an arc to each man whom he
attacks, one arc even if he has several ways.

Encoding: for each man x who may stand, bounds on the literals *y stands, and is attacked by x*, which
hold if x stands; how they become clauses is in ``gates``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from nqsat.chess import Square, most_attacks
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.base import Bounded, Meaning
from nqsat.modelling.rules.fields import FLAG, NAMES, NUMBER, Choice, RuleField
from nqsat.modelling.rules.gates import bounded_if, conjunction
from nqsat.modelling.rules.sight import Sight, attacked_from, sight_cost
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Clause, Constraint, Variables

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
    of_attacks = True
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

    # -- meaning -------------------------------------------------------------------------

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

    def image(self, change: Change) -> Degrees | None:
        attacking = self.of if self.direction == "attacks" else self.others
        return self.moved(change) if change.keeps_sight(attacking, blocking=self.blocking) else None

    def weaker(self, setting: Setting) -> Meaning | None:
        # Who is taken away may have been in the way.
        return None if self.blocking else self.without_low()

    # -- encoding ------------------------------------------------------------------------

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        sight = Sight(setting, variables, blocking=self.blocking)
        names = [kind.name for kind in setting.named(self.others)]
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

    def cost(self, setting: Setting) -> int:
        cells = setting.board.rows * setting.board.columns
        attacks = sum(most_attacks(kind.piece, setting.board) for kind in setting.kinds)
        degree = attacks // max(cells, 1) * len(setting.kinds)
        bound = self.bounds.low if self.bounds.high is None else self.bounds.high
        counters = cells * len(setting.kinds) * degree * min(bound + 1, degree) * 10
        return counters + (sight_cost(setting) if self.blocking else 0)


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
