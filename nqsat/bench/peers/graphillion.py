"""Graphillion, families of sets as zero-suppressed decision diagrams: nothing is listed."""

from __future__ import annotations

from nqsat.bench.graphs import Cycle, Men


def men(asked: Men) -> int:
    """All sets of squares but those that contain an edge; of these, the ones of the right size."""
    from graphillion import setset

    setset.set_universe([x + 1 for x in range(asked.size)])
    every = ~setset()
    found = every.non_supersets(setset([{x + 1, y + 1} for x, y in asked.edges]))
    if asked.free:
        return int(found.len())
    sizes = range(max(1, asked.low), asked.most + 1)  # set_size(0) has no set, not the empty one
    return int(asked.low == 0) + sum(int(found.set_size(size).len()) for size in sizes)


def cycles(asked: Cycle) -> int:
    """Its own family of Hamiltonian cycles."""
    from graphillion import GraphSet

    GraphSet.set_universe([(x + 1, y + 1) for x, y in asked.edges])
    return int(GraphSet.cycles(is_hamilton=True).len())
