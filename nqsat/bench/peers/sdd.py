"""PySDD, sentential decision diagrams: it counts in 64 bits, so large counts wrap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.bench.peers.diagrams import diagram

if TYPE_CHECKING:
    from nqsat.bench.graphs import Men


def men(asked: Men) -> int:
    """With a right-linear tree of variables, as binary decision diagrams have it."""
    from pysdd.sdd import SddManager, Vtree

    tree = Vtree(var_count=asked.size, vtree_type="right")
    manager = SddManager.from_vtree(tree)
    on = [manager.literal(place) for place in range(1, asked.size + 1)]
    found = diagram(asked, on, manager.true(), manager.false())
    return int(found.global_model_count())
