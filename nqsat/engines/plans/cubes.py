"""Cubes: disjoint parts of a model that together have exactly its solutions, each once.

A placement is split by the first piece on a rank: there is one part for every square of the rank and every
kind, and one part where the rank is empty. A tour is split by the first move of a square that it makes. A
part is split again by the next rank or square. It is written as its list of choices: ``-@a1``, ``Q@b1``;
``-@a1-b3``, ``+@a1-c2``. The splits are made with the model's own presets and moves, so that any engine can
do a part. A formula is split by the shown variable that occurs in the most clauses, ``+@7`` and ``-@7``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import overload

from nqsat.engines.plans.plan import WHOLE, Cover, Part, Plan, Stage
from nqsat.formulas import CnfProblem
from nqsat.modelling import Model

#: The maximum number of parts.
MOST = 100_000


def cubes(model: Model) -> tuple[Model, ...]:
    """Split a model without an objective once; return no models if it cannot be split."""
    return tuple(cube(model, part.data) for part in parts_of(model, Part(WHOLE)))


def cut_into_parts(plan: Plan, model: Model | CnfProblem, wanted: int) -> Stage:
    """Split a model into ``wanted`` parts, or a few more; the part with the largest load is split next.

    There are fewer parts if nothing is left to split. Loads are unknown: children share a load equally.
    """
    left = [(-1.0, 0, Part(WHOLE))]
    whole: list[Part] = []  # parts that cannot be split further
    number = 0
    while left and len(left) + len(whole) < min(wanted, MOST):
        part = heappop(left)[-1]
        finer = parts_of(model, part)
        if not finer:
            whole.append(part)
        for child in finer:
            number += 1
            heappush(left, (-child.load, number, child))
    parts = [*whole, *(part for _, _, part in sorted(left))]
    parts.sort(key=lambda part: -part.load)
    if isinstance(model, CnfProblem):
        cover = Cover("choices", "values", ways=("-", "+"))
    else:
        cover = Cover("choices", "pieces or moves", ways=model.choice_signs)
    return Stage("count", tuple(parts), cover, plan)


def parts_of(model: Model | CnfProblem, part: Part) -> tuple[Part, ...]:
    """Split a part once more; return no parts if everything is decided."""
    by = part.data
    ways = _next_values(model, by) if isinstance(model, CnfProblem) else model.cut(by)
    found = [(*by, *choices) for choices in ways]
    if len(found) < 2:
        return ()
    return part.cut({str(number): data for number, data in enumerate(found)})


@overload
def cube(model: Model, choices: Sequence[str]) -> Model: ...


@overload
def cube(model: CnfProblem, choices: Sequence[str]) -> CnfProblem: ...


def cube(model: Model | CnfProblem, choices: Sequence[str]) -> Model | CnfProblem:
    """The model of a part: its solutions are those of the given model that make these choices.

    Raises InvalidModel if a choice refers to something that is not in the model.
    """
    if isinstance(model, CnfProblem):
        units = tuple((int(word.replace("@", "")),) for word in choices)
        return replace(model, clauses=model.clauses + units)
    return model.cube(choices)


def _next_values(problem: CnfProblem, choices: Sequence[str]) -> Iterator[tuple[str, ...]]:
    taken = {int(word.rpartition("@")[2]) for word in choices}
    often = Counter(abs(x) for clause in problem.clauses for x in clause)
    free = [x for x in problem.projection if x not in taken]
    if free:
        most = max(free, key=lambda x: (often[x], -x))
        yield (f"-@{most}",)
        yield (f"+@{most}",)
