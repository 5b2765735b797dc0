"""Rules against their naive meanings: ``holds``, every engine, the formula, pruning, symmetries."""

from __future__ import annotations

from oracle import brute_force, same_solutions
from oracle_cnf import projected
from oracle_meanings import means
from oracle_sight import check_formula, check_pruning, content_of

from nqsat import Arrangement, Placement, count
from nqsat.compiling import lower, to_cnf
from nqsat.engines import BacktrackEngine, CpSatEngine, Listing, SatEngine
from nqsat.modelling import dumps, loads


def check_rule(
    model: Placement, *, determined: bool = True, few: int = 60, samples: int = 20
) -> set[Arrangement]:
    """Compare the rules of a model with their naive meanings in every way there is.

    ``determined``: the formula has no cardinality above one, so that its CNF has one model for each
    solution if the rules' own auxiliaries are determined. ``few``: CP-SAT, slow at listing, is asked below
    so many; ``samples``: on so many solutions it is tried whether pruning would have lost them.
    """
    free = Placement(model.board, model.kinds, [], model.presets)
    wanted = {
        one
        for one in brute_force(free)
        if all(means(rule, model, content_of(one)) for rule in model.rules)
    }
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    same_solutions(Listing(model, SatEngine()), wanted, f"{model} by sat")
    same_solutions(Listing(model, BacktrackEngine()), wanted, f"{model} by backtrack")
    if len(wanted) < few:
        same_solutions(Listing(model, CpSatEngine()), wanted, f"{model} by cpsat")
    if determined:
        check_formula(model, wanted)
    else:
        formula = lower(model)
        cnf = to_cnf(formula)
        found = {formula.reader.decode(true) for true in projected(cnf.clauses, cnf.projection)}
        assert found == wanted
    for rule in model.rules:
        check_pruning(rule, model, sorted(wanted)[:: max(1, len(wanted) // samples)])
    for symmetry in model.symmetries():
        assert {one.image(symmetry) for one in wanted} == wanted, (model, symmetry)
    assert loads(dumps(model)) == model
    return wanted


def orbits_by_every_method(model: Placement) -> set[int]:
    """The number of solutions modulo symmetry by each method; a set of one number if they agree."""
    listed = {one.canonical(model.symmetries()) for one in Listing(model, BacktrackEngine())}
    values = {
        count(model, modulo="symmetry", method=method).value
        for method in ("canonical", "burnside", "blocking")
    }
    return values | {len(listed)}
