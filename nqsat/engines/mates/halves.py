"""Cuts of a graph, and the halves: each with all that its states depend on, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nqsat.engines.layered.program import digest
from nqsat.engines.mates.graph import Graph, Map, edge_of

#: Maximum number of nodes in the middle of a cut: a pairing of them is a word of numbers of four bits, and
#: the patterns of their degrees are the indices of a table.
MOST_MIDDLE = 16

#: Number of cuts that are considered for each order, those with the most equal halves.
_CUTS = 6


@dataclass(frozen=True, slots=True)
class Cut:
    """Two halves of a graph that no edge joins, and the middle between them."""

    before: tuple[int, ...]  # the nodes of one half, in their order
    middle: tuple[int, ...]  # the nodes between, with those of a connected component together
    after: tuple[int, ...]  # the nodes of the other half, in their order, its far end first
    mirror: Map | None  # a permutation that maps the one half to the other, if there is one


def cuts(graph: Graph, order: Sequence[int]) -> list[Cut]:
    """Cuts of the graph after some node of an order, those with the most equal halves first."""
    found = []
    sizes = widths(graph, order)
    fit = [t for t, width in enumerate(sizes, start=1) if 1 <= width <= MOST_MIDDLE]
    fit.sort(key=lambda t: (abs(2 * t + sizes[t - 1] - graph.size), sizes[t - 1]))
    for t in fit[:_CUTS]:
        before = tuple(order[:t])
        middle = frozenset().union(*(graph.neighbours[x] for x in before)) - set(before)
        after = tuple(x for x in reversed(order[t:]) if x not in middle)
        if after:
            found.append(
                Cut(before, _in_order(graph, middle), after, mirror_of(graph, before, after))
            )
    return found


def _in_order(graph: Graph, middle: Collection[int]) -> tuple[int, ...]:
    """The nodes of the middle, with those of a connected component together."""
    left = dict.fromkeys(sorted(middle))
    found: list[int] = []
    while left:
        queue = [next(iter(left))]
        while queue:
            node = queue.pop()
            if node in left:
                del left[node]
                found.append(node)
                queue += sorted(graph.neighbours[node] & left.keys(), reverse=True)
    return tuple(found)


def widths(graph: Graph, order: Sequence[int]) -> list[int]:
    """The number of touched nodes after each turn of an order."""
    touched: set[int] = set()
    done: set[int] = set()
    found = []
    for node in order:
        done.add(node)
        touched.discard(node)
        touched |= graph.neighbours[node] - done
        found.append(len(touched))
    return found


@dataclass(frozen=True, slots=True)
class Half:
    """One half of a cut.

    Nodes beyond the middle are not part of it; each node of the middle is assumed to have enough edges
    there. So a state without completions may be stored (6 of 100 on narrow boards, none on 7×8 and larger
    ones), but cuts that differ only in the rest have equal halves.
    """

    #: the edges at nodes of the half, and two extra nodes that represent the rest; all symmetries
    #: of this graph
    graph: Graph
    order: tuple[int, ...]  # the nodes of the half
    #: the nodes between the halves, each at the index of its digit in a pattern of degrees
    middle: tuple[int, ...]

    @property
    def name(self) -> str:
        """A name that is equal only for equal halves."""
        graph = self.graph
        ways = [sorted(graph.neighbours[node]) for node in self.order]
        words = digest(ways, sorted(graph.required), graph.maps, self.order, self.middle)
        return f"half-{words}"


def halves_of(graph: Graph, cut: Cut) -> tuple[Half, ...]:
    """The halves that have to be counted: only one, if a symmetry maps it to the other."""
    sides = (cut.before,) if cut.mirror is not None else (cut.before, cut.after)
    return tuple(_half(graph, side, cut.middle) for side in sides)


def _half(graph: Graph, order: tuple[int, ...], middle: tuple[int, ...]) -> Half:
    inside = frozenset(order)
    beyond = (graph.size, graph.size + 1)
    none: frozenset[int] = frozenset()
    neighbours = [
        ways if node in inside else (ways & inside).union(beyond) if node in middle else none
        for node, ways in enumerate(graph.neighbours)
    ]
    required = frozenset(edge for edge in graph.required if not inside.isdisjoint(edge))

    def keeps(one: Map) -> bool:
        same = all({one[node] for node in nodes} == {*nodes} for nodes in (order, middle))
        return same and _maps_edges_to_edges(graph, one, order)

    # Symmetries that differ only on other nodes are the same.
    different: dict[tuple[int, ...], Map] = {}
    for images in filter(keeps, graph.wider or graph.maps):
        different.setdefault(tuple(images[node] for node in (*order, *middle)), (*images, *beyond))
    maps = tuple(different.values())
    places = (*graph.places, None, None)
    alone = Graph((*neighbours, none, none), required, maps, places, 1)
    return Half(alone, order, middle)


def mirror_of(graph: Graph, before: Sequence[int], after: Sequence[int]) -> Map | None:
    """A permutation that maps the one half to the other; it need not preserve the edges of the middle."""
    other = set(after)
    for images in graph.wider or graph.maps:
        if {images[node] for node in before} == other and _maps_edges_to_edges(
            graph, images, before
        ):
            return images
    return None


def _maps_edges_to_edges(graph: Graph, one: Map, nodes: Sequence[int]) -> bool:
    """Whether a permutation maps the edges at these nodes to the edges at their images, as required."""
    for node in nodes:
        ways = graph.neighbours[node]
        if graph.neighbours[one[node]] != {one[other] for other in ways}:
            return False
        for other in ways:
            edge, image = edge_of(node, other), edge_of(one[node], one[other])
            if (edge in graph.required) != (image in graph.required):
                return False
    return True
