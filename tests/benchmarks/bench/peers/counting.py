"""The other programs that count without listing; each imports its package when it is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from bench.graphs import CycleQuestion, SetQuestion

# -- a decision diagram, one conjunction for every square.
#
# The order of the squares decides the size of a diagram: see ``SetQuestion.narrow``.

#: The numbers of nodes for OxiDD to try, in ascending order; and the entries of its cache.
NODES, CACHE = (1 << 19, 1 << 24), 1 << 20


def oxidd(asked: SetQuestion) -> int:
    """Count by OxiDD, in Rust: a zero-suppressed decision diagram; one thread.

    For any number of pieces, squares are added one after the other, from the last: the sets with a new
    square are the old ones without its neighbours. That is twice as fast as a conjunction (wazirs 16x16:
    0.21 s instead of 0.43 s).
    """
    from oxidd.util import DDMemoryError

    narrow = asked.narrow
    for nodes in NODES:
        try:
            return _oxidd(narrow, nodes)
        except DDMemoryError:
            if nodes == NODES[-1]:
                raise
    raise ValueError("no size of a table")


def _oxidd(asked: SetQuestion, nodes: int) -> int:
    from oxidd.zbdd import ZBDDManager

    manager = ZBDDManager(nodes, min(CACHE, nodes), 1)
    variables = list(manager.add_vars(asked.size))
    if not asked.free:
        on = [manager.var(x) for x in variables]
        return int(_diagram(asked, on, manager.true(), manager.false()).sat_count(asked.size))
    family = manager.base()
    for square, others in reversed(list(enumerate(asked.beside))):
        apart = family
        for other in others:
            if other > square:
                apart = apart.subset0(variables[other])
        family |= apart.change(variables[square])
    return int(family.sat_count(asked.size))


def _diagram(asked: SetQuestion, on: Sequence[Any], true: Any, false: Any) -> Any:
    """Return the Boolean function of the squares that is true for the required placements."""
    found = true if asked.free or asked.ones else _amount(asked, on, true, false)
    for square, others in reversed(list(enumerate(asked.beside))):
        later = [on[other] for other in others if other > square]
        if later:
            found &= ~(on[square] & reduce(or_, later))
    return reduce(and_, (reduce(or_, (on[x] for x in line)) for line in asked.ones), found)


def _amount(asked: SetQuestion, on: Sequence[Any], true: Any, false: Any) -> Any:
    """Return the function that says that the number of true variables is in the required range."""
    most = min(asked.most, asked.size)
    exactly = [true, *[false] * most]  # exactly k of the variables so far are true
    for variable in reversed(on):
        before = [false, *exactly[:-1]]
        exactly = [
            (~variable & none) | (variable & one) for none, one in zip(exactly, before, strict=True)
        ]
    return reduce(or_, exactly[asked.low :], false)


# -- Graphillion, families of sets as zero-suppressed decision diagrams --------------------------------


def graphillion(asked: SetQuestion) -> int:
    """Count the sets of squares that contain no edge and have the right size."""
    from graphillion import setset

    setset.set_universe([x + 1 for x in range(asked.size)])
    every = ~setset()
    found = every.non_supersets(setset([{x + 1, y + 1} for x, y in asked.narrow.edges]))
    if asked.free:
        return int(found.len())
    sizes = range(max(1, asked.low), asked.most + 1)  # set_size(0) has no set, not the empty one
    return int(asked.low == 0) + sum(int(found.set_size(size).len()) for size in sizes)


def graphillion_cycles(asked: CycleQuestion) -> int:
    from graphillion import GraphSet

    GraphSet.set_universe([(x + 1, y + 1) for x, y in asked.edges])
    return int(GraphSet.cycles(is_hamilton=True).len())
