"""Decision diagrams by three libraries, all built alike: one conjunction for every square."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from nqsat.bench.graphs import Men

#: Nodes and entries of the cache that OxiDD has room for.
NODES, CACHE = 1 << 24, 1 << 20


def oxidd(asked: Men) -> int:
    """OxiDD, in Rust: a zero-suppressed diagram; one thread."""
    from oxidd.zbdd import ZBDDManager

    manager = ZBDDManager(NODES, CACHE, 1)
    on = [manager.var(x) for x in manager.add_vars(asked.size)]
    return int(_diagram(asked, on, manager.true(), manager.false()).sat_count(asked.size))


def cudd(asked: Men) -> int:
    """CUDD through dd: a binary diagram, in the order of the squares; large counts come out rounded."""
    from dd.cudd import BDD

    manager = BDD()
    manager.configure(reordering=False)
    names = [f"x{place}" for place in range(asked.size)]
    manager.declare(*names)
    found = _diagram(asked, [manager.var(name) for name in names], manager.true, manager.false)
    return int(manager.count(found, nvars=asked.size))


def sdd(asked: Men) -> int:
    """PySDD, with a right-linear tree of variables, as binary diagrams have it; large counts wrap."""
    from pysdd.sdd import SddManager, Vtree

    tree = Vtree(var_count=asked.size, vtree_type="right")
    manager = SddManager.from_vtree(tree)
    on = [manager.literal(place) for place in range(1, asked.size + 1)]
    found = _diagram(asked, on, manager.true(), manager.false())
    return int(found.global_model_count())


def _diagram(asked: Men, on: Sequence[Any], true: Any, false: Any) -> Any:
    """The function of the squares that is true of the placements asked for."""
    found = true if asked.free or asked.ones else _amount(asked, on, true, false)
    for square, others in reversed(list(enumerate(asked.beside))):
        later = [on[other] for other in others if other > square]
        if later:
            found &= ~(on[square] & reduce(or_, later))
    return reduce(and_, (reduce(or_, (on[x] for x in line)) for line in asked.ones), found)


def _amount(asked: Men, on: Sequence[Any], true: Any, false: Any) -> Any:
    """So many of the variables are true."""
    most = min(asked.most, asked.size)
    exactly = [true, *[false] * most]  # of the variables so far
    for variable in reversed(on):
        before = [false, *exactly[:-1]]
        exactly = [
            (~variable & none) | (variable & one) for none, one in zip(exactly, before, strict=True)
        ]
    return reduce(or_, exactly[asked.low :], false)
