"""Cuts of a graph, and the halves, each by itself: with all that its states depend on, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from nqsat.engines.mates.graph import Graph, Map, digest, edge_of

#: So many nodes the middle of a cut may have: a pairing of them is a word of so many numbers of four
#: bits, and the patterns of its degrees are one table.
MOST_MIDDLE = 16

#: For each order so many cuts are looked at, those with halves of the most equal size.
_CUTS = 6


@dataclass(frozen=True, slots=True)
class Cut:
    """A graph in two halves that no edge joins, and the middle between them.

    Args:
        before: the nodes of one half, in their order.
        middle: the nodes between, those of a connected piece together.
        after: the nodes of the other half, in their order, its far end first.
        mirror: a permutation that makes the other half of the one, if there is one.
    """

    before: tuple[int, ...]
    middle: tuple[int, ...]
    after: tuple[int, ...]
    mirror: Map | None


def cuts(graph: Graph, order: Sequence[int]) -> list[Cut]:
    """Ways to cut the graph after some node of an order, the most equal halves first."""
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
    """The nodes, those of a connected piece of the middle together."""
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
    """For each place of an order, how many nodes are touched after that turn."""
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

    What lies beyond the middle is not part of it: there each node of the middle is taken to have as many
    ways as it may need. So a state may be kept that nothing completes (6 of 100 on narrow boards, none
    on 7×8 and larger ones), but cuts that differ in the rest have halves that are equal.

    Args:
        graph: the edges that lead from the half, and two nodes more that stand for what lies beyond; all
            the symmetries of that.
        order: the nodes of the half.
        middle: the nodes between the halves, each at the place of its digit in a pattern of degrees.
    """

    graph: Graph
    order: tuple[int, ...]
    middle: tuple[int, ...]

    @property
    def name(self) -> str:
        """The same for equal halves, and for no others."""
        graph = self.graph
        ways = [sorted(graph.neighbours[node]) for node in self.order]
        words = digest(ways, sorted(graph.required), graph.maps, self.order, self.middle)
        return f"half-{words}"


def halves_of(graph: Graph, cut: Cut) -> tuple[Half, ...]:
    """The halves that have to be counted: one, if a symmetry makes the other of it."""
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
        """Whether a permutation of the nodes is a symmetry of the half."""
        same = all({one[node] for node in nodes} == {*nodes} for nodes in (order, middle))
        return same and _carries(graph, one, order)

    # What a symmetry does elsewhere does not matter: those that differ there only are one.
    different: dict[tuple[int, ...], Map] = {}
    for one in filter(keeps, graph.wider or graph.maps):
        different.setdefault(tuple(one[node] for node in (*order, *middle)), (*one, *beyond))
    maps = tuple(different.values())
    places = (*graph.places, None, None)
    alone = Graph((*neighbours, none, none), required, maps, places, 1)
    return Half(alone, order, middle)


def mirror_of(graph: Graph, before: Sequence[int], after: Sequence[int]) -> Map | None:
    """A permutation that makes the other half of the one; the middle's own edges it need not keep."""
    other = set(after)
    for one in graph.wider or graph.maps:
        if {one[node] for node in before} == other and _carries(graph, one, before):
            return one
    return None


def _carries(graph: Graph, one: Map, nodes: Sequence[int]) -> bool:
    """Whether a permutation makes all edges of their images of the edges of some nodes, as required."""
    for node in nodes:
        ways = graph.neighbours[node]
        if graph.neighbours[one[node]] != {one[other] for other in ways}:
            return False
        for other in ways:
            edge, image = edge_of(node, other), edge_of(one[node], one[other])
            if (edge in graph.required) != (image in graph.required):
                return False
    return True
