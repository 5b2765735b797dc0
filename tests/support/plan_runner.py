"""Run plans stage by stage: by threads, in any order, after round trips through JSON, pickle and files."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from nqsat.engines import flaw
from nqsat.engines.mates import plan_of
from nqsat.engines.mates.graph import Graph
from nqsat.engines.mates.halves import Cut
from nqsat.engines.mates.strategy import Strategy
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.plan import Cover, Estimate, Part, Plan, Progress, Stage, Store, Weight
from support.counts import summed

#: The requested number of parts of a stage.
WANTED = 5

#: Products by the ids of parts.
Products = dict[str, Any]


class Done(NamedTuple):
    numbers: Counter[int]
    visited: int
    parts: list[int]


def done(
    plan: Plan,
    store: Store,
    wanted: int = WANTED,
    *,
    products: Products | None = None,
    chance: random.Random | None = None,
    threads: int = 1,
) -> Done:
    """Run a plan; with ``chance`` in random order, some parts twice, after a round trip through pickle."""
    made: Products = {} if products is None else products
    sizes, visited = [], 0
    while True:
        stage = plan.stage(wanted, made)
        shared = stage.plan.prepare(made, store)
        assert flaw(stage.cover, stage.parts) is None
        assert sent(plan).stage(wanted, made)[:3] == told(stage) == stage[:3]
        loads = [part.load for part in stage.parts]
        assert loads == sorted(loads, reverse=True)
        sizes.append(len(stage.parts))
        todo = [part for part in stage.parts if part.id not in made]
        if chance:
            stage = stage._replace(plan=sent(stage.plan))
            todo += chance.sample(todo, chance.randint(0, len(todo)))
            chance.shuffle(todo)
        found: dict[Part, tuple[Counter[int], int, Any]] = {}
        with ThreadPoolExecutor(threads) as pool:
            every = pool.map(partial(run, stage.plan, shared), todo)
            for part, slices in zip(todo, every, strict=True):
                result = (
                    summed(slices),
                    sum(one.visited for one in slices),
                    slices[-1].product if slices else None,
                )
                assert found.setdefault(part, result) == result
        visited += sum(own for _, own, _ in found.values())
        if stage.sums:
            each = {part: numbers for part, (numbers, _, _) in found.items()}
            return Done(weighed(each), visited, sizes)
        made |= {
            part.id: json.loads(json.dumps(product)) for part, (_, _, product) in found.items()
        }


def sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def told(stage: Stage) -> tuple[str, tuple[Part, ...], Cover]:
    """Return the name, the parts and the cover of a stage after a round trip through JSON."""
    name, parts, cover = json.loads(json.dumps(stage[:3], default=str, allow_nan=False))
    read_again = (
        Part(id_, tuple(data), load, Fraction(weight)) for id_, data, load, weight in parts
    )
    return name, tuple(read_again), _cover(cover)


def _cover(told: Any) -> Cover:
    law, words, total, ways, inner, each = told
    inner = tuple((prefix, Fraction(weight), _cover(one)) for prefix, weight, one in inner)
    return Cover(law, words, Fraction(total), tuple(ways), inner, Fraction(each))


def run(plan: Plan, shared: Any, part: Part) -> list[Progress]:
    return list(plan.run(part, shared))


def weighed(each: Mapping[Part, Counter[int]]) -> Counter[int]:
    found: dict[int, Weight] = {}
    for part, numbers in each.items():
        for pieces, number in numbers.items():
            found[pieces] = found.get(pieces, 0) + part.weight * number
    assert all(number.denominator == 1 for number in found.values())
    return +Counter({pieces: int(number) for pieces, number in found.items()})


def cycles(graph: Graph, order: Sequence[int] = (), cut: Cut | None = None) -> int:
    """Count the Hamiltonian cycles of a graph: in an order of its nodes, or by joining two halves."""
    way = Strategy(tuple(order), cut, Estimate(0.0, 0, ""))
    return whole(plan_of("mates", 10**9, graph, way)).numbers.total()


def whole(plan: Plan) -> Done:
    slices = list(run_plan(plan))
    return Done(summed(slices), sum(piece.visited for piece in slices), [1])
