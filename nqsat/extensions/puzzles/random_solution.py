"""A random solution of a model with any number of solutions."""

from __future__ import annotations

from random import Random

from nqsat.counting import Place, solve
from nqsat.engines import Deadline, SatEngine, Verdict, cube
from nqsat.errors import InvalidModel, Undecided
from nqsat.modelling import Model, PlacedPiece, Solution

#: A solver in this process: its slices of work are short, and starting another process takes longer.
IN_PROCESS = SatEngine()

#: How many random pieces or moves are tried, one after the other.
WISHES = 12


def random_solution(model: Model, rng: Random, clock: Deadline) -> Solution:
    """Return a solution with some random pieces or moves: each is required if it fits the earlier ones.

    Every solution is possible, but the distribution is not uniform: ``sample`` is uniform, but counts all
    solutions, which takes too long on boards for puzzles.
    """
    found = _solution(model, clock)
    if found is None:
        raise InvalidModel("model", "has no solution, so there is no puzzle; see nqsat solve --why")
    ways = [_way_of(model, place) for some in model.choices() for place in some]
    wishes: list[str] = []
    for way in rng.sample(ways, min(WISHES, len(ways))):
        if _place(way) in map(_place, wishes):
            continue
        if way not in (_way_of(model, place) for place in found.atoms):
            other = _solution(cube(model, [*wishes, way]), clock)
            if other is None:
                continue
            found = other
        wishes.append(way)
    return found


def _way_of(model: Model, place: Place) -> str:
    """Return the requirement of a piece or a move, in the notation of ``cubes``."""
    text = place.text_on(model.board)
    return text if isinstance(place, PlacedPiece) else f"+@{text}"


def _place(way: str) -> str:
    """Return the square or the move of a requirement such as ``Q@a1``."""
    return way.rpartition("@")[2]


def _solution(model: Model, clock: Deadline) -> Solution | None:
    outcome = solve(model, engine=IN_PROCESS, time_limit=clock.remaining)
    if outcome.verdict is Verdict.UNKNOWN:
        raise out_of_time(clock)
    return outcome.solution


def out_of_time(clock: Deadline) -> Undecided:
    """Return the error for the time limit."""
    return Undecided(f"no puzzle within {clock.limit:g} s; give it more time, or a smaller board")
