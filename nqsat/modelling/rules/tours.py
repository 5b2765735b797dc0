"""The arguments of ``Tour`` and ``Factor`` that are rules: squares with numbers, moves, symmetry.

The fields of each rule are arguments of these constructors; a rule without any given argument is false.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from nqsat.chess import Square, check_symmetry, find_symmetry
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling.kinds import Number
from nqsat.modelling.path import Move, Path
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import read_names
from nqsat.modelling.rules.geometry import SYMMETRIES, conjugates, same_group
from nqsat.modelling.setting import Change, Setting, TourSetting
from nqsat.modelling.vocabulary import Clause, Constraint, Links, Sum


class TourArgument(Rule):
    """Requirements that are arguments of ``Tour`` or ``Factor``. A frozen dataclass."""

    __slots__ = ()
    about: ClassVar[str] = "tour"

    @property
    def arguments(self) -> dict[str, Any]:
        """The nonempty fields, as arguments of the constructor."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return {name: value for name, value in given.items() if value}

    def __bool__(self) -> bool:
        return bool(self.arguments)

    @abstractmethod
    def image(self, change: Change) -> TourArgument: ...


#: The rules that arguments say, by the names of the arguments; those of one model are in this order.
RULE_OF: dict[str, type[TourArgument]] = {}

A = TypeVar("A", bound=type[TourArgument])


def of_arguments(rule: A) -> A:
    """Register a rule: its fields are arguments, each of which has a row in ``nqsat.arguments``."""
    RULE_OF.update(dict.fromkeys((field.name for field in fields(rule)), rule))  # type: ignore[arg-type]
    return rule


@of_arguments
@dataclass(frozen=True, slots=True)
class GivenPlaces(TourArgument):
    """Squares with given positions in the tour: the first, the last, others by number, counted from 1.

    For each of them:  squares[number - 1] = square.  A closed tour is numbered from its start.
    """

    name: ClassVar[str] = "ends"
    start: Square | None = None
    end: Square | None = None
    numbers: tuple[tuple[Square, int], ...] = ()

    def check(self, setting: TourSetting) -> None:
        if setting.closed and self.end is not None:
            raise InvalidModel(
                "end", "a closed tour has no end; leave it out, or make the tour open"
            )
        if self.start is not None and self.start == self.end:
            raise InvalidModel("end", "is also the start; choose another, or a closed tour")
        total = len(setting.board.squares) if self.numbers else 0
        taken: set[Square | int] = set()
        for square, number in self.numbers:
            if not 1 <= number <= total:
                raise InvalidModel("numbers", f"{number!r} is not a number from 1 to {total}")
            if not taken.isdisjoint((square, number)):
                where = setting.board.name(square)
                raise InvalidModel("numbers", f"{where} or {number} twice")
            taken |= {square, number}
        if self.numbers and setting.closed and self.start is None:
            reason = "a closed tour is numbered from its start; also give that: --from (start=)"
            raise InvalidModel("numbers", reason)

    def given(self, total: int) -> list[tuple[Square, int]]:
        """Return (square, number) pairs, the ends first; ``total`` is the number of the last square."""
        ends = ((self.start, 1), (self.end, total))
        return [*((square, number) for square, number in ends if square), *self.numbers]

    def holds(self, path: Path) -> bool:
        squares = path.squares
        return all(squares[number - 1] == square for square, number in self.given(len(squares)))

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        for here, there in ((None, self.start), (self.end, None)):
            x = links.move(here, there)
            if x:  # it exists if the tour is open and that end is given
                yield Clause((x,))

    def image(self, change: Change) -> GivenPlaces:
        start, end = self.start and change(self.start), self.end and change(self.end)
        numbers = sorted((change(square), number) for square, number in self.numbers)
        return GivenPlaces(start, end, tuple(numbers))


@of_arguments
@dataclass(frozen=True, slots=True)
class GivenOrder(TourArgument):
    """Squares that are visited in the order given, with others between them.

    position(order[0]) < position(order[1]) < …; a closed tour is taken to begin at the first of them.
    """

    name: ClassVar[str] = "order"
    order: tuple[Square, ...] = ()

    def holds(self, path: Path) -> bool:
        place = {square: number for number, square in enumerate(path.squares)}
        begin = place.get(self.order[0], 0) if path.closed else 0
        places = [(place[x] - begin) % len(place) if x in place else -1 for x in self.order]
        return places[0] >= 0 and all(a < b for a, b in pairwise(places))

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        """A variable says that a square comes after a checkpoint; a move to another square keeps them.

        On the way to checkpoint i those before it were passed, on the way from it i itself was as well. So
        a tour passes them in their order, and has one assignment.
        """
        number = {square: i for i, square in enumerate(self.order)}
        all_passed, first = [True] * len(self.order), self.order[0]
        after = {
            x: [links.fresh() for _ in self.order] for x in setting.board.squares if x not in number
        }

        def passed(square: Square | None, *, leaving: bool) -> Sequence[int | bool]:
            if square is None:  # a path begins with none passed
                return all_passed if not leaving else [False] * len(self.order)
            if square not in number:
                return after[square]
            if square == first and setting.closed and not leaving:
                return all_passed
            return [i < number[square] + leaving for i in range(len(self.order))]

        for here, there, x in links.moves():
            for a, b in zip(passed(here, leaving=True), passed(there, leaving=False), strict=True):
                yield from _equal_if(x, a, b)

    def image(self, change: Change) -> GivenOrder:
        return GivenOrder(tuple(map(change, self.order)))


def _equal_if(x: int, *both: int | bool) -> Iterator[Constraint]:
    """Clauses: if x, then a and b, variables or known, are equal."""
    for a, b in (both, both[::-1]):  # one implies the other
        if a is not False and b is not True:
            known = isinstance(a, bool), isinstance(b, bool)
            yield Clause((-x, *([] if known[0] else [-a]), *([] if known[1] else [b])))


@of_arguments
@dataclass(frozen=True, slots=True)
class GivenMoves(TourArgument):
    """Required and forbidden moves, in either direction."""

    name: ClassVar[str] = "moves given"
    through: tuple[Move, ...] = ()
    avoiding: tuple[Move, ...] = ()

    def check(self, setting: Setting) -> None:
        if both := set(self.through) & set(self.avoiding):
            reason = f"{min(both).text_on(setting.board)} is also required; leave one of them out"
            raise InvalidModel("avoiding", reason)

    def holds(self, path: Any) -> bool:
        made = {*path.atoms}
        return made.issuperset(self.through) and made.isdisjoint(self.avoiding)

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        for move in self.through:
            yield Clause(links.between(*move))
        for move in self.avoiding:
            yield from (Clause((-x,)) for x in links.between(*move))

    def image(self, change: Change) -> GivenMoves:
        both = (self.through, self.avoiding)
        images = (tuple(sorted(move.image(change) for move in moves)) for moves in both)
        return GivenMoves(*images)


@of_arguments
@dataclass(frozen=True, slots=True)
class GivenSquares(TourArgument):
    """Squares that a tour visits that may leave squares out."""

    name: ClassVar[str] = "squares given"
    visiting: tuple[Square, ...] = ()

    def holds(self, path: Path) -> bool:
        return {*path.squares}.issuperset(self.visiting)

    def lower(self, setting: TourSetting, links: Links) -> Iterator[Constraint]:
        for square in self.visiting:
            yield Clause(tuple(links.near(square)))

    def image(self, change: Change) -> GivenSquares:
        return GivenSquares(tuple(sorted(map(change, self.visiting))))


@of_arguments
@dataclass(frozen=True, slots=True)
class GivenEnds(TourArgument):
    """The moves are paths, one between the two squares of each pair, no two of which share a square.

    Without one of the pairs its path would not be allowed. So the pairs are not single requirements, but
    part of what a ``Factor`` is, which lowers them.
    """

    name: ClassVar[str] = "paths"
    ends: tuple[Move, ...] = ()

    def check(self, setting: Setting) -> None:
        several = Counter(square for pair in self.ends for square in pair).most_common(1)
        if several and several[0][1] > 1:
            raise InvalidModel(
                "ends", f"{setting.board.name(several[0][0])} is an end of two paths"
            )

    def holds(self, moves: Any) -> bool:
        beside: dict[Square, set[Square]] = {}
        for here, there in moves.atoms:
            beside.setdefault(here, set()).add(there)
            beside.setdefault(there, set()).add(here)
        length = 0
        for start, end in self.ends:
            here, way = start, beside.get(start, set())
            while len(way) == 1 and here != end:
                length += 1
                before, (here,) = here, way
                way = beside[here] - {before}
            if here != end or way:
                return False
        return length == len(moves)  # so there is nothing else

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        return iter(())

    def image(self, change: Change) -> GivenEnds:
        return GivenEnds(tuple(sorted(pair.image(change) for pair in self.ends)))


@of_arguments
@dataclass(frozen=True, slots=True)
class GivenNumber(TourArgument):
    """The number of all moves together."""

    name: ClassVar[str] = "number of moves"
    moves: Number | None = None

    def holds(self, moves: Any) -> bool:
        return self.moves is None or len(moves) in self.moves

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        if self.moves is not None:
            every = tuple(x for _, _, x in links.moves())
            yield Sum(self.moves.low, self.moves.high, every)

    def image(self, change: Change) -> GivenNumber:
        return self


@of_arguments
@dataclass(frozen=True, slots=True)
class Fixed(TourArgument):
    """Symmetries of the board that fix the set of moves, with directions if the path is directed."""

    name: ClassVar[str] = "invariant"
    fixed_by: str | tuple[str, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the symmetries; may be empty."""
        return () if self.fixed_by is None else read_names(self.fixed_by)

    def check(self, setting: Setting) -> None:
        with blaming("fixed_by"):
            for name in self.names:
                check_symmetry(setting.board, name)

    def holds(self, path: Any) -> bool:
        moves = set(path.moves)
        if not path.directed:
            moves |= {(there, here) for here, there in moves}
        one = isinstance(self.fixed_by, str)
        names = (self.fixed_by,) if one else self.fixed_by or ()
        symmetries = (find_symmetry(path.board, name) for name in names)
        return all({(g(here), g(there)) for here, there in moves} == moves for g in symmetries)

    def lower(self, setting: Setting, links: Links) -> Iterator[Constraint]:
        for name in self.names:
            symmetry = find_symmetry(setting.board, name)
            for here, there, x in links.moves():
                other = links.move(here and symmetry(here), there and symmetry(there))
                if other != x:
                    yield Clause((-x, other) if other else (-x,))

    def image(self, change: Change) -> Fixed:
        # As for arrangements: g maps the tours that H fixes to those that gHg⁻¹ fixes.
        names = conjugates(self.names, change)
        return self if same_group(names, self.names, change) else Fixed(SYMMETRIES.read(names))


#: All rules of this module.
ARGUMENT_RULES: tuple[type[TourArgument], ...] = tuple(dict.fromkeys(RULE_OF.values()))
