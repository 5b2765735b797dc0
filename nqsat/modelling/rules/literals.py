"""Linear rules over literals: low ≤ Σ weight · literal ≤ high, where a true literal is 1 and a false one 0.

A literal says that a piece of a kind stands on a square, or with ``~`` that none does. At least one of them
is a clause; at least one of ~a, ~b, c says that a and b imply c. Python's operators write them:

    sum(model.at("Q", x) for x in ("a1", "c4")) == 1        3 * a + b <= 2        a - b < c        a | ~b

Encoding: one sum, in which a literal is repeated by its weight; a literal for a square that its kind may
not occupy is a constant. A number k that is left out needs an auxiliary variable g, which says on which
side of k the sum is: with the greatest value m,  sum + (m - k + 1) · g ≤ m,  sum + (k + 1) · g ≥ k + 1.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, ClassVar, NoReturn, TypeVar, cast

from nqsat.errors import InvalidModel, InvalidNotation, integer, no_truth
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.base import Meaning, Rule, listed
from nqsat.modelling.rules.fields import COMMA, NUMBER, NUMBERS, Field
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.text_helpers import runs_of
from nqsat.modelling.vocabulary import Constraint, Sum, Variables

#: The default bounds: at least one literal is true, so the rule is a clause.
ONE_OR_MORE = Number(1)

T = TypeVar("T")

_LITERAL = re.compile(r"(~?)([^~@*\s][^@*\s]*)@([^@\s]*)")
_WEIGHTED = re.compile(r"([1-9][0-9]{0,5})\*(.*)", re.ASCII)
_SQUARE = re.compile(r"[a-z]{1,6}[1-9][0-9]{0,8}", re.ASCII)
_NODE = re.compile(r"[^@\s]{1,80}")  # a node of a graph may have any name


class Linear(ABC):
    """What stands in sums: a literal, or a sum of literals with weights and a constant."""

    __slots__ = ()

    @property
    @abstractmethod
    def linear(self) -> LinearExpression:
        """The value as a sum."""

    def __add__(self, other: Linear | int) -> LinearExpression:
        return self.linear._plus(other, 1)

    def __radd__(self, other: int) -> LinearExpression:
        return self.linear._plus(other, 1)

    def __sub__(self, other: Linear | int) -> LinearExpression:
        return self.linear._plus(other, -1)

    def __rsub__(self, other: int) -> LinearExpression:
        return (-self)._plus(other, 1)

    def __mul__(self, weight: int) -> LinearExpression:
        return self.linear._times(weight)

    def __rmul__(self, weight: int) -> LinearExpression:
        return self.linear._times(weight)

    def __neg__(self) -> LinearExpression:
        return self.linear._times(-1)

    def __le__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(None, 0)

    def __lt__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(None, -1)

    def __ge__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(0, None)

    def __gt__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(1, None)


@dataclass(frozen=True, slots=True)
class Stands(Linear):
    """A literal: a piece of a kind stands on a square; ``~literal`` says that none does.

    >>> ~Stands("Q", "c4")
    ~Q@c4

    Args:
        kind: the name of the kind.
        square: the name of the square: ``"c4"``.
        negated: whether it says that no piece of the kind stands there.

    Raises:
        InvalidNotation: that is no name.
    """

    kind: str
    square: str
    negated: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or type(self.negated) is not bool:
            reason = "is the name of a kind, a square, and whether it is negated"
            raise InvalidModel("literal", reason)
        if not _NODE.fullmatch(str(self.square)):
            raise InvalidNotation("square", str(self.square), "write the name of a square, as c4")

    @classmethod
    def parse(cls, text: str, *, ranks: bool = True) -> Stands:
        """Parse a literal written ``Q@c4`` or ``~Q@c4``; raise ``InvalidNotation`` for another text.

        Without ``ranks`` a square may have any name, as on a graph.
        """
        match = _LITERAL.fullmatch(text)
        if match is None:
            reason = "write PIECE@SQUARE or ~PIECE@SQUARE, as in ~Q@c4; in sums 3*Q@c4, too"
            raise InvalidNotation("literal", text, reason)
        if ranks and not _SQUARE.fullmatch(match[3]):
            raise InvalidNotation("square", match[3], "write a file and a rank, as in c4")
        return cls(match[2], match[3], match[1] == "~")

    @property
    def linear(self) -> LinearExpression:
        """The literal as a sum of one."""
        return LinearExpression(((self, 1),))

    def __invert__(self) -> Stands:
        return replace(self, negated=not self.negated)

    def __or__(self, other: Stands) -> Among:
        """At least one of the two is true; further ``|`` add literals."""
        return clause(self, other)

    def __rshift__(self, other: Stands | Among) -> Among:
        """If this one is true, so is the other."""
        return implies(self, other)

    def __xor__(self, other: Stands) -> Among:
        """One of the two is true, and the other is false."""
        return xor(self, other)

    def __str__(self) -> str:
        return f"{'~' if self.negated else ''}{self.kind}@{self.square}"

    __repr__ = __str__

    def true_with(self, kind: str | None) -> bool:
        """Whether the literal is true if its square holds a piece of this kind; None: if it is empty."""
        return (kind == self.kind) != self.negated


@dataclass(frozen=True, slots=True, eq=False)
class LinearExpression(Linear):
    """A sum of literals with weights, and a constant: ``a + 3 * b - 1``. Comparisons make rules of it.

    ``==`` and ``!=`` make rules, too, so expressions have no equality and no hash of their own.

    Args:
        terms: literals with their weights.
        constant: what is added.
    """

    terms: tuple[tuple[Stands, int], ...] = ()
    constant: int = 0

    __hash__ = None  # type: ignore[assignment]

    @property
    def linear(self) -> LinearExpression:
        """The sum itself."""
        return self

    def __eq__(self, other: object) -> Among:  # type: ignore[override]
        return self._difference(other)._bounded(0, 0)

    def __ne__(self, other: object) -> Among:  # type: ignore[override]
        return self._difference(other)._bounded(None, None, but=0)

    def __repr__(self) -> str:
        words = [f"{weight}*{x}" if weight != 1 else str(x) for x, weight in self.terms]
        return " + ".join([*words, str(self.constant)] if self.constant or not words else words)

    def _difference(self, other: object) -> LinearExpression:
        if not isinstance(other, Linear) and integer(other) is None:
            raise InvalidModel("literals", f"compare a sum with a whole number, not {other!r}")
        return self._plus(cast("Linear | int", other), -1)

    def _plus(self, other: Linear | int, sign: int) -> LinearExpression:
        if isinstance(other, Linear):
            more = other.linear
            terms = (*self.terms, *((x, sign * weight) for x, weight in more.terms))
            return LinearExpression(terms, self.constant + sign * more.constant)
        number = integer(other)
        if number is None:
            raise InvalidModel("literals", f"add literals and whole numbers, not {other!r}")
        return LinearExpression(self.terms, self.constant + sign * number)

    def _times(self, weight: int) -> LinearExpression:
        factor = integer(weight)
        if factor is None:
            raise InvalidModel("literals", f"a weight is a whole number, not {weight!r}")
        terms = tuple((x, factor * weight) for x, weight in self.terms)
        return LinearExpression(terms, factor * self.constant)

    def normal_form(self) -> tuple[tuple[Stands, ...], int]:
        """Return an equal sum: literals of different squares or kinds, repeated by weight; a constant.

        A negative weight goes to the negation:  -w · x = w · ~x - w.

        Raises:
            InvalidModel: the weights are too large.
        """
        constant, weights = self.constant, dict[Stands, int]()
        for literal, weight in self.terms:  # w · ~x = w - w · x
            x, more = (~literal, -weight) if literal.negated else (literal, weight)
            constant += weight * literal.negated
            weights[x] = weights.get(x, 0) + more
        constant += sum(weight for weight in weights.values() if weight < 0)
        chosen = {~x if weight < 0 else x: abs(weight) for x, weight in weights.items()}
        return repeated(chosen), constant

    def _bounded(self, low: int | None, high: int | None, but: int | None = None) -> Among:
        """Return the rule that the sum is from ``low`` to ``high`` and not ``but``."""
        literals, constant = self.normal_form()
        total = len(literals)
        least = max(0, 0 if low is None else low - constant)
        most = None if high is None or high - constant >= total else high - constant
        if most is not None and most < least:  # nothing between the bounds: impossible
            least, most = total + 1, None
        out = None if but is None or not 0 <= but - constant <= total else (but - constant,)
        return Among(literals, Number(least, most), out)


#: The weights of one rule add up to at most this: each is so many copies of a literal.
MOST_COPIES = 100_000


def repeated(weights: Mapping[Stands, int]) -> tuple[Stands, ...]:
    """Return each literal repeated by its weight.

    Raises:
        InvalidModel: the weights are too large.
    """
    if sum(weights.values()) > MOST_COPIES:
        reason = f"the weights add up to more than {MOST_COPIES:,}; divide by a common factor"
        raise InvalidModel("literals", reason)
    return tuple(x for x, weight in weights.items() for _ in range(weight))


def _read_literals(value: Any) -> tuple[Stands, ...]:
    several = isinstance(value, Iterable) and not isinstance(value, str)
    items = list(value if several else [value])
    texts = [_WEIGHTED.sub(r"\2", item) for item in items if isinstance(item, str)]
    if len(set(texts)) < len(texts):
        twice = Counter(texts).most_common(1)[0][0]
        raise ValueError(f"{twice} is named twice; name it once, or with a weight: 2*{twice}")
    weights = Counter[Stands]()
    for item, copies in weights_of(items):
        weighted = _WEIGHTED.fullmatch(item) if isinstance(item, str) else None
        weight, literal = weighted.groups() if weighted else (1, item)
        weights[_parse_literal(literal)] += int(weight) * copies
    if not weights:
        raise ValueError("expected a literal at least: clause(model.at('Q', 'a1'))")
    return repeated(weights)


def weights_of(literals: Iterable[T]) -> list[tuple[T, int]]:
    """Return the literals with the numbers of their copies; these are mostly one after the other."""
    return [(x, len(list(copies))) for x, copies in groupby(literals)]


def _mapped(literals: Iterable[Stands], change: Callable[[Stands], Stands]) -> tuple[Stands, ...]:
    """Change each literal, and its copies with it."""
    return tuple(y for x, copies in weights_of(literals) for y in (change(x),) * copies)


def literal_texts(literals: Iterable[Stands]) -> list[str]:
    """The literals as texts: ``3*Q@a1`` for one with a weight."""
    weights = Counter[Stands]()
    for literal, copies in weights_of(literals):
        weights[literal] += copies
    return [str(x) if weight == 1 else f"{weight}*{x}" for x, weight in weights.items()]


#: Literals, of which a single one need not be in a list; one that is given twice counts twice.
LITERALS = Field(
    _read_literals,
    write=literal_texts,
    parse=COMMA.split,
    items=literal_texts,
    rename=lambda literals, call: _mapped(literals, lambda x: replace(x, kind=call(x.kind))),
)


@listed
@dataclass(frozen=True, slots=True, eq=False)
class Among(Rule):
    """A given number of these literals are true; by default, at least one.

    A literal with a weight counts as often. Comparisons of sums of literals construct these rules; so do
    ``clause``, ``implies``, ``xor``, ``at_most``, ``at_least`` and ``exactly``.

    Args:
        literals: ``Stands`` values, as ``model.at("Q", "c4")`` returns them, which count twice if they are
            given twice; or texts ``"~Q@c4"``, with a weight ``"3*Q@c4"``. One alone need not be in a list.
        number: how many: ``2``, ``"..3"``, ``"1..2"``.
        but: numbers that are left out, if any.

    Raises:
        InvalidModel: there is no literal, one is named twice, or the weights are too large.
    """

    name: ClassVar[str] = "among"
    example: ClassVar[str] = "among=3*Q@a1,~Q@b3,number=1..2"
    fields: ClassVar[Mapping[str, Field]] = {"literals": LITERALS, "number": NUMBER, "but": NUMBERS}
    literals: tuple[Stands, ...]
    number: Number = ONE_OR_MORE
    but: tuple[int, ...] | None = None

    @property
    def unsaid(self) -> Mapping[str, str]:
        several = len({*self.literals}) > 1
        return {"number": "at least one literal is true: number=1 asks for one"} if several else {}

    @property
    def sentence(self) -> str:
        texts = literal_texts(self.literals)
        weights = ", each counted by its weight," if len(texts) < len(self.literals) else ""
        out = f", but not {' or '.join(map(str, self.but))}" if self.but else ""
        number = "any number" if out and self.number == Number() else self.number.words
        return f"Of {', '.join(texts)}{weights} there are {number}{out}."

    def __repr__(self) -> str:
        out = f", {self.but}" if self.but else ""
        return f"Among({literal_texts(self.literals)!r}, {str(self.number)!r}{out})"

    def __bool__(self) -> NoReturn:
        raise no_truth(self, "rule.holds(solution); 1 <= s <= 2 is two rules, 1 <= s and s <= 2")

    def check(self, setting: Setting) -> None:
        Rule.check(self, setting)
        for literal, _ in weights_of(self.literals):
            try:
                setting.board.parse_square(literal.square)
            except InvalidModel as error:
                raise InvalidModel("literals", f"{literal}: {error.reason}") from None

    def __or__(self, other: Stands) -> Among:
        """Return this clause with one more literal."""
        if self.number != ONE_OR_MORE or self.but:
            raise InvalidModel("literals", f"{self!r} is not a clause; | goes between literals")
        return clause(*self.literals, other)

    def holds(self, arrangement: Arrangement) -> bool:
        true = number_true(self.literals, arrangement)
        return true in self.number and true not in (self.but or ())

    def lowered(self, setting: Setting, variables: Variables) -> tuple[tuple[int, ...], int]:
        """Return the literals as variables, and how many more are true of every arrangement."""
        literals, sure = LinearExpression(tuple(weights_of(self.literals))).normal_form()
        free: list[int] = []
        for literal, weight in weights_of(literals):
            x = variables.at(literal.kind, setting.board.parse_square(literal.square))
            if x is None:  # no piece of the kind can stand there
                sure += weight * literal.negated
            else:
                free += [-x if literal.negated else x] * weight
        return tuple(free), sure

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        free, sure = self.lowered(setting, variables)
        low, high, most = max(0, self.number.low - sure), self.number.high, len(free)
        yield Sum(low, None if high is None else high - sure, free)
        for first, last in runs_of(self.but or ()):  # each gap is as wide as it can be
            least, greatest = max(first - sure, 0), min(last - sure, most)
            if least <= greatest:
                gate = variables.fresh()
                yield Sum(0, most, (*free, *(gate,) * (most - least + 1)))
                yield Sum(greatest + 1, None, (*free, *(gate,) * (greatest + 1)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Among) and self._canonical_form() == other._canonical_form()

    def __hash__(self) -> int:
        return hash(self._canonical_form())

    def _canonical_form(self) -> tuple[tuple[tuple[str, int], ...], int, int, tuple[int, ...]]:
        """The literals sorted, or their negations: low ≤ true ≤ high  ⇔  n - high ≤ false ≤ n - low."""
        total = len(self.literals)
        low = min(self.number.low, total + 1)
        high = total if self.number.high is None else min(self.number.high, total)
        left_out = self.but or ()
        while low in left_out:
            low += 1
        while high in left_out:
            high -= 1
        out = tuple(x for x in left_out if low < x < high)
        weights = Counter[Stands]()
        for literal, copies in weights_of(self.literals):
            weights[literal] += copies
        literals = tuple(sorted((str(x), weight) for x, weight in weights.items()))
        opposite = tuple(sorted((str(~x), weight) for x, weight in weights.items()))
        others = tuple(total - x for x in reversed(out))
        return min((literals, low, high, out), (opposite, total - high, total - low, others))

    def image(self, change: Change) -> Among:
        here, there = change.source.board, change.target.board

        def moved(literal: Stands) -> Stands:
            place = there.name(change(here.parse_square(literal.square)))
            return replace(literal, kind=change.kinds[literal.kind], square=place)

        return replace(self, literals=_mapped(self.literals, moved))

    def relaxation(self, setting: Setting) -> Meaning | None:
        # Removing pieces can only make literals with ~ true and the others false.
        men = tuple(literal for literal in self.literals if not literal.negated)
        high = self.number.high
        if not men or high is None:
            return None
        return lambda part: number_true(men, part) <= high


def _parse_literal(literal: object) -> Stands:
    if isinstance(literal, str):
        return Stands.parse(literal)
    if not isinstance(literal, Stands):
        raise InvalidModel("literals", f"expected model.at('Q', 'a1'), got {literal!r}")
    return literal


def number_true(literals: Iterable[Stands], arrangement: Arrangement) -> int:
    """Return how many of the literals are true; one that is repeated counts as often."""
    board = arrangement.board
    content = {board.name(man.square): man.kind for man in arrangement.men}
    return sum(
        len(list(copies)) * literal.true_with(content.get(literal.square))
        for literal, copies in groupby(literals)
    )


def _listed(literals: Sequence[Any]) -> tuple[Any, ...]:
    """The literals one by one, or those of a list of them that is given alone."""
    alone = literals[0] if len(literals) == 1 else ""
    return tuple(literals if isinstance(alone, str) or not isinstance(alone, Iterable) else alone)


def clause(*literals: Stands | str | Iterable[Stands | str]) -> Among:
    """At least one of the literals is true; they may be given as a list, here and below."""
    return Among(_listed(literals))


def implies(
    premise: Stands | str | Iterable[Stands | str], conclusion: Stands | str | Among
) -> Among:
    """If all premises are true, so is the conclusion, or it holds.

    Args:
        premise: one literal, or several.
        conclusion: one literal, or a rule with one bound: ``a + b <= 1``; write one rule for each.

    Raises:
        InvalidModel: the conclusion has two bounds, or numbers that are left out.
    """
    several = [premise] if isinstance(premise, str | Stands) else premise
    premises = [*map(_parse_literal, several)]
    if not isinstance(conclusion, Among):
        return clause(*(~literal for literal in premises), conclusion)
    literals, (low, high) = conclusion.literals, (conclusion.number.low, conclusion.number.high)
    total = len(literals)
    if (low and high is not None) or conclusion.but:
        reason = f"{conclusion!r} has several bounds; write one rule for each"
        raise InvalidModel("conclusion", reason)
    if high is None:  # a sum of the negations is at most total - low
        literals, high = tuple(~literal for literal in literals), total - low
    # A premise has the weight of what the sum may exceed the bound by.
    excess = total - min(high, total)
    some = (x for literal in premises for x in (literal,) * excess)
    return at_most(total + excess * (len(premises) - 1), *literals, *some)


def xor(*literals: Stands | str | Iterable[Stands | str]) -> Among:
    """An odd number of the literals is true; of two: one, and not the other."""
    every = clause(*literals).literals
    return Among(every, ONE_OR_MORE, tuple(range(2, len(every) + 1, 2)))


def at_most(bound: int, *literals: Stands | str | Iterable[Stands | str]) -> Among:
    """At most ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(0, bound))


def at_least(bound: int, *literals: Stands | str | Iterable[Stands | str]) -> Among:
    """At least ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(bound))


def exactly(bound: int, *literals: Stands | str | Iterable[Stands | str]) -> Among:
    """Exactly ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(bound, bound))
