"""Cardinality rules over literals: low ≤ number of true literals ≤ high.

A literal says that a piece of a kind stands on a square, or with ``~`` that none does. At least one of them
is a clause; at least one of ~a, ~b, c says that a and b imply c. Encoding: one cardinality constraint; a
literal for a square that its kind may not occupy is a constant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from nqsat.errors import InvalidModel, InvalidNotation
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.base import Meaning, Rule, listed
from nqsat.modelling.rules.fields import COMMA, NUMBER, Field
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint, Sum, Variables

#: The default bounds: at least one literal is true, so the rule is a clause.
ONE_OR_MORE = Number(1)

_LITERAL = re.compile(r"(~?)([^~@\s][^@\s]*)@([^@\s]*)")
_SQUARE = re.compile(r"[a-z]{1,6}[1-9][0-9]{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Stands:
    """A literal: a piece of a kind stands on a square; ``~literal`` says that none does.

    >>> ~Stands("Q", "c4")
    ~Q@c4

    Args:
        kind: the name of the kind.
        square: the square, in algebraic notation: ``"c4"``.
        negated: whether it says that no piece of the kind stands there.

    Raises:
        InvalidNotation: the square is not in this notation.
    """

    kind: str
    square: str
    negated: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or type(self.negated) is not bool:
            reason = "is the name of a kind, a square, and whether it is negated"
            raise InvalidModel("literal", reason)
        if not _SQUARE.fullmatch(str(self.square)):
            raise InvalidNotation("square", str(self.square), "write a file and a rank, as in c4")

    @classmethod
    def parse(cls, text: str) -> Stands:
        """Parse a literal written ``Q@c4`` or ``~Q@c4``; raise ``InvalidNotation`` for another text."""
        match = _LITERAL.fullmatch(text)
        if match is None:
            reason = "write PIECE@SQUARE or ~PIECE@SQUARE, as in ~Q@c4"
            raise InvalidNotation("literal", text, reason)
        return cls(match[2], match[3], match[1] == "~")

    def __invert__(self) -> Stands:
        return replace(self, negated=not self.negated)

    def __or__(self, other: Stands) -> Among:
        """At least one of the two is true; further ``|`` add literals."""
        return clause(self, other)

    def __rshift__(self, other: Stands) -> Among:
        """If this one is true, so is the other."""
        return implies(self, other)

    def __add__(self, other: Stands | LiteralSum) -> LiteralSum:
        return LiteralSum((self,)) + other

    def __radd__(self, other: int) -> LiteralSum:  # of sum(), which begins with 0
        return LiteralSum((self,)) if other == 0 else NotImplemented

    def __str__(self) -> str:
        return f"{'~' if self.negated else ''}{self.kind}@{self.square}"

    __repr__ = __str__

    def true_with(self, kind: str | None) -> bool:
        """Whether the literal is true if its square holds a piece of this kind; None: if it is empty."""
        return (kind == self.kind) != self.negated


@dataclass(frozen=True, slots=True)
class LiteralSum:
    """The number of true literals: ``a + b + c <= 1``, ``sum(some) >= 2``, ``(a + b).equals(1)``.

    Args:
        literals: the literals.
    """

    literals: tuple[Stands, ...]

    def __add__(self, other: Stands | LiteralSum) -> LiteralSum:
        more = (other,) if isinstance(other, Stands) else other.literals
        return LiteralSum((*self.literals, *more))

    def __le__(self, bound: int) -> Among:
        return at_most(bound, *self.literals)

    def __ge__(self, bound: int) -> Among:
        return at_least(bound, *self.literals)

    def equals(self, number: int) -> Among:
        """Exactly ``number`` literals are true; ``==`` compares values, as everywhere in Python."""
        return exactly(number, *self.literals)


def _read_literals(value: Any) -> tuple[Stands, ...]:
    several = isinstance(value, Iterable) and not isinstance(value, str)
    literals = tuple(map(_parse_literal, value if several else [value]))
    if not literals:
        raise ValueError("expected a literal at least: clause(model.at('Q', 'a1'))")
    if len(set(literals)) < len(literals):
        twice = Counter(literals).most_common(1)[0][0]
        raise ValueError(f"{twice} is named twice; name it once")
    return literals


#: Literals, of which a single one need not be in a list.
LITERALS = Field(
    _read_literals,
    write=lambda literals: [*map(str, literals)],
    parse=COMMA.split,
    rename=lambda literals, call: tuple(replace(x, kind=call(x.kind)) for x in literals),
)


@listed
@dataclass(frozen=True, slots=True, eq=False)
class Among(Rule):
    """A given number of these literals are true; by default, at least one.

    ``clause``, ``implies``, ``at_most``, ``at_least`` and ``exactly`` construct these rules.

    Args:
        literals: ``Stands`` values, as ``model.at("Q", "c4")`` returns them, or texts ``"~Q@c4"``; a single
            literal need not be in a list.
        number: how many: ``2``, ``"..3"``, ``"1..2"``.

    Raises:
        InvalidModel: there is no literal, or one is given twice.
    """

    name: ClassVar[str] = "among"
    example: ClassVar[str] = "among=Q@a1,~Q@b3,number=1"
    fields: ClassVar[Mapping[str, Field]] = {"literals": LITERALS, "number": NUMBER}
    literals: tuple[Stands, ...]
    number: Number = ONE_OR_MORE

    @property
    def sentence(self) -> str:
        number = Number.parse(self.number).words
        return f"Of {', '.join(map(str, self.literals))} there are {number}."

    def __repr__(self) -> str:
        return f"Among({[str(literal) for literal in self.literals]!r}, {str(self.number)!r})"

    def check(self, setting: Setting) -> None:
        Rule.check(self, setting)
        for literal in self.literals:
            try:
                setting.board.parse_square(literal.square)
            except InvalidModel as error:
                raise InvalidModel("literals", f"{literal}: {error.reason}") from None

    def __or__(self, other: Stands) -> Among:
        """Return this clause with one more literal."""
        if self.number != ONE_OR_MORE:
            raise InvalidModel("literals", f"{self!r} is not a clause; | goes between literals")
        return clause(*self.literals, other)

    def holds(self, arrangement: Arrangement) -> bool:
        board = arrangement.board
        content = {board.name(man.square): man.kind for man in arrangement.men}
        true = [literal.true_with(content.get(literal.square)) for literal in self.literals]
        return sum(true) in self.number

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        free: list[int] = []
        sure = 0
        for literal in self.literals:
            x = variables.at(literal.kind, setting.board.parse_square(literal.square))
            if x is None:  # no piece of the kind can stand there
                sure += literal.negated
            else:
                free.append(-x if literal.negated else x)
        low, high = max(0, self.number.low - sure), self.number.high
        yield Sum(low, None if high is None else high - sure, tuple(free))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Among) and self._canonical_form() == other._canonical_form()

    def __hash__(self) -> int:
        return hash(self._canonical_form())

    def _canonical_form(self) -> tuple[frozenset[Stands], int, int]:
        """The literals as a set, or their negations: low ≤ true ≤ high  ⇔  n - high ≤ false ≤ n - low."""
        total = len(self.literals)
        low = min(self.number.low, total + 1)
        high = total if self.number.high is None else min(self.number.high, total)
        ways = [
            (self.literals, low, high),
            ([~x for x in self.literals], total - high, total - low),
        ]
        literals, low, high = min(ways, key=lambda way: (sorted(map(str, way[0])), way[1:]))
        return frozenset(literals), low, high

    def image(self, change: Change) -> Among:
        here, there = change.source.board, change.target.board
        places = (there.name(change(here.parse_square(x.square))) for x in self.literals)
        kinds = (change.kinds[literal.kind] for literal in self.literals)
        moved = zip(self.literals, kinds, places, strict=True)
        literals = tuple(replace(x, kind=kind, square=place) for x, kind, place in moved)
        return replace(self, literals=literals)

    def relaxation(self, setting: Setting) -> Meaning | None:
        # Removing pieces can only make literals with ~ true and the others false.
        men = tuple(literal for literal in self.literals if not literal.negated)
        high = self.number.high
        return Among(men, Number(0, high)).holds if men and high is not None else None


def _parse_literal(literal: object) -> Stands:
    if isinstance(literal, str):
        return Stands.parse(literal)
    if not isinstance(literal, Stands):
        raise InvalidModel("literals", f"expected model.at('Q', 'a1'), got {literal!r}")
    return literal


def _listed(literals: Sequence[Any]) -> tuple[Any, ...]:
    """The literals one by one, or those of a list of them that is given alone."""
    alone = literals[0] if len(literals) == 1 else ""
    return tuple(literals if isinstance(alone, str) or not isinstance(alone, Iterable) else alone)


def clause(*literals: Stands | str | Iterable[Stands | str]) -> Among:
    """At least one of the literals is true; they may be given as a list, here and below."""
    return Among(_listed(literals))


def implies(premise: Stands | str | Iterable[Stands | str], conclusion: Stands | str) -> Among:
    """If all premises are true, so is the conclusion.

    Args:
        premise: one literal, or several.
        conclusion: one literal; write one rule for each conclusion.
    """
    premises = [premise] if isinstance(premise, str | Stands) else premise
    return clause(*(~_parse_literal(literal) for literal in premises), conclusion)


def at_most(bound: int, *literals: Stands | str | Iterable[Stands | str]) -> Among:
    """At most ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(0, bound))


def at_least(bound: int, *literals: Stands | str | Iterable[Stands | str]) -> Among:
    """At least ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(bound))


def exactly(bound: int, *literals: Stands | str | Iterable[Stands | str]) -> Among:
    """Exactly ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(bound, bound))
