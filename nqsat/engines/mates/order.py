"""In which order the nodes take their turns, and where a graph is cut in two: chosen by predicted size.

Candidates are the board's rows and columns, each line from end to end or in pairs from both ends
inwards (then a reflection keeps every other set of nodes, and states and their images are counted
together); breadth first from several nodes (Cuthill and McKee); and always the node that touches the
fewest new ones.

Reference: E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, ACM 1969.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from nqsat.engines.mates.graph import Graph, two_colours
from nqsat.engines.mates.halves import Cut, mirror_of
from nqsat.engines.mates.layers import MOST_SLOTS, kept, widths

#: So many nodes the middle of a cut may have: a pairing of them is a word of so many numbers of four
#: bits, and the patterns of its degrees are one table.
MOST_MIDDLE = 16

#: Larger graphs are not searched for the node that touches the fewest.
GREEDY = 400

#: How states grow: see the numbers below.
Growth = tuple[float, float]

#: Of the choices of a node this part goes on (the others end in dead ends, or meet), and the states are
#: this power of all that could be written down: measured on boards up to 10×10, for graphs with few
#: edges that cross (wazirs), for others with two colours (knights), and for the rest (kings).
_PLAIN, _COLOURED, _DENSE = (1.0, 0.65), (0.7, 0.8), (0.7, 0.97)

#: So many of the orders follow the lines of the board; they come first.
LINES = 4

#: For each order so many cuts are looked at, those with halves of the most equal size.
_CUTS = 6


class Size(NamedTuple):
    """How large a forward programme is predicted to be: how many states there are in each layer and at the
    end, where those that were counted together are apart, and the most nodes touched at a time.
    """

    states: tuple[float, ...]
    final: float
    width: int

    @property
    def peak(self) -> float:
        """States in the largest layer."""
        return max(self.states, default=1.0)

    @property
    def every(self) -> float:
        """States in all layers."""
        return sum(self.states)


def orders(graph: Graph) -> Iterator[tuple[int, ...]]:
    """Orders of all nodes that may be narrow, the first ``LINES`` along the lines of the board."""
    for by_rows in (False, True):
        for pairs in (True, False):
            yield _lines(graph, by_rows=by_rows, pairs=pairs)
    starts = sorted(range(graph.size), key=lambda x: (len(graph.neighbours[x]), x))[:2]
    for start in starts:
        yield _breadth_first(graph, start)
    for start in starts if graph.size <= GREEDY else ():
        yield _narrowest(graph, start)


def _lines(graph: Graph, *, by_rows: bool, pairs: bool) -> tuple[int, ...]:
    # The place along a row is a column, and the other way round.
    last = max((p[1 if by_rows else 0] for p in graph.places if p is not None), default=0)

    def key(node: int) -> tuple[int, ...]:
        place = graph.places[node]
        if place is None:
            return (1,)
        line, along = place if by_rows else place[::-1]
        return (0, line, min(along, last - along) if pairs else 0, along)

    return tuple(sorted(range(graph.size), key=key))


def _hubs(graph: Graph) -> list[int]:
    return [node for node, place in enumerate(graph.places) if place is None]


def _breadth_first(graph: Graph, start: int) -> tuple[int, ...]:
    """By distance from a node, of equals those with few neighbours first; hubs last."""
    hubs = _hubs(graph)
    found: dict[int, None] = dict.fromkeys(hubs)
    for first in (start, *range(graph.size)):
        queue = deque([] if first in found else [first])
        found.setdefault(first)
        while queue:
            node = queue.popleft()
            for other in sorted(graph.neighbours[node], key=lambda x: len(graph.neighbours[x])):
                if other not in found:
                    found[other] = None
                    queue.append(other)
    return (*(node for node in found if node not in hubs), *hubs)


def _narrowest(graph: Graph, start: int) -> tuple[int, ...]:
    """Always the node that touches the fewest new ones; of equals the one touched first; hubs last."""
    hubs = _hubs(graph)
    left = dict.fromkeys(node for node in range(graph.size) if node not in hubs)
    touched: dict[int, None] = dict.fromkeys([start] if start in left else [])
    found = []
    while left:
        node = min(touched or left, key=lambda x: len(graph.neighbours[x] & left.keys() - touched))
        del left[node]
        touched.pop(node, None)
        found.append(node)
        touched.update((x, None) for x in sorted(graph.neighbours[node]) if x in left)
    return (*found, *hubs)


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


def predict(graph: Graph, order: Sequence[int], growth: Growth) -> Size | None:
    """How large the programme of an order, or of part of one, will be; None if too wide to be run."""
    alive, power = growth
    left = set(range(graph.size))
    touched: set[int] = set()
    free = _free(graph)
    layers = []
    states = folded = 1.0
    widest = 0
    for node, maps in zip(order, kept(graph, order), strict=True):
        left.discard(node)
        to_come = graph.neighbours[node] & left
        some = len(to_come & free[node])
        # With no edge more (it is inner), with two (it is bare), or, most often, with one: so many ways.
        by_edges = [_ways(some, more - (len(to_come) - some)) for more in range(3)]
        choices = (by_edges[0] + 2 * by_edges[1] + by_edges[2]) / 4
        if node not in touched:
            choices = by_edges[2]
        touched |= to_come
        touched.discard(node)
        if len(touched) >= MOST_SLOTS:
            return None
        widest = max(widest, len(touched))
        states = min(states * max(choices * alive, 1.0), _all_states(len(touched)) ** power)
        # After a set of nodes that is kept, states that have images drift apart.
        folded = len(maps) if len(maps) > 1 else max(0.8 * folded, 1.0)
        layers.append(states / folded)
    return Size(tuple(layers), states, widest)


def _ways(things: int, number: int) -> int:
    return comb(things, number) if number >= 0 else 0


@lru_cache(maxsize=MOST_SLOTS + 1)
def _all_states(nodes: int) -> int:
    """All that can be written down for so many nodes: bare or inner, or two by two the ends of paths."""
    total, matchings = 0, 1
    for pairs in range(nodes // 2 + 1):
        total += comb(nodes, 2 * pairs) * matchings * 2 ** (nodes - 2 * pairs)
        matchings *= 2 * pairs + 1
    return total


def growth_of(graph: Graph) -> Growth:
    """How the states of a graph grow: by its edges, but for those of hubs and required ones."""
    hubs = set(_hubs(graph))
    free = [set() if x in hubs else ways - hubs for x, ways in enumerate(_free(graph))]
    if two_colours(free) is None:
        return _DENSE
    return _PLAIN if max(map(len, free), default=0) <= 4 else _COLOURED


def _free(graph: Graph) -> list[frozenset[int]]:
    """The neighbours of each node to which no edge is required."""
    needed: dict[int, set[int]] = {}
    for a, b in graph.required:
        needed.setdefault(a, set()).add(b)
        needed.setdefault(b, set()).add(a)
    return [ways - needed.get(node, set()) for node, ways in enumerate(graph.neighbours)]
