"""Tour: the declaration of a tour problem: one piece visits every square once, or some.

The atoms of a tour are links: a move, or the way in from outside or the way out of an open tour. The nodes
are the squares; an open tour gets one node more, the hub, joined to where it may begin and end, so that
every tour is a Hamiltonian cycle. Two forms:

* **edges**: a link for each pair of squares a move apart, for tours without direction, and for
  open ones whose direction follows from a given end.
* **arcs**: a link for each move in each direction; they can carry the numbers of squares.

A tour that may leave squares out has the same links. In any case the constraint is one ``Circuit``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import contains
from typing import Any, ClassVar, Literal, Never

from nqsat.arguments import ARGUMENTS
from nqsat.chess import Board, Piece, Square, attacks, can_move, is_two_way
from nqsat.chess.board import GivenBoard, board_with_content
from nqsat.chess.cells import Cells, Meaning
from nqsat.errors import InvalidModel
from nqsat.modelling.argument_types import Direction
from nqsat.modelling.contradictions import impossible_step, refuse_contradiction
from nqsat.modelling.json_values import square_named
from nqsat.modelling.kinds import Bounds, Number
from nqsat.modelling.model import Table, What, read_solution
from nqsat.modelling.moves_model import Given, MovesModel, MoveVariables
from nqsat.modelling.path import OUTSIDE, Arc, Move, Path
from nqsat.modelling.rules import GivenRules, Rule
from nqsat.modelling.rules.user_rules import rule_holds
from nqsat.modelling.setting import TourSetting
from nqsat.modelling.vocabulary import Circuit, Clause, Constraint, Sum

#: With at least this many squares, moves are checked one by one instead of against a table of all moves.
LARGE = 10_000


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Tour(MovesModel):
    """A piece's tour of every square of a board, each exactly once, by its moves on the empty board.

    With ``visit``, a cycle or a path that leaves squares out: one of at least one move that visits each
    square at most once. Other moves between its squares do not matter. The whole board is also allowed.

    >>> Tour("6x6", "N")
    <Tour 6x6 tour N>
    >>> Tour("6x6", "N", closed=False, visit="5..8", start="a1")
    <Tour 6x6 tour N open visit 5..8 from a1>

    Args:
        board: as for ``Placement``; a grid has numbers. Walls and holes are not visited.
        piece: the piece that tours: a piece, Betza notation or a name; on a graph it may be left out.
        closed: the last square leads back to the first (a Hamiltonian cycle); else a path.
        start: the first square, as ``"a1"``; of a closed tour, where its numbers begin.
        end: the last square, for open tours.
        unit: ``"undirected"``: a set of moves (closed tours by default);
            ``"directed"``: with direction (open tours, and pieces that cannot move back). The first square
            of a closed tour never matters.
        through: moves that must occur, in either direction: ``"a1-b3"``.
        avoiding: moves that must not occur.
        visit: ``"all"`` squares; ``"some"``; or how many: 8, ``"4..8"``.
        visiting: squares that must be visited, if not all are.
        order: squares that are visited in this order, with others between them; of a closed tour it goes
            round. All are visited, and the unit is directed.
        numbers: squares whose number in the sequence, from 1, is given: ``{"a1": 1}``; all are visited.
        fixed_by: only tours that this symmetry of the board, or each of several, leaves unchanged.
        read_as: what the cells of a grid mean: ``"steps"`` (numbers of the sequence; the default),
            ``"order"`` (checkpoints; an open tour goes from the first to the last), ``"walls"`` or
            ``"allowed"`` (1 is a wall, or a square).
        rules: further rules on moves and visited squares, as texts, ``"among=a1-b3,c2"``, or
            of literals that ``at`` and ``visited`` return; and rules of your own, functions or classes. The
            model's ``rules`` begin with those of the other arguments.

    A solution is a ``Path``. A closed tour needs three squares; a board without squares has no tour.

    Raises:
        InvalidModel: an argument cannot be read, two of them do not go together, or the piece cannot make
            the steps of a grid.
    """

    key: ClassVar[str] = "tour"
    noun: ClassVar[str] = "tours"
    solution_class: ClassVar[type] = Path
    counted: ClassVar[str] = (
        "A closed tour counts as a set of moves, an open tour as a sequence of squares, unless a unit is\n"
        "given. Rotations and reflections count separately."
    )
    objective: ClassVar[None] = None

    #: The first square and the last, if they are given.
    start = Given["Square | None"]()
    end = Given["Square | None"]()
    #: The squares that must be visited where others may be left out.
    visiting = Given[tuple[Square, ...]]()
    #: The squares that are visited in the order given.
    checkpoints = Given[tuple[Square, ...]]("order")
    #: The squares whose number is given, with the number.
    numbers = Given[tuple[tuple[Square, int], ...]]()

    board: Board
    piece: Piece
    closed: bool
    direction: Direction
    visit: Number | None
    rules: tuple[Rule, ...]

    def __init__(
        self,
        board: GivenBoard,
        piece: Piece | str | None = None,
        *,
        closed: bool = True,
        start: Square | str | None = None,
        end: Square | str | None = None,
        unit: Direction | None = None,
        through: Iterable[tuple[Square, Square] | str] = (),
        avoiding: Iterable[tuple[Square, Square] | str] = (),
        visit: Bounds | None = "all",
        visiting: Iterable[Square | str] = (),
        order: Iterable[Square | str] = (),
        numbers: Mapping[str, int] | Iterable[tuple[Square, int]] = (),
        fixed_by: str | Iterable[str] | None = None,
        rules: GivenRules = (),
        read_as: Meaning | None = None,
        **more: Never,
    ) -> None:
        board, cells = board_with_content(board, self.key, read_as)
        if cells is not None and cells.marks:
            marked = _marked_squares(board, cells)
            squares = [square for square, _ in marked]
            if cells.meaning == "order":
                order = [*squares, *order]
                if not closed:  # as in the puzzle Zip
                    start, end = start or squares[0], end or squares[-1]
            elif cells.meaning == "steps":
                given = numbers.items() if isinstance(numbers, Mapping) else numbers
                numbers = [*marked, *given]
                if closed and start is None:  # it has number 1, which a closed tour's numbers need
                    start = next((square for square, number in numbers if number == 1), None)
            else:
                start, end = _ends_on_board(board, marked, start, end)
        self._construct(
            board, piece, rules, start=start, end=end, through=through, avoiding=avoiding,
            visiting=visiting, order=order, numbers=numbers, fixed_by=fixed_by, **more,
        )  # fmt: skip
        self._set(closed=closed, visit=visit)
        if self.visit is None and self.visiting:
            raise InvalidModel(
                "visiting", "every square is visited; leave it out, or ask for visit some"
            )
        for name in ("order", "numbers") if self.visit is not None else ():
            if self._given.get(name):
                reason = "is only for tours of all squares; where some are left out, use visiting"
                raise InvalidModel(name, reason)
        self._set(unit=self.natural_unit if unit is None else unit)
        self._check_rules()
        self._check_unit()
        if cells is not None and read_as is None:
            refuse_contradiction(self)

    def _check_unit(self) -> None:
        if self.direction == "undirected":
            if self._is_directed_by_arguments:
                reason = "a tour with a start, an end, an order or numbers is directed"
                raise InvalidModel("unit", reason)
            if not self.two_way:
                raise InvalidModel("unit", f"{self.piece} cannot move back; ask for directed tours")

    @property
    def full_tour(self) -> Literal["closed", "open"] | None:
        return ("closed" if self.closed else "open") if self.visit is None else None

    @property
    def _is_directed_by_arguments(self) -> bool:
        return any(ARGUMENTS[name].directs for name in self._given)

    @property
    def natural_unit(self) -> Direction:
        """Whether its tours have a direction where no unit is given."""
        one_way = self._is_directed_by_arguments or not self.two_way
        return "undirected" if self.closed and not one_way else "directed"

    # -- meaning -------------------------------------------------------------------------

    def holds(self, path: Path) -> bool:
        """Whether the path is a solution: its squares once, by the piece's moves, as required."""
        path = read_solution(self, path)
        squares, every, visited = path.squares, self.board.places.keys(), {*path.squares}
        number = len(squares)
        kind = (path.board, path.closed, path.directed, path.origin)
        if kind != (self.board, self.closed, self.directed, self._origin):
            return False
        if number < self.fewest or len(visited) < number or not every >= visited:
            return False
        if not (number == len(every) if self.visit is None else number in self.visit):
            return False
        return self._all_moves(path) and all(rule_holds(rule, path) for rule in self.rules)

    def _all_moves(self, path: Path) -> bool:
        """Whether every step is a move of the piece. On a large board no table is made for it."""
        if len(path) > LARGE:
            return all(can_move(self.piece, self.board, *move) for move in path.moves)
        targets = map(attacks(self.piece, self.board).__getitem__, path.squares)
        after = path.squares[1:] + path.squares[:1] if path.closed else path.squares[1:]
        return all(map(contains, targets, after))

    def path(self, squares: Iterable[Square]) -> Path:
        """The path that visits the squares in this order, as a solution of this model."""
        return Path(self.board, tuple(squares), self.closed, self.directed, self._origin)

    @property
    def atoms(self) -> tuple[Move, ...]:
        return links_of(self)

    def declare(self, table: Table) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        links = MoveVariables(table, _kind_of_links(self))
        yield "tour", table.collect(circuit(self, links))
        yield from self._lowered_rules(table, links)

    def solution(self, atoms: Iterable[Move]) -> Path:
        links = list(atoms)
        path = traced(links)
        if not (links and isinstance(links[0], Arc)) and (
            (self.start is not None and path[0] != self.start)
            or (self.end is not None and path[-1] != self.end)
        ):
            path.reverse()
        return Path.of_known(
            self.board, tuple(path), closed=self.closed, directed=self.directed, origin=self._origin
        )

    def atoms_of(self, solution: Path) -> Iterator[Move]:
        return links_along(self, solution)

    # -- parts, requirements, words --------------------------------------------------------

    @property
    def _title(self) -> str:
        kind = "closed" if self.closed else "open"
        if self.visit is not None:
            kind, some = "cycle" if self.closed else "path", f"{self.visit.words} squares"
            some = "some squares" if self.visit == Number() else some
            return f"{kind} through {some} of {self.board.title} by {self.piece.notation}"
        return f"{kind} tour of {self.board.title} by {self.piece.notation}"

    def relaxed(self, kept: Mapping[What, list[Any]]) -> Tour:
        numbers = kept.get("numbers", [])
        if self.closed and numbers and not kept.get("start"):
            # It may begin anywhere: without its start it begins at the first number.
            (start, first), *others = numbers
            total = len(self.board.squares)
            shifted = [(square, (number - first) % total + 1) for square, number in others]
            kept = {**kept, "start": [start], "numbers": shifted}
        return MovesModel.relaxed(self, kept)

    def parse_solution(self, text: str) -> Path:
        return self.solution_from_json({"squares": text.split()})

    def solution_from_json(self, data: Any) -> Path:
        squares = [square_named(self.board, str(name)) for name in data["squares"]]
        if self.closed and len(squares) > 1 and squares[-1] == squares[0]:
            del squares[-1]  # it is printed again where a closed tour comes back to it
        return self.path(squares)

    # -- facts ---------------------------------------------------------------------------

    @property
    def setting(self) -> TourSetting:
        """The board, the piece, and what sort of tour it is."""
        return TourSetting(self.board, self.kinds, self.closed, self.directed)

    @property
    def directed(self) -> bool:
        """Whether the direction of a tour matters."""
        return self.direction == "directed"

    @property
    def _origin(self) -> Square | None:
        """Where a closed tour is taken to begin, if that is given."""
        return self.start if self.closed else None

    @property
    def unit(self) -> str:
        if self.visit is not None:
            return f"{self.direction} {'cycles' if self.closed else 'paths'}"
        return f"{self.direction} {'closed' if self.closed else 'open'} tours"

    @property
    def contradiction(self) -> str | None:
        return impossible_step(self.board, self.piece, self.numbers)

    @property
    def fewest(self) -> int:
        """The least number of squares that such a tour of any board visits."""
        return 3 if self.closed else 1 if self.visit is None else 2

    @property
    def two_way(self) -> bool:
        """Whether every move of the piece can be taken back."""
        return is_two_way(self.piece, self.board)

    def with_unit(self, unit: str) -> Tour:
        return self.changed(unit=unit)


def _marked_squares(board: Board, cells: Cells) -> list[tuple[Square, int]]:
    """The squares with numbers in a grid, by their numbers."""
    found: dict[int, Square] = {}
    for square, mark in cells.marks.items():
        where = board.name(square)
        if not (mark.isascii() and mark.isdigit()):
            reason = f"{mark!r} on {where}: expected . # x or a number of the tour"
            raise InvalidModel("board", reason)
        if (other := found.setdefault(int(mark), square)) != square:
            words = f"{mark} is on {board.name(other)} and {where}; a tour has one step {mark}"
            raise InvalidModel("board", cells.read.or_as(words))
    return [(square, number) for number, square in sorted(found.items())]


def _ends_on_board(
    board: Board, marked: Iterable[tuple[Square, int]], *given: Square | str | None
) -> list[Square | str | None]:
    """The start and the end: what is given, else the squares that a map of walls marks by 2 and 3."""
    ends = [*given]
    for square, number in marked:
        if number not in (2, 3) or ends[number - 2] is not None:
            reason = (
                f"{number} on {board.name(square)}: here 2 is the start and 3 the end, once each"
            )
            raise InvalidModel("board", reason)
        ends[number - 2] = square
    return ends


def targets_of(tour: Tour) -> dict[Square, list[Square]]:
    """From each square, in the board's order, where the piece can go, ascending, but for ``avoiding``."""
    ways = attacks(tour.piece, tour.board)
    left_out = {*tour.avoiding, *((there, here) for here, there in tour.avoiding)}
    return {
        here: [there for there in sorted(ways[here]) if (here, there) not in left_out]
        for here in tour.board.squares
    }


def arcs_in(tour: Tour) -> bool:
    """Whether the links of a tour are arcs."""
    one_direction = not tour.closed and (tour.start or tour.end) and not tour.fixed_by
    plain = not tour.directed or (one_direction and tour.two_way)
    told = bool(tour.numbers or tour.checkpoints) or (tour.directed and bool(tour.added))
    return not plain or told or len(tour.board.squares) < 2


def _kind_of_links(tour: Tour) -> type[Move]:
    return Arc if arcs_in(tour) else Move


def links_of(tour: Tour) -> tuple[Move, ...]:
    """The links of a tour, sorted."""
    kind = _kind_of_links(tour)
    ways = attacks(tour.piece, tour.board)
    found = {kind.of(here, there) for here, targets in ways.items() for there in targets}
    if not tour.closed:
        begin = tour.board.squares if tour.start is None else (tour.start,)
        last = tour.board.squares if tour.end is None else (tour.end,)
        found |= {kind.of(OUTSIDE, square) for square in begin}
        found |= {kind.of(square, OUTSIDE) for square in last}
    return tuple(sorted(found))


def links_along(tour: Tour, path: Path) -> Iterator[Move]:
    """The links that a path takes."""
    nodes = path.squares if path.closed else (*path.squares, OUTSIDE)
    return map(_kind_of_links(tour).of, nodes, (*nodes[1:], *nodes[:1]))


def traced(links: Iterable[Move]) -> list[Square]:
    """The squares along some links that are one cycle, from the outside on if it leads there."""
    beside: defaultdict[Square, list[Square]] = defaultdict(list)
    for link in links:
        beside[link.here].append(link.there)
        if not isinstance(link, Arc):
            beside[link.there].append(link.here)
    if not beside:
        return []
    start = OUTSIDE if OUTSIDE in beside else next(iter(beside))
    order, last, node = [start], start, beside[start][0]
    while node != start and len(order) < len(beside):
        order.append(node)
        ways = beside[node]
        last, node = node, ways[-1] if ways[0] == last else ways[0]
    return [square for square in order if square != OUTSIDE]


def is_whole_circuit(tour: Tour) -> bool:
    """Whether a tour is lowered to a circuit through all nodes; else one that may leave nodes out.

    Of the latter, a counter by layers merges states, also with an order of squares.
    """
    return tour.visit is None and (not tour.checkpoints or bool(tour.numbers))


def circuit(tour: Tour, links: MoveVariables) -> Iterator[Constraint]:
    """One circuit through all nodes, or through the hub and as many squares as are asked for."""
    every = is_whole_circuit(tour)
    node = {square: place for place, square in enumerate((*tour.board.squares, None))}
    visit = tour.visit or Number(*[len(tour.board.squares)] * 2)
    if visit.high is not None and visit.high < tour.fewest:
        yield Clause(())
        return
    if not every:
        less = int(not tour.closed)  # a path has a move less than squares
        inner = tuple(x for here, there, x in links.moves() if None not in (here, there))
        high = None if visit.high is None else visit.high - less
        yield Sum(max(visit.low - less, 1), high, inner)
        if tour.closed and tour.start is not None:
            out = links.moves() if arcs_in(tour) else ()
            yield Clause(
                tuple(x for here, _, x in out if here == tour.start) or (*links.near(tour.start),)
            )
    # Squares are numbered from 1: counted from the hub, or from a closed tour's start less one.
    first = tour.start if tour.closed else None
    origin = None if tour.closed and not (every and first) else node[first]
    yield Circuit(
        len(node) - tour.closed,
        tuple((node[here], node[there], x) for here, there, x in links.moves()),
        arcs_in(tour),
        every,
        origin,
        tuple((node[square], number - tour.closed) for square, number in tour.numbers),
    )
