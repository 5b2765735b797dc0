"""Choose the search for a model: the one with the smallest estimate, reduced by symmetries if that pays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from nqsat.engines.bitboard.levels import level_orders, prefixes
from nqsat.engines.bitboard.lists import SETS
from nqsat.engines.bitboard.plan import (
    PROBES,
    BitboardPlan,
    formula_and_task,
    item_permutations,
    line_prefixes,
)
from nqsat.engines.bitboard.reading import Task
from nqsat.engines.contract import compiling_seconds
from nqsat.engines.plans.plan import ConstantPlan, Estimate
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Placement

if TYPE_CHECKING:
    from nqsat.engines.bitboard import BitboardEngine
    from nqsat.engines.bitboard.level_search import LevelSearch

#: A search predicted to take fewer seconds is neither compared with others nor reduced by symmetry; nor is
#: it compared with one whose kernel takes longer to compile.
SOON = 1 / 75

#: The first of two orders is used unless the other is better by this factor: estimates are rough.
CLEARLY = 0.9

#: Number of ways to decide lines that are sampled for an estimate. As parts, all have the same load.
SAMPLE = 50

#: A search predicted to take fewer seconds does not decide lines first; and the overhead of a part in
#: seconds.
LINED, EACH_PART = 1 / 15, 1 / 15_000

#: Number of orbits of lines that are tried.
ORBITS = 2


def choose_plan(
    engine: BitboardEngine, model: Model, *, symmetry: bool, by_size: bool
) -> BitboardPlan | ConstantPlan:
    """Plan the search with the smallest estimate, reduced by the model's symmetries if that pays."""
    formula, task = formula_and_task(engine, model)
    if by_size and any(formula.reader.weight(x) > 1 for x in formula.projection):
        reason = "cannot count by size where pieces share a variable"
        raise UnsupportedByEngine(engine.name, reason, ("frontier", "sat"))
    if task.hopeless:
        return ConstantPlan(engine.title, Estimate(0.0, 0, "nothing to search"), (), model)
    plan = BitboardPlan(engine, cast("Placement", model), by_size, task=task)
    found: list[BitboardPlan] = []
    for order in range(len(level_orders(task))):
        now = _with_estimate(replace(plan, order=order), task)
        if not found or now.seconds < CLEARLY * found[0].seconds:
            found = [now]
    other = replace(plan, order=SETS)
    ready = compiling_seconds(type(engine), engine.kernels_of(other))
    if not found or found[0].seconds > max(SOON, ready):
        found.append(_with_estimate(other, task))
    best = min(found, key=lambda one: one.seconds)
    if best.order < 0 or not symmetry or best.seconds <= SOON:
        return best
    group = item_permutations(plan.model, formula)
    ways = prefixes(task, level_orders(task)[best.order], group)
    part = len(ways) / sum(way.weight for way in ways)
    cut_ = replace(best, symmetric=True, nodes=part * best.nodes, seconds=part * best.seconds)
    return _decide_lines_first(cut_, task, group) if cut_.seconds > LINED else cut_


def _decide_lines_first(plan: BitboardPlan, task: Task, group: list[list[int]]) -> BitboardPlan:
    """Decide lines first, if that is better. The first levels exclude most."""
    from nqsat.engines.bitboard.lines import line_orbits

    best = plan
    for lines in line_orbits(task, level_orders(task)[plan.order], group)[:ORBITS]:
        now = replace(plan, lines=lines)
        ways = line_prefixes(task, now.levels(task), group)
        if not ways:
            continue
        search = cast("LevelSearch", now.search(task))
        some = ways[:: len(ways) // SAMPLE + 1]
        nodes = (
            len(ways) * sum(search.estimate_nodes(way.choices, PROBES) for way in some) / len(some)
        )
        seconds = nodes / search.rate + len(ways) * EACH_PART
        if seconds < CLEARLY * best.seconds:
            best = replace(now, nodes=nodes, seconds=seconds, name=search.name)
    return best


def _with_estimate(plan: BitboardPlan, task: Task) -> BitboardPlan:
    search = plan.search(task)
    nodes = search.estimate_nodes()
    return replace(plan, nodes=nodes, seconds=nodes / search.rate, name=search.name)
