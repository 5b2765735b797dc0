"""Compare what rules mean with all else that says it: the checker, every engine, the formula, pruning."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from nqsat import Arrangement, Placement, count
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, Listing
from nqsat.evidence import checker
from nqsat.modelling import dumps
from support.agreement import agree
from support.oracle.brute_force import (
    DEEP,
    Cell,
    arrangement_of,
    brute_force,
    candidates,
    same_solutions,
)
from support.oracle.sight import check_formula, check_pruning

#: CP-SAT runs only below FEW solutions; pruning is tested on SAMPLES solutions.
FEW, SAMPLES = (300, 40) if DEEP else (30, 10)


@lru_cache(maxsize=100)
def facts_of(model: Placement) -> checker.Model | None:
    """Return the model as the checker defines it; None if it does not know all of it."""
    try:
        facts = checker.read_model(dumps(model))
    except checker.Rejected:
        return None
    return None if facts.unlisted else facts


def is_accepted(model: Placement, content: Mapping[Cell, str]) -> bool | None:
    """Return whether the checker finds no violated fact; None if it does not know the model."""
    facts = facts_of(model)
    if facts is None:
        return None
    place = {name: x for x, name in enumerate(facts.names, start=1)}
    names = [
        f"{man.kind}@{model.board.name(man.square)}" for man in arrangement_of(model, content).men
    ]
    return {*names} <= {*place} and not facts.violation(sorted(map(place.__getitem__, names)))


def check_rule(model: Placement, *, determined: bool = True, few: int = FEW) -> set[Arrangement]:
    """Compare the solutions by ``holds`` with those by every other method; return them.

    ``determined``: the formula has no cardinality above one, so that its CNF has one model for each
    solution if the rules' own auxiliary variables are determined. ``few``: CP-SAT, slow at listing, runs
    only below this number.
    """
    wanted = set(brute_force(model))
    if facts_of(model) is not None:
        found = (arrangement_of(model, one) for one in candidates(model) if is_accepted(model, one))
        same_solutions(found, wanted, f"{model} by the checker")
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
