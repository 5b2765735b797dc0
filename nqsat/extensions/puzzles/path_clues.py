"""Puzzles of paths through a grid: Numberlink gives the ends of paths, Zip some squares in their order.

Both begin with a random path through all squares. Zip gives some of its squares. Numberlink cuts it into
paths that never touch themselves, since such a path has a shorter way between its ends.

Reference: A. L. Mann, Hamiltonian path generation by backbiting; after R. Oberdorf, A. Ferguson,
J. L. Jacobsen and J. Kondev, Secondary structures in long compact polymers, Physical Review E 74 (2006)
051801.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count, pairwise
from math import dist
from random import Random
from string import ascii_letters, ascii_uppercase, digits
from typing import Any, cast

from nqsat.chess import Square
from nqsat.compiling import AtomReader, ConstraintGroup, Formula, lower
from nqsat.errors import InvalidModel
from nqsat.extensions.puzzles.drawn_clues import (
    Drawn,
    FamilyPuzzles,
    Parameters,
    drafted,
    solutions_of,
)
from nqsat.extensions.puzzles.minimal import SolutionSearch, out_of_time, with_more
from nqsat.extensions.puzzles.random_solution import random_solution
from nqsat.modelling import Clause, Tour, clue_text

#: A square: its row and its column.
Cell = tuple[int, int]

#: Paths through all squares that are tried, and ways to cut each.
PATHS, CUTS = 300, 4

#: The marks of paths: x is not a square.
MARKS = ascii_uppercase + digits + ascii_letters[:26].replace("x", "")

#: The fewest squares of a path between two ends, and the chance that a path ends at a square after these.
SHORTEST, ENDING = 3, 0.15


class PathPuzzles(FamilyPuzzles):
    """Puzzles of a family whose clues are the ``ends`` of paths, or squares in their ``order``.

    Its parameters are a size, or a text without a clue.
    """

    def __post_init__(self) -> None:
        self._ground = {**self.parameters}  # what there is before the clues, such as walls

    @property
    def _size(self) -> tuple[int, int]:
        rows = self.family.clue_rows(self.parameters)
        return len(rows), len(rows[0])

    def puzzles(self) -> Iterator[Drawn]:
        """Yield parameters with clues, the model, and its solution. ``Undecided``: time is up."""
        size = self._size
        if min(size) < 2 or max(size) < SHORTEST:
            raise InvalidModel(self.family.clue_parameter, "is too small for a puzzle; write 6x6")
        ways = {"ends": self._linked, "order": self._ordered}[self.family.path_clues]
        drafts = drafted(self.family, self.parameters, self.rng)
        for number in range(PATHS):
            if self.clock.expired:
                raise out_of_time(self.clock)
            self.watch(f"path {number + 1}")
            draft = next(drafts, None)
            self._ground = draft or self._ground
            try:
                path = self._path()
            except InvalidModel:
                if draft is None:  # the walls are those that were asked for
                    raise
                continue
            yield from ways(path)

    def _path(self) -> list[Cell]:
        """Return a random path through all squares; where there are walls, one that crosses none.

        Raises:
            InvalidModel: there is none.
        """
        rows = self.family.clue_rows(self._ground)
        if {cell for row in rows for cell in row} == {"."}:
            return random_path(*self._size, self.rng)
        model = self.family(**self._ground)
        found: Any = random_solution(model, self.rng, self.clock)
        return [(square.row, square.column) for square in found.squares]

    def _linked(self, path: Sequence[Cell]) -> Iterator[Drawn]:
        for _ in range(CUTS):
            cut = self._cut(path)
            if cut is not None and (made := self._only(_letters(cut))) is not None:
                yield made

    def _cut(self, path: Sequence[Cell]) -> list[list[Cell]] | None:
        """Cut a path into paths that do not touch themselves; None if one of them is too short."""
        pieces: list[list[Cell]] = [[]]
        for cell in path:
            touching = any(dist(cell, other) == 1 for other in pieces[-1][:-1])
            long = len(pieces[-1]) >= SHORTEST
            if touching or (long and self.rng.random() < ENDING):
                if not long:
                    return None
                pieces.append([])
            pieces[-1].append(cell)
        return pieces if len(pieces[-1]) >= SHORTEST and len(pieces) <= len(MARKS) else None

    def _ordered(self, path: Sequence[Cell]) -> Iterator[Drawn]:
        """Leave out squares, in a random order, as long as there is one solution; the ends stay."""
        model = self.family(**self._with({path[0]: "1", path[-1]: "2"}))
        formula, given = _in_order(lower(model), path)
        true = formula.reader.variables(cast("Tour", model).path(Square(*x) for x in path)) or ()
        kept = {*given.values()}
        with closing(SolutionSearch(formula, self.clock, true)) as another:
            for x in self.rng.sample(sorted(kept), len(kept)):
                self.watch(f"{len(kept)} numbers left")
                if x in kept and another.having(kept - {x}) is None:
                    kept &= another.conflict_literals()
        needed = [x for x in given if given[x] in kept]
        for some in with_more([needed], [*given], self.rng):
            order = [x for x in path if x in (path[0], *some, path[-1])]
            if made := self._only({x: str(number) for number, x in enumerate(order, start=1)}):
                yield made

    def _with(self, clues: Mapping[Cell, str]) -> Parameters:
        """Return the parameters with these clues."""
        rows = [
            [clues.get((r, c), ".") + cell.lstrip(".") for c, cell in enumerate(row)]
            for r, row in enumerate(self.family.clue_rows(self._ground))
        ]
        return {**self.parameters, self.family.clue_parameter: clue_text(rows)}

    def _only(self, clues: Mapping[Cell, str]) -> Drawn | None:
        """Return parameters with these clues, their model and its solution; None if there are several."""
        parameters = self._with(clues)
        model = self.family(**parameters)
        found = solutions_of(model, self.clock)
        return (parameters, model, found[0]) if len(found) == 1 else None


def _in_order(formula: Formula, path: Sequence[Cell]) -> tuple[Formula, dict[Cell, int]]:
    """Add to a formula of moves that its path passes squares in their order on this one.

    A variable says this of each square but the ends; others, how far on the path the last such square is
    that was passed on the way to each.
    """
    inner, fresh = path[1:-1], count(formula.variables + 1)
    given = {cell: next(fresh) for cell in inner}
    far = {cell: [next(fresh) for _ in inner] for cell in inner}
    clauses = [[-y, x] for own in far.values() for x, y in pairwise(own)]
    for number, cell in enumerate(inner):
        clauses += [[-given[cell], x] for x in far[cell][: number + 1]]
        clauses += [[-given[cell], -x] for x in far[cell][number + 1 :]]
    for made, (arc,) in enumerate(cast("AtomReader", formula.reader).orbits, start=1):
        if (own := far.get(arc.there)) is not None:
            x = given[arc.there]
            before = far.get(arc.here, [])  # from the first square on nothing was passed
            clauses += [[-made, -x, -y] for y in before[inner.index(arc.there) :]]
            clauses += [[-made, x, -y, z] for y, z in zip(before, own, strict=False)]
            clauses += [
                [-made, x, y, -z] for y, z in zip(before or [-made] * len(own), own, strict=True)
            ]
    group = ConstraintGroup("order", tuple(map(Clause, map(tuple, clauses))))
    return replace(formula, variables=next(fresh) - 1, parts=(*formula.parts, group)), given


def _letters(pieces: Sequence[Sequence[Cell]]) -> dict[Cell, str]:
    """Return the letters at the ends of paths, A and so on from the top left."""
    ends = sorted((min(piece[0], piece[-1]), max(piece[0], piece[-1])) for piece in pieces)
    return {cell: letter for pair, letter in zip(ends, MARKS, strict=False) for cell in pair}


def random_path(rows: int, columns: int, rng: Random) -> list[Cell]:
    """Return a random path through all squares of a grid, by backbiting; every path is possible.

    An end is joined to a random neighbour; of the cycle that this makes, the other edge at the neighbour
    goes.
    """
    path = [(r, c if r % 2 == 0 else columns - 1 - c) for r in range(rows) for c in range(columns)]
    for _ in range(10 * len(path)):
        if rng.random() < 0.5:
            path.reverse()
        (r, c), before = path[-1], path[-2]
        near = [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]
        beside = [x for x in near if 0 <= x[0] < rows and 0 <= x[1] < columns and x != before]
        if beside:
            place = path.index(rng.choice(beside))
            path[place + 1 :] = path[:place:-1]
    return path
