"""CUDD through dd: it counts in floating point, so large counts come out rounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.bench.peers.diagrams import diagram

if TYPE_CHECKING:
    from nqsat.bench.graphs import Men


def men(asked: Men) -> int:
    """A binary decision diagram, in the order of the squares."""
    from dd.cudd import BDD

    manager = BDD()
    manager.configure(reordering=False)
    names = [f"x{place}" for place in range(asked.size)]
    manager.declare(*names)
    found = diagram(asked, [manager.var(name) for name in names], manager.true, manager.false)
    return int(manager.count(found, nvars=asked.size))
