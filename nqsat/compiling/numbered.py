"""A formula of a tour over the numbers of its squares, so that given numbers are unit clauses.

A variable says that a square has a number, from 1. Every square has one number, every number one square,
and squares with consecutive numbers are a move apart. No circuit constraint is needed: the path along all
numbers is the tour. There are n² variables for n squares, so this suits small boards with given numbers
(Hidato); ``lower`` is for all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nqsat.chess import Symmetry
from nqsat.compiling.formula import ConstraintGroup, Formula, Reader
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Clause, Constraint, Exactly, Path, Tour
from nqsat.modelling.rules.tours import GivenPlaces
from nqsat.modelling.tour import targets_of

#: Boards with more squares are refused: they would have too many variables.
LARGEST = 256


@dataclass(frozen=True, slots=True)
class NumberReader(Reader):
    """Variable ``i·n + k`` says that square ``i`` of the board's order (from 0) has number ``k`` of n."""

    tour: Tour

    def decode(self, true: Iterable[int]) -> Path:
        squares = self.tour.board.squares
        order = sorted(((x - 1) % len(squares), (x - 1) // len(squares)) for x in true)
        return self.tour.path(squares[index] for _, index in order)

    def variables(self, path: Path) -> tuple[int, ...]:
        place = self.tour.board.places
        numbers = enumerate(path.squares, start=1)
        return tuple(sorted(place[square] * len(place) + number for number, square in numbers))

    def name(self, variable: int) -> str:
        """Return the text on the command line: ``c3=13``."""
        board = self.tour.board
        index, number = divmod(variable - 1, len(board.squares))
        return f"{board.name(board.squares[index])}={number + 1}"

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Return the permutation by a symmetry, which maps squares and fixes numbers."""
        place = self.tour.board.places
        images = (place[symmetry(square)] * len(place) for square in place)
        return (0, *(image + k for image in images for k in range(1, len(place) + 1)))


def lower_numbers(tour: Tour) -> Formula:
    """Return the formula of a tour over the numbers of its squares.

    Raises:
        InvalidModel: its tours have no numbers: they are undirected, closed without a start, or
            restricted to those that a symmetry fixes.
        UnsupportedByEngine: the board is too large, or the tour has a rule.
    """
    check_numbers(tour)
    if not tour.directed or (tour.closed and tour.start is None):
        raise InvalidModel("unit", "only directed tours with a first square have numbers")
    parts = (
        ConstraintGroup("tour", tuple(_numbering_constraints(tour))),
        ConstraintGroup("numbers", tuple(_position_clauses(tour))),
        ConstraintGroup("moves given", tuple(_required_move_clauses(tour))),
    )
    variables = tuple(range(1, len(tour.board.squares) ** 2 + 1))
    return Formula(len(variables), variables, parts, NumberReader(tour))


def check_numbers(tour: Tour) -> None:
    """Refuse a tour that ``lower_numbers`` cannot encode with any unit.

    Raises:
        InvalidModel, UnsupportedByEngine: as ``lower_numbers``.
    """
    for rule in tour.added:
        raise UnsupportedByEngine("sat", f"has no numbers for the rule {rule.name}; leave it out")
    if tour.visit is not None:
        raise InvalidModel("visit", "only tours of all squares have numbers; leave it out")
    if tour.checkpoints:
        raise UnsupportedByEngine("sat", "has no numbers for an order of squares; leave it out")
    if tour.fixed_by is not None:
        raise InvalidModel("fixed_by", "a symmetry does not preserve numbers; leave it out")
    number = len(tour.board.squares)
    if number > LARGEST:
        reason = f"numbers its tours on up to {LARGEST} squares; {tour.board.title} has {number:,}"
        raise UnsupportedByEngine("sat", reason)


def _numbering_constraints(tour: Tour) -> Iterator[Constraint]:
    """Yield: every square has one number, every number one square, and the next number is a move away."""
    ways, place = targets_of(tour), tour.board.places
    n = len(place)
    if n < (3 if tour.closed else 1):
        yield Clause(())
        return
    for i in range(n):
        yield Exactly(1, tuple(i * n + k for k in range(1, n + 1)))
    for k in range(1, n + 1):
        yield Exactly(1, tuple(i * n + k for i in range(n)))
    out = {i: [place[there] for there in ways[here]] for here, i in place.items()}
    into = {i: [j for j in out if i in out[j]] for i in out}
    for i in range(n):
        for k in range(1, n + 1):
            if tour.closed or k < n:
                yield Clause((-(i * n + k), *(j * n + k % n + 1 for j in out[i])))
            if tour.closed or k > 1:
                yield Clause((-(i * n + k), *(j * n + (k - 2) % n + 1 for j in into[i])))


def _position_clauses(tour: Tour) -> Iterator[Constraint]:
    place = tour.board.places
    for square, number in GivenPlaces(tour.start, tour.end, tour.numbers).given(len(place)):
        yield Clause((place[square] * len(place) + number,))


def _required_move_clauses(tour: Tour) -> Iterator[Constraint]:
    """Yield: the numbers of the two ends of each required move are consecutive."""
    n = len(tour.board.squares)
    for move in tour.through:
        i, j = map(tour.board.places.__getitem__, move)
        for k in range(1, n + 1):
            beside = [k - 1, k + 1]
            if tour.closed:
                beside = [(k - 2) % n + 1, k % n + 1]
            yield Clause((-(i * n + k), *(j * n + x for x in beside if 0 < x <= n)))
