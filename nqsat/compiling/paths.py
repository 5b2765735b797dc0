"""*The true edges are paths between given ends* as sums and components, in two ways.

In both, an end has one edge, any other node two or none. So the edges form paths, each between two ends,
and cycles. Edges that share a node are neighbours.

**Colours**, for clauses: every node on a path has the colour of a pair, the same at both sides of an edge,
and the ends of a pair have its own. To leave out cycles, let the edges of the first ends be neighbours in a
row, too: then all edges are one component. The edges determine the colours.

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
from itertools import combinations, pairwise, product

from nqsat.modelling import (
    AtMost,
    Circuit,
    Clause,
    Constraint,
    Cycle,
    Exactly,
    OneComponent,
    Paths,
    Sum,
)


def without_paths(
    constraints: Iterable[Constraint], expand: Callable[[Paths], Iterable[Sum | OneComponent]]
) -> Iterator[Sum | Cycle | Circuit | OneComponent]:
    """Yield the constraints, those on paths as ``expand`` has them."""
    for one in constraints:
        if isinstance(one, Paths):
            yield from expand(one)
        else:
            yield one


def coloured(paths: Paths, fresh: Callable[[], int]) -> Iterator[Sum | OneComponent]:
    """Yield the constraint by colours; the component comes last."""
    yield from degrees(paths)
    yield from colours(paths, fresh)
    yield joined(paths, acyclic=False)


def coded(paths: Paths) -> Iterator[Sum | OneComponent]:
    """Yield the constraint by codes, without auxiliary variables."""
    yield from degrees(paths)
    yield joined(paths)
    for bit in range((len(paths.ends) - 1).bit_length()):
        yield joined(paths, bit)


def degrees(paths: Paths) -> Iterator[Sum]:
    """Yield the numbers of edges at every node."""
    ends = {node for pair in paths.ends for node in pair}
    for node, edges in enumerate(edges_at(paths)):
        if node in ends or paths.every:
            yield Exactly(1 if node in ends else 2, edges)
        else:
            yield AtMost(2, edges)
            yield from (Clause((-x, *(y for y in edges if y != x))) for x in edges)


def colours(paths: Paths, fresh: Callable[[], int]) -> Iterator[Sum]:
    """Yield what says that the nodes on a path have a colour, that of its pair; others have none."""
    own = [tuple(fresh() for _ in paths.ends) for _ in range(paths.nodes)]
    for colour, pair in enumerate(paths.ends):
        yield from (Clause((own[node][colour],)) for node in pair)
    for several, edges in zip(own, edges_at(paths), strict=True):
        yield AtMost(1, several)
        yield from (Clause((-x, *several)) for x in edges)
        yield from (Clause((-x, *edges)) for x in several)
    for a, b, x in paths.edges:
        for one, other in zip(own[a], own[b], strict=True):
            yield Clause((-x, -one, other))
            yield Clause((-x, one, -other))


def joined(paths: Paths, bit: int | None = None, *, acyclic: bool = True) -> OneComponent:
    """Return that all edges are one component if those of first ends, or by ``bit``, are neighbours."""
    ends = enumerate(paths.ends)
    row = [pair[0 if bit is None else number >> bit & 1] for number, pair in ends]
    place = {x: number for number, x in enumerate(paths.literals)}
    at = [[place[x] for x in edges] for edges in edges_at(paths)]
    found = {pair for some in at for pair in combinations(some, 2)}
    for here, there in pairwise(sorted(row)):
        found |= {(min(pair), max(pair)) for pair in product(at[here], at[there])}
    edges = tuple(sorted((a, b) for a, b in found if a != b))
    return OneComponent(paths.literals, edges, acyclic, paths)


def edges_at(links: Paths | Cycle) -> list[tuple[int, ...]]:
    """Return the literals of the edges at every node."""
    found: list[list[int]] = [[] for _ in range(links.nodes)]
    for a, b, x in links.edges:
        found[a].append(x)
        found[b].append(x)
    return [*map(tuple, found)]
