"""A solution come by at random, of a model with however many."""

from __future__ import annotations

from random import Random

from nqsat.counting import solve
from nqsat.counting.ranking.numbering import way_of
from nqsat.engines import Deadline, SatEngine, Verdict
from nqsat.engines.plans.cubes import cube
from nqsat.errors import InvalidModel, Undecided
from nqsat.modelling import Model, Solution

#: A solver here: its slices of work are short, and starting one in a process of its own takes longer.
IN_PROCESS = SatEngine()

#: So many men or moves are wished for, one after the other.
WISHES = 12


def chosen(model: Model, chance: Random, clock: Deadline) -> Solution:
    """A solution with some men, or moves, that were drawn: each is kept if it goes with those before.

    Every solution may come, but not each as often as any other: for that ``sample`` counts them all, which
    takes too long on a board to be played on.

    Raises:
        InvalidModel: there is no solution.
        Undecided: the time is up.
    """
    found = _solution(model, clock)
    if found is None:
        raise InvalidModel("model", "has no solution, so there is no puzzle")
    ways = [way_of(model, place) for some in model.choices() for place in some]
    wishes: list[str] = []
    for way in chance.sample(ways, min(WISHES, len(ways))):
        if _place(way) in map(_place, wishes):
            continue
        if way not in (way_of(model, place) for place in found.made_of):
            other = _solution(cube(model, [*wishes, way]), clock)
            if other is None:
                continue
            found = other
        wishes.append(way)
    return found


def _place(way: str) -> str:
    """The square or the move of a wish."""
    return way.rpartition("@")[2]


def _solution(model: Model, clock: Deadline) -> Solution | None:
    outcome = solve(model, engine=IN_PROCESS, time_limit=clock.left)
    if outcome.verdict is Verdict.UNKNOWN:
        raise out_of_time(clock)
    return outcome.solution


def out_of_time(clock: Deadline) -> Undecided:
    """What is raised when the time is up."""
    return Undecided(f"no puzzle within {clock.limit:g} s; give it more time, or a smaller board")
