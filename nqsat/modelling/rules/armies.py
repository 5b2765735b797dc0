"""Armies: pieces of different colours do not attack one another; pieces of one colour may.

For pieces a on s and b on t (s ≠ t) of colours c ≠ d:  t ∉ attacks(a, s)  and  s ∉ attacks(b, t).  A
piece's colour is the label of its kind, white in ``white:Q``; the rule does not apply to kinds without a
label.

Encoding without blocking: an unlimited two-way ride partitions the board into lines, and a piece that rides
along a line attacks all of it. So there is a gate for each line and colour, *some piece rides here*; at
most one gate of a line is true, and if one is, no piece of another colour stands on the line. The remaining
attacks (leaps, short and one-way rides, graphs) are pairs. With blocking: the clauses of ``NonAttacking``.
Armies of equal size:  w(1) + … + w(m) + ¬b(1) + … + ¬b(n) = n  for consecutive colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise, product
from typing import ClassVar

from nqsat.chess import Square, lines, opposite, rides_on
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.kinds import Kind, label_of
from nqsat.modelling.rules.attack_encoding import Gates, attacked_from, blocking_cost
from nqsat.modelling.rules.base import Meaning, Rule, blocking_text, listed
from nqsat.modelling.rules.fields import FLAG, Field
from nqsat.modelling.rules.nonattacking import NonAttacking, attacks_along
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import AtMost, Clause, Constraint, Exactly, Variables


@listed
@dataclass(frozen=True, slots=True)
class Armies(Rule):
    """No piece attacks a piece of another colour; ``equal`` armies have one size.

    A colour is a label of kinds: ``white:Q`` and ``black:Q``, any number of colours. Kinds without a label
    are neutral: they belong to no army, and may attack any piece and be attacked by any. With ``blocking``
    they stop riders as all pieces do.

    Args:
        equal: whether all armies have the same number of pieces, of any kinds.
        blocking: whether a piece of any colour in between stops a rider.
    """

    name: ClassVar[str] = "armies"
    example: ClassVar[str] = "armies=equal"
    unsaid: ClassVar[Mapping[str, str]] = {
        "equal": "armies may have different sizes: armies=equal asks for equal ones"
    }
    of_attacks = True
    shares = "which kinds have one colour"
    fields: ClassVar[Mapping[str, Field]] = {"equal": FLAG, "blocking": FLAG}
    equal: bool = False
    blocking: bool = False

    @property
    def sentence(self) -> str:
        equal = ", and all colours have the same number of pieces" if self.equal else ""
        peace = "Pieces of different colours do not attack one another"
        return f"{peace}{equal}{blocking_text(self)}."

    def check(self, setting: Setting) -> None:
        colours = armies_of(setting.kinds)
        if len(colours) < 2:
            found = f"the only one is {next(iter(colours))}" if colours else "there is none"
            reason = f"armies need two colours and {found}; write white:Q and black:Q"
            raise InvalidModel("pieces", reason)

    def holds(self, arrangement: Arrangement) -> bool:
        colour = {kind.name: kind.label for kind in arrangement.kinds}
        attacked = attacked_from(arrangement, blocking=self.blocking)
        sides = [
            (piece.square, colour[piece.kind]) for piece in arrangement.pieces if colour[piece.kind]
        ]
        for piece in arrangement.pieces:
            mine = colour[piece.kind]
            targets = attacked(piece.kind, piece.square) if mine else ()
            if any(side != mine and square in targets for square, side in sides):
                return False
        numbers = Counter(side for _, side in sides)
        return not self.equal or len({numbers[army] for army in armies_of(arrangement.kinds)}) == 1

    def image(self, change: Change) -> Armies | None:
        sides: dict[str, str] = {}
        for kind in change.source.kinds:
            side = change.target.kind(change.kinds[kind.name]).label
            if sides.setdefault(kind.label, side) != side or bool(kind.label) != bool(side):
                return None  # the change does not map armies to armies
        bound = [kind.name for kind in change.source.kinds if kind.label]
        return self if change.preserves_attacks(bound, blocking=self.blocking) else None

    def relaxation(self, setting: Setting) -> Meaning:
        return self.no_mutual_attacks(setting).relaxation(setting)

    def no_mutual_attacks(self, setting: Setting) -> NonAttacking:
        """Return the rule that pieces of different colours do not attack one another."""
        pairs = product((kind.name for kind in setting.kinds), repeat=2)
        return NonAttacking(frozenset((a, b) for a, b in pairs if _enemies(a, b)), self.blocking)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        if self.blocking:
            yield from self.no_mutual_attacks(setting).lower(setting, variables)
        else:
            yield from _ArmiesEncoding(setting, variables).constraints()
        if self.equal:
            squares = setting.board.squares
            armies = [
                tuple(x for kind in army for x in variables.group(kind.name, squares))
                for army in armies_of(setting.kinds).values()
            ]
            for army, other in pairwise(armies):
                yield Exactly(len(other), (*army, *(-x for x in other)))

    def cost(self, setting: Setting) -> int:
        return blocking_cost(setting) if self.blocking else 0


def armies_of(kinds: Iterable[Kind]) -> dict[str, list[Kind]]:
    """Return the kinds of each colour, without the neutral ones."""
    armies: dict[str, list[Kind]] = {}
    for kind in kinds:
        if kind.label:
            armies.setdefault(kind.label, []).append(kind)
    return armies


def _enemies(kind: str, other: str) -> bool:
    """Whether two kinds have different colours, such as white of ``white:Q``."""
    colours = label_of(kind), label_of(other)
    return "" not in colours and colours[0] != colours[1]


class _ArmiesEncoding:
    """The encoding without blocking."""

    def __init__(self, setting: Setting, variables: Variables) -> None:
        self._board = setting.board
        self._variables = variables
        self._gates = Gates(variables.fresh)
        self._kinds = [kind for kind in setting.kinds if kind.label]
        self._armies = armies_of(setting.kinds)
        self._rides = {kind.name: rides_on(kind.piece, setting.board) for kind in self._kinds}

    def constraints(self) -> Iterator[Constraint]:
        rides = chain.from_iterable(self._rides.values())
        unlimited = {ride.step for ride in rides if not ride.reach}
        for step in sorted(unlimited):
            if step > opposite(step):  # once for both directions
                for line in lines(self._board, step):
                    yield from self._line_constraints(line, step)
        yield from self._gates.definitions
        yield from self._pairs()

    def _rides_both_ways(self, kind: Kind, step: tuple[int, ...]) -> bool:
        """Whether a kind has an unlimited ride along a line in both directions."""
        rides = self._rides[kind.name]
        both = (step, 0) in rides and (opposite(step), 0) in rides
        return both and self._board.geometry.is_straight(step)

    def _line_constraints(
        self, line: tuple[Square, ...], step: tuple[int, ...]
    ) -> Iterator[Constraint]:
        """Yield constraints: a piece that rides along a line excludes pieces of other colours from it."""
        riders: dict[str, int] = {}
        others: dict[str, list[int]] = {}
        for colour, army in self._armies.items():
            here: list[int] = []
            others[colour] = []
            for kind in army:
                pieces = here if self._rides_both_ways(kind, step) else others[colour]
                pieces += self._variables.group(kind.name, line)
            if here and len(line) > 1:
                riders[colour] = self._gates.some(here)
        if len(riders) > 1:
            yield AtMost(1, tuple(riders.values()))
        for colour, rider in riders.items():
            for other, rest in others.items():
                if other != colour:
                    yield from (Clause((-rider, -x)) for x in rest)

    def _pairs(self) -> Iterator[Constraint]:
        """Yield clauses for the attacks that no line covers."""
        seen: set[tuple[int, int]] = set()
        for kind in self._kinds:
            hostile = [other for other in self._kinds if _enemies(kind.name, other.name)]
            rides = sorted(self._rides[kind.name])
            for square, target, ride in attacks_along(self._board, kind.piece, rides):
                for other in hostile:
                    sides = (kind, other)
                    along = ride and any(self._rides_both_ways(x, ride.step) for x in sides)
                    mine = self._variables.at(kind.name, square)
                    theirs = self._variables.at(other.name, target)
                    if mine and theirs and not along:
                        pair = min(mine, theirs), max(mine, theirs)
                        if pair not in seen:
                            seen.add(pair)
                            yield Clause((-pair[0], -pair[1]))
