"""How a graph is counted: the node order, an optional cut in two halves, and the method; the strategy with
the lowest predicted cost is chosen.

Candidates for the order follow the board's rows and columns, each line from end to end or in pairs from
both ends inwards (then a reflection preserves every other set of nodes, and states and their images are
counted together); and greedy orders that always take the node that touches the fewest new ones. A node is
*touched* from its first neighbour's turn until its own turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import comb, log2, prod, sqrt
from typing import NamedTuple

from nqsat.engines.mates.graph import Graph, Map, two_colours
from nqsat.engines.mates.halves import Cut, cuts, halves_of
from nqsat.engines.plans.plan import Estimate, format_estimate
from nqsat.errors import UnsupportedByEngine

METHODS = ("auto", "forward", "middle")

#: At most this many nodes are on the frontier, in addition to the current one: slots of five bits, twelve
#: in a word.
MOST_SLOTS = 24

#: Parameters of the growth of states, see below.
Growth = tuple[float, float]

#: The fraction of a node's choices that survive (the others are dead ends or merge), and the exponent that
#: reduces the number of all conceivable states: measured on boards up to 10×10, for graphs with few
#: crossing edges (wazirs), for other bipartite graphs (knights), and for the rest (kings).
_PLAIN, _COLOURED, _DENSE = (1.0, 0.65), (0.7, 0.8), (0.7, 0.97)

#: Number of orders that follow the lines of the board; they come first.
LINES = 4

#: Measured on boards of 5×6 to 8×8: seconds per state of a layer, and per lookup each time the width of a
#: wide layer doubles; bytes per state of the largest layer (its row, and its share of the growing table)
#: and per state that is joined.
STATE, LOOK, WIDE = 0.27e-6, 0.07e-6, 100_000
STATE_BYTES, JOIN_BYTES = 144, 16

#: Seconds per joined state of the first half and set of the middle's edges that is compatible with its
#: degrees, if the halves are mirror images of each other; and the factor for a join through a hub.
JOIN, HUB = 6e-8, 0.5

#: Memory of Python and the compiled kernels.
BASE_BYTES = 150_000_000

#: Orders that do not follow the board's lines must be predicted to be faster by this factor, because their
#: predictions are too low (8×8 was predicted to take a third, and took three times as long).
DOUBT = 8

#: The error factor of a prediction.
SPREAD = 3.0

#: Up to this number of squares, the counts of a half are likely to fit into one word.
ONE_WORD = 70

#: A program that takes fewer seconds is not worth a cut.
SOON = 0.0125


class Strategy(NamedTuple):
    """One way to count."""

    order: tuple[int, ...]  # of all nodes
    cut: Cut | None  # where the graph is cut, for meeting in the middle
    cost: Estimate  # the predicted cost, by which strategies are compared
    rate: float = 0.0  # states in a second, if it is not cut


def make_strategy(graph: Graph, method: str, memory: int) -> Strategy | None:
    """The fastest strategy as predicted, for one method or both; None if nothing is narrow enough.

    If every strategy needs more than ``memory`` bytes, the one that needs the least.
    """
    every = dict.fromkeys(orders(graph))
    growth = growth_of(graph)
    # The observation about lines does not apply to quotients: a voltage runs across their lines.
    lines = set(islice(every, LINES)) if not graph.parallel else set(every)

    ways: list[Strategy] = []
    if method != "middle":
        ways += filter(None, (_forward_strategy(graph, order, growth) for order in every))
    soon = any(way.cost.seconds < SOON for way in ways)
    if method != "forward" and not soon:
        places = ((order, cut) for order in every for cut in cuts(graph, order))
        ways += filter(None, (strategy_across(graph, *place, growth) for place in places))
    fit = [way for way in ways if way.cost.memory <= memory]
    if not fit:
        return min(ways, key=lambda way: way.cost.memory, default=None)
    return min(fit, key=lambda way: way.cost.seconds * (1 if way.order in lines else DOUBT))


def fitting_strategy(graph: Graph, method: str, memory: int) -> Strategy:
    """As ``make_strategy``, if the predicted memory may fit.

    Otherwise UnsupportedByEngine has the predicted size.
    """
    way = make_strategy(graph, method, memory)
    if way is None:
        reason = f"in every order of the {graph.size:,} squares too many are touched at a time"
        if method == "middle":
            reason = "no narrow strip separates two halves of this board"
        raise UnsupportedByEngine("mates", reason, ("sat",))
    cost = way.cost
    if cost.least_memory > memory:
        size = f"about {cost.memory / 1e9:,.1f} GB, and {memory / 1e9:.1f} are allowed"
        raise UnsupportedByEngine("mates", f"{cost.words}: {size}", ("sat",))
    return way


def _forward_strategy(graph: Graph, order: tuple[int, ...], growth: Growth) -> Strategy | None:
    """The predicted cost of an order without a cut; None if it is too wide."""
    size = predict(graph, order, growth)
    if size is None:
        return None
    memory = BASE_BYTES + int(STATE_BYTES * size.peak)
    cost = Estimate(size.seconds, memory, size.described, SPREAD)
    return Strategy(order, None, cost, size.every / size.seconds)


def strategy_across(
    graph: Graph, order: tuple[int, ...], cut: Cut, growth: Growth
) -> Strategy | None:
    """The predicted cost of a cut; None if a half is too wide."""
    halves = halves_of(graph, cut)
    found = [predict(half.graph, half.order, growth) for half in halves]
    sizes = [size for size in found if size is not None]
    if len(sizes) < len(halves):
        return None
    # Counts of two words and more are joined part by part, each with each.
    parts = max(1, 2 * (graph.size // ONE_WORD)) ** 2
    # If a symmetry exchanges the halves, one of a pair and its image is enough.
    pairs = sizes[0].final * (1 if cut.mirror in graph.maps else 2)
    seconds = JOIN * pairs * _edge_sets(graph, cut) * parts * (HUB if _hubs(graph) else 1)
    seconds += sum(size.seconds for size in sizes)
    widest = max(sizes, key=lambda size: size.peak)
    memory = BASE_BYTES + int(STATE_BYTES * widest.peak)
    memory += int(JOIN_BYTES * sum(size.final for size in sizes))
    memory += 4 * 3 ** len(cut.middle) * len(sizes)
    words = f"{widest.described}, joined over {len(cut.middle)} squares"
    return Strategy(order, cut, Estimate(seconds, memory, words, SPREAD))


def _edge_sets(graph: Graph, cut: Cut) -> float:
    """Estimate the number of sets of the middle's edges that fit the degrees of one state."""
    beside = {node: graph.neighbours[node] & set(cut.middle) for node in cut.middle}
    hubs = [node for node in cut.middle if graph.places[node] is None]
    of_hubs = sum(len(beside[node]) for node in hubs)
    sets: float = 2.0 ** ((sum(map(len, beside.values())) // 2 - of_hubs) / 2)
    # A hub has many edges there and uses at most two of them.
    return sets * prod(sqrt(len(beside[node])) for node in hubs)


# -- orders ----------------------------------------------------------------------------


def orders(graph: Graph) -> Iterator[tuple[int, ...]]:
    """Orders of all nodes that may be narrow, the first ``LINES`` along the lines of the board."""
    for by_rows in (False, True):
        for pairs in (True, False):
            yield _lines(graph, by_rows=by_rows, pairs=pairs)
    for start in sorted(range(graph.size), key=lambda x: (len(graph.neighbours[x]), x))[:2]:
        yield _narrowest(graph, start)


def _lines(graph: Graph, *, by_rows: bool, pairs: bool) -> tuple[int, ...]:
    # The position along a row is a column, and vice versa.
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


def _narrowest(graph: Graph, start: int) -> tuple[int, ...]:
    """Always take the node that touches the fewest new ones; of equals, the first touched; hubs last.

    Where too many are touched, nothing that begins there can be counted, and the rest is left as it is.
    """
    hubs = _hubs(graph)
    left = dict.fromkeys(node for node in range(graph.size) if node not in hubs)
    touched: dict[int, None] = dict.fromkeys([start] if start in left else [])
    found = []

    def new(node: int) -> int:
        return sum(x in left and x not in touched for x in graph.neighbours[node])

    while left and len(touched) <= 2 * MOST_SLOTS:
        node = min(touched or left, key=new)
        del left[node]
        touched.pop(node, None)
        found.append(node)
        touched.update((x, None) for x in sorted(graph.neighbours[node]) if x in left)
    return (*found, *left, *hubs)


# -- sizes -----------------------------------------------------------------------------


class PredictedSize(NamedTuple):
    """The predicted size of a forward program: states in each layer, states at the end without identifying
    images, and the maximum number of touched nodes.
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

    @property
    def seconds(self) -> float:
        """Seconds to run it."""
        return self.every * (STATE + LOOK * log2(1 + self.peak / WIDE))

    @property
    def described(self) -> str:
        """The size in words."""
        peak, layers = format_estimate(self.peak), len(self.states)
        return f"about {peak} states in the widest of {layers} layers, {self.width} squares touched"


def predict(graph: Graph, order: Sequence[int], growth: Growth) -> PredictedSize | None:
    """Predict the size of the program of an order of all or some nodes; None if it is too wide."""
    alive, power = growth
    left = set(range(graph.size))
    touched: set[int] = set()
    free, must = _free(graph), graph.must_visit
    layers = []
    states = folded = 1.0
    widest = 0
    for node, maps in zip(order, preserving_symmetries(graph, order), strict=True):
        left.discard(node)
        to_come = graph.neighbours[node] & left
        some = len(to_come & free[node])
        # The node needs no more edge (inner), two (bare), or, most often, one: the number of ways for each.
        by_edges = [_binomial(some, more - (len(to_come) - some)) for more in range(3)]
        bare = by_edges[2] + (node not in must)
        choices = bare if node not in touched else (by_edges[0] + 2 * by_edges[1] + bare) / 4
        touched |= to_come
        touched.discard(node)
        if len(touched) >= MOST_SLOTS:
            return None
        widest = max(widest, len(touched))
        states = min(states * max(choices * alive, 1.0), _all_states(len(touched)) ** power)
        # Where symmetries cease to preserve the set of nodes, states that are images of each other
        # separate.
        folded = len(maps) if len(maps) > 1 else max(0.8 * folded, 1.0)
        layers.append(states / folded)
    return PredictedSize(tuple(layers), states, widest)


def _binomial(things: int, number: int) -> int:
    return comb(things, number) if number >= 0 else 0


@lru_cache(maxsize=MOST_SLOTS + 1)
def _all_states(nodes: int) -> int:
    """All conceivable states of some nodes: bare, inner, or paired as the ends of paths."""
    total, matchings = 0, 1
    for pairs in range(nodes // 2 + 1):
        total += comb(nodes, 2 * pairs) * matchings * 2 ** (nodes - 2 * pairs)
        matchings *= 2 * pairs + 1
    return total


def growth_of(graph: Graph) -> Growth:
    """The growth of the states of a graph, by its edges, except those of hubs and required ones."""
    hubs = set(_hubs(graph))
    free = [set() if x in hubs else ways - hubs for x, ways in enumerate(_free(graph))]
    if two_colours(free) is None:
        return _DENSE
    return _PLAIN if max(map(len, free), default=0) <= 4 else _COLOURED


def _free(graph: Graph) -> list[frozenset[int]]:
    """The neighbours of each node that no required edge joins to it."""
    needed: dict[int, set[int]] = {}
    for a, b in graph.required:
        needed.setdefault(a, set()).add(b)
        needed.setdefault(b, set()).add(a)
    return [ways - needed.get(node, set()) for node, ways in enumerate(graph.neighbours)]


def preserving_symmetries(graph: Graph, order: Sequence[int]) -> list[tuple[Map, ...]]:
    """For each place of an order, the symmetries that preserve the set of nodes up to there.

    They must preserve the set of all nodes of the order too: a symmetry of the graph that moves half of it
    maps a state to one with equally many completions in the whole graph, but not in that half.
    """
    # A map preserves the first t nodes if and only if the last place of an image among them is before t.
    place = {node: index for index, node in enumerate(order)}
    found: list[list[Map]] = [[] for _ in order]
    for images in graph.maps:
        if any(images[node] not in place for node in order):
            continue
        furthest = -1
        for index, node in enumerate(order):
            furthest = max(furthest, place[images[node]])
            if furthest == index:
                found[index].append(images)
    return [tuple(maps) for maps in found]
