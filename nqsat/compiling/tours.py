"""From a tour to its formula, and back from an assignment to a path.

The nodes are the squares; an open tour gets one node more, the hub, joined to where it may begin and
end, so that every tour is a Hamiltonian cycle. Two forms:

* **edges**: a variable for each pair of squares a move apart, for tours without direction, and for
  open ones whose direction follows from a given end. The constraint is a ``Cycle``.
* **arcs**: a variable for each move in each direction. The constraint is a ``Circuit``; it can carry the
  numbers of squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from nqsat.chess import Square, Symmetry, attacks
from nqsat.compiling.cuts import trace
from nqsat.compiling.formula import ConstraintGroup, Formula, LiteralBudget, Reader
from nqsat.modelling import Circuit, Clause, Constraint, Cycle, Path, Tour
from nqsat.modelling.rules.user_rules import lowered

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PathReader(Reader):
    """A variable says that the tour takes a link, a pair of nodes.

    Args:
        tour: the model.
        links: from variables to pairs of nodes; a node is the place of its square in the board's order,
            the hub of an open tour comes after them.
        arcs: a pair is a move from the first to the second; else in either direction.
    """

    tour: Tour
    links: Mapping[int, Link]
    arcs: bool

    def decode(self, true: Iterable[int]) -> Path:
        """The path that takes exactly these links."""
        squares = self.tour.board.squares
        cycle = next(trace(self.links, true, len(squares) + 1, arcs=self.arcs), [])
        order = [node for node, _ in cycle]
        hub = len(squares)
        if hub in order:
            place = order.index(hub)
            order = order[place + 1 :] + order[:place]
        path = [squares[node] for node in order]
        if not self.arcs and (
            (self.tour.start is not None and path[0] != self.tour.start)
            or (self.tour.end is not None and path[-1] != self.tour.end)
        ):
            path.reverse()
        tour = self.tour
        return Path.of_known(
            tour.board, tuple(path), closed=tour.closed, directed=tour.directed, origin=tour.origin
        )

    def variables(self, path: Path) -> tuple[int, ...] | None:
        """The variables that are true for a path; None if it makes a move that has none."""
        places, hub = path.board.places, len(path.board.places)
        order = [places[square] for square in path.squares]
        if not path.closed:
            order.append(hub)
        pairs = zip(order, [*order[1:], *order[:1]], strict=True)
        variable = {link: x for x, link in self.links.items()}
        found = [variable.get(one if self.arcs else _ordered(*one), 0) for one in pairs]
        return None if 0 in found else tuple(sorted(found))

    def name(self, variable: int) -> str:
        """The move: ``a1-b3`` either way, ``a1>b3`` one way; the hub is called ``hub``."""
        squares, rows = self.tour.board.squares, self.tour.board.rows
        names = (
            squares[node].name(rows) if node < len(squares) else "hub"
            for node in self.links[variable]
        )
        return (">" if self.arcs else "-").join(names)

    def permutation(self, symmetry: Symmetry) -> tuple[int, ...]:
        """Where a symmetry takes each link."""
        image = _images(self.tour, symmetry)
        variable = {link: x for x, link in self.links.items()}
        moved = ((image[a], image[b]) for a, b in self.links.values())
        return (0, *(variable[link if self.arcs else _ordered(*link)] for link in moved))


def _images(tour: Tour, symmetry: Symmetry) -> list[int]:
    """Where a symmetry takes each node; the hub stays."""
    node = tour.board.places
    return [*(node[symmetry(square)] for square in node), len(node)]


def _ordered(a: int, b: int) -> Link:
    return (a, b) if a < b else (b, a)


def lower_tour(tour: Tour) -> Formula:
    """The formula of a tour."""
    builder, take = _Builder(tour), LiteralBudget(tour).take
    rules = [
        ConstraintGroup(rule.name, lowered(rule, tour.setting, builder, take))
        for rule in tour.rules
    ]
    parts = [ConstraintGroup("tour", take(builder.circuit())), *rules]
    count = len(builder.links)
    return Formula(
        count,
        tuple(range(1, count + 1)),
        tuple(part for part in parts if part.constraints),
        builder.reader,
    )


class _Builder:
    """The links of a tour and their variables; to a rule the hub is None."""

    def __init__(self, tour: Tour) -> None:
        self._tour = tour
        squares = tour.board.squares
        self._squares = (*squares, None)
        self._node = {square: index for index, square in enumerate(self._squares)}
        self._hub = len(squares)
        one_direction = not tour.closed and (tour.start or tour.end) and not tour.fixed_by
        plain = not tour.directed or (one_direction and tour.two_way)
        told = bool(tour.numbers) or (tour.directed and bool(tour.added))
        self._arcs = not plain or told or len(squares) < 2
        links = sorted(self._moves_on_board() | self._moves_of_hub())
        self.links = dict(enumerate(links, start=1))
        self._variable = {link: x for x, link in self.links.items()}
        self.reader = PathReader(tour, self.links, self._arcs)

    def _moves_on_board(self) -> set[Link]:
        pairs = (
            (self._node[here], self._node[there])
            for here, targets in attacks(self._tour.piece, self._tour.board).items()
            for there in targets
        )
        return {pair if self._arcs else _ordered(*pair) for pair in pairs}

    def _moves_of_hub(self) -> set[Link]:
        """From the hub to where the tour may begin, and from where it may end to the hub."""
        if self._tour.closed:
            return set()
        every = range(self._hub)
        start, end = self._tour.start, self._tour.end
        begin = every if start is None else [self._node[start]]
        last = every if end is None else [self._node[end]]
        found = {(self._hub, node) for node in begin} | {(node, self._hub) for node in last}
        return {(a, b) if self._arcs else _ordered(a, b) for a, b in found}

    def circuit(self) -> Iterator[Constraint]:
        """One cycle through all nodes, with the numbers given."""
        tour, nodes = self._tour, self._hub + (not self._tour.closed)
        if self._hub < (3 if tour.closed else 1):
            yield Clause(())
            return
        links = tuple((*link, x) for link, x in self._variable.items())
        if not self._arcs:
            yield Cycle(nodes, links)
            return
        # Squares are numbered from 1: counted from the hub, or from a closed tour's start less one.
        origin = self._hub if tour.start is None or not tour.closed else self._node[tour.start]
        less = int(tour.closed)
        positions = tuple((self._node[square], number - less) for square, number in tour.numbers)
        yield Circuit(nodes, links, positions, origin if nodes > origin else 0)

    def move(self, here: Square | None, there: Square | None) -> int | None:
        """As of ``Links``."""
        link = (self._node[here], self._node[there])
        return self._variable.get(link if self._arcs else _ordered(*link))

    def moves(self) -> Iterator[tuple[Square | None, Square | None, int]]:
        """As of ``Links``."""
        for (a, b), x in self._variable.items():
            yield self._squares[a], self._squares[b], x
