"""From a tour to a graph: every tour is a Hamiltonian cycle of it.

The nodes are the squares in the board's order; an open tour has one extra node, the hub, which is adjacent
to the squares where it may begin and end. A cycle through the hub, with the hub removed, is a path.

If both ends are given, no hub is needed: a *virtual edge* that the cycle must use joins them, and a cycle
through it is a path from one to the other. If the ends are a move apart, the virtual edge replaces this
move. No tour is lost: a path with this move would have one end before it and the other after it, so it
would consist of these two squares only; and there are more. The graph has no parallel edges, and paths
between the ends correspond one-to-one to cycles through the virtual edge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from nqsat.chess import Square, Symmetry
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Path, Tour, known_symmetries
from nqsat.modelling.tour import targets_of

#: Name of the engine.
NAME = "mates"

#: Larger boards are refused before their moves are listed.
MOST_SQUARES = 20_000

#: Boards with more moves are refused as well: the moves are stored in a table.
MOST_MOVES = 500_000

#: On boards with more squares, symmetries are not searched for.
FEW_SQUARES = 1_000

#: The image of each node under a permutation.
Map = tuple[int, ...]

#: Two nodes, the smaller first.
Edge = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph whose Hamiltonian cycles are counted."""

    neighbours: tuple[frozenset[int], ...]  # of each node
    required: frozenset[Edge]  # edges that the cycle must use
    #: the group of automorphisms that preserve the required edges, the identity first
    maps: tuple[Map, ...]
    #: row and column of each node, for orders that follow the board; None for the hub
    places: tuple[tuple[int, int] | None, ...]
    each: int  # how many solutions of the model one cycle stands for
    #: a group of permutations that contains `maps`; if empty, `maps`. Its other elements may
    #: preserve a half of the graph.
    wider: tuple[Map, ...] = ()
    #: edges with multiplicity, or that are odd: the parity of each copy. Other edges, and required
    #: ones with multiplicity, are not listed.
    parallel: tuple[tuple[Edge, tuple[int, ...]], ...] = ()
    odd: bool = False  # count cycles with an odd number of odd edges; otherwise with an even number
    #: the nodes that a cycle must visit, where it may leave others out; None for all
    needed: frozenset[int] | None = None
    #: the least and the greatest number of edges of such a cycle; None for any
    lengths: tuple[int, int] | None = None

    @property
    def must_visit(self) -> frozenset[int]:
        """The nodes that a cycle must visit."""
        return frozenset(range(self.size)) if self.needed is None else self.needed

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.neighbours)

    @property
    def hopeless(self) -> bool:
        """Whether colours, a node, or a required edge alone show that there is no cycle."""
        joined = all(b in self.neighbours[a] for a, b in self.required)
        if self.size < 3 or not joined or any(len(self.neighbours[x]) < 2 for x in self.must_visit):
            return True
        if self.needed is not None:
            return False
        colours = two_colours(self.neighbours)
        return colours is not None and 2 * sum(colours) != self.size


def graph_of(tour: Tour) -> Graph:
    """The graph of a tour, which has at least two squares.

    Raises:
        UnsupportedByEngine: numbers are given, the piece cannot move back, or the board is too large.
    """
    check_tour(tour)
    squares = tour.board.squares
    node = tour.board.places
    neighbours = [{node[there] for there in targets} for targets in targets_of(tour).values()]
    required = {edge_of(node[here], node[there]) for here, there in tour.through}
    hub = len(squares)
    places: list[tuple[int, int] | None] = [(square.row, square.column) for square in squares]
    ends = [] if tour.closed else [node[s] for s in (tour.start, tour.end) if s is not None]
    some = tour.visit is not None  # the move between the ends may then be a path
    if len(ends) == 2 and hub > 2 and edge_of(*ends) not in required and not some:
        for end, other in (ends, ends[::-1]):
            neighbours[end].add(other)
        required.add(edge_of(*ends))
    elif not tour.closed:
        neighbours.append(set(ends if len(ends) == 2 else range(hub)))
        for other in neighbours[hub]:
            neighbours[other].add(hub)
        required |= {(end, hub) for end in ends}
        places.append(None)
    # If a start or an end is given, only one direction of a path is counted.
    both_ways = tour.directed and not ends
    others = range(hub, len(places))
    wider = tuple(
        (*(node[symmetry(x)] for x in squares), *others) for symmetry in symmetries_of(tour)
    )
    needed = _needed(tour, required, hub) if some else None
    kept = (frozenset(ends), needed or frozenset())
    return Graph(
        tuple(map(frozenset, neighbours)),
        frozenset(required),
        tuple(
            images for images in wider if all({images[x] for x in nodes} == nodes for nodes in kept)
        ),
        tuple(places),
        2 if both_ways else 1,
        wider,
        needed=needed,
        lengths=_lengths(tour),
    )


def _needed(tour: Tour, required: Iterable[Edge], hub: int) -> frozenset[int]:
    """The nodes that a cycle must visit if others may be left out."""
    given = (*tour.visiting, *filter(None, (tour.start, tour.end)))
    own = {tour.board.places[square] for square in given}
    return frozenset(own.union(*required, () if tour.closed else (hub,)))


def _lengths(tour: Tour) -> tuple[int, int] | None:
    """How many edges a cycle may have; None for any number. A path has two more, to the hub, than moves."""
    visit, squares = tour.visit, len(tour.board.squares)
    if visit is None or (visit.low <= tour.fewest and visit.high is None):
        return None
    high = squares if visit.high is None else min(visit.high, squares)
    more = 0 if tour.closed else 1
    return visit.low + more, high + more


def edges_of(tour: Tour, path: Path, graph: Graph) -> set[Edge]:
    """The edges of the cycle that represents a tour; see the module docstring."""
    node = tour.board.places
    nodes = [node[square] for square in path.squares]
    if not tour.closed and graph.size > len(nodes):
        nodes.append(len(nodes))
    return {edge_of(*pair) for pair in pairwise((*nodes, nodes[0]))}


def squares_of(tour: Tour, edges: set[Edge], graph: Graph) -> list[Square]:
    """The squares of a tour in order, given the edges of its cycle.

    From the start of the tour to its end, if these are given.
    """
    beside: list[list[int]] = [[] for _ in range(graph.size)]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    squares = tour.board.squares
    first, second = 0, beside[0][0]
    if graph.size > len(squares):
        first, second = len(squares), beside[-1][0]
    elif not tour.closed:  # the end is adjacent to the start
        first, end = (squares.index(x) for x in (tour.start, tour.end) if x is not None)
        second = next(x for x in beside[first] if x != end)
    nodes = [first, second]
    while len(nodes) < graph.size:
        one, other = beside[nodes[-1]]
        nodes.append(other if one == nodes[-2] else one)
    found = [squares[x] for x in nodes if x < len(squares)]
    wrong = (tour.start or found[0], tour.end or found[-1]) != (found[0], found[-1])
    return found[::-1] if wrong and not tour.closed else found


def two_colours(neighbours: Sequence[Collection[int]]) -> list[int] | None:
    """A proper 2-colouring with colours 0 and 1; None if the graph is not bipartite."""
    colours = [-1] * len(neighbours)
    for start in range(len(neighbours)):
        if colours[start] >= 0:
            continue
        colours[start] = 0
        queue = [start]
        while queue:
            node = queue.pop()
            for other in neighbours[node]:
                if colours[other] < 0:
                    colours[other] = 1 - colours[node]
                    queue.append(other)
                elif colours[other] == colours[node]:
                    return None
    return colours


def check_tour(tour: Tour) -> None:
    """Refuse tours that are not cycles of a graph, and boards that are too large."""
    board = tour.board  # its squares are not listed before their number is known
    size = board.rows * board.columns - len(board.walls) - len(board.holes)
    if size > MOST_SQUARES:
        raise UnsupportedByEngine(NAME, f"{size:,} squares are more than {MOST_SQUARES:,}")
    if tour.size > MOST_MOVES:
        raise UnsupportedByEngine(NAME, f"about {tour.size:,} moves are more than {MOST_MOVES:,}")
    for name, kept in (("numbers", tour.numbers), ("an order", tour.checkpoints)):
        if kept:
            reason = f"cannot keep {name} of squares"
            raise UnsupportedByEngine(NAME, reason, ("sat", "backtrack"))
    if not tour.two_way:
        reason = f"{tour.piece} cannot move back; here an edge is taken either way"
        raise UnsupportedByEngine(NAME, reason, ("sat",))


def edge_of(a: int, b: int) -> Edge:
    """The edge between two nodes."""
    return (a, b) if a < b else (b, a)


def symmetries_of(tour: Tour) -> tuple[Symmetry, ...]:
    """The symmetries of the tour without its ends; none for a board where finding them is too slow."""
    if len(tour.board.squares) > FEW_SQUARES:
        return ()
    return known_symmetries(tour.changed(start=None, end=None))
