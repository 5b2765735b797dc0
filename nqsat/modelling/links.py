"""The links of a tour: its atoms. A move, or the way in from outside or the way out of an open tour.

The nodes are the squares; an open tour gets one node more, the hub, joined to where it may begin and
end, so that every tour is a Hamiltonian cycle. Two forms:

* **edges**: a link for each pair of squares a move apart, for tours without direction, and for
  open ones whose direction follows from a given end. The constraint is a ``Cycle``.
* **arcs**: a link for each move in each direction. The constraint is a ``Circuit``; it can carry the
  numbers of squares.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from nqsat.chess import Board, Square, Symmetry, attacks
from nqsat.modelling.path import Path
from nqsat.modelling.vocabulary import Circuit, Clause, Constraint, Cycle

if TYPE_CHECKING:
    from nqsat.modelling.model import Table
    from nqsat.modelling.tour import Tour

#: A square, or the hub.
Node = Square | None


class Link(NamedTuple):
    """A move from the first square to the second, or either way; None is the hub."""

    here: Node
    there: Node
    arc: bool

    @classmethod
    def of(cls, here: Node, there: Node, *, arc: bool) -> Link:
        """The link between two nodes: an edge has the lesser square first, and the hub last."""
        if not arc and (here is None or (there is not None and there < here)):
            here, there = there, here
        return cls(here, there, arc)

    def image(self, symmetry: Symmetry) -> Link:
        """The link that a symmetry makes of it."""
        here, there = self.here and symmetry(self.here), self.there and symmetry(self.there)
        return Link.of(here, there, arc=self.arc)

    def written(self, board: Board) -> str:
        """The move: ``a1-b3`` either way, ``a1>b3`` one way; the hub is called ``hub``."""
        names = (board.name(node) if node else "hub" for node in (self.here, self.there))
        return (">" if self.arc else "-").join(names)


def arcs_in(tour: Tour) -> bool:
    """Whether the links of a tour are arcs."""
    one_direction = not tour.closed and (tour.start or tour.end) and not tour.fixed_by
    plain = not tour.directed or (one_direction and tour.two_way)
    told = bool(tour.numbers) or (tour.directed and bool(tour.added))
    return not plain or told or len(tour.board.squares) < 2


def _places(tour: Tour) -> dict[Node, int]:
    """The numbers of the nodes: squares in the board's order, then the hub."""
    return {node: place for place, node in enumerate((*tour.board.squares, None))}


def links_of(tour: Tour) -> tuple[Link, ...]:
    """The links of a tour, sorted by their two nodes: squares in the board's order, then the hub."""
    place = _places(tour)
    arc = arcs_in(tour)
    ways = attacks(tour.piece, tour.board)
    pairs = {(here, there) for here, targets in ways.items() for there in targets}
    found = {Link.of(here, there, arc=arc) for here, there in pairs}
    if not tour.closed:
        begin = tour.board.squares if tour.start is None else (tour.start,)
        last = tour.board.squares if tour.end is None else (tour.end,)
        found |= {Link.of(None, square, arc=arc) for square in begin}
        found |= {Link.of(square, None, arc=arc) for square in last}
    return tuple(sorted(found, key=lambda link: (place[link.here], place[link.there])))


def links_along(tour: Tour, path: Path) -> Iterator[Link]:
    """The links that a path takes."""
    nodes = (*path.squares,) if path.closed else (*path.squares, None)
    arc = arcs_in(tour)
    return (Link.of(*pair, arc=arc) for pair in zip(nodes, (*nodes[1:], *nodes[:1]), strict=True))


def traced(links: Iterable[Link]) -> list[Square]:
    """The squares along some links that are one cycle, from the hub on if there is one."""
    beside: defaultdict[Node, list[Node]] = defaultdict(list)
    for here, there, arc in links:
        beside[here].append(there)
        if not arc:
            beside[there].append(here)
    if not beside:
        return []
    start = None if None in beside else next(iter(beside))
    order, last, node = [start], start, beside[start][0]
    while node != start and len(order) < len(beside):
        order.append(node)
        ways = beside[node]
        last, node = node, ways[-1] if ways[0] == last else ways[0]
    return [square for square in order if square is not None]


class LinkVariables:
    """What a rule of tours may ask: ``Links``."""

    def __init__(self, table: Table, *, arcs: bool) -> None:
        self._table, self._arcs, self.fresh = table, arcs, table.fresh

    def move(self, here: Node, there: Node) -> int | None:
        """The literal of a link; None if there is none."""
        return self._table.of(Link.of(here, there, arc=self._arcs))

    def moves(self) -> Iterator[tuple[Node, Node, int]]:
        """All links with their literals."""
        for x, (here, there, _) in enumerate(self._table.atoms, start=1):
            yield here, there, x


def circuit(tour: Tour, links: LinkVariables, *, arcs: bool) -> Iterator[Constraint]:
    """One cycle through all nodes, with the numbers given."""
    node = _places(tour)
    hub = node[None]
    nodes = hub + (not tour.closed)
    if hub < (3 if tour.closed else 1):
        yield Clause(())
        return
    pairs = tuple((node[here], node[there], x) for here, there, x in links.moves())
    if not arcs:
        yield Cycle(nodes, pairs)
        return
    # Squares are numbered from 1: counted from the hub, or from a closed tour's start less one.
    origin = hub if tour.start is None or not tour.closed else node[tour.start]
    less = int(tour.closed)
    positions = tuple((node[square], number - less) for square, number in tour.numbers)
    yield Circuit(nodes, pairs, positions, origin if nodes > origin else 0)
