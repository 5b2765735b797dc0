"""Factor: the declaration of sets of moves with a given number of moves at every square; their solutions.

These are the (g, f)-factors of the graph of moves. Degree 1 gives perfect matchings (of ``W``, dominoes),
degree ``"..1"`` matchings, and degree 2 sets of cycles through all squares (2-factors, pseudotours).
A set is maximal if every move that is not made ends at a square that has all the moves it may have.

With given ends the moves are disjoint paths, one between each pair: the puzzle Numberlink.

Reference: L. Lovász and M. D. Plummer, Matching Theory, 1986, chapter 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from string import ascii_uppercase
from typing import Any, ClassVar, Never

from nqsat.chess import Board, Piece, Square, Symmetry, attacks, is_two_way
from nqsat.chess.board import GivenBoard, board_with_content
from nqsat.chess.cells import Meaning
from nqsat.chess.display import brief
from nqsat.chess.square import file_name
from nqsat.errors import InvalidModel
from nqsat.modelling.json_values import EXPECTED, read_wish, square_named
from nqsat.modelling.kinds import Bounds, Kind, Number
from nqsat.modelling.model import Table, What, read_solution
from nqsat.modelling.moves_model import Given, MovesModel, MoveVariables, moves_of
from nqsat.modelling.path import Move
from nqsat.modelling.rules import GivenRules, Objective, Rule
from nqsat.modelling.rules.attack_encoding import Gates
from nqsat.modelling.rules.user_rules import rule_holds
from nqsat.modelling.setting import FEW, Change, MovesSetting, Symmetric, square_in
from nqsat.modelling.vocabulary import Circuit, Clause, Constraint, Sum


@total_ordering
@dataclass(frozen=True, slots=True)
class Moves(Symmetric):
    """A set of moves between squares of a board, without direction. Ordered by its moves.

    Args:
        board: where they are made.
        moves: the moves, in any order; kept sorted.
    """

    board: Board = field(hash=False, repr=False)
    moves: tuple[Move, ...]

    #: They have none; rules of moves ask that.
    directed: ClassVar[bool] = False

    def __post_init__(self) -> None:
        moves = tuple(sorted(Move.of(*move) for move in self.moves))
        if len(set(moves)) != len(moves):
            raise InvalidModel("moves", "a move occurs twice")
        object.__setattr__(self, "moves", moves)

    def __lt__(self, other: Moves) -> bool:
        return self.moves < other.moves

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the moves; of a graph over its edges, as pairs of nodes as they were given."""
        element = self.board.geometry.element
        return (Move(element(here), element(there)) for here, there in self.moves)

    def __contains__(self, move: object) -> bool:
        """Whether a move is made: ``"a1-b3"``, or a pair of squares or nodes, in either order."""
        pair = move.split("-") if isinstance(move, str) else move
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            return False
        made = {*map(frozenset, self), *map(frozenset, self.moves)}
        return frozenset(pair) in made or frozenset(square_in(self.board, x) for x in pair) in made

    def __str__(self) -> str:
        return " ".join(move.text_on(self.board) for move in self.moves) or "(empty)"

    def __repr__(self) -> str:
        return brief(f"Moves on {self.board.title}: {self}")

    @property
    def record(self) -> dict[str, str]:
        """The moves in one column, as a row of a table."""
        return {"moves": str(self)}

    @property
    def atoms(self) -> Iterator[Move]:
        return iter(self.moves)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """None: no pieces stand on the board."""
        return ()

    @property
    def symbols(self) -> Mapping[Square, str]:
        """On each square that has a move the number of its component, from 1 in the board's order."""
        beside: dict[Square, list[Square]] = {}
        for here, there in self.moves:
            beside.setdefault(here, []).append(there)
            beside.setdefault(there, []).append(here)
        found: dict[Square, str] = {}
        number = 0
        for square in sorted(beside):
            number += square not in found
            queue = [square] if square not in found else []
            for place in queue:  # which grows
                if place not in found:
                    found[place] = str(number)
                    queue += beside[place]
        return found

    @property
    def fingerprint(self) -> int:
        places = self.board.places
        count = len(places)
        return sum(1 << places[here] * count + places[there] for here, there in self.moves)

    def to_json(self) -> dict[str, object]:
        """The factor as JSON data."""
        return {"moves": [move.text_on(self.board) for move in self.moves]}

    def image(self, symmetry: Symmetry) -> Moves:
        """The set with every move moved; a ``Change`` may lead to another board."""
        board = symmetry.target.board if isinstance(symmetry, Change) else self.board
        return Moves(board, tuple(move.image(symmetry) for move in self.moves))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Factor(MovesModel):
    """Sets of a piece's moves on the empty board, with a given number of them at every square.

    >>> Factor("4x4", "W", "1")
    <Factor 4x4 factor W degree 1>

    Args:
        board: a board, or its text: ``"8x8"``, ``"torus:4x4"``.
        piece: whose moves: a piece, Betza notation or a name; every move can be taken back.
        degree: how many moves every square has: ``2``, ``"..1"``, ``"1..2"``.
        through: moves that must occur: ``"a1-b3"``.
        avoiding: moves that must not occur.
        maximal: only sets to which no move can be added, not even one of ``avoiding``.
        ends: pairs of squares, ``["a1-c3", ("b1", "b2")]``: the moves are paths, one between the squares of
            each pair, no two of which share a square. The degree is that of all other squares: 2, all are
            on a path, or ``"..2"``, some are. A board in a file has the same mark on both ends of a path.
        moves: how many moves there are in all: ``12``, ``"..5"``.
        fixed_by: only sets that this symmetry of the board, or each of several, leaves unchanged.
        rules: further rules, as for ``Tour``.
        objective: ``"maximise moves"`` or ``"minimise moves"``: of the sets that satisfy everything else,
            only those with the most moves, or the fewest, are solutions.

    A solution is a ``Moves``: a set, without order and direction. On a board without squares the empty
    set is one.

    Raises:
        InvalidModel: an argument cannot be read, or two of them do not go together.
    """

    key: ClassVar[str] = "factor"
    noun: ClassVar[str] = "sets of moves"
    solution_class: ClassVar[type] = Moves
    counted: ClassVar[str] = "Rotations and reflections of a set of moves count separately."
    #: The pairs of squares that paths join, and how many moves there are in all, if they are given.
    ends = Given[tuple[Move, ...]]()
    moves = Given["Number | None"]()

    board: Board
    piece: Piece
    degree: Number
    maximal: bool
    rules: tuple[Rule, ...]
    objective: Objective | None

    def __init__(
        self,
        board: GivenBoard,
        piece: Piece | str | None = None,
        degree: Bounds = 2,
        *,
        through: Iterable[tuple[Square, Square] | str] = (),
        avoiding: Iterable[tuple[Square, Square] | str] = (),
        maximal: bool = False,
        ends: Iterable[tuple[Square | str, Square | str] | str] = (),
        moves: Bounds | None = None,
        fixed_by: str | Iterable[str] | None = None,
        rules: GivenRules = (),
        objective: Objective | Mapping[str, Any] | str | None = None,
        read_as: Meaning | None = None,
        **more: Never,
    ) -> None:
        board, cells = board_with_content(board, self.key, read_as)
        if cells is not None and cells.marks:
            ends = [*_ends_on_board(board, cells.marks), *ends]
        self._construct(
            board, piece, rules, through=through, avoiding=avoiding, ends=ends, moves=moves,
            fixed_by=fixed_by, **more,
        )  # fmt: skip
        self._set(objective=read_wish(objective, self.key))
        if not is_two_way(self.piece, self.board):
            reason = f"{self.piece} cannot move back, and a set of moves has no direction"
            raise InvalidModel("piece", reason)
        self._set(degree=degree, maximal=maximal)
        if self.ends and self.degree not in (Number(2, 2), Number(0, 2)):
            raise InvalidModel("degree", "of paths it is 2 (every square is visited) or ..2")
        if self.ends and self.maximal:
            raise InvalidModel("maximal", "is for factors without ends; leave it out")
        self._check_rules()

    @property
    def letters(self) -> dict[Square, str]:
        """For each end of a path its letter: both ends of a path have the same."""
        pairs = enumerate(self.ends)
        return {square: file_name(i, ascii_uppercase) for i, pair in pairs for square in pair}

    # -- meaning and encoding --------------------------------------------------------------

    def holds(self, solution: Moves) -> bool:
        """Whether the piece makes these moves, each square has its number, and all requirements hold."""
        solution = read_solution(self, solution)
        if solution.board != self.board:
            return False
        degree = Counter(square for move in solution.moves for square in move)
        ways, inner = attacks(self.piece, self.board), {*self.board.squares}
        inner.difference_update(*self.ends)
        return (
            all(there in ways.get(here, ()) for here, there in solution.moves)
            and all(degree[square] in self.degree for square in inner)
            and not (self.maximal and any(self._addable(solution, degree)))
            and all(rule_holds(rule, solution) for rule in self.rules)
        )

    def _addable(self, solution: Moves, degree: Mapping[Square, int]) -> Iterator[bool]:
        """Whether each of the moves that are not made could be made besides."""
        high = self.degree.high
        for move in moves_of(self).difference(solution.moves):
            yield high is None or max(degree[square] for square in move) < high

    @property
    def atoms(self) -> tuple[Move, ...]:
        return tuple(sorted(moves_of(self)))

    def declare(self, table: Table) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        at: dict[Square, list[int]] = {square: [] for square in self.board.squares}
        for x, move in enumerate(table.atoms, start=1):
            for square in move:
                at[square].append(x)
        low, high = self.degree.low, self.degree.high
        if self.ends:
            yield "paths", table.collect([self._paths(table)])
        elif self.degree != Number():
            yield "degrees", table.collect(Sum(low, high, tuple(moves)) for moves in at.values())
        if self.maximal:
            yield "maximal", table.collect(self._maximality_constraints(table, at))
        yield from self._lowered_rules(table, MoveVariables(table))

    def _paths(self, table: Table) -> Circuit:
        place = self.board.places
        edges = ((place[a], place[b], x) for x, (a, b) in enumerate(table.atoms, start=1))
        ends = tuple((place[a], place[b]) for a, b in self.ends)
        return Circuit(len(place), tuple(edges), every=self.degree.low == 2, ends=ends)

    def _maximality_constraints(
        self, table: Table, at: Mapping[Square, list[int]]
    ) -> Iterator[Constraint]:
        """Each move is made, or a square of its has as many moves as are allowed."""
        high, gates = self.degree.high, Gates(table.fresh)
        if high == 0:
            return  # no move may be added anywhere
        full = {
            square: [] if high is None or len(moves) < high else gates.at_least(high, moves)
            for square, moves in at.items()
        }
        for x, (here, there) in enumerate(table.atoms, start=1):
            yield Clause(tuple(dict.fromkeys((x, *full[here], *full[there]))))
        yield from gates.definitions

    def solution(self, atoms: Iterable[Move]) -> Moves:
        return Moves(self.board, tuple(atoms))

    def atoms_of(self, solution: Moves) -> tuple[Move, ...]:
        return solution.moves

    # -- parts, requirements, words --------------------------------------------------------

    def relaxed(self, kept: Mapping[What, list[Any]]) -> Factor:
        return MovesModel.relaxed(self, kept).changed(ends=self.ends, objective=None)

    def refined(
        self, *, maximise: str | None = None, minimise: str | None = None, **more: Any
    ) -> Factor:
        return MovesModel.refined(self, **more)._with_added_objective(maximise, minimise)

    def with_optimum(self, number: Bounds | None, *, proved: bool = False) -> Factor:
        if self.objective is None:
            return MovesModel.with_optimum(self, number)
        if number is None:
            return self.with_objective(None)
        bounds, given = Number.parse(number), self.moves or Number()
        low, high = max(bounds.low, given.low), bounds.high if given.high is None else given.high
        if high is not None and bounds.high is not None:
            high = min(high, bounds.high)
        if high is not None and high < low:  # no set has such a number: take more than there are
            low, high = len(self.atoms) + 1, None
        return self.changed(objective=None, moves=Number(low, high))

    @property
    def _title(self) -> str:
        if self.ends:
            pairs = ", ".join(pair.text_on(self.board) for pair in self.ends)
            squares = f"{'all' if self.degree.low else 'some'} squares of {self.board.title}"
            return f"paths of {self.piece.notation} over {squares}: {pairs}"
        moves = "move" if self.degree == Number(1, 1) else "moves"
        many = f"{self.degree} {moves} of {self.piece.notation}"
        most = ", none to be added" if self.maximal else ""
        return f"{many} at every square of {self.board.title}{most}"

    def parse_solution(self, text: str) -> Moves:
        return self.solution_from_json({"moves": () if text == "(empty)" else text.split()})

    def solution_from_json(self, data: Any) -> Moves:
        moves = []
        for word in data["moves"]:
            ends = str(word).split("-")
            if len(ends) != 2:
                raise InvalidModel("solution", f"expected a move, got {word!r}; {EXPECTED}")
            moves.append(Move.of(*(square_named(self.board, end) for end in ends)))
        return Moves(self.board, tuple(moves))

    # -- facts ---------------------------------------------------------------------------

    @property
    def setting(self) -> MovesSetting:
        """The board and the piece."""
        return MovesSetting(self.board, self.kinds)

    @property
    def unit(self) -> str:
        if self.ends:
            return "path systems"
        many = f"{self.degree}-factors" if self.degree.low == self.degree.high else "factors"
        named = {Number(1, 1): "perfect matchings", Number(0, 1): "matchings"}
        return f"{'maximal ' * self.maximal}{named.get(self.degree, many)}"


def _ends_on_board(board: Board, content: Mapping[Square, str]) -> Iterator[Move]:
    """The pairs of squares with the same mark on a board in its file."""
    squares: dict[str, list[Square]] = {}
    for square, mark in content.items():
        squares.setdefault(mark, []).append(square)
    for mark, pair in squares.items():
        if len(pair) != 2:
            names = ", ".join(map(board.name, pair[:FEW]))
            reason = f"{mark!r} is on {names}: a mark other than . # x is on both ends of a path"
            raise InvalidModel("board", reason)
        yield Move.of(*pair)
