"""Counting by listing: how engines count that cannot do otherwise. Each solution found is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from nqsat.compiling import CnfProblem
from nqsat.engines.listing.search import check_solutions, limit_solutions
from nqsat.engines.listing.stream import closing, gather_batches, thread_time
from nqsat.engines.plans.at_work import run_plan, workers_for
from nqsat.engines.plans.plan import WORTH, Facts, Plan, Progress, Total, Weight, excess

if TYPE_CHECKING:
    from nqsat.engines.contract import Engine


def count_list(
    engine: Engine,
    model: Any,
    *,
    by_size: bool = False,
    limit: int | None = None,
    method: str = "listing",
) -> Iterator[Progress]:
    """List the solutions of a model, or of a formula, and count the list.

    Args:
        engine: the engine that lists.
        model: the model, or a formula.
        by_size: count the solutions of each number of pieces separately.
        limit: raise ``LimitReached`` when more than this many have been listed.
        method: see ``Facts``.
    """
    engine = engine.for_model(model)
    found = limit_solutions(check_solutions(model, engine), limit)
    yield Progress(facts=Facts(engine.title, method, engine.note))
    with closing(gather_batches(found)) as batches:
        for batch in batches:
            sizes: Mapping[int, Weight]
            if isinstance(model, CnfProblem):
                sizes = {0: sum(map(model.weight, batch))}
            else:
                sizes = Counter(map(len, batch)) if by_size else {0: len(batch)}
            yield Progress(tuple(sizes.items()), len(batch))


def count_long_list(
    engine: Engine, plan: Plan, model: Any, *, by_size: bool, workers: int | None = None
) -> Iterator[Progress]:
    """As ``count_list``; a list that takes more than a few seconds begins again, in parts by all cores.

    No parts are made before: each needs a formula and a solver of its own.
    """
    number, total, begun = workers_for(plan.facts, workers), Total(), thread_time()
    with closing(count_list(engine, model, by_size=by_size)) as pieces:
        for piece in pieces:
            total.add(piece)
            yield piece
            if number > 1 and thread_time() - begun > WORTH:
                break
        else:
            return
    best, again = dict(total.numbers), Total()
    for piece in run_plan(plan, number):
        yield excess(piece, again, best)
