"""Cubes: a model cut into disjoint parts, whose solutions are together those of the model, each once.

Of the men on one rank the first one decides: for every square of the rank and every kind there is the part
whose first man stands there, and there is one whose rank is empty. Of a tour, the first of a square's
moves that it makes. A part is cut again by the next rank, or the next square. It is written as the choices
that it makes, one after the other: ``-@a1``, ``Q@b1``; ``-@a1-b3``, ``+@a1-c2``. The cuts are made with
the model's own words, presets and moves, so that any engine can do a part. A CNF is cut by the values of
the shown variable that most clauses are about, ``+@7`` and ``-@7``, as unit clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import overload

from nqsat.compiling import CnfProblem
from nqsat.engines.plans.plan import WHOLE, Cover, Part, Stage
from nqsat.modelling import Model

#: More parts than this are never made.
MOST = 100_000


def cubes(model: Model) -> tuple[Model, ...]:
    """A model without an objective, cut once; none where it has no cut."""
    return tuple(cube(model, part.data) for part in parts_of(model, Part(WHOLE)))


def cut(model: Model | CnfProblem, wanted: int) -> Stage:
    """A stage that counts a model in so many parts, or a few more: always the largest part is cut.

    Fewer where there is nothing left to cut. What is large is not known: each part as a share of its own.
    """
    left = [(-1.0, 0, Part(WHOLE))]
    whole: list[Part] = []  # what cannot be cut any more
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
        return Stage("count", tuple(parts), Cover("choices", "values", ways=("-", "+")))
    return Stage("count", tuple(parts), Cover("choices", "men or moves", ways=model.ways))


def parts_of(model: Model | CnfProblem, part: Part) -> tuple[Part, ...]:
    """A part cut once more; none where everything is chosen."""
    found = [(*part.data, *choices) for choices in _ways(model, part.data)]
    if len(found) < 2:
        return ()
    return part.cut({str(number): data for number, data in enumerate(found)})


def _ways(model: Model | CnfProblem, chosen: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if isinstance(model, CnfProblem):
        return _by_values(model, chosen)
    return model.cut(chosen)


@overload
def cube(model: Model, choices: Sequence[str]) -> Model: ...


@overload
def cube(model: CnfProblem, choices: Sequence[str]) -> CnfProblem: ...


def cube(model: Model | CnfProblem, choices: Sequence[str]) -> Model | CnfProblem:
    """The model of a part: of the solutions of a model those that make these choices.

    Raises:
        InvalidModel: a choice is of something that the model has not.
    """
    if isinstance(model, CnfProblem):
        units = tuple((int(word.replace("@", "")),) for word in choices)
        return replace(model, clauses=model.clauses + units)
    return model.cube(choices)


def _by_values(problem: CnfProblem, chosen: Sequence[str]) -> Iterator[tuple[str, ...]]:
    taken = {int(word.rpartition("@")[2]) for word in chosen}
    often = Counter(abs(x) for clause in problem.clauses for x in clause)
    free = [x for x in problem.projection if x not in taken]
    if free:
        most = max(free, key=lambda x: (often[x], -x))
        yield (f"-@{most}",)
        yield (f"+@{most}",)
