"""Compare what rules mean with all else that says it: the checker, every engine, the formula, pruning."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from nqsat import Arrangement, Placement, Run, Square, count
from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine, Listing
from nqsat.evidence import checker
from nqsat.modelling import dumps
from support.agreement import agree
from support.oracle.brute_force import DEEP, Cell, brute_force
from support.oracle.sight import check_formula, check_pruning

#: CP-SAT runs only below FEW solutions; pruning is tested on SAMPLES solutions.
FEW, SAMPLES = (300, 40) if DEEP else (30, 10)


@lru_cache(maxsize=100)
def facts_of(model: Placement) -> checker.Model | None:
    """Return the model as the checker defines it; None if it does not know all of it."""
    try:
        return checker.read_model(dumps(model))
    except checker.Rejected:
        return None


def is_accepted(model: Placement, content: Mapping[Cell, str]) -> bool | None:
    """Return whether the checker finds no violated fact; None if it cannot say that of this model."""
    facts = facts_of(model)
    if facts is None or facts.unlisted:
        return None
    names = {f"{kind}@{model.board.name(Square(*cell))}" for cell, kind in content.items()}
    true = [x for x, name in enumerate(facts.names, start=1) if name in names]
    return len(true) == len(names) and not facts.violation(true)


def check_rule(model: Placement, *, determined: bool = True, few: int = FEW) -> set[Arrangement]:
    """Compare the solutions by ``holds`` with those by every other method; return them.

    ``determined``: the formula has no cardinality above one, so that its CNF has one model for each
    solution if the rules' own auxiliary variables are determined. ``few``: CP-SAT, slow at listing, runs
    only below this number.
    """
    wanted = set(brute_force(model))
    facts, some = facts_of(model), sorted(wanted)[:: max(1, len(wanted) // SAMPLES)]
    if facts is not None:  # it has as many, and those of a sample
        number = checker.Recount(10**6).solutions(facts, [*range(len(facts.decided))])
        if number != len(wanted):
            raise AssertionError(f"{model}: {len(wanted)} solutions, {number} by the checker")
        for one in some:
            content = {(x.square.row, x.square.column): x.kind for x in one.pieces}
            if is_accepted(model, content) is False:
                raise AssertionError(f"{model}: the checker refuses {one}")
    agree(model, wanted, few=few, formula=not determined)
    if determined:
        check_formula(model, wanted)
    for rule in model.rules:
        check_pruning(rule, model, some)
    return wanted


def orbits_by_every_method(model: Placement) -> set[int]:
    """Return the numbers of orbits by each method; a set with one number if they agree."""
    group = model.symmetries()
    listed = {solution.canonical(group) for solution in Listing(model, BacktrackEngine())}
    return {count(model, modulo="symmetry", run=Run(method=x)).value for x in METHODS} | {
        len(listed)
    }
