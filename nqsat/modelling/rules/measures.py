"""Bounds on the number of pieces in sets of squares, and measures: integer functions of arrangements.

For every set S of squares (a rank, a region of a map):  low ≤ #{pieces of the kinds on S} ≤ high.
Encoding: one cardinality constraint for each set. A set of only walls and holes has no constraint.

A measure is the number of true literals among some. The rule ``Amount`` bounds it: low ≤ value ≤ high, one
cardinality constraint. With a sense it is the objective of a model.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any, ClassVar, Literal, Self, get_args

from nqsat.chess import Board, Square, lines
from nqsat.chess.cells import Read
from nqsat.errors import InvalidModel, blaming, choose
from nqsat.modelling.arrangement import Arrangement, PlacedPiece, pieces_of
from nqsat.modelling.kinds import Bounds, Number
from nqsat.modelling.rules.attack_encoding import AttackEncoding, attacked_from, blocking_cost
from nqsat.modelling.rules.base import (
    Bounded,
    Meaning,
    Rule,
    Serialisable,
    blocking_text,
    listed,
    named,
)
from nqsat.modelling.rules.fields import FLAG, NAMES, NUMBER, ROWS, Field, Rename
from nqsat.modelling.rules.literals import (
    LITERALS,
    Among,
    BoardLiteral,
    Linear,
    facts_of,
    literal_texts,
    number_true,
    weights_of,
)
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.text_helpers import plural
from nqsat.modelling.vocabulary import Clause, Constraint, Sum, Variables

Sense = Literal["maximise", "minimise"]

Sets = tuple[frozenset[Square], ...]

#: Literals whose number of true ones is the measure, and the definitions of the auxiliary ones.
Measured = tuple[tuple[int, ...], list[Constraint]]

#: The end of the error about a custom rule or measure in JSON.
NO_CODE = "JSON has no code: name FILE.py:FUNCTION"

#: The bounds of exactly one.
ONE = Number(1, 1)


class _Quota(Bounded):
    """Bounds on the number of pieces of some kinds in each of several sets of squares."""

    __slots__ = ()
    shares = "its sets of squares"
    kinds: tuple[str, ...] | None

    #: The name of a set; by default that of the rule, in the singular.
    place: ClassVar[str] = ""

    @abstractmethod
    def sets(self, board: Board) -> Sets:
        """The sets of squares."""

    def holds(self, arrangement: Arrangement) -> bool:
        squares = {piece.square for piece in pieces_of(arrangement, self.kinds)}
        return all(self.allows(len(squares & places)) for places in self.sets(arrangement.board))

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        kinds = [kind.name for kind in setting.named(self.kinds)]
        for places in self.sets(setting.board):
            pairs = product(sorted(places), kinds)
            literals = tuple(x for s, kind in pairs for x in variables.group(kind, [s]))
            yield Sum(self.bounds.low, self.bounds.high, literals)

    def relaxation(self, setting: Setting) -> Meaning | None:
        return self.without_low()

    @property
    def sentence(self) -> str:
        place = self.place or self.name.removesuffix("s")
        several = "s" * (self.bounds != ONE and not self.kinds)
        return f"Every {place} has {self.bounds.words} {named(self.kinds)}{several}."


@listed
@dataclass(frozen=True, slots=True)
class Files(_Quota):
    """Every file has a given number of pieces.

    Walls and holes do not interrupt a line; a line without squares is ignored. Solid boards, hexagons
    and graphs have no files.

    Args:
        number: how many: ``1``, ``"..1"``, ``"1..2"``.
        kinds: the kinds whose pieces are counted; None for all.

    Raises:
        InvalidModel: the number cannot be read, or ``kinds`` is empty.
    """

    name: ClassVar[str] = "files"
    example: ClassVar[str] = "files=1"
    fields: ClassVar[Mapping[str, Field]] = {"number": NUMBER, "kinds": NAMES}
    #: The direction of a line, down and right.
    direction: ClassVar[tuple[int, int]] = (1, 0)
    number: Number | int | str
    kinds: tuple[str, ...] | None = None

    def check(self, setting: Setting) -> None:
        Bounded.check(self, setting)
        geometry = setting.board.geometry
        if not (geometry.has_ranks and len(geometry.sizes) == 2):
            reason = f"{setting.board.title} has no {self.name}; choose a board of squares"
            raise InvalidModel("board", reason)
        if not geometry.is_straight(self.direction):
            reason = f"{self.name} of a {geometry.words} cross themselves behind its edges"
            raise InvalidModel("board", f"{reason}; it has ranks and files")

    def sets(self, board: Board) -> Sets:
        return _parallel_lines(board, self.direction)

    def image(self, change: Change) -> Rule | None:
        lines = {frozenset(map(change, line)) for line in self.sets(change.source.board)}
        for kind in (type(self), Files, Ranks, Diagonals, Antidiagonals):
            if {*_parallel_lines(change.target.board, kind.direction)} == lines:
                return kind(self.number, self.moved(change).kinds)
        return None


@listed
@dataclass(frozen=True, slots=True)
class Ranks(Files):
    """Every rank has a given number of pieces.

    Otherwise as ``Files``.
    """

    name: ClassVar[str] = "ranks"
    example: ClassVar[str] = "ranks=1..2"
    direction: ClassVar[tuple[int, int]] = (0, 1)


@listed
@dataclass(frozen=True, slots=True)
class Diagonals(Files):
    """Every diagonal that rises, as a1-h8, has a given number of pieces.

    Where the board wraps, a diagonal continues at the opposite edge. Otherwise as ``Files``.
    """

    name: ClassVar[str] = "diagonals"
    example: ClassVar[str] = "diagonals=0..1"
    direction: ClassVar[tuple[int, int]] = (-1, 1)


@listed
@dataclass(frozen=True, slots=True)
class Antidiagonals(Files):
    """Every diagonal that falls, as a8-h1, has a given number of pieces.

    Otherwise as ``Diagonals``.
    """

    name: ClassVar[str] = "antidiagonals"
    example: ClassVar[str] = "antidiagonals=0..1"
    direction: ClassVar[tuple[int, int]] = (1, 1)


@listed
@dataclass(frozen=True, slots=True)
class Permutation(Files):
    """Every rank and every file has a given number of pieces.

    With exactly one, the pieces form a permutation matrix. On a solid board the lines run along each axis:
    n² pieces on n × n × n, one on each line, form a Latin square. Otherwise as ``Files``.
    """

    name: ClassVar[str] = "permutation"
    example: ClassVar[str] = "permutation=2"
    place: ClassVar[str] = "rank and file"
    number: Number | int | str = ONE

    def check(self, setting: Setting) -> None:
        Bounded.check(self, setting)
        if not setting.board.geometry.has_ranks:
            reason = f"{setting.board.title} has no ranks and files; leave it out"
            raise InvalidModel("board", reason)

    def sets(self, board: Board) -> Sets:
        return _lines(board)

    def image(self, change: Change) -> Permutation | None:
        images = {frozenset(map(change, line)) for line in self.sets(change.source.board)}
        return self.moved(change) if images == {*self.sets(change.target.board)} else None


@listed
@dataclass(frozen=True, slots=True)
class Regions(_Quota):
    """Every region of a map has a given number of pieces.

    ``Regions(("AAB", "ABB", "CCC"))`` is exactly one in A, in B and in C.

    Args:
        map: one line for each row of the board, from the top, as long as the row. A letter or a digit
            names a region, which need not be connected; ``.`` belongs to no region and is unrestricted.
            Walls and holes belong to no region, even if the map names one there.
        number: how many pieces in each: ``2``, ``"..1"``, ``"2..3"``.
        kinds: the kinds whose pieces are counted; None for all.

    Raises:
        InvalidModel: a line of the map or the number cannot be read, or ``kinds`` is empty.
    """

    name: ClassVar[str] = "regions"
    unsaid: ClassVar[Mapping[str, str]] = {
        "number": "each region has one piece: number=2, or number=..1, asks for others"
    }
    example: ClassVar[str] = "regions=AAB/ABB/CCC,number=1"
    fields: ClassVar[Mapping[str, Field]] = {"map": ROWS, "number": NUMBER, "kinds": NAMES}
    map: tuple[str, ...]
    number: Number | int | str = ONE
    kinds: tuple[str, ...] | None = None

    @property
    def read(self) -> Read:
        """The size of the map and how many regions it has."""
        regions = len({*"".join(self.map)} - {"."})
        size = f"{len(self.map)}x{max(map(len, self.map), default=0)} squares"
        return Read((size, f"{regions} region{'s' * (regions != 1)}"))

    def check(self, setting: Setting) -> None:
        Bounded.check(self, setting)
        board = setting.board
        for row, line in enumerate(self.map[: board.rows], start=1):
            if len(line) != board.columns:
                sizes = f"has {len(line)} cells; the board has {board.columns}"
                raise InvalidModel("map", f"line {row}, {line!r}, {sizes}")
        if len(self.map) != board.rows:
            wanted = f"{board.rows} lines, one for each row of the board"
            raise InvalidModel("map", f"needs {wanted}; it has {len(self.map)}")

    def sets(self, board: Board) -> Sets:
        return _regions(self.map, board)

    def image(self, change: Change) -> Regions:
        board = change.target.board
        drawn = [["."] * board.columns for _ in range(board.rows)]
        for square in change.source.board.squares:
            image_square = change(square)
            drawn[image_square.row][image_square.column] = self.map[square.row][square.column]
        image = replace(self.moved(change), map=tuple("".join(row) for row in drawn))
        if board == change.source.board and {*image.sets(board)} == {*self.sets(board)}:
            return replace(image, map=self.map)  # the same regions up to renaming
        return image


def _grouped(keyed: Iterable[tuple[object, Square]]) -> Sets:
    """Return the sets of squares with equal keys, in the order in which these come first."""
    found: dict[object, set[Square]] = {}
    for key, square in keyed:
        found.setdefault(key, set()).add(square)
    return tuple(map(frozenset, found.values()))


@lru_cache(maxsize=64)
def _lines(board: Board) -> Sets:
    """Return the lines along each axis of the board: squares that differ only in that coordinate."""
    places = [(square, board.coordinates(square)) for square in board.squares]
    every = product(range(len(board.geometry.sizes)), places)
    return _grouped(((n, x[:n], x[n + 1 :]), square) for n, (square, x) in every)


@lru_cache(maxsize=64)
def _parallel_lines(board: Board, direction: tuple[int, int]) -> Sets:
    """Return the lines in a direction: a rank or file as it is named, a diagonal also behind an edge."""
    if 0 in direction:
        axis = direction.index(0)  # what all squares of the line share
        return _grouped((square[axis], square) for square in board.squares)
    whole = lines(Board(geometry=board.geometry), direction)  # walls interrupt no line
    number = {square: index for index, line in enumerate(whole) for square in line}
    return _grouped((number[square], square) for square in board.squares)


@lru_cache(maxsize=64)
def _regions(lines: tuple[str, ...], board: Board) -> Sets:
    names = ((lines[x.row][x.column], x) for x in board.squares)
    return _grouped((name, x) for name, x in names if name != ".")


class Measure(Serialisable):
    """An integer function of solutions. A frozen value."""

    __slots__ = ()
    what: ClassVar[str] = "measure"

    #: The kind of model whose solutions it measures, as JSON names it.
    about: ClassVar[str] = "placement"

    @abstractmethod
    def value(self, arrangement: Any) -> int:
        """Return the value of the measure: its meaning."""

    @abstractmethod
    def counted(self, value: int) -> str:
        """Return the value as text: ``5 pieces``."""

    @property
    def grows(self) -> bool:
        """Whether it is monotone: adding pieces never decreases the value."""
        return False

    @property
    def words(self) -> str:
        """The words after a number in a sentence; by default the name."""
        return self.name

    @abstractmethod
    def literals(self, setting: Setting, variables: Any) -> Measured:
        """Return its encoding: literals, and the definitions of the auxiliary ones."""

    @abstractmethod
    def image(self, change: Change) -> Measure | None:
        """Return the measure whose value on a changed arrangement is this one's value on the original.

        None as for ``Rule.image``.
        """

    def most(self, setting: Setting) -> int:
        """Return an upper bound on the value; by default the number of squares."""
        return len(setting.board.squares)

    def cost(self, setting: Setting) -> int:
        """As ``Rule.cost``."""
        return 0


@dataclass(frozen=True, slots=True)
class Pieces(Measure):
    """The number of pieces on the board.

    Args:
        kinds: count only pieces of these kinds; None for all.
    """

    name: ClassVar[str] = "pieces"
    grows = True
    fields: ClassVar[Mapping[str, Field]] = {"kinds": NAMES}
    kinds: tuple[str, ...] | None = None

    @property
    def words(self) -> str:
        return "pieces" if self.kinds is None else f"pieces ({named(self.kinds)})"

    def counted(self, value: int) -> str:
        of = "" if self.kinds is None else f" of kind {' or '.join(self.kinds)}"
        return f"{value} {'piece' if value == 1 else 'pieces'}{of}"

    def value(self, arrangement: Arrangement) -> int:
        return len(pieces_of(arrangement, self.kinds))

    def literals(self, setting: Setting, variables: Variables) -> Measured:
        kinds, squares = setting.named(self.kinds), setting.board.squares
        return tuple(x for kind in kinds for x in variables.group(kind.name, squares)), []

    def image(self, change: Change) -> Pieces:
        return self.moved(change)


@dataclass(frozen=True, slots=True)
class Unattacked(Measure):
    """The number of squares that are neither occupied nor attacked.

    Args:
        kinds: count attacks by pieces of these kinds; None for all. Pieces of every kind occupy squares.
        blocking: whether a piece in between stops a rider.
    """

    name: ClassVar[str] = "unattacked"
    fields: ClassVar[Mapping[str, Field]] = {"kinds": NAMES, "blocking": FLAG}
    kinds: tuple[str, ...] | None = None
    blocking: bool = False

    @property
    def words(self) -> str:
        of = "" if self.kinds is None else f" ({named(self.kinds)})"
        return f"squares that are neither occupied nor attacked{of}{blocking_text(self)}"

    def counted(self, value: int) -> str:
        by = "" if self.kinds is None else f" by {' or '.join(self.kinds)}"
        return f"{value} {plural(value, 'squares')} unattacked{by}"

    def value(self, arrangement: Arrangement) -> int:
        attacked = attacked_from(arrangement, blocking=self.blocking)
        safe = set(arrangement.board.squares) - {piece.square for piece in arrangement.pieces}
        for square, kind in pieces_of(arrangement, self.kinds):
            safe -= attacked(kind, square)
        return len(safe)

    def literals(self, setting: Setting, variables: Variables) -> Measured:
        sight = AttackEncoding(setting, variables, blocking=self.blocking)
        found = tuple(
            -sight.some(sorted({*sight.occupied(square), *sight.onto(square, self.kinds)}))
            for square in setting.board.squares
        )
        return found, [*sight.definitions]

    def image(self, change: Change) -> Unattacked | None:
        return self.moved_with_attacks(change, self.kinds, blocking=self.blocking)

    def cost(self, setting: Setting) -> int:
        return blocking_cost(setting) if self.blocking else 0


@dataclass(frozen=True, slots=True)
class Attacks(Measure):
    """The number of pairs of pieces of which one attacks the other, or each the other.

    Args:
        blocking: whether a piece in between stops a rider.
    """

    name: ClassVar[str] = "attacks"
    fields: ClassVar[Mapping[str, Field]] = {"blocking": FLAG}
    blocking: bool = False

    @property
    def grows(self) -> bool:
        return not self.blocking

    @property
    def words(self) -> str:
        return f"pairs of pieces that attack one another{blocking_text(self)}"

    def counted(self, value: int) -> str:
        return f"{value} {plural(value, 'pairs')} of attacking pieces"

    def value(self, arrangement: Arrangement) -> int:
        attacked = attacked_from(arrangement, blocking=self.blocking)
        ranges = [(square, attacked(kind, square)) for square, kind in arrangement.pieces]
        pairs = combinations(ranges, 2)
        return sum(
            square in reached or other in reach for (square, reach), (other, reached) in pairs
        )

    def literals(self, setting: Setting, variables: Variables) -> Measured:
        sight = AttackEncoding(setting, variables, blocking=self.blocking)
        stands = sight.pieces()
        ways: dict[tuple[PlacedPiece, PlacedPiece], set[int]] = defaultdict(set)
        for piece in stands:
            for target in sorted(sight.targets(piece)):
                others = (PlacedPiece(target, kind.name) for kind in setting.kinds)
                for other in filter(stands.__contains__, others):
                    if attack := sight.attack(piece, target):
                        both = sight.every(sorted((attack, stands[other])))
                        ways[min(piece, other), max(piece, other)].add(both)
        return tuple(sight.some(sorted(some)) for some in ways.values()), [*sight.definitions]

    def image(self, change: Change) -> Attacks | None:
        return self.moved_with_attacks(change, None, blocking=self.blocking)

    def most(self, setting: Setting) -> int:
        return setting.most_attacks() * len(setting.kinds)

    def cost(self, setting: Setting) -> int:
        return 9 * self.most(setting) + (blocking_cost(setting) if self.blocking else 0)


@dataclass(frozen=True, slots=True, repr=False)
class WeightedSum(Measure):
    """The sum of the weights of the true literals.

    Args:
        terms: literals with their weights, as for ``Among``: ``("3*Q@a1", "~Q@b3")``.

    Raises:
        InvalidModel: as for ``Among``.
    """

    name: ClassVar[str] = "sum"
    fields: ClassVar[Mapping[str, Field]] = {"terms": LITERALS}
    terms: tuple[BoardLiteral, ...]

    def __post_init__(self) -> None:
        Measure.__post_init__(self)
        ordered = sorted(weights_of(self.terms), key=lambda term: str(term[0]))
        terms = tuple(x for x, copies in ordered for _ in range(copies))
        object.__setattr__(self, "terms", terms)

    @classmethod
    def of(cls, total: Linear) -> WeightedSum:
        """Return the measure of a sum as Python writes it: ``3 * a - b + 1``.

        Raises:
            InvalidModel: its least value, whatever stands where, is not 0.
        """
        terms, least = total.linear.normal_form()
        if least:
            cure = f"add {-least}" if least < 0 else f"subtract {least}"
            reason = f"{total!r} is at least {least}; {cure}: an objective counts from 0"
            raise InvalidModel("objective", reason)
        return cls(terms)

    def __repr__(self) -> str:
        return f"WeightedSum({literal_texts(self.terms)!r})"

    def check(self, setting: Setting) -> None:
        Among(self.terms).check(setting)

    @property
    def words(self) -> str:
        return f"of {', '.join(literal_texts(self.terms))}, by weight"

    def counted(self, value: int) -> str:
        return f"a sum of {value}"

    def value(self, arrangement: Arrangement) -> int:
        return number_true(self.terms, facts_of(arrangement))

    def literals(self, setting: Setting, variables: Variables) -> Measured:
        free, sure = Among(self.terms).lowered(setting, variables)
        true = (variables.fresh(),) if sure else ()
        return (*free, *true * sure), [Clause(true)] * len(true)

    def image(self, change: Change) -> WeightedSum:
        return WeightedSum(Among(self.terms).image(change).literals)

    def most(self, setting: Setting) -> int:
        return len(self.terms)


@dataclass(frozen=True, slots=True)
class MovesMade(Measure):
    """The number of moves in a set of moves."""

    name: ClassVar[str] = "moves"
    about: ClassVar[str] = "factor"
    grows = True

    def counted(self, value: int) -> str:
        return f"{value} {plural(value, 'moves')}"

    def value(self, arrangement: Any) -> int:
        return len(arrangement)

    def literals(self, setting: Setting, variables: Any) -> Measured:
        return tuple(x for _, _, x in variables.moves()), []

    def image(self, change: Change) -> MovesMade:
        return self

    def most(self, setting: Setting) -> int:
        return setting.most_attacks()


#: Every measure that models in JSON and on the command line may name.
MEASURES: tuple[type[Measure], ...] = (Pieces, Unattacked, Attacks, WeightedSum, MovesMade)


def find_measure(name: str, about: str = "placement") -> type[Measure]:
    """Return the measure of a kind of model with this name; raise ``InvalidModel`` if there is none.

    ``pieces`` means the pieces of a placement, or the moves of a factor.
    """
    fitting = [measure for measure in MEASURES if measure.about == about]
    usual = {"placement": Pieces.name, "factor": MovesMade.name}[about]
    return choose("measure", usual if name in (Pieces.name, "men") else name, fitting)


@listed
@dataclass(frozen=True, slots=True)
class Amount(Bounded):
    """The number of pieces, unattacked squares or attacks, or a sum, is given.

    Args:
        measure: the measure.
        number: the bounds: ``5``, ``"3.."``, ``"3..5"``.
        best: a fact that engines may use: ``"maximise"``: the number is the maximum under the other
            rules; ``"minimise"``: it is the minimum. It requires nothing, and JSON leaves it out.

    Raises:
        InvalidModel: the measure or the number cannot be read.
    """

    name: ClassVar[str] = "amount"
    example: ClassVar[str] = "amount=unattacked,number=11"
    measure: Measure
    number: Bounds
    best: Sense | None = field(default=None, repr=False, compare=False)

    @property
    def sentence(self) -> str:
        return f"There are {self.bounds.words} {self.measure.words}."

    @property
    def of_attacks(self) -> bool:
        return isinstance(self.measure, Attacks)

    def __post_init__(self) -> None:
        if not isinstance(self.measure, Measure):
            raise InvalidModel(
                "measure", f"expected a measure such as Pieces(), got {self.measure!r}"
            )
        object.__setattr__(self, "number", Number.parse(self.number))

    def check(self, setting: Setting) -> None:
        if self.measure.about != "placement":
            reason = f"{self.measure.name} is measured in a {self.measure.about}, not a placement"
            raise InvalidModel("measure", reason)
        self.measure.check(setting)

    def holds(self, arrangement: Arrangement) -> bool:
        return self.allows(self.measure.value(arrangement))

    def image(self, change: Change) -> Amount | None:
        measure = self.measure.image(change)
        return None if measure is None else replace(self, measure=measure)

    def relaxation(self, setting: Setting) -> Meaning | None:
        return self.without_low() if self.measure.grows else None

    def cost(self, setting: Setting) -> int:
        return self.measure.cost(setting)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        literals, definitions = self.measure.literals(setting, variables)
        yield from definitions
        yield Sum(self.bounds.low, self.bounds.high, literals)

    def rename_kinds(self, call: Rename) -> Self:
        return replace(self, measure=self.measure.rename_kinds(call))

    @property
    def option_words(self) -> list[str]:
        return [self.measure.name, *self.measure.option_words, f"number={self.number}"]

    # In JSON the measure's own fields follow: {"measure": "pieces", "number": "3..", "kinds": ["Q"]}.

    def to_json(self) -> dict[str, object]:
        number = NUMBER.write(self.bounds)
        return {"measure": self.measure.name, "number": number, **self.measure.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        rest = dict(data)
        name, number = rest.pop("measure", None), rest.pop("number", None)
        if not isinstance(name, str):
            raise InvalidModel("measure", "is missing")
        return cls(find_measure(name).from_json(rest), Number.parse(number))  # type: ignore[arg-type]

    @classmethod
    def parse(cls, value: str | None) -> Self:
        words = (value or "").split(",")
        number = [word for word in words if word.startswith("number=")]
        kind, *rest = [word for word in words if word not in number] or [""]
        if not kind:
            reason = f"say what is counted: {cls.name}=pieces,number=3..5"
            raise InvalidModel(f"rule {cls.name}", reason)
        with blaming(f"rule {cls.name}"):
            measure = find_measure(kind)
        if len(number) != 1:
            reason = f"has no number; write {cls.name}={kind},number=3, or 2..5"
            raise InvalidModel(f"rule {cls.name}", reason)
        return cls(measure.parse(",".join(rest) or None), number[0].removeprefix("number="))


@dataclass(frozen=True, slots=True)
class Objective:
    """The objective of a model: of the arrangements that its rules allow, those with the best value.

    Args:
        sense: ``"maximise"`` or ``"minimise"``.
        measure: the measure to optimise; or a sum of literals, which becomes a ``WeightedSum``.

    Raises:
        InvalidModel: ``sense`` or ``measure`` is invalid.
    """

    sense: Sense
    measure: Measure

    def __init__(self, sense: Sense, measure: Measure | Linear) -> None:
        measured = WeightedSum.of(measure) if isinstance(measure, Linear) else measure
        object.__setattr__(self, "sense", sense)
        object.__setattr__(self, "measure", measured)
        if self.sense not in get_args(Sense):
            raise InvalidModel("objective", f"expected maximise or minimise, got {self.sense!r}")
        if not isinstance(self.measure, Measure):
            reason = f"expected a measure such as Pieces(), got {self.measure!r}"
            raise InvalidModel("objective", reason)

    @classmethod
    def parse(cls, sense: Sense, text: str, about: str = "placement") -> Objective:
        """Parse a measure: ``pieces=white:Q``, ``unattacked``, ``sum=3*Q@a1,~Q@b3``, ``moves``."""
        name, _, value = text.partition("=")
        return cls(sense, find_measure(name, about).parse(value or None))

    def __str__(self) -> str:
        return f"{self.sense} {self.measure.name}"

    @property
    def text(self) -> str:
        """The objective as in the text of a model: ``minimise pieces=white:Q``."""
        return f"{self.sense} {self.measure.text}"

    def to_json(self) -> dict[str, object]:
        """Return the objective as JSON data. ``InvalidModel``: its measure is a user's own."""
        if type(self.measure) not in MEASURES:
            raise InvalidModel("objective", f"is a measure of your own; {NO_CODE}")
        return {self.sense: self.measure.name, **self.measure.to_json()}

    def better(self, value: int, than: int) -> bool:
        """Whether a value is better than another."""
        return value > than if self.sense == "maximise" else value < than
