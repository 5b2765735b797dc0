"""How a graph is counted: the method, the order and the cut, with what they are predicted to cost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice
from math import prod, sqrt

from nqsat.engines.mates.graph import Graph
from nqsat.engines.mates.halves import Cut, halves_of
from nqsat.engines.mates.order import LINES, Growth, Size, cuts, growth_of, orders, predict
from nqsat.engines.plan import rounded
from nqsat.errors import UnsupportedByEngine

METHODS = ("auto", "forward", "middle", "ends")

#: Measured on 7×8, 8×8 and open 6×7: seconds for a state of a layer; bytes for a state of the largest
#: layer (its row, and its share of the table that grows) and for one that is joined.
STATE_SECONDS = 1.2e-6
STATE_BYTES, JOIN_BYTES = 144, 16

#: Seconds for a state of the first half that is joined, and each of the sets of the middle's edges that its
#: degrees allow, where the halves are each other's mirror images.
JOIN_SECONDS = 6e-8

#: What Python and the compiled kernels take.
BASE_BYTES = 150_000_000

#: Orders that do not follow the board's lines must promise to be so much faster: what they are
#: predicted to take is too little (8×8 was said to take a third, and took three times as long).
DOUBT = 8

#: So many squares, and the numbers of a half are likely to fit into one word.
ONE_WORD = 70

#: A programme of fewer seconds is not worth a cut.
SOON = 0.05

#: So many seconds of work are not to be lost, if whoever does it is killed.
KEPT = 60.0


@dataclass(frozen=True, slots=True)
class Way:
    """One way to count.

    Args:
        order: of all nodes.
        cut: where it is cut, for meeting in the middle.
        seconds, memory, words: see ``Estimate``.
        stops: of a way that is not cut, after how many layers states may be put aside, to go on from there.
    """

    order: tuple[int, ...]
    cut: Cut | None
    seconds: float
    memory: int
    words: str
    stops: tuple[int, ...] = ()


def make_way(graph: Graph, method: str, memory: int) -> Way | None:
    """The fastest way by prediction; None if nothing is narrow enough.

    Args:
        graph: what is counted.
        method: ``"forward"``, ``"middle"``, or any other for the one that is faster.
        memory: bytes that it may take; if every way takes more, the one that takes the least is returned.
    """
    every = dict.fromkeys(orders(graph))
    growth = growth_of(graph)
    # What is said of boards is not of quotients: a voltage runs across their lines.
    lines = set(islice(every, LINES)) if not graph.parallel else set(every)

    ways: list[Way] = []
    if method != "middle":
        ways += filter(None, (_through(graph, order, growth) for order in every))
    soon = any(way.seconds < SOON for way in ways)
    if method != "forward" and not soon:
        places = ((order, cut) for order in every for cut in cuts(graph, order))
        ways += filter(None, (way_across(graph, *place, growth) for place in places))
    fit = [way for way in ways if way.memory <= memory]
    if not fit:
        return min(ways, key=lambda way: way.memory, default=None)
    return min(fit, key=lambda way: way.seconds * (1 if way.order in lines else DOUBT))


def fitting(graph: Graph, method: str, memory: int, whose: str = "") -> Way:
    """As ``make_way``, where it takes no more memory.

    Raises:
        UnsupportedByEngine: it does; with whose way it is, and the predicted size.
    """
    way = make_way(graph, method, memory)
    if way is None:
        reason = f"in every order of the {graph.size:,} squares too many are touched at a time"
        if method == "middle":
            reason = "no narrow strip separates two halves of this board"
        raise UnsupportedByEngine("mates", whose + reason, ("sat",))
    if way.memory > memory:
        size = f"about {way.memory / 1e9:,.1f} GB, and {memory / 1e9:.1f} are allowed"
        raise UnsupportedByEngine("mates", f"{whose}{way.words}: {size}", ("sat",))
    return way


def _through(graph: Graph, order: tuple[int, ...], growth: Growth) -> Way | None:
    """What an order will cost that is not cut; None if it is too wide."""
    size = predict(graph, order, growth)
    if size is None:
        return None
    stops, since = [], 0.0  # where about as long has passed as is worth to be kept
    for layer, states in enumerate(size.states[:-1], start=1):
        since += STATE_SECONDS * states
        if since > KEPT:
            stops.append(layer)
            since = 0.0
    return Way(order, None, *_cost(size), _words(size), tuple(stops))


def way_across(
    graph: Graph, order: tuple[int, ...], cut: Cut, growth: Growth, made: Collection[str] = ()
) -> Way | None:
    """What a cut will cost; None if a half is too wide. The names of halves that are there are ``made``."""
    halves = halves_of(graph, cut)
    found = [predict(half.graph, half.order, growth) for half in halves]
    sizes = [size for size in found if size is not None]
    if len(sizes) < len(halves):
        return None
    # Numbers of two words and more are joined part by part, each with each.
    parts = max(1, 2 * (graph.size // ONE_WORD)) ** 2
    # Where a symmetry changes the halves over, of a pair and its image one is enough.
    pairs = sizes[0].final * (1 if cut.mirror in graph.maps else 2)
    seconds = JOIN_SECONDS * pairs * _edge_sets(graph, cut) * parts
    for half, size in zip(halves, sizes, strict=True):
        seconds += _cost(size)[0] if half.name not in made else 0
    widest = max(sizes, key=lambda size: size.peak)
    memory = _cost(widest)[1] + int(JOIN_BYTES * sum(size.final for size in sizes))
    memory += 4 * 3 ** len(cut.middle) * len(sizes)
    words = f"{_words(widest)}, joined over {len(cut.middle)} squares"
    return Way(order, cut, seconds, memory, words)


def _edge_sets(graph: Graph, cut: Cut) -> float:
    """About how many sets of the middle's edges go with the degrees of one state."""
    beside = {node: graph.neighbours[node] & set(cut.middle) for node in cut.middle}
    hubs = [node for node in cut.middle if graph.places[node] is None]
    of_hubs = sum(len(beside[node]) for node in hubs)
    sets: float = 2.0 ** ((sum(map(len, beside.values())) // 2 - of_hubs) / 2)
    # A hub has many edges there and takes two of them at most.
    return sets * prod(sqrt(len(beside[node])) for node in hubs)


def _cost(size: Size) -> tuple[float, int]:
    return STATE_SECONDS * size.every, BASE_BYTES + int(STATE_BYTES * size.peak)


def _words(size: Size) -> str:
    return (
        f"about {rounded(size.peak)} states in the widest of {len(size.states)} layers, "
        f"{size.width} squares touched"
    )
