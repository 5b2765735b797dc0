"""Rules against their naive meanings: ``holds``, every engine, the formula, pruning, symmetries."""

from __future__ import annotations

from nqsat import Arrangement, Placement, count
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, Listing
from support.agreement import agree
from support.oracle.brute_force import DEEP, brute_force, same_solutions
from support.oracle.meanings import naive_solutions
from support.oracle.sight import check_formula, check_pruning

#: CP-SAT lists fewer solutions than these, and on so many it is tried whether pruning would lose them.
FEW, SAMPLES = (300, 40) if DEEP else (30, 10)


def check_rule(model: Placement, *, determined: bool = True, few: int = FEW) -> set[Arrangement]:
    """Compare the rules of a model with their naive meanings in every way there is.

    ``determined``: the formula has no cardinality above one, so that its CNF has one model for each
    solution if the rules' own auxiliaries are determined. ``few``: CP-SAT, slow at listing, is asked below
    so many.
    """
    wanted = set(naive_solutions(model))
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    agree(model, wanted, few=few, formula=not determined)
    if determined:
        check_formula(model, wanted)
    for rule in model.rules:
        check_pruning(rule, model, sorted(wanted)[:: max(1, len(wanted) // SAMPLES)])
    return wanted


def orbits_by_every_method(model: Placement) -> set[int]:
    """The number of solutions modulo symmetry by each method; a set of one number if they agree."""
    group = model.symmetries()
    listed = {one.canonical(group) for one in Listing(model, BacktrackEngine())}
    return {count(model, modulo="symmetry", method=x).value for x in METHODS} | {len(listed)}
