"""Every square is occupied or attacked by the men who dominate.

With S the squares where men can stand and D the men of the kinds that dominate, for every s in S:
    plain:        ∃ x ∈ D:  x stands on s, or x attacks s
    independent:  plain, and no x ∈ D attacks the square of any y ∈ D
    total:        ∃ x ∈ D:  x attacks s
What x covers is what he can be named for here. Minimal:  ∀ x ∈ D ∃ s:  x alone covers s.

Encoding: a clause for each square, of all who may cover it; ``NonAttacking`` for independence. For
minimality a gate for each square, *two at least cover it*, and a clause for each man: he stands not, or one
of the gates of what he covers is false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Literal, get_args

from nqsat.chess import Square, most_attacks
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.rules.base import Meaning, Rule
from nqsat.modelling.rules.fields import FLAG, NAMES, Choice, RuleField
from nqsat.modelling.rules.gates import conjunction, disjunction
from nqsat.modelling.rules.nonattacking import NonAttacking
from nqsat.modelling.rules.sight import Sight, attacked_from, sight_cost
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Clause, Constraint, Variables

Variant = Literal["plain", "independent", "total"]


@dataclass(frozen=True, slots=True)
class Domination(Rule):
    """The men dominate the board: every square where a man can stand is covered by one of them.

    Walls and holes need not be attacked. Men of other kinds dominate nothing, not even the squares that
    they occupy; with ``blocking`` they are in the way as everybody is.

    Args:
        variant: ``"plain"``: a man covers what he attacks and his own square; ``"independent"``: so too,
            and none of the men attacks another; ``"total"``: a man covers what he attacks.
        kinds: whose men dominate, and are independent of one another; None for all.
        minimal: whether no man who dominates can be taken away, the rest dominating still: each has a
            square that he alone covers.
        blocking: whether a man in between stops a rider, whatever his kind.

    Raises:
        InvalidModel: an unknown variant, no kinds at all, or ``minimal`` together with ``blocking``.
    """

    name: ClassVar[str] = "domination"
    fields: ClassVar[Mapping[str, RuleField]] = {
        "variant": Choice(get_args(Variant)),
        "kinds": NAMES,
        "minimal": FLAG,
        "blocking": FLAG,
    }
    variant: Variant = "plain"
    kinds: tuple[str, ...] | None = None
    minimal: bool = False
    blocking: bool = False

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        if self.minimal and self.blocking:
            reason = (
                "is not defined with blocking: who is taken away opens lines; leave one of them out"
            )
            raise InvalidModel("minimal", reason)

    @property
    def of_attacks(self) -> bool:
        return self.variant == "independent"

    def dominates(self, kind: str) -> bool:
        """Whether the men of a kind dominate."""
        return self.kinds is None or kind in self.kinds

    # -- meaning -------------------------------------------------------------------------

    def holds(self, arrangement: Arrangement) -> bool:
        attacks = attacked_from(arrangement, blocking=self.blocking)
        men = (man for man in arrangement.men if self.dominates(man.kind))
        attacked = {man: attacks(man.kind, man.square) for man in men}
        own = self.variant != "total"
        covers = [seen | {man.square} if own else seen for man, seen in attacked.items()]
        if len(set().union(*covers)) < len(arrangement.board.squares):
            return False
        if self.variant == "independent":
            squares = {man.square for man in attacked}
            if not all(map(squares.isdisjoint, attacked.values())):
                return False
        return not self.minimal or _irredundant(covers)

    def image(self, change: Change) -> Domination | None:
        kept = change.keeps_sight(self.kinds, blocking=self.blocking)
        return self.moved(change) if kept else None

    def weaker(self, setting: Setting) -> Meaning | None:
        return self._peace().weaker(setting) if self.variant == "independent" else None

    def _peace(self) -> NonAttacking:
        """The rule that those who dominate do not attack one another."""
        kinds = self.kinds
        pairs = None if kinds is None else frozenset((a, b) for a in kinds for b in kinds)
        return NonAttacking(pairs, self.blocking)

    # -- encoding ------------------------------------------------------------------------

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        sight = Sight(setting, variables, blocking=self.blocking)
        men = sight.men(self.kinds)
        covering: dict[Square, list[int]] = {square: [] for square in setting.board.squares}
        for man in men:
            for square in self._may_cover(man, sight):
                own = square == man.square
                literal = variables.at(man.kind, square) if own else sight.attack(man, square)
                if literal:
                    covering[square].append(literal)
        for literals in covering.values():
            yield Clause(tuple(literals))
        if self.variant == "independent":
            yield from self._peace().lower(setting, variables)
        if self.minimal:
            twice: dict[Square, int | None] = {}
            for square, literals in covering.items():
                twice[square], clauses = _two_at_least(variables, literals)
                yield from clauses
            for man in men:
                stands = variables.at(man.kind, man.square)
                gates = [twice[square] for square in self._may_cover(man, sight)]
                if stands and None not in gates:
                    yield Clause((-stands, *(-gate for gate in gates if gate)))
        yield from sight.definitions

    def _may_cover(self, man: Man, sight: Sight) -> list[Square]:
        """The squares that a man covers if nobody is in his way."""
        own = () if self.variant == "total" else (man.square,)
        return sorted({*sight.targets(man), *own})

    def cost(self, setting: Setting) -> int:
        kinds = [kind for kind in setting.kinds if self.dominates(kind.name)]
        covering = sum(most_attacks(kind.piece, setting.board) for kind in kinds)
        gates = 30 * covering if self.minimal else 0
        peace = self._peace().cost(setting) if self.variant == "independent" else 0
        return covering + gates + peace + (sight_cost(setting) if self.blocking else 0)


def _irredundant(covers: Sequence[AbstractSet[Square]]) -> bool:
    """Whether each of the sets has an element that none of the others has."""
    times = Counter(chain.from_iterable(covers))
    return all(any(times[square] == 1 for square in cover) for cover in covers)


def _two_at_least(variables: Variables, literals: Sequence[int]) -> tuple[int | None, list[Clause]]:
    """A literal that is true exactly if two of ``literals`` are, and its clauses; None if never."""
    one, two = None, None
    definitions: list[Clause] = []
    for literal in literals:
        if one is None:
            one = literal
            continue
        both, clauses = conjunction(variables, [one, literal])
        two, more = disjunction(variables, [both] if two is None else [two, both])
        one, rest = disjunction(variables, [one, literal])
        definitions += [*clauses, *more, *rest]
    return two, definitions
