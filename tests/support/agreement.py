"""Compare the solutions by engines, formula, JSON and symmetries with the expected solutions of a model."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import nullcontext, suppress

from nqsat import Arrangement, Placement, Run, UnsupportedByEngine, count
from nqsat.compiling import lower, to_cnf
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, BitboardEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.modelling import Model, dumps, loads
from support.oracle.brute_force import same_solutions
from support.oracle.cnf import projected_models

#: The engines that list every model, by different methods.
ENGINES: tuple[Engine, ...] = (SatEngine(), CpSatEngine(), BacktrackEngine())

#: An engine that lists, but does not support every model.
CHOOSY = BitboardEngine()


def agree(
    model: Placement,
    wanted: AbstractSet[Arrangement],
    *,
    few: int = 150,
    more: Sequence[Engine] = (),
    formula: bool = True,
) -> set[frozenset[Arrangement]]:
    """Compare engines, clauses, JSON and symmetries with the expected solutions; return their orbits.

    ``few``: CP-SAT, slow at listing, runs only below this number; ``more``: further engines; ``formula``:
    whether MiniSat solves its clauses.
    """
    for engine in (*ENGINES, CHOOSY, *more):
        if isinstance(engine, CpSatEngine) and len(wanted) >= few:
            continue
        with suppress(UnsupportedByEngine) if engine is CHOOSY else nullcontext():
            listing = Listing(model, engine)
            same_solutions(listing, wanted, f"{model} by {engine.title}")
            assert listing.complete
    if formula:
        decode = lower(model).reader.decode
        found = [decode(true) for true in projected_models(to_cnf(lower(model)))]
        same_solutions(found, wanted, f"{model}: its formula")
    text = dumps(model)
    assert loads(text) == model
    assert dumps(loads(text)) == text
    group = model.symmetries()
    orbits = {frozenset(one.image(g) for g in group) for one in wanted}
    assert set().union(*orbits) == wanted, f"{model}: its group"
    return orbits


def counted_alike(model: Model, number: int, *, all_methods: bool = True) -> None:
    """Check the number of orbits by each method, or by one."""
    for method in METHODS if all_methods else METHODS[:1]:
        answer = count(model, modulo="symmetry", run=Run(method=method))
        assert answer.value == number, (model, method)
