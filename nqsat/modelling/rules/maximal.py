"""Nothing can be added: whoever stood on an empty square would attack somebody, or be attacked.

For every kind k and every empty square s where k may stand, there is a man y on t, of a kind that the rule
binds to k, with  t ∈ attacks(k, s)  or  s ∈ attacks(y, t).

Encoding: a clause for each k and s: somebody stands on s, or one of those men stands where he is met. With
blocking, *he stands, and nobody in between* is a gate, the same for both directions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from nqsat.chess import Square, attackers, most_attacks
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.kinds import Kind
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import FLAG, PAIRS, RuleField
from nqsat.modelling.rules.gates import conjunction
from nqsat.modelling.rules.nonattacking import NonAttacking
from nqsat.modelling.rules.sight import Sight, attacked_from, sight_cost
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Clause, Constraint, Variables


@dataclass(frozen=True, slots=True)
class Maximal(Rule):
    """No man can be added to those who stand without an attack, in either direction.

    It does not say that those who stand attack nobody: ``[NonAttacking(), Maximal()]`` says both. Who is
    added keeps to the squares of his kind; numbers and presets do not bind him. So a man of a kind that
    is bound to nobody could be added wherever a square of his is empty.

    Args:
        between: the pairs of kinds, by name, whose attacks count; None for all. As in ``NonAttacking``.
        blocking: whether a man in between shelters those behind him, whatever his kind.
    """

    name: ClassVar[str] = "maximal"
    of_attacks = True
    fields: ClassVar[Mapping[str, RuleField]] = {"between": PAIRS, "blocking": FLAG}
    between: frozenset[tuple[str, str]] | None = None
    blocking: bool = False

    @property
    def _peace(self) -> NonAttacking:
        """The rule that a man who is added would break."""
        return NonAttacking(self.between, self.blocking)

    def holds(self, arrangement: Arrangement) -> bool:
        occupied = {man.square for man in arrangement.men}
        attacked = attacked_from(arrangement, blocking=self.blocking)
        binds = self._peace.binds
        for kind in arrangement.kinds:
            men = [man for man in arrangement.men if binds(man.kind, kind.name)]
            squares = {man.square for man in men}
            threatened = set().union(*(attacked(man.kind, man.square) for man in men))
            for square in arrangement.board.squares:
                if square in occupied or square in threatened or not kind.may_stand(square):
                    continue
                if squares.isdisjoint(attacked(kind.name, square)):
                    return False
        return True

    def image(self, change: Change) -> Maximal | None:
        bound = self._peace.bound(change.source)
        return self.moved(change) if change.keeps_sight(bound, blocking=self.blocking) else None

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        return _Encoding(setting, variables, self).clauses()

    def cost(self, setting: Setting) -> int:
        attacks = sum(most_attacks(kind.piece, setting.board) for kind in setting.kinds)
        between = sight_cost(setting) if self.blocking else 0
        return 2 * (len(setting.kinds) * attacks + between)


class _Encoding:
    """The clauses, and the gates that they share."""

    def __init__(self, setting: Setting, variables: Variables, rule: Maximal) -> None:
        self._setting = setting
        self._variables = variables
        self._binds = rule._peace.binds
        self._blocking = rule.blocking
        self._sight = Sight(setting, variables, blocking=rule.blocking)
        self._gates: dict[tuple[int, ...], int] = {}
        self._definitions: list[Clause] = []

    def clauses(self) -> Iterator[Clause]:
        for kind in self._setting.kinds:
            for square in self._setting.board.squares:
                if kind.may_stand(square):
                    met: set[int] = set()
                    for other in self._setting.kinds:
                        if self._binds(kind.name, other.name):
                            met.update(self._meeting(Man(square, kind.name), other))
                    yield Clause((*self._sight.occupied(square), *sorted(met)))
        yield from self._definitions

    def _meeting(self, man: Man, other: Kind) -> Iterator[int]:
        """The literals of men of another kind whom a man would attack, or who would attack him."""
        for target in self._sight.targets(man):
            yield from self._stands(Man(target, other.name), man, target)
        for start in attackers(other.piece, self._setting.board)[man.square]:
            them = Man(start, other.name)
            yield from self._stands(them, them, man.square)

    def _stands(self, them: Man, who: Man, target: Square) -> Iterator[int]:
        """The literals *they stand, and nobody between*, for each way of ``who`` to a target."""
        stands = self._variables.at(them.kind, them.square)
        if stands and not self._blocking:
            yield stands
        elif stands:
            for way in self._sight.ways(who, target):
                yield self._gate((stands, *sorted(-x for x in way)))

    def _gate(self, literals: tuple[int, ...]) -> int:
        if literals not in self._gates:
            self._gates[literals], clauses = conjunction(self._variables, literals)
            self._definitions += clauses
        return self._gates[literals]
