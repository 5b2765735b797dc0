"""Clues of a puzzle: the contents of squares, or in a tour their numbers.

A clue is given or removed as a whole: one square, or an orbit of squares under a symmetry. A square whose
content the model already fixes gets no clue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import singledispatch
from random import Random
from typing import Any, NamedTuple, cast

from nqsat.chess import Board, Square, Symmetry
from nqsat.compiling import AtomReader, Formula, check_numbers
from nqsat.modelling import Model, Path, Placement, Preset, Sum, Tour, no_row

#: A preset of a placement, or a square of a tour with its number.
Given = Preset | tuple[Square, int]


def argument_of_givens(model: Model) -> str:
    """Return the argument of a model that has the givens.

    Raises:
        InvalidModel: there are no puzzles of such models.
    """
    if isinstance(model, Placement):
        return "presets"
    if not isinstance(model, Tour):
        raise no_row("puzzles", model, "use a placement (--piece) or a tour (--tour)")
    check_numbers(model)
    return "numbers"


def deciding_engine(model: Model) -> str:
    """Return the engine that decides whether a puzzle has one solution: cpsat for the numbers of a tour."""
    return "cpsat" if isinstance(model, Tour) and model.numbers else "sat"


class Clue(NamedTuple):
    """Givens that belong together.

    Args:
        givens: the givens, or marks in the cells of a family's text of clues.
        literals: those of the formula that say them.
        sums: what the literals mean, if they are not what is given but only say that it holds.
    """

    givens: tuple[Any, ...]
    literals: tuple[int, ...]
    sums: tuple[Sum, ...] = ()

    def differs(self, true: frozenset[int]) -> bool:
        """Whether an assignment does not have the clue."""
        if self.literals and not self.sums:
            return any((abs(x) in true) != (x > 0) for x in self.literals)
        return not all(
            bound.low <= sum((abs(x) in true) == (x > 0) for x in bound.literals) <= bound.most
            for bound in self.sums
        )


def given_of(model: Any) -> Collection[Given]:
    """Return the givens that a model has."""
    return model.presets if isinstance(model, Placement) else model.numbers


def with_givens(model: Model, givens: Collection[Given]) -> Model:
    """Return the model with more givens."""
    field = "presets" if isinstance(model, Placement) else "numbers"
    return model.changed(**{field: [*given_of(model), *givens]})


def given_text(model: Model, given: Given) -> str:
    """Return a given in the notation of the command line: ``Q@a1``, ``-@b2``, ``c3=13``."""
    if isinstance(given, Preset):
        return given.text_on(model.board)
    return f"{model.board.name(given[0])}={given[1]}"


def orbits(board: Board, symmetry: Symmetry | None) -> Iterator[tuple[Square, ...]]:
    """Yield the orbits of the squares of a board under a symmetry."""
    seen: set[Square] = set()
    for square in board.squares:
        orbit = []
        while square not in seen:
            seen.add(square)
            orbit.append(square)
            square = square if symmetry is None else symmetry(square)  # noqa: PLW2901
        if orbit:
            yield tuple(orbit)


@singledispatch
def prepare_clues(
    model: Model, solution: Any, _symmetry: Symmetry | None, _rng: Random
) -> tuple[Model, Any, tuple[Given, ...]]:
    """Prepare a model and a solution for clues; return both, and the givens that this adds.

    The squares of a tour get numbers. In a closed tour square 1, where the numbers begin, is given, with
    its orbit under the symmetry.
    """
    return model, solution, ()


@prepare_clues.register
def _prepare_tour(
    tour: Tour, path: Path, symmetry: Symmetry | None, rng: Random
) -> tuple[Tour, Path, tuple[Given, ...]]:
    if not tour.closed or tour.start is not None:
        directed = tour.with_unit("directed")
        return directed, directed.path(path.squares), ()
    start = rng.choice(path.squares)
    fixed = tour.changed(unit="directed", start=start)
    path = fixed.path(path.squares)
    number = {square: k for k, square in enumerate(path.squares, start=1)}
    orbit = next(some for some in orbits(tour.board, symmetry) if start in some)
    first = tuple((square, number[square]) for square in orbit)
    return fixed.changed(numbers=first), path, first


def contents(model: Model, formula: Formula) -> dict[Square, dict[int, Given]]:
    """Return for each square the variables of what can be on it, and what that gives."""
    found: dict[Square, dict[int, Given]] = {square: {} for square in model.board.squares}
    if isinstance(model, Tour):
        for index, square in enumerate(found):
            numbers = range(1, len(found) + 1)
            found[square] = {index * len(found) + k: (square, k) for k in numbers}
        return {x: some for x, some in found.items() if x not in (model.start, model.end)}
    for x, orbit in enumerate(cast("AtomReader", formula.reader).orbits, start=1):
        for piece in orbit:
            found[piece.square][x] = Preset(piece.square, piece.kind)
    return {square: some for square, some in found.items() if some}


def clues(
    model: Model, formula: Formula, true: Collection[int], symmetry: Symmetry | None
) -> list[Clue]:
    """Return all clues of a solution with these variables; together they exclude every other solution.

    If the numbers of pieces are fixed, the pieces determine the solution, and empty squares are never
    given.
    The symmetry is that of the given squares; it fixes the solution of a placement.
    """
    said, found = dict[Square, Clue](), list[Clue]()
    numbers = [kind.number for kind in model.kinds]
    fixed = isinstance(model, Tour) or all(x.low == x.high for x in numbers)
    known = {x.square if isinstance(x, Preset) else x[0] for x in given_of(model)}
    for square, variables in contents(model, formula).items():
        standing = [(x, given) for x, given in variables.items() if x in true]
        if square not in known and standing:
            said[square] = Clue((standing[0][1],), (standing[0][0],))
        elif square not in known and not fixed:
            said[square] = Clue((Preset(square, None),), tuple(-x for x in variables))
    for orbit in orbits(model.board, symmetry):
        some = [said[square] for square in orbit if square in said]
        if some:
            literals = tuple(x for clue in some for x in clue.literals)
            found.append(Clue(tuple(x for clue in some for x in clue.givens), literals))
    return found
