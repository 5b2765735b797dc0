"""Tour: the declaration of a tour problem: one man visits every square once. It says what, never how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import contains
from typing import Any, ClassVar, Literal, cast

from nqsat.chess import (
    Board,
    Piece,
    Square,
    attacks,
    can_move,
    check_piece,
    is_two_way,
)
from nqsat.errors import InvalidModel, blaming
from nqsat.modelling.json_values import as_text, read_at
from nqsat.modelling.links import (
    Link,
    LinkVariables,
    arcs_in,
    circuit,
    links_along,
    links_of,
    traced,
)
from nqsat.modelling.model import Table
from nqsat.modelling.moves_model import MovesModel
from nqsat.modelling.path import Move, Path
from nqsat.modelling.read_solution import square_named
from nqsat.modelling.requirements import What
from nqsat.modelling.rules import Rule, read_rules
from nqsat.modelling.rules.tours import Fixed, GivenMoves, GivenPlaces, TourArgument
from nqsat.modelling.rules.user_rules import lowered, met
from nqsat.modelling.setting import TourSetting
from nqsat.modelling.vocabulary import Constraint

Direction = Literal["undirected", "directed"]

#: With at least this many squares, moves are checked one by one instead of against a table of all moves.
LARGE = 10_000

#: What may be required besides, as the constructor calls it and in the order of JSON.
REQUIRED = ("start", "end", "through", "avoiding", "numbers", "fixed_by")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Tour(MovesModel):
    """A man's tour of every square of a board, each exactly once, by his moves on the empty board.

    >>> Tour("6x6", "N")
    Tour('6x6', 'N')

    Args:
        board: a board, or its text: ``"8x8"``, ``"torus:4x4"``. Walls and holes are not visited.
        piece: the piece that tours: a piece, Betza notation or a name.
        closed: the last square leads back to the first (a Hamiltonian cycle); else a path.
        start: the first square, as ``"a1"``; of a closed tour, where its numbers begin.
        end: the last square, for open tours.
        unit: ``"undirected"``: a set of moves (closed tours unless told otherwise);
            ``"directed"``: with direction (open tours, and pieces that cannot move back). The first square
            of a closed tour never matters.
        through: moves that must occur, in either direction: ``"a1-b3"``.
        avoiding: moves that must not occur.
        numbers: squares whose number in the sequence, from 1, is given: ``{"a1": 1}``.
        fixed_by: only tours that this symmetry of the board leaves as they are, or several all do.
        rules: what else must hold: rules of your own, with ``about = "tour"``. In the model's ``rules``
            those come first that the other arguments say.

    A solution is a ``Path``. A closed tour needs three squares; a board without squares has no tour.

    Raises:
        InvalidModel: an argument cannot be read, or two of them do not go together.
    """

    key: ClassVar[str] = "tour"
    solutions: ClassVar[str] = "tours"
    solution_class: ClassVar[type] = Path
    counted: ClassVar[str] = (
        "A closed tour counts as a set of moves, an open tour as a sequence of squares, unless a unit is\n"
        "given. Rotations and reflections count separately."
    )
    options: ClassVar[tuple[str, ...]] = ("rules", "start", "end", "through", "avoiding", "numbers")
    required_names: ClassVar[tuple[str, ...]] = REQUIRED

    board: Board
    piece: Piece
    closed: bool
    start: Square | None
    end: Square | None
    direction: Direction
    through: tuple[Move, ...]
    avoiding: tuple[Move, ...]
    numbers: tuple[tuple[Square, int], ...]
    fixed_by: str | tuple[str, ...] | None
    rules: tuple[Rule, ...]

    def __init__(
        self,
        board: Board | str,
        piece: Piece | str,
        *,
        closed: bool = True,
        start: Square | str | None = None,
        end: Square | str | None = None,
        unit: Direction | None = None,
        through: Iterable[tuple[Square, Square] | str] = (),
        avoiding: Iterable[tuple[Square, Square] | str] = (),
        numbers: Mapping[str, int] | Iterable[tuple[Square, int]] = (),
        fixed_by: str | Iterable[str] | None = None,
        rules: Iterable[Rule] = (),
    ) -> None:
        board = Board.of(board)
        piece = piece if isinstance(piece, Piece) else Piece.parse(piece)
        with blaming("piece"):
            check_piece(piece, board)
        if type(closed) is not bool:
            raise InvalidModel("closed", f"{closed!r} is neither True nor False")
        places = GivenPlaces.read(board, start, end, numbers)
        moves, fixed = GivenMoves.read(board, through, avoiding), Fixed.read(fixed_by)
        more = read_rules(rules, "tour", ())
        for rule in more:
            if isinstance(rule, TourArgument):
                names = ", ".join(rule.arguments)
                raise InvalidModel(("rules", rule.name), f"is given by arguments of Tour: {names}")
        values = {
            "board": board,
            "piece": piece,
            "closed": closed,
            "start": places.start,
            "end": places.end,
            "through": moves.through,
            "avoiding": moves.avoiding,
            "numbers": places.numbers,
            "fixed_by": fixed.fixed_by,
            "rules": (*(rule for rule in (places, moves, fixed) if rule), *more),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "direction", self._natural_unit() if unit is None else unit)
        self._check()

    def _natural_unit(self) -> Direction:
        one_way = self.start or self.end or self.numbers or not self.two_way
        return "undirected" if self.closed and not one_way else "directed"

    def _check(self) -> None:
        if not isinstance(self.direction, str) or self.direction not in ("undirected", "directed"):
            reason = f"{self.direction!r} is unknown; choose undirected, directed"
            raise InvalidModel("unit", reason)
        self.check_rules()
        if self.direction == "undirected":
            if self.start or self.end or self.numbers:
                reason = "with a start, an end or numbers only directed makes sense"
                raise InvalidModel("unit", reason)
            if not self.two_way:
                raise InvalidModel("unit", f"{self.piece} cannot move back; ask for directed tours")

    def declared(self) -> dict[str, object]:
        return {"closed": self.closed, "unit": self.direction}

    def spelled(self) -> list[str]:
        unit = [f"unit={self.direction!r}"] if self.direction != self._natural_unit() else []
        return unit if self.closed else ["closed=False", *unit]

    # -- meaning -------------------------------------------------------------------------

    def holds(self, path: Path) -> bool:
        """Whether the path is a solution: every square once, by the man's moves, as required."""
        squares = path.squares
        kind = (path.board, path.closed, path.directed, path.origin)
        if kind != (self.board, self.closed, self.directed, self.origin):
            return False
        every = self.board.places.keys()
        if len(squares) < (3 if self.closed else 1) or len(squares) != len(every):
            return False
        if every != set(squares):
            return False
        return self._all_moves(path) and all(met(rule, path) for rule in self.rules)

    def _all_moves(self, path: Path) -> bool:
        """Whether every step is a move of the man. On a large board no table is made for it."""
        if len(path) > LARGE:
            return all(can_move(self.piece, self.board, *move) for move in path.moves)
        targets = map(attacks(self.piece, self.board).__getitem__, path.squares)
        after = path.squares[1:] + path.squares[:1] if path.closed else path.squares[1:]
        return all(map(contains, targets, after))

    def path(self, squares: Iterable[Square]) -> Path:
        """The path that visits the squares in this order, as a solution of this model."""
        return Path(self.board, tuple(squares), self.closed, self.directed, self.origin)

    @property
    def atoms(self) -> tuple[Link, ...]:
        """The links; see ``links``."""
        return links_of(self)

    def declare(self, table: Table) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        arcs = arcs_in(self)
        links = LinkVariables(table, arcs=arcs)
        yield "tour", table.take(circuit(self, links, arcs=arcs))
        for rule in self.rules:
            yield rule.name, lowered(rule, self.setting, links, table.take)

    def solution(self, atoms: Iterable[Link]) -> Path:
        links = list(atoms)
        path = traced(links)
        if not (links and links[0].arc) and (
            (self.start is not None and path[0] != self.start)
            or (self.end is not None and path[-1] != self.end)
        ):
            path.reverse()
        return Path.of_known(
            self.board, tuple(path), closed=self.closed, directed=self.directed, origin=self.origin
        )

    def made(self, solution: Path) -> Iterator[Link]:
        return links_along(self, solution)

    # -- parts, requirements, words --------------------------------------------------------

    @property
    def title(self) -> str:
        kind = "closed" if self.closed else "open"
        return f"{kind} tour of {self.board.title} by {self.piece.notation}"

    @property
    def told(self) -> dict[str, Any]:
        names = ("board", "piece", "closed", *REQUIRED)
        return {name: getattr(self, name) for name in names} | {"unit": self.direction}

    def relaxed(self, kept: Mapping[What, list[Any]]) -> Tour:
        given = {name: kept.get(cast("What", name), []) for name in REQUIRED}
        one = {name: next(iter(given[name]), None) for name in ("start", "end", "fixed_by")}
        if self.closed:
            total = len(self.board.squares)
            one["start"], given["numbers"] = _counted_from_one(
                one["start"], given["numbers"], total
            )
        return self.changed(**{**given, **one, "rules": kept.get("rule", ())})

    def refined(
        self,
        *,
        rules: Iterable[Rule] = (),
        start: str | None = None,
        end: str | None = None,
        through: Iterable[str] = (),
        avoiding: Iterable[str] = (),
        numbers: Iterable[str] = (),
    ) -> Tour:
        places = _places(numbers)
        for field, given, own in (("start", start, self.start), ("end", end, self.end)):
            if given is not None and own is not None:
                raise InvalidModel(field, f"is {self.board.name(own)} in the model already")
        return self.changed(
            start=start or self.start,
            end=end or self.end,
            through=(*self.through, *through),
            avoiding=(*self.avoiding, *avoiding),
            numbers=(*self.numbers, *places.items()),
            rules=(*self.added, *rules),
            **({"unit": None} if start or end or places else {}),
        )

    @classmethod
    def from_data(cls, value: object) -> Tour:
        """The tour that JSON data describe."""
        given = cls.arguments_in(value, optional=("closed", "unit"))
        if not isinstance(given.get("closed", True), bool):
            raise InvalidModel("closed", "expected true or false")
        if "unit" in given:
            read_at(given, "unit", as_text)
        return cls(**given)

    def read(self, text: str) -> Path:
        return self.read_data({"squares": text.split()})

    def read_data(self, data: Any) -> Path:
        squares = [square_named(self.board, str(name)) for name in data["squares"]]
        if self.closed and len(squares) > 1 and squares[-1] == squares[0]:
            del squares[-1]  # it is printed again where a closed tour comes back to it
        return self.path(squares)

    # -- facts ---------------------------------------------------------------------------

    @property
    def setting(self) -> TourSetting:
        """The board, the man, and what sort of tour it is."""
        return TourSetting(self.board, self.kinds, self.closed, self.directed)

    @property
    def directed(self) -> bool:
        """Whether the direction of a tour matters."""
        return self.direction == "directed"

    @property
    def origin(self) -> Square | None:
        """Where a closed tour is taken to begin, if that is given."""
        return self.start if self.closed else None

    @property
    def unit(self) -> str:
        """What its solutions are called when they are counted."""
        return f"{self.direction} {'closed' if self.closed else 'open'} tours"

    @property
    def two_way(self) -> bool:
        """Whether every move of the man can be taken back."""
        return is_two_way(self.piece, self.board)

    def with_unit(self, unit: str) -> Tour:
        return self.changed(unit=unit)


def ways_of(tour: Tour) -> dict[Square, list[Square]]:
    """From each square, in the board's order, where the man can go, ascending; no move that is left out."""
    ways = attacks(tour.piece, tour.board)
    left_out = {*tour.avoiding, *((there, here) for here, there in tour.avoiding)}
    return {
        here: [there for there in sorted(ways[here]) if (here, there) not in left_out]
        for here in tour.board.squares
    }


def _places(numbers: Iterable[str]) -> dict[str, int]:
    """Numbers of squares, from words as in ``a1=1``."""
    places: dict[str, int] = {}
    for word in numbers:
        square, equals, number = word.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise InvalidModel("number", f"{word!r}: write SQUARE=NUMBER, as in a1=1")
        if square in places:
            raise InvalidModel("number", f"{square} is given twice")
        places[square] = int(number)
    return places


def _counted_from_one(
    start: Square | None, numbers: list[tuple[Square, int]], total: int
) -> tuple[Square | None, list[tuple[Square, int]]]:
    """A closed tour may begin anywhere: without its start it begins at the first number."""
    if start is not None or not numbers:
        return start, numbers
    (start, first), *others = numbers
    return start, [(square, (number - first) % total + 1) for square, number in others]
