"""Questions about graphs: the form for other programs, which know no boards or pieces.

Three kinds of questions have this form. Non-attacking pieces of one kind are the independent sets of a
graph, the fewest that dominate the board its smallest dominating sets, closed tours its Hamiltonian cycles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations
from typing import NamedTuple

from nqsat.chess import Piece, Square, attacks
from nqsat.modelling import Model, Placement, Tour
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules import Domination, NonAttacking, Objective, Pieces
from nqsat.modelling.rules.domination import Variant

#: Two squares by number, the smaller first. Squares are numbered from 0, rank by rank.
Edge = tuple[int, int]

#: Those of domination that say no more than which squares are covered, and which pieces attack one another.
_VARIANTS: tuple[Variant, ...] = ("plain", "independent", "total")


class SetQuestion(NamedTuple):
    """How many independent sets does a graph have?

    Args:
        size: the number of vertices, which are 0, 1, …
        edges: the pairs of squares that attack each other.
        low, high: the least and the greatest size of a set; ``high`` is None for no limit.
        ones: cliques with exactly one piece in every solution: if there are as many pieces as ranks and
            each rank is a clique, no rank can be empty; likewise for files.
        lines: cliques that together cover every edge: ranks, files and diagonals, and single edges for the
            rest.
        by_colour: the squares by colour, and those of a colour by diagonal: another order for ``narrow``.
    """

    size: int
    edges: tuple[Edge, ...]
    low: int
    high: int | None
    ones: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[int, ...], ...]
    by_colour: tuple[int, ...]

    @property
    def free(self) -> bool:
        """Whether the size of a set is not limited."""
        return self.low == 0 and self.high is None

    @property
    def most(self) -> int:
        """The maximum size of a set, without regard to edges."""
        return self.size if self.high is None else self.high

    @property
    def counted(self) -> bool:
        """Whether the size needs a constraint of its own, because no cliques imply it."""
        return not self.ones and not self.free

    @property
    def sums(self) -> list[tuple[tuple[int, ...], int, int]]:
        """The lines, and all squares if ``counted``, each with the least and greatest number of pieces."""
        found = [(line, 1, 1) for line in self.ones]
        found += [(line, 0, 1) for line in self.lines if line not in self.ones]
        return found + [(tuple(range(self.size)), self.low, self.most)] * self.counted

    @property
    def beside(self) -> list[list[int]]:
        """The neighbours of each vertex."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for here, there in self.edges:
            found[here].append(there)
            found[there].append(here)
        return found

    @property
    def width(self) -> tuple[int, int]:
        """The greatest number of lines that begin before a square and do not end before it, and the sum."""
        change = [0] * (self.size + 1)
        for line in self.lines:
            change[line[0] + 1] += 1
            change[line[-1] + 1] -= 1
        widths = list(accumulate(change))
        return max(widths), sum(widths)

    @property
    def narrow(self) -> SetQuestion:
        """The same question in the better of two orders, for decision diagrams: rank by rank, or by colour.

        The nodes of a level are the different states of the lines that are open there. Bishops and camels
        keep their colour, so by colour half of their lines are open at once (Graphillion, bishops 9x9:
        0.015 s instead of 2 s; camels 9x9: 0.017 s instead of 10 s).
        """
        return min(self, self.renumbered(self.by_colour), key=lambda one: one.width)

    def renumbered(self, order: Sequence[int]) -> SetQuestion:
        """Return the same question about squares in another order: the first of ``order`` becomes 0."""
        place = {old: new for new, old in enumerate(order)}
        edges = sorted(sorted((place[here], place[there])) for here, there in self.edges)
        return self._replace(
            edges=tuple((here, there) for here, there in edges),
            ones=tuple(_sorted(place, line) for line in self.ones),
            lines=tuple(_sorted(place, line) for line in self.lines),
            by_colour=tuple(place[square] for square in self.by_colour),
        )


class CoverQuestion(NamedTuple):
    """How many sets of vertices meet each of several sets, and have the fewest members of all that do?

    Args:
        size: the number of vertices, which are 0, 1, …
        covers: for each square, the squares from which a piece covers it.
        edges: the pairs of squares that must not both have a piece.
    """

    size: int
    covers: tuple[tuple[int, ...], ...]
    edges: tuple[Edge, ...]


class CycleQuestion(NamedTuple):
    """How many undirected Hamiltonian cycles does a graph have?"""

    size: int
    edges: tuple[Edge, ...]


def men_of(model: Model) -> SetQuestion | None:
    """Return a placement as a graph; None if it has other rules than one kind of non-attacking pieces."""
    if not isinstance(model, Placement) or len(model.kinds) != 1:
        return None
    if model.presets or model.objective:
        return None
    (kind,) = model.kinds
    if model.rules != (NonAttacking(),) or kind.squares is not None:
        return None
    board = model.board
    number = board.places
    edges = _edges(model, kind.piece, number)
    known = set(edges)
    ranks, files, rising, falling = _straight(number)
    lines = [line for line in (*ranks, *files, *rising, *falling) if _clique(line, known)]
    covered = {edge for line in lines for edge in combinations(line, 2)}
    ones = [
        line
        for parts in (ranks, files)
        if len(parts) == kind.number.low == kind.number.high
        and all(_clique(line, known) for line in parts)
        for line in parts
    ]
    return SetQuestion(
        size=len(number),
        edges=edges,
        low=kind.number.low,
        high=kind.number.high,
        ones=tuple(ones),
        lines=(*(line for line in lines if len(line) > 1), *sorted(known - covered)),
        by_colour=tuple(number[square] for square in sorted(number, key=_colour_and_diagonal)),
    )


def cover_of(model: Model) -> CoverQuestion | None:
    """Return the fewest pieces of one kind that dominate as a graph; None if anything else is required."""
    if not isinstance(model, Placement) or len(model.kinds) != 1 or model.presets:
        return None
    (kind,) = model.kinds
    variant = next((one for one in _VARIANTS if model.rules == (Domination(one),)), None)
    if variant is None or kind.number != Number() or kind.squares is not None:
        return None
    if model.objective != Objective("minimise", Pieces()):
        return None
    number = model.board.places
    covers: list[list[int]] = [[] if variant == "total" else [x] for x in range(len(number))]
    for start, targets in attacks(kind.piece, model.board).items():
        for target in targets:
            if start in number and target in number:
                covers[number[target]].append(number[start])
    return CoverQuestion(
        size=len(number),
        covers=tuple(tuple(sorted(squares)) for squares in covers),
        edges=_edges(model, kind.piece, number) if variant == "independent" else (),
    )


def cycle_of(model: Model) -> CycleQuestion | None:
    """Return a tour as a graph; None if it is open or directed, or has further requirements."""
    if not isinstance(model, Tour) or not model.closed or model.direction != "undirected":
        return None
    if model.rules:
        return None
    number = model.board.places
    return CycleQuestion(len(number), _edges(model, model.piece, number))


def _edges(model: Placement | Tour, piece: Piece, number: Mapping[Square, int]) -> tuple[Edge, ...]:
    pairs = {
        tuple(sorted((number[start], number[target])))
        for start, targets in attacks(piece, model.board).items()
        for target in targets
        if start in number and target in number
    }
    return tuple(sorted((here, there) for here, there in pairs))


def _straight(number: Mapping[Square, int]) -> tuple[list[tuple[int, ...]], ...]:
    """Return the squares by rank, by file, and by both diagonals, each line in ascending order."""
    found: tuple[dict[int, list[int]], ...] = ({}, {}, {}, {})
    for square, place in number.items():
        row, column = square.row, square.column
        for lines, key in zip(found, (row, column, row + column, row - column), strict=True):
            lines.setdefault(key, []).append(place)
    return tuple([tuple(sorted(line)) for line in lines.values()] for lines in found)


def _colour_and_diagonal(square: Square) -> tuple[int, int, int]:
    diagonal = square.row + square.column
    return diagonal % 2, diagonal, square.row


def _sorted(place: Mapping[int, int], line: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(place[square] for square in line))


def _clique(line: Iterable[int], edges: set[Edge]) -> bool:
    return all(pair in edges for pair in combinations(line, 2))
