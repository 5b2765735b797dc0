"""A random solution of a model with any number of solutions."""

from __future__ import annotations

from contextlib import closing
from random import Random

from nqsat.compiling import lower
from nqsat.engines import Deadline, SatEngine
from nqsat.errors import InvalidModel
from nqsat.extensions.puzzles.minimal import SolutionSearch
from nqsat.modelling import Model, Solution

#: A solver in this process: its slices of work are short, and starting another process takes longer.
IN_PROCESS = SatEngine()

#: How many random pieces or moves are tried, one after the other.
WISHES = 12


def random_solution(model: Model, rng: Random, clock: Deadline) -> Solution:
    """Return a solution with some random pieces or moves: each is required if it fits the earlier ones.

    Every solution is possible, but the distribution is not uniform: ``sample`` is uniform, but counts all
    solutions, which takes too long on boards for puzzles.
    """
    formula = lower(model)
    with closing(SolutionSearch(formula, clock)) as search:
        found, wishes = search.having(()), list[int]()
        if found is None:
            reason = "has no solution, so there is no puzzle; see nqsat solve --why"
            raise InvalidModel("model", reason)
        for x in rng.sample(formula.projection, min(WISHES, len(formula.projection))):
            other = found if x in found else search.having([*wishes, x])
            if other is not None:
                found = other
                wishes.append(x)
    solution: Solution = formula.reader.decode(sorted(found.intersection(formula.projection)))
    return solution
