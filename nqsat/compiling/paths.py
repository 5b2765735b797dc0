"""Circuits that leave nodes out, and paths between given ends, as sums and components.

A node on a circuit has two links; of arcs one leads into it and one out of it, and no arc is taken with the
arc back. The node that is passed in any case has them, any other has them or none. Then the links are
circuits. They are one if they are one component, where links that share a node are neighbours. The node
that is passed may be left out of that: what is left is one path.

Of paths, an end has one edge, any other node two or none. So the edges form paths, each between two ends,
and cycles. There are two ways to say the rest:

**Colours**, for clauses: every node on a path has the colour of a pair, the same at both sides of an edge,
and the ends of a pair have its own. To leave out cycles, let the edges of the first ends be neighbours in a
row as well: then all edges are one component. The edges determine the colours.

**Codes**, for dynamic programs, where a colour would have to be guessed: let X have one end of each of the
k pairs, and let the edges of X be neighbours in a row. All edges are one component exactly if there are no
cycles and each of the k paths has an end in X, and so just one; the component is then a tree. This is
required of all first ends; and for each bit of the number of a pair, of the first ends of pairs with 0
there and the second ends of pairs with 1. So a path leads from a first end to a second one, and the numbers
of their pairs agree in every bit.

Reference: D. E. Knuth, The Art of Computer Programming, Volume 4A, 7.1.4, algorithm S (paths by frontiers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, pairwise, product
from typing import Any

from nqsat.modelling import AtMost, Circuit, Clause, Constraint, Exactly, OneComponent, Sum


def with_degrees(constraints: Iterable[Any]) -> Iterator[Any]:
    """Yield the constraints, before circuits that are not whole the sums on their nodes."""
    for constraint in constraints:
        if isinstance(constraint, Circuit) and not constraint.is_whole:
            yield from degrees(constraint)
        yield constraint


def spelled_out(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield the constraints: of circuits degrees and components, of paths codes."""
    for constraint in constraints:
        if not isinstance(constraint, Circuit) or constraint.is_whole:
            yield constraint
            continue
        yield joined(constraint, acyclic=bool(constraint.ends))
        for bit in range((len(constraint.ends) - 1).bit_length() if constraint.ends else 0):
            yield joined(constraint, bit, acyclic=True)


def degrees(circuit: Circuit) -> Iterator[Sum]:
    """Yield the numbers of links at every node."""
    ends, most = {*chain(*circuit.ends)}, 1 if circuit.directed else 2
    nodes = sorted(range(circuit.nodes), key=lambda node: node != circuit.origin)
    sides = [*zip(circuit.at, reversed(circuit.at), strict=True)]
    both = [(node, *side) for node in nodes for side in sides]
    if circuit.is_whole:  # files of formulas stay as they were
        both = [(node, *side) for side in sides for node in range(circuit.nodes)]
    for node, here, there in both:
        links = tuple(here[node])
        if circuit.every or node in ends or node == circuit.origin:
            yield Exactly(1 if node in ends else most, links)
            continue
        yield AtMost(most, links)
        for x in links:
            yield Clause((-x, *(y for y in there[node] if y != x)))
    if not circuit.is_whole:
        yield from (Clause((-x, -y)) for x, y in _opposite(circuit).items() if x < y)


def colours(circuit: Circuit, fresh: Callable[[], int]) -> Iterator[Sum]:
    """Yield what says that the nodes on a path have a colour, that of its pair; others have none."""
    own = [tuple(fresh() for _ in circuit.ends) for _ in range(circuit.nodes)]
    for colour, pair in enumerate(circuit.ends):
        yield from (Clause((own[node][colour],)) for node in pair)
    for several, edges in zip(own, circuit.at[0], strict=True):
        yield AtMost(1, several)
        yield from (Clause((-x, *several)) for x in edges)
        yield from (Clause((-x, *edges)) for x in several)
    for a, b, x in circuit.links:
        for bit, other in zip(own[a], own[b], strict=True):
            yield Clause((-x, -bit, other))
            yield Clause((-x, bit, -other))


def joined(circuit: Circuit, bit: int | None = None, *, acyclic: bool = False) -> OneComponent:
    """Return that links that share a node are one component, but for those of the node that is passed.

    Of paths the edges at the first ends, or at those that ``bit`` chooses, are neighbours in a row as well.
    """
    back = _opposite(circuit)
    inner = tuple(x for a, b, x in circuit.links if circuit.origin not in (a, b))
    place = {x: number for number, x in enumerate(inner)}
    sides = [[[x for x in links if x in place] for links in side] for side in circuit.at]
    found = [
        (place[x], place[y])
        for some in zip(*sides, strict=True)
        for x, y in (product(*some) if circuit.directed else combinations(some[0], 2))
        if back.get(x) != y
    ]
    chosen = (pair[0 if bit is None else n >> bit & 1] for n, pair in enumerate(circuit.ends))
    for here, there in pairwise(sorted(chosen)):
        found += [(place[x], place[y]) for x, y in product(sides[0][here], sides[0][there])]
    edges = dict.fromkeys((min(pair), max(pair)) for pair in found if pair[0] != pair[1])
    return OneComponent(inner, tuple(sorted(edges) if circuit.ends else edges), acyclic)


def _opposite(circuit: Circuit) -> dict[int, int]:
    """For each arc the arc back, if there is one."""
    arcs = {(a, b): x for a, b, x in circuit.links} if circuit.directed else {}
    return {x: arcs[b, a] for (a, b), x in arcs.items() if (b, a) in arcs}
