"""Compare rules with their naive meanings: ``holds``, every engine, the formula, pruning, symmetries."""

from __future__ import annotations

from nqsat import Arrangement, Placement, count
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, Listing
from support.agreement import agree
from support.oracle.brute_force import DEEP, brute_force, same_solutions
from support.oracle.meanings import naive_solutions
from support.oracle.sight import check_formula, check_pruning

#: CP-SAT runs only below FEW solutions; pruning is tested on SAMPLES solutions.
FEW, SAMPLES = (300, 40) if DEEP else (30, 10)


def check_rule(model: Placement, *, determined: bool = True, few: int = FEW) -> set[Arrangement]:
    """Compare the rules of a model with their naive meanings by every method.

    ``determined``: the formula has no cardinality above one, so that its CNF has one model for each
    solution if the rules' own auxiliary variables are determined. ``few``: CP-SAT, slow at listing, runs
    only below this number.
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
    """Return the numbers of orbits by each method; a set with one number if they agree."""
    group = model.symmetries()
    listed = {one.canonical(group) for one in Listing(model, BacktrackEngine())}
    return {count(model, modulo="symmetry", method=x).value for x in METHODS} | {len(listed)}
