"""Rules about attacked squares and pieces: domination, irredundance, degrees.

Domination: with S the squares where pieces can stand and D the pieces of the kinds that dominate, for all s
in S
    plain:        ∃ x ∈ D:  x stands on s, or x attacks s
    independent:  plain, and no x ∈ D attacks the square of any y ∈ D
    total:        ∃ x ∈ D:  x attacks s
    efficient:    exactly one x ∈ D stands on s or attacks s
In each variant, x covers s if the condition holds for x and s. With ``times=k`` at least k pieces cover
each square, with ``times=k..k`` exactly k. Minimal:  ∀ x ∈ D ∃ s:  x alone covers s.

Encoding: for each square, bounds on the pieces that may cover it; ``NonAttacking`` for independence. For
minimality a gate for each square, *at least two cover it*, and a clause for each piece: it does not stand,
or the gate of a square that it covers is false.

Irredundant: ∀ x ∈ D ∃ s:  x alone covers s, whether or not all squares are covered. Every subset of an
irredundant set is irredundant.

Degrees: for each piece x (of the kinds ``of``):  low ≤ #{pieces y of the kinds ``others`` : x attacks y} ≤
high, or with *y attacks x* in the other direction. These are degrees in a directed graph without parallel
arcs: x has one arc to each piece that it attacks.

Encoding: for each piece x that may stand, bounds on the literals *y stands, and is attacked by x*,
conditional on x.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar, Literal, get_args

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement, PlacedPiece, pieces_of
from nqsat.modelling.kinds import Bounds, Number
from nqsat.modelling.rules.attack_encoding import (
    AttackEncoding,
    Gates,
    attacked_from,
    blocking_cost,
)
from nqsat.modelling.rules.base import Bounded, Meaning, Rule, blocking_text, listed, named
from nqsat.modelling.rules.fields import FLAG, NAMES, NUMBER, Field, choice
from nqsat.modelling.rules.nonattacking import NonAttacking
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Clause, Constraint, Sum, Variables


def _times(value: Any) -> Number:
    with suppress(InvalidModel):
        number = Number(value) if type(value) is int else Number.parse(value)
        if number != Number():
            return number
    raise ValueError("expected an integer ≥ 1, or bounds: 2..2, 1..3")


def _written_times(number: Number) -> int | str:
    return number.low if number.high is None else f"{number.low}..{number.high}"


#: How often a square is covered: a whole number is the least.
TIMES = Field(
    _times,
    _written_times,
    lambda text: int(text) if re.fullmatch("-?[0-9]{1,9}", text, re.ASCII) else text,
    lambda number: [str(_written_times(number))],
)

Variant = Literal["plain", "independent", "total", "efficient"]
Direction = Literal["attacks", "attacked"]


@listed
@dataclass(frozen=True, slots=True)
class Domination(Rule):
    """Every square is occupied or attacked: the pieces dominate the board.

    Walls and holes need not be attacked. Pieces of other kinds cover no square, not even their own; with
    ``blocking`` they stop riders as all pieces do.

    Args:
        variant: ``"plain"``: a piece covers its own square and those that it attacks; ``"independent"``:
            the same, and no piece attacks another; ``"total"``: a piece covers only the squares that it
            attacks; ``"efficient"``: as plain, and each square is covered exactly once (a perfect code).
        kinds: the kinds that dominate, and are independent of one another; None for all.
        minimal: whether no dominating piece can be removed so that the rest still dominates: each covers
            a square that no other covers.
        blocking: whether a piece of any kind in between stops a rider.
        times: how many pieces cover each square, in plain and total: ``2`` for at least two, ``"2..2"``
            for exactly two, ``"1..3"``; None for at least one.

    Raises:
        InvalidModel: an unknown variant, ``kinds`` is empty, ``minimal`` together with ``blocking``, or
            ``times`` together with ``minimal``, independent or efficient.
    """

    name: ClassVar[str] = "domination"
    example: ClassVar[str] = "domination=total"
    fields: ClassVar[Mapping[str, Field]] = {
        "variant": choice(*get_args(Variant)),
        "kinds": NAMES,
        "minimal": FLAG,
        "blocking": FLAG,
        "times": TIMES,
    }
    variant: Variant = "plain"
    kinds: tuple[str, ...] | None = None
    minimal: bool = False
    blocking: bool = False
    times: Bounds | None = None

    @property
    def sentence(self) -> str:
        by = "" if self.kinds is None else f" by a {named(self.kinds)}"
        what = "is attacked" if self.variant == "total" else "is occupied or attacked"
        covered = "is covered (occupied or attacked)"  # a piece on the square counts as one
        if self.variant == "efficient":
            what = f"{covered} exactly once"
        elif self.times is not None:
            exactly = "exactly " if self.bounds.low == self.bounds.high else ""
            what = what if self.variant == "total" else covered
            what += f" {exactly}{self.bounds.words} times"
        peace = ", and no piece attacks another" if self.variant == "independent" else ""
        minimal = ", and each piece is needed for that" if self.minimal else ""
        return f"Every square {what}{by}{peace}{minimal}{blocking_text(self)}."

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        if self.minimal and self.blocking:
            reason = "is not defined with blocking: a piece taken away opens lines; leave one of them out"
            raise InvalidModel("minimal", reason)
        if self.times is not None and (
            self.minimal or self.variant in ("independent", "efficient")
        ):
            other = "minimal" if self.minimal else self.variant
            raise InvalidModel("times", f"is not defined with {other}; leave one of them out")

    @property
    def of_attacks(self) -> bool:
        return self.variant in ("independent", "efficient")

    @property
    def shares(self) -> str:
        return "which kinds are independent" if self.variant == "independent" else ""

    @property
    def bounds(self) -> Number:
        """The bounds on the number of pieces that cover each square."""
        if isinstance(self.times, Number):
            return self.times
        return Number(1, 1 if self.variant == "efficient" else None)

    @property
    def _most(self) -> int | None:
        """The most pieces that may cover a square, for the meaning: it shares nothing with the formula."""
        if self.variant == "efficient":
            return 1
        return self.times.high if isinstance(self.times, Number) else None

    def holds(self, arrangement: Arrangement) -> bool:
        covers = self._covers(arrangement)
        times = Counter(chain.from_iterable(covers))
        least = self.times.low if isinstance(self.times, Number) else 1
        most = len(covers) if self._most is None else self._most
        if not all(least <= times[square] <= most for square in arrangement.board.squares):
            return False
        if self.variant == "independent" and not self._non_attacking().holds(arrangement):
            return False
        return not self.minimal or _irredundant(covers)

    def _covers(self, arrangement: Arrangement) -> list[AbstractSet[Square]]:
        attacks = attacked_from(arrangement, blocking=self.blocking)
        own = self.variant != "total"
        pieces = pieces_of(arrangement, self.kinds)
        attacked = ((piece, attacks(piece.kind, piece.square)) for piece in pieces)
        return [seen | {piece.square} if own else seen for piece, seen in attacked]

    def image(self, change: Change) -> Domination | None:
        return self.moved_with_attacks(change, self.kinds, blocking=self.blocking)

    def relaxation(self, setting: Setting) -> Meaning | None:
        if self._most is not None and not self.blocking:
            return self._covers_no_square_too_often
        return self._non_attacking().relaxation(setting) if self.variant == "independent" else None

    def _covers_no_square_too_often(self, arrangement: Arrangement) -> bool:
        times = Counter(chain.from_iterable(self._covers(arrangement)))
        return self._most is None or max(times.values(), default=0) <= self._most

    def _non_attacking(self) -> NonAttacking:
        kinds = self.kinds
        pairs = None if kinds is None else frozenset((a, b) for a in kinds for b in kinds)
        return NonAttacking(pairs, self.blocking)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        sight = AttackEncoding(setting, variables, blocking=self.blocking)
        pieces = sight.pieces(self.kinds)
        covered, covering = _covering(pieces, setting.board, sight, own=self.variant != "total")
        for literals in covering.values():
            yield Sum(self.bounds.low, self.bounds.high, tuple(literals))
        if self.variant == "independent":
            yield from self._non_attacking().lower(setting, variables)
        if self.minimal:
            yield from _private_square_clauses(pieces, covered, covering, sight)
        yield from sight.definitions

    def cost(self, setting: Setting) -> int:
        covering = setting.most_attacks(self.kinds)
        gates = 30 * covering if self.minimal else 0
        peace = self._non_attacking().cost(setting) if self.variant == "independent" else 0
        return covering + gates + peace + (blocking_cost(setting) if self.blocking else 0)


@listed
@dataclass(frozen=True, slots=True)
class Irredundant(Rule):
    """Each piece covers a square that no other covers; it may be its own.

    Args:
        kinds: the kinds that the rule applies to; None for all. Pieces of other kinds cover nothing.
    """

    name: ClassVar[str] = "irredundant"
    fields: ClassVar[Mapping[str, Field]] = {"kinds": NAMES}
    of_attacks = True
    kinds: tuple[str, ...] | None = None

    @property
    def sentence(self) -> str:
        which = "which may be its own, that no other covers"
        return f"Each {named(self.kinds)} covers a square, {which}."

    def holds(self, arrangement: Arrangement) -> bool:
        attacks = attacked_from(arrangement)
        pieces = pieces_of(arrangement, self.kinds)
        return _irredundant(
            [attacks(piece.kind, piece.square) | {piece.square} for piece in pieces]
        )

    def image(self, change: Change) -> Irredundant | None:
        return self.moved_with_attacks(change, self.kinds, blocking=False)

    def relaxation(self, setting: Setting) -> Meaning:
        return self.holds

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        sight = AttackEncoding(setting, variables, blocking=False)
        pieces = sight.pieces(self.kinds)
        covered, covering = _covering(pieces, setting.board, sight)
        yield from _private_square_clauses(pieces, covered, covering, sight)
        yield from sight.definitions

    def cost(self, setting: Setting) -> int:
        return 31 * setting.most_attacks(self.kinds)


def _covering(
    pieces: Mapping[PlacedPiece, int], board: Board, sight: AttackEncoding, *, own: bool = True
) -> tuple[dict[PlacedPiece, list[Square]], dict[Square, list[int]]]:
    """Return the squares that each piece may cover; for each square the literals that it is covered."""
    covered = {x: sorted({*sight.targets(x), *([x.square] if own else ())}) for x in pieces}
    covering: dict[Square, list[int]] = {square: [] for square in board.squares}
    for piece, squares in covered.items():
        for square in squares:
            literal = pieces[piece] if square == piece.square else sight.attack(piece, square)
            if literal:
                covering[square].append(literal)
    return covered, covering


def _private_square_clauses(
    pieces: Mapping[PlacedPiece, int],
    covered: Mapping[PlacedPiece, Iterable[Square]],
    covering: Mapping[Square, Sequence[int]],
    gates: Gates,
) -> Iterator[Constraint]:
    """Yield clauses: for each piece on the board, some square that it covers is not covered twice."""
    twice = {square: _two_at_least(gates, x) for square, x in covering.items()}
    for piece, stands in pieces.items():
        others = [twice[square] for square in covered[piece]]
        if None not in others:
            yield Clause((-stands, *(-gate for gate in others if gate)))


def _irredundant(covers: Sequence[AbstractSet[Square]]) -> bool:
    """Whether each of the sets has an element that is in no other."""
    times = Counter(chain.from_iterable(covers))
    return all(any(times[square] == 1 for square in cover) for cover in covers)


def _two_at_least(gates: Gates, literals: Sequence[int]) -> int | None:
    """Return a literal that is true exactly if at least two of ``literals`` are; None if that cannot be."""
    if not literals:
        return None
    one, two = literals[0], None
    for literal in literals[1:]:
        both = gates.every([one, literal])
        two = both if two is None else gates.some([two, both])
        one = gates.some([one, literal])
    return two


@listed
@dataclass(frozen=True, slots=True)
class Degrees(Bounded):
    """Every piece attacks, or is attacked by, a given number of others.

    Args:
        number: how many: ``2``, ``"1..3"``, ``"1.."``, ``"..1"``.
        direction: ``"attacks"`` counts the pieces that a piece attacks, ``"attacked"`` its attackers.
        of: the kinds that the rule applies to; None for all.
        others: the kinds whose pieces are counted; None for all.
        blocking: whether a piece of any kind in between stops a rider.

    Raises:
        InvalidModel: the number or the direction cannot be read, or ``of`` or ``others`` is empty.
    """

    name: ClassVar[str] = "degrees"
    example: ClassVar[str] = "degrees=1..2,direction=attacked"
    unsaid: ClassVar[Mapping[str, str]] = {
        "blocking": "pieces in between do not block an attack: blocking asks that they do"
    }
    of_attacks = True
    fields: ClassVar[Mapping[str, Field]] = {
        "number": NUMBER,
        "direction": choice(*get_args(Direction)),
        "of": NAMES,
        "others": NAMES,
        "blocking": FLAG,
    }
    number: Number | int | str
    direction: Direction = "attacks"
    of: tuple[str, ...] | None = None
    others: tuple[str, ...] | None = None
    blocking: bool = False

    @property
    def sentence(self) -> str:
        voice = "attacks" if self.direction == "attacks" else "is attacked by"
        others = "others" if self.others is None else named(self.others)
        number = self.bounds.words
        return f"Each {named(self.of)} {voice} {number} {others}{blocking_text(self)}."

    def holds(self, arrangement: Arrangement) -> bool:
        attacked = attacked_from(arrangement, blocking=self.blocking)
        seen = {piece: attacked(piece.kind, piece.square) for piece in arrangement.pieces}
        return all(self.allows(degree) for degree in self._degrees(seen))

    def _degrees(self, seen: Mapping[PlacedPiece, AbstractSet[Square]]) -> Iterator[int]:
        """Yield the degree of each piece that the rule binds; ``seen`` maps a piece to what it attacks."""
        for piece in seen:
            if self.of is not None and piece.kind not in self.of:
                continue
            others = [other for other in seen if self.others is None or other.kind in self.others]
            if self.direction == "attacks":
                yield sum(other.square in seen[piece] for other in others)
            else:
                yield sum(piece.square in seen[other] for other in others)

    def image(self, change: Change) -> Degrees | None:
        attacking = self.of if self.direction == "attacks" else self.others
        return self.moved_with_attacks(change, attacking, blocking=self.blocking)

    def relaxation(self, setting: Setting) -> Meaning | None:
        # Removing a blocking piece may add attacks.
        return None if self.blocking else self.without_low()

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        sight = AttackEncoding(setting, variables, blocking=self.blocking)
        names = [kind.name for kind in setting.named(self.others)]
        for piece, stands in sight.pieces(self.of).items():
            if self.direction == "attacks":
                literals = _attack_literals(piece, names, sight, variables)
            else:
                literals = sight.onto(piece.square, names)
            yield from sight.bounded_if(stands, self.bounds, literals)
        yield from sight.definitions

    def cost(self, setting: Setting) -> int:
        cells = setting.board.rows * setting.board.columns
        degree = setting.most_attacks() // max(cells, 1) * len(setting.kinds)
        bound = self.bounds.low if self.bounds.high is None else self.bounds.high
        counters = cells * len(setting.kinds) * degree * min(bound + 1, degree) * 10
        return counters + (blocking_cost(setting) if self.blocking else 0)


def _attack_literals(
    piece: PlacedPiece, kinds: Iterable[str], sight: AttackEncoding, variables: Variables
) -> list[int]:
    """Return, for each piece of these kinds, the literal *this piece attacks it*, if this piece stands."""
    literals: list[int] = []
    for target in sorted(sight.targets(piece)):
        seen = sight.attack(piece, target)
        for kind in kinds:
            there = variables.at(kind, target)
            if seen and there:
                free = seen == variables.at(
                    piece.kind, piece.square
                )  # no piece could be in the way
                literals.append(there if free else sight.every([seen, there]))
    return literals
