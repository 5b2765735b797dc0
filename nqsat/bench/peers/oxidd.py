"""OxiDD, decision diagrams in Rust; one thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.bench.peers.diagrams import diagram

if TYPE_CHECKING:
    from nqsat.bench.graphs import Men

#: Nodes and entries of the cache that there is room for.
NODES, CACHE = 1 << 24, 1 << 20


def men(asked: Men) -> int:
    """A zero-suppressed diagram."""
    from oxidd.zbdd import ZBDDManager

    manager = ZBDDManager(NODES, CACHE, 1)
    on = [manager.var(x) for x in manager.add_vars(asked.size)]
    return int(diagram(asked, on, manager.true(), manager.false()).sat_count(asked.size))
