"""Linear rules over literals: low ≤ Σ weight · literal ≤ high, where a true literal is 1 and a false one 0.

A literal says that a piece of a kind stands on a square, or with ``~`` that none does; of a tour or a
factor that a move is made, or a square visited. At least one of them is a clause; at least one of ~a, ~b, c
says that a and b imply c. Python's operators write them:

    sum(model.at("Q", x) for x in ("a1", "c4")) == 1        3 * a + b <= 2        a - b < c        a | ~b

Encoding: one sum, in which a literal is repeated by its weight; a literal for a square that its kind may
not occupy is a constant. A number k that is left out needs an auxiliary variable g, which says on which
side of k the sum is: with the greatest value m,  sum + (m - k + 1) · g ≤ m,  sum + (k + 1) · g ≥ k + 1.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar, cast

from nqsat.errors import InvalidModel, InvalidNotation, integer, no_and, no_truth
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.base import Meaning, Rule, listed
from nqsat.modelling.rules.fields import COMMA, NUMBER, NUMBERS, Field, items_of
from nqsat.modelling.setting import Change, MovesSetting, Setting
from nqsat.modelling.text_helpers import runs_of
from nqsat.modelling.vocabulary import Constraint, Sum

#: The default bounds: at least one literal is true, so the rule is a clause.
ONE_OR_MORE = Number(1)

T = TypeVar("T")

_LITERAL = re.compile(r"(~?)([^~@*\s][^@*\s]*)@([^@\s]*)")
_WEIGHTED = re.compile(r"([1-9][0-9]{0,5})\*(.*)", re.ASCII)
_SQUARE = re.compile(r"[a-z]{1,6}[1-9][0-9]{0,8}", re.ASCII)
_NODE = re.compile(r"[^@\s]{1,80}")  # a node of a graph may have any name


class Linear(ABC):
    """A term of sums: a literal, or a sum of literals with weights and a constant."""

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

    __and__ = no_and

    def __mod__(self, number: int) -> NoReturn:
        raise TypeError("no remainders here; xor(a, b, c): an odd number of these is true")

    def __bool__(self) -> NoReturn:
        raise TypeError("a literal is neither true nor false; write two rules, a | b, ~a, a >> b")

    if TYPE_CHECKING:

        def __eq__(self, other: object) -> Any:
            """Of sums the rule that they are equal; of literals whether they are the same."""

        def __hash__(self) -> int: ...

    def __le__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(None, 0)

    def __lt__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(None, -1)

    def __ge__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(0, None)

    def __gt__(self, other: Linear | int) -> Among:
        return (self - other)._bounded(1, None)


class BoardLiteral(Linear):
    """Something that is true or false of a solution; ``~literal`` negates it. A frozen dataclass."""

    __slots__ = ()
    negated: bool

    #: The separator of the names of ``fact`` in its text; what it says of its squares.
    sign: ClassVar[str] = ""
    word: ClassVar[str] = "visited"

    @classmethod
    def parse(cls, text: str, *, ranks: bool = True) -> BoardLiteral:
        """Parse a literal: ``Q@c4``, ``a1-b3``, ``c4``, or one of them after ``~``.

        Without ``ranks`` a square may have any name, as on a graph.

        Raises:
            InvalidNotation: the text is something else.
        """
        plain = text.removeprefix("~")
        if "@" in plain:
            return Stands.parse(text, ranks=ranks)
        names, shape = plain.split("-"), _SQUARE if ranks else _NODE
        known = plain and all(name == "" or shape.fullmatch(name) for name in names)
        if not known or len(names) > 2:
            moves = "of moves a1-b3, of visited squares c4"
            reason = (
                f"write PIECE@SQUARE or ~PIECE@SQUARE, as in ~Q@c4; {moves}; also 3*Q@c4 in sums"
            )
            raise InvalidNotation("literal", text, reason)
        literal: BoardLiteral = Visited(plain) if len(names) == 1 else Made.of(*names)
        return ~literal if text != plain else literal

    @property
    @abstractmethod
    def fact(self) -> tuple[str, ...]:
        """The fact if it is not negated, as an element of ``facts_of(solution)``."""

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares that it names."""
        return self.fact

    def said(self, are: str = "is") -> str:
        """What it says of its squares: ``is not drawn``, of several ``are not drawn``."""
        return f"{are} {'not ' * self.negated}{self.word}"

    @property
    def in_words(self) -> str:
        """A sentence without its end: ``a1-b1 is drawn``."""
        return f"{'-'.join(self.squares)} {self.said()}"

    def check(self, setting: Setting) -> None:
        """Refuse a square that the board lacks."""
        for name in filter(None, self.squares):
            setting.board.parse_square(name)

    def check_word(self, setting: Any) -> None:
        """As ``check``, of a literal that somebody typed: what can never be true is a slip."""
        self.check(setting)

    @abstractmethod
    def lowered(self, setting: Setting, variables: Any) -> tuple[int, ...]:
        """Return the variables of which exactly one is true if the literal is, but for a negation."""

    @abstractmethod
    def image(self, change: Change) -> Self:
        """Return the literal that a change makes of it."""

    def renamed(self, call: Callable[[str], str]) -> Self:
        """Return the literal with the kind that it names renamed."""
        return self

    @property
    def linear(self) -> LinearExpression:
        return LinearExpression(((self, 1),))

    def __invert__(self) -> Self:
        return replace(self, negated=not self.negated)  # type: ignore[type-var]

    def __or__(self, other: BoardLiteral | Comparison) -> Among:
        """At least one of the two is true."""
        return implies(~self, other)

    def __rshift__(self, other: BoardLiteral | Comparison) -> Among:
        """If this one is true, so is the other."""
        return implies(self, other)

    def __xor__(self, other: BoardLiteral) -> Among:
        """One of the two is true, and the other is false."""
        return xor(self, other)

    def __str__(self) -> str:
        return "~" * self.negated + self.sign.join(self.fact)

    __repr__ = __str__

    def true_of(self, facts: Collection[tuple[str, ...]]) -> bool:
        """Whether it is true of a solution with these facts."""
        return (self.fact in facts) != self.negated


@lru_cache(maxsize=8)  # the many rules of a puzzle are asked one after the other
def facts_of(solution: Any) -> frozenset[tuple[str, ...]]:
    """Return what is true of a solution, by names of kinds and squares; see ``BoardLiteral.fact``."""
    name = solution.board.name
    if isinstance(solution, Arrangement):
        return frozenset((kind, name(square)) for square, kind in solution.pieces)
    moves = [(name(here), name(there)) for here, there in solution.moves]
    squares = getattr(solution, "squares", None)  # a path of one square has no moves
    visited = map(name, squares) if squares is not None else (x for move in moves for x in move)
    made = ((min(move), max(move)) for move in moves)
    return frozenset((*made, *((square,) for square in visited)))


@dataclass(frozen=True, slots=True, repr=False)
class Made(BoardLiteral):
    """A literal: a move between two squares is made, in either direction; ``~literal`` says that it is not.

    Args:
        here: the name of a square; empty for one outside the board, and then the literal is false.
        there: the name of the other, which is not less.
        negated: whether it says that the move is not made.
    """

    sign: ClassVar[str] = "-"
    word: ClassVar[str] = "drawn"
    here: str
    there: str
    negated: bool = False

    @classmethod
    def of(cls, a: str, b: str) -> Made:
        """Return the literal of a move between two squares, in whichever order."""
        return cls(*((a, b) if b == "" or "" != a <= b else (b, a)))

    @property
    def fact(self) -> tuple[str, ...]:
        return self.here, self.there

    def check_word(self, setting: Any) -> None:
        if not (self.here and self.there):
            raise InvalidModel("literals", f"{self}: expected a move: two squares, as in a1-b3")
        setting.check_move("literals", *map(setting.board.parse_square, self.fact))

    def lowered(self, setting: Setting, variables: Any) -> tuple[int, ...]:
        # Where its two directions have variables, one is made at most.
        if not (self.here and self.there):
            return ()
        ends = map(
            setting.board.parse_square, (self.here, self.there)
        )  # the meaning asks for the fact
        return cast("tuple[int, ...]", variables.between(*ends))

    def image(self, change: Change) -> Made:
        return replace(self.of(*(_moved(name, change) for name in self.fact)), negated=self.negated)


@dataclass(frozen=True, slots=True, repr=False)
class Visited(BoardLiteral):
    """A literal: a tour visits a square, or a move of a factor ends there; ``~literal`` negates it."""

    square: str
    negated: bool = False

    @property
    def fact(self) -> tuple[str, ...]:
        return (self.square,)

    def lowered(self, setting: Setting, variables: Any) -> tuple[int, ...]:
        return (variables.visited(setting.board.parse_square(self.square)),)

    def image(self, change: Change) -> Visited:
        return replace(self, square=_moved(self.square, change))


def _moved(name: str, change: Change) -> str:
    """The name of a square's image; nothing outside the board."""
    here, there = change.source.board, change.target.board
    return name and there.name(change(here.parse_square(name)))


@dataclass(frozen=True, slots=True, repr=False)
class Stands(BoardLiteral):
    """A literal: a piece of a kind stands on a square; ``~literal`` says that none does.

    >>> ~Stands("Q", "c4")
    ~Q@c4

    Args:
        kind: the name of the kind.
        square: the name of the square: ``"c4"``.
        negated: whether it says that no piece of the kind stands there.

    Raises:
        InvalidNotation: the kind or the square is not a name.
    """

    sign: ClassVar[str] = "@"
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
            reason = "write PIECE@SQUARE or ~PIECE@SQUARE, as in ~Q@c4; also 3*Q@c4 in sums"
            raise InvalidNotation("literal", text, reason)
        if ranks and not _SQUARE.fullmatch(match[3]):
            raise InvalidNotation("square", match[3], "write a file and a rank, as in c4")
        return cls(match[2], match[3], match[1] == "~")

    @property
    def fact(self) -> tuple[str, ...]:
        return self.kind, self.square

    @property
    def squares(self) -> tuple[str, ...]:
        return (self.square,)

    def lowered(self, setting: Setting, variables: Any) -> tuple[int, ...]:
        x = variables.at(self.kind, setting.board.parse_square(self.square))
        return () if x is None else (x,)

    def said(self, are: str = "is") -> str:
        if ":" in self.kind:
            return f"{are} {'not ' * self.negated}{self.kind}"
        return f"{'has' if are == 'is' else 'have'} {'no ' * self.negated}{self.kind}"

    def image(self, change: Change) -> Stands:
        return replace(self, kind=change.kinds[self.kind], square=_moved(self.square, change))

    def renamed(self, call: Callable[[str], str]) -> Stands:
        return replace(self, kind=call(self.kind))


@dataclass(frozen=True, slots=True, eq=False)
class LinearExpression(Linear):
    """A sum of literals with weights, and a constant: ``a + 3 * b - 1``. Comparisons make rules of it.

    ``==`` and ``!=`` make rules as well, so expressions have no equality and no hash of their own.

    Args:
        terms: literals with their weights.
        constant: what is added.
    """

    terms: tuple[tuple[BoardLiteral, int], ...] = ()
    constant: int = 0

    __hash__ = None  # type: ignore[assignment]

    @property
    def linear(self) -> LinearExpression:
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

    def normal_form(self) -> tuple[tuple[BoardLiteral, ...], int]:
        """Return an equal sum: literals of different squares or kinds, repeated by weight; a constant.

        A negative weight goes to the negation:  -w · x = w · ~x - w.
        """
        constant, weights = self.constant, dict[BoardLiteral, int]()
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


#: The weights of one rule add up to at most this: each is this many copies of a literal.
MOST_COPIES = 100_000


def repeated(weights: Mapping[BoardLiteral, int]) -> tuple[BoardLiteral, ...]:
    """Return each literal repeated by its weight."""
    if sum(weights.values()) > MOST_COPIES:
        reason = f"the weights add up to more than {MOST_COPIES:,}; divide by a common factor"
        raise InvalidModel("literals", reason)
    return tuple(x for x, weight in weights.items() for _ in range(weight))


def _read_literals(value: Any) -> tuple[BoardLiteral, ...]:
    items = items_of(value)
    texts = [_WEIGHTED.sub(r"\2", item) for item in items if isinstance(item, str)]
    if len(set(texts)) < len(texts):
        twice = Counter(texts).most_common(1)[0][0]
        raise ValueError(f"{twice} is named twice; name it once, or with a weight: 2*{twice}")
    weights = Counter[BoardLiteral]()
    for item, copies in weights_of(items):
        weighted = _WEIGHTED.fullmatch(item) if isinstance(item, str) else None
        weight, literal = weighted.groups() if weighted else (1, item)
        weights[_parse_literal(literal)] += int(weight) * copies
    if not weights:
        raise ValueError("expected at least one literal: at_most(1, a); leave out empty lines")
    return repeated(weights)


def weights_of(literals: Iterable[T]) -> list[tuple[T, int]]:
    """Return the literals with the numbers of their copies; these are mostly one after the other."""
    return [(x, len(list(copies))) for x, copies in groupby(literals)]


def _mapped(
    literals: Iterable[BoardLiteral], change: Callable[[BoardLiteral], BoardLiteral]
) -> tuple[BoardLiteral, ...]:
    """Change each literal, and its copies with it."""
    return tuple(y for x, copies in weights_of(literals) for y in (change(x),) * copies)


def literal_texts(literals: Iterable[BoardLiteral]) -> list[str]:
    """The literals as texts: ``3*Q@a1`` for one with a weight."""
    weights = Counter[BoardLiteral]()
    for literal, copies in weights_of(literals):
        weights[literal] += copies
    return [str(x) if weight == 1 else f"{weight}*{x}" for x, weight in weights.items()]


#: Literals, of which a single one need not be in a list; one that is given twice counts twice.
LITERALS = Field(
    _read_literals,
    write=literal_texts,
    parse=COMMA.split,
    items=literal_texts,
    rename=lambda literals, call: _mapped(literals, lambda x: x.renamed(call)),
)


@listed
@dataclass(frozen=True, slots=True, eq=False)
class Among(Rule):
    """A given number of these literals are true; by default, at least one.

    A literal counts by its weight. Comparisons of sums of literals construct these rules; so do
    ``clause``, ``implies``, ``xor``, ``at_most``, ``at_least`` and ``exactly``.

    Args:
        literals: as ``model.at("Q", "c4")`` returns them; or texts, ``"~Q@c4"``, also with a weight,
            ``"3*Q@c4"``; of tours and factors moves, ``"a1-b3"``, and visited squares, ``"c4"``.
        number: how many: ``2``, ``"..3"``, ``"1..2"``.
        but: numbers that are left out, if any.

    Raises:
        InvalidModel: there is no literal, a text occurs twice, or the weights are too large.
    """

    name: ClassVar[str] = "among"
    about: ClassVar[str] = "model"
    example: ClassVar[str] = "among=3*Q@a1,~Q@b3,number=1..2"
    fields: ClassVar[Mapping[str, Field]] = {"literals": LITERALS, "number": NUMBER, "but": NUMBERS}
    literals: tuple[BoardLiteral, ...]
    number: Number = ONE_OR_MORE
    but: tuple[int, ...] | None = None

    @property
    def unsaid(self) -> Mapping[str, str]:
        several = len({*self.literals}) > 1
        return {"number": "at least one literal is true: number=1 asks for one"} if several else {}

    @property
    def sentence(self) -> str:
        texts, some = literal_texts(self.literals), [x for x in self.literals if all(x.squares)]
        sure = sum(x.negated for x in self.literals if not all(x.squares))  # a move off the board
        low, high = max(self.number.low - sure, 0), self.number.high
        high = max(low, len(some)) if high is None else high - sure
        if len({*some}) < len(some) or self.but or not some or high < low:
            weights = ", each counted by its weight," if len(texts) < len(self.literals) else ""
            out = f", but not {' or '.join(map(str, self.but))}" if self.but else ""
            number = "any number" if out and self.number == Number() else self.number.words
            return f"Of {', '.join(texts)}{weights} there are {number}{out}."
        if (len(some), high) == (1, 0):
            return f"Here {(~some[0]).in_words}."
        alike = len({x.said() for x in some}) == 1
        if low == 1 and high >= len(some) and (len(some) == 1 or not alike):
            true = [x.in_words for x in some if not x.negated]
            given = [(~x).in_words for x in some if x.negated and true]
            then = f"If {' and '.join(given)}, then" if given else "Here"
            return f"{then} {' or '.join(true or (x.in_words for x in some))}."
        exact = low == high or high < len(some)
        number = Number(low, high if exact else None).words if high else "none"
        if not alike:
            return f"Of these, {number} hold: {'; '.join(x.in_words for x in some)}."
        places = ", ".join("-".join(x.squares) for x in some)
        return (
            f"Of {places}, {number} {some[0].said('is' if number.split()[-1] == '1' else 'are')}."
        )

    def __repr__(self) -> str:
        out = f", {self.but}" if self.but else ""
        return f"Among({literal_texts(self.literals)!r}, {str(self.number)!r}{out})"

    def __bool__(self) -> NoReturn:
        ask = "rule.holds(solution); 1 <= s <= 2 is two rules, 1 <= s and s <= 2"
        raise no_truth(self, f"{ask}; of an array write [s == 2 for s in array]")

    def check(self, setting: Setting) -> None:
        Rule.check(self, setting)
        for literal, _ in weights_of(self.literals):
            try:
                literal.check(setting)
            except InvalidModel as error:
                raise InvalidModel("literals", f"{literal}: {error.reason}") from None

    def check_words(self, setting: MovesSetting) -> None:
        """Refuse moves that somebody typed, and that the piece cannot make."""
        for literal in self.literals:
            literal.check_word(setting)

    @property
    def _is_clause(self) -> bool:
        return self.number == ONE_OR_MORE and not self.but

    def __or__(self, other: BoardLiteral | Comparison) -> Among:
        """Return the rule that this one or the other holds; one of them is a literal or a clause."""
        if self._is_clause:
            return implies([~literal for literal in self.literals], other)
        if isinstance(other, Among) and not other._is_clause:
            raise InvalidModel(
                "literals", f"{self!r} | {other!r}: one side is a literal or a clause"
            )
        return cast("Among", other) | self

    def __invert__(self) -> Among:
        """Return the rule that holds exactly where this one does not."""
        total, out = len(self.literals), self.but or ()
        left = {x for x in range(total + 1) if x not in self.number or x in out}
        if not left:
            return replace(self, number=Number(total + 1), but=None)
        low, high = min(left), max(left)
        but = tuple(x for x in range(low, high) if x not in left)
        return replace(self, number=Number(low, None if high == total else high), but=but or None)

    def __rshift__(self, literal: BoardLiteral) -> Among:
        """If this rule holds, the literal is true."""
        return implies(self, literal)

    def misfit(self, about: str) -> str | None:
        placed = about == "placement"
        wrong = next((x for x in self.literals if isinstance(x, Stands) != placed), None)
        example = "write PIECE@SQUARE, as in Q@c4" if placed else "write a move, a1-b3, or a square"
        return None if wrong is None else f"{wrong}: of a {about} {example}"

    def holds(self, solution: Any) -> bool:
        return self.holds_of(facts_of(solution))

    def holds_of(self, facts: Collection[tuple[str, ...]]) -> bool:
        """Whether a solution with these facts satisfies the rule; see ``facts_of``."""
        true = number_true(self.literals, facts)
        return true in self.number and true not in (self.but or ())

    def lowered(self, setting: Setting, variables: Any) -> tuple[tuple[int, ...], int]:
        """Return the literals as variables, and how many more are true of every arrangement."""
        literals, sure = LinearExpression(tuple(weights_of(self.literals))).normal_form()
        free: list[int] = []
        for literal, weight in weights_of(literals):
            xs = literal.lowered(setting, variables)
            if literal.negated:  # one of n is true at most: ~(x + y) = ~x + ~y - (n - 1)
                sure -= weight * (len(xs) - 1)
            free += [-x if literal.negated else x for x in xs] * weight
        return tuple(free), sure

    def lower(self, setting: Setting, variables: Any) -> Iterator[Constraint]:
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

    def __hash__(self) -> int:  # equal rules are about the same facts, and a puzzle has many rules
        return hash(frozenset(x.fact for x in self.literals))

    def _canonical_form(self) -> tuple[object, ...]:
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
        weights = Counter[BoardLiteral]()
        for literal, copies in weights_of(self.literals):
            weights[literal] += copies
        signed = [((x.sign, *x.fact), x.negated, weight) for x, weight in weights.items()]
        literals = tuple(sorted(signed))
        opposite = tuple(sorted((words, not negated, weight) for words, negated, weight in signed))
        others = tuple(total - x for x in reversed(out))
        return min((literals, low, high, out), (opposite, total - high, total - low, others))

    def image(self, change: Change) -> Among:
        literals = _mapped(self.literals, lambda x: x.image(change))
        return self if literals == self.literals else replace(self, literals=literals)

    def relaxation(self, setting: Setting) -> Meaning | None:
        # Removing pieces can only make literals with ~ true and the others false.
        counted, high = Counter(x.fact for x in self.literals if not x.negated), self.number.high
        if not counted or high is None:
            return None
        return lambda part: sum(counted[x] for x in counted.keys() & facts_of(part)) <= high


#: The type of ``sum(literals) <= 1``: a bool for a checker of types, and of no literals.
Comparison = Among | bool


def no_rule(value: bool) -> str:  # noqa: FBT001
    """Why a bool is not a rule."""
    instead = "for a == 1 write a, for a == b write a - b == 0, for not a ~a"
    return f"{value} is not a Rule: {instead}; or a sum has no literals"


def _parse_literal(literal: object) -> BoardLiteral:
    if isinstance(literal, str):
        return BoardLiteral.parse(literal)
    if isinstance(literal, bool):
        raise InvalidModel("literals", no_rule(literal))
    if not isinstance(literal, BoardLiteral):
        raise InvalidModel("literals", f"expected model.at('Q', 'a1'), got {literal!r}")
    return literal


def number_true(literals: Iterable[BoardLiteral], facts: Collection[tuple[str, ...]]) -> int:
    """Return how many of the literals are true of a solution; one that is repeated counts as often."""
    return sum(len(list(copies)) * literal.true_of(facts) for literal, copies in groupby(literals))


def _listed(literals: Sequence[Any]) -> tuple[Any, ...]:
    """The literals one by one, or those of a list of them that is given alone."""
    return tuple(items_of(literals[0]) if len(literals) == 1 else literals)


def clause(*literals: BoardLiteral | str | Iterable[BoardLiteral | str]) -> Among:
    """At least one of the literals is true; they may also be given as one list."""
    return Among(_listed(literals))


def required(value: Any) -> Any:
    """A literal as the rule that it is true; another value as it is."""
    return clause(value) if isinstance(value, BoardLiteral) else value


def implies(
    premise: BoardLiteral | str | Iterable[BoardLiteral | str] | Among,
    conclusion: BoardLiteral | str | Comparison,
) -> Among:
    """If every premise is true, the conclusion must be true (a literal) or must hold (a rule).

    Args:
        premise: one literal, or several; or, with a literal as the conclusion, a rule of literals.
        conclusion: one literal, or a rule of literals: ``a + b == 1``.
    """
    if isinstance(premise, Among):
        return implies(~_parse_literal(conclusion), ~premise)
    premises = [*map(_parse_literal, items_of(premise))]
    if isinstance(conclusion, Among) and conclusion._is_clause:
        return clause(*(~literal for literal in premises), *conclusion.literals)
    if not isinstance(conclusion, Among):
        return clause(*(~literal for literal in premises), _parse_literal(conclusion))
    literals, (low, high) = conclusion.literals, (conclusion.number.low, conclusion.number.high)
    total = len(literals)
    if conclusion.but or (low and high is not None):
        # A false premise lifts the sum above all numbers that are left out.
        out = {x for x in range(total + 1) if x not in conclusion.number} | {
            *(conclusion.but or ())
        }
        lift = (~x for x in premises for _ in range(total + 1))
        return Among((*literals, *lift), Number(), tuple(sorted(out)))
    if high is None:  # a sum of the negations is at most total - low
        literals, high = tuple(~literal for literal in literals), total - low
    # A premise has the weight of what the sum may exceed the bound by.
    excess = total - min(high, total)
    some = (x for literal in premises for x in (literal,) * excess)
    return at_most(total + excess * (len(premises) - 1), *literals, *some)


def xor(*literals: BoardLiteral | str | Iterable[BoardLiteral | str]) -> Among:
    """An odd number of the literals is true; of two: one, and not the other."""
    every = clause(*literals).literals
    return Among(every, ONE_OR_MORE, tuple(range(2, len(every) + 1, 2)))


def at_most(bound: int, *literals: BoardLiteral | str | Iterable[BoardLiteral | str]) -> Among:
    """At most ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(0, bound))


def at_least(bound: int, *literals: BoardLiteral | str | Iterable[BoardLiteral | str]) -> Among:
    """At least ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(bound))


def exactly(bound: int, *literals: BoardLiteral | str | Iterable[BoardLiteral | str]) -> Among:
    """Exactly ``bound`` of the literals are true."""
    return Among(_listed(literals), Number(bound, bound))
