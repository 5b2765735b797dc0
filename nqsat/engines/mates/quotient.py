"""Tours that a symmetry fixes, as cycles of a smaller graph: the *quotient*.

Let σ be a symmetry of order k of the n squares. The nodes of the quotient are the orbits of squares; it has
an edge for each orbit of moves between two of them. Number the squares of an orbit x, σx, σ²x, …; the edge
of the move from place i of one orbit to place j of another has the *voltage* j - i, modulo k. An orbit of
squares with a move from a square to its image is called *semi*, where k = 2.

σ acts on a tour that it fixes as a rotation of the cycle or as a reflection. It acts faithfully on the
squares, hence on the tour.

* **Closed, a rotation.** No power of σ except 1 has a fixed square, so all orbits have k squares, and the
  tour is k times as long as its image, a Hamiltonian cycle of the quotient. Conversely, let v be the total
  voltage of such a cycle. Going around it once leads from a square x to σᵛx: its preimage is one tour if
  and only if gcd(v, k) = 1. For k = 2ᵐ this means that v is odd: parities, which have no direction, are
  enough.
* **Closed, a reflection.** Then k = 2. The tour crosses its axis twice, at a fixed square or between a
  square and its image; half of it is a Hamiltonian path of the quotient. Its ends are the fixed squares, at
  most two, and semi orbits for the missing ones. Each edge of the path is the image of two moves, one from
  each square of an orbit, so each such path gives one tour. The reflection reverses a directed tour.
* **Open.** σ reverses the path, which has its axis in the middle: k = 2, and half of it is a Hamiltonian
  path of the quotient that begins at the fixed square, or at a semi orbit if there is none, and ends
  anywhere. A directed path is reversed, so none with more than one square is fixed.

Paths are cycles through a hub. Paths from semi orbits to anywhere are counted by parity: the hub has an
even edge to every orbit, and an additional odd one to each semi orbit. A path then has an odd cycle for
each of its ends that is semi.

A tour that must use a move also uses its images, and a tour that must not use a move uses none of its
images. So these constraints apply to orbits of moves.

Reference: J. L. Gross and T. W. Tucker, Topological Graph Theory, 1987, chapter 2 (voltage graphs).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, combinations
from math import gcd, lcm
from typing import NamedTuple

from nqsat.chess import Square, Symmetry
from nqsat.engines.mates.graph import NAME, Edge, Graph, Map, check_tour, edge_of, symmetries_of
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Tour
from nqsat.modelling.moves_model import moves_of

#: Nodes with more edges are refused: each edge has a bit in a word.
MOST_EDGES = 60


#: One way in which a symmetry acts on tours: its name, and their number, or a graph whose cycles they are.
Case = tuple[str, int | Graph]


class QuotientEdge(NamedTuple):
    """An orbit of moves, or an edge of the hub."""

    ends: Edge  # the orbits of squares that it joins, the smaller index first; the hub comes last
    voltage: int = 0  # see the module docstring
    required: bool = False  # whether tours must use these moves


def quotients(tour: Tour, symmetry: Symmetry) -> Iterator[Case]:
    """The tours that a symmetry of the board fixes, by how it acts on them.

    The symmetry is not the identity. The model's own ``fixing`` is ignored.

    Raises:
        UnsupportedByEngine: as ``graph_of``; or the symmetry may rotate tours, and its order is not a power
            of 2.
    """
    check_tour(tour)
    quotient = _Quotient(tour, symmetry)
    if not quotient.possible or len(tour.board.squares) < (3 if tour.closed else 2):
        return
    if tour.closed:
        yield from quotient.rotated(2 if tour.directed else 1)
    if not tour.directed and quotient.order == 2:
        yield from quotient.reflected_tours() if tour.closed else quotient.reversed_tours()


class _Quotient:
    """Numbered orbits of squares and of moves; ``possible`` if all images of required moves are allowed."""

    def __init__(self, tour: Tour, symmetry: Symmetry) -> None:
        # The first square of an orbit is the one nearest to a short side: lines along it are narrow.
        wide = tour.board.columns > tour.board.rows
        self._orbits = [_rotate_to_least(cycle, wide=wide) for cycle in symmetry.cycles()]
        self.order = lcm(*map(len, self._orbits))
        self._hub = len(self._orbits)
        self._fixed = [x for x, orbit in enumerate(self._orbits) if len(orbit) == 1]
        place = {x: (o, i) for o, orbit in enumerate(self._orbits) for i, x in enumerate(orbit)}
        self._maps = list(self._permutations(tour, place))
        every = list(self._moves(tour, symmetry, place))
        self.possible = all(whole for link, whole in every if link.required)
        links = [link for link, whole in every if whole]
        self._within = [link for link in links if link.ends[0] == link.ends[1]]
        self._between = [link for link in links if link.ends[0] != link.ends[1]]

    def _moves(
        self, tour: Tour, symmetry: Symmetry, place: Mapping[Square, tuple[int, int]]
    ) -> Iterator[tuple[QuotientEdge, bool]]:
        """The orbits of moves, each with whether all of its moves are allowed."""
        allowed = moves_of(tour) - set(tour.avoiding)
        seen: set[tuple[Square, Square]] = set()
        for move in sorted(allowed.union(tour.through)):
            if move in seen:
                continue
            orbit = [move]
            while (image := orbit[-1].image(symmetry)) != move:
                orbit.append(image)
            seen.update(orbit)
            (a, i), (b, j) = sorted(map(place.__getitem__, move))
            required = not set(orbit).isdisjoint(tour.through)
            yield QuotientEdge((a, b), (j - i) % self.order, required), allowed.issuperset(orbit)

    def _permutations(self, tour: Tour, place: Mapping[Square, tuple[int, int]]) -> Iterator[Map]:
        """The permutations of orbits and hub induced by symmetries of the model that preserve orbits."""
        for symmetry in symmetries_of(tour.changed(fixed_by=None)):
            images = [{place[symmetry(x)][0] for x in orbit} for orbit in self._orbits]
            if all(len(image) == 1 for image in images):
                yield (*chain(*images), self._hub)

    # -- the cases of the module docstring -----------------------------------------------

    def rotated(self, each: int) -> Iterator[Case]:
        """Closed tours that are rotated, each counted ``each`` times."""
        if any(len(orbit) < self.order for orbit in self._orbits):
            return
        if self._hub < 3:
            yield "rotated", each * self._count_rings()
        elif not any(link.required for link in self._within):
            graph = self._graph(self._between, hub=False, odd=True, each=each)
            needed = [link.ends for link in self._between if link.required]
            possible = not graph.hopeless and len({*needed}) == len(needed)
            if self.order & (self.order - 1) and possible:
                raise UnsupportedByEngine(
                    NAME,
                    f"counts tours fixed by a symmetry of order 2, 4, 8, …, not {self.order}",
                    ("sat",),
                )
            yield "rotated", graph

    def _count_rings(self) -> int:
        """Tours of one orbit, by an edge within it, or of two, by two edges between them."""
        rings: list[tuple[QuotientEdge, ...]] = [(link,) for link in self._within]
        if self._hub == 2:
            rings = list(combinations(self._between, 2))
        needed = {link for link in (*self._within, *self._between) if link.required}
        return sum(
            gcd(ring[0].voltage - sum(link.voltage for link in ring[1:]), self.order) == 1
            and needed.issubset(ring)
            for ring in rings
        )

    def reflected_tours(self) -> Iterator[Case]:
        """Closed tours that are reflected."""
        ends = [QuotientEdge((x, self._hub), required=True) for x in self._fixed]
        if len(self._fixed) < 2:
            ends += self._crossings(0)
        elif len(self._fixed) > 2 or any(link.required for link in self._within):
            return
        yield "reflected", self._graph([*self._halves(), *ends])

    def reversed_tours(self) -> Iterator[Case]:
        """Open tours: all of them are reversed."""
        ends = [QuotientEdge((x, self._hub), required=x in self._fixed) for x in range(self._hub)]
        if self._hub == 1:
            yield "turned", len(self._within)
        elif not self._fixed:
            ends += self._crossings(1)
            yield "turned", self._graph([*self._halves(), *ends], odd=True)
        elif len(self._fixed) == 1 and not any(link.required for link in self._within):
            yield "turned", self._graph([*self._halves(), *ends])

    def _halves(self) -> Iterator[QuotientEdge]:
        """The edges of half of a tour, where voltages do not matter."""
        return (link._replace(voltage=0) for link in self._between)

    def _crossings(self, voltage: int) -> list[QuotientEdge]:
        """An edge to the hub from each semi orbit."""
        return [
            QuotientEdge((x, self._hub), voltage, required) for (x, _), _, required in self._within
        ]

    def _graph(
        self, links: Iterable[QuotientEdge], *, hub: bool = True, odd: bool = False, each: int = 1
    ) -> Graph:
        """The graph of these edges; see the module docstring.

        A required edge excludes its parallel edges. Two parallel required edges exclude every cycle.
        """
        edges: dict[Edge, list[QuotientEdge]] = {}
        for link in links:
            edges.setdefault(link.ends, []).append(link)
        required = {pair: [x for x in some if x.required] for pair, some in edges.items()}
        kinds = {
            pair: (bool(required[pair]), (*sorted(x.voltage % 2 for x in required[pair] or some),))
            for pair, some in edges.items()
        }
        maps = (images[: self._hub + hub] for images in dict.fromkeys(self._maps))
        places = [(orbit[0].row, orbit[0].column) for orbit in self._orbits]
        ends = Counter(end for pair, (_, odds) in kinds.items() for end in pair * len(odds))
        if max(ends[x] for x in range(self._hub)) > MOST_EDGES:
            reason = f"a square has more than {MOST_EDGES} moves"
            raise UnsupportedByEngine(NAME, reason, ("sat",))
        neighbours: list[set[int]] = [set() for _ in range(self._hub + hub)]
        for a, b in edges:
            neighbours[a].add(b)
            neighbours[b].add(a)
        return Graph(
            tuple(map(frozenset, neighbours)),
            frozenset(pair for pair, some in required.items() if some),
            tuple(images for images in maps if _maps_edges_to_edges(images, kinds)),
            (*places, None)[: len(neighbours)],
            each,
            parallel=tuple((pair, odds) for pair, (_, odds) in kinds.items() if odds != (0,)),
            odd=odd,
        )


def _rotate_to_least(cycle: tuple[Square, ...], *, wide: bool) -> tuple[Square, ...]:
    """Rotate a cycle to start at its smallest square, by columns or by rows."""
    begin = cycle.index(min(cycle, key=lambda x: (x.column, x.row) if wide else x))
    return (*cycle[begin:], *cycle[:begin])


def _maps_edges_to_edges(one: Map, kinds: Mapping[Edge, object]) -> bool:
    return all(kinds.get(edge_of(one[a], one[b])) == kind for (a, b), kind in kinds.items())
