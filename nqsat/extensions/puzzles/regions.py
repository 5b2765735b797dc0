"""Draw regions that leave exactly one solution: star battles, and the puzzle called Queens.

Random regions grow around the pieces of a solution. Then a solver lists other placements that fit, and
squares move between regions until none of these fits (``region_search``); this repeats until the solver
finds no other placement.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, cast

from nqsat.chess import Square
from nqsat.counting import solutions
from nqsat.engines import Deadline
from nqsat.errors import InvalidModel, Undecided
from nqsat.extensions.puzzles.minimal import out_of_time
from nqsat.extensions.puzzles.random_solution import IN_PROCESS, random_solution
from nqsat.extensions.puzzles.region_search import RegionBorders, beside, grow_regions
from nqsat.modelling import Arrangement, Model, Placement, pieces_of, plural
from nqsat.rules import Regions

#: The names of regions.
_NAMES = string.ascii_uppercase + string.ascii_lowercase + string.digits

#: How many other placements are listed at a time, the maximum number of moves of a search, and the maximum
#: number of searches.
_AT_ONCE, _MOVES, _BEGINNINGS = 20, 1000, 20


def open_regions(model: Model) -> Regions | None:
    """Return the regions rule of a model whose map is still empty; None if there is none."""
    maps = (rule for rule in model.rules if isinstance(rule, Regions))
    return next((rule for rule in maps if not set("".join(rule.map)) - {"."}), None)


def with_regions(
    model: Placement, rule: Regions, rng: Random, clock: Deadline, watch: Callable[[str], None]
) -> tuple[Placement, Arrangement]:
    """Return the model with a map of connected regions that leaves one solution, and that solution.

    ``rule`` is the rule whose map is empty; solutions, maps and moves are drawn from ``rng``.
    """
    near = beside(model.board)
    for attempt in range(_BEGINNINGS):
        solution = cast("Arrangement", random_solution(model, rng, clock))
        pieces = _counted_squares(solution, rule)
        each = _each(rule, pieces)
        owner = grow_regions(pieces, each, near, rng)
        if owner is None:
            continue
        borders = RegionBorders(owner, each, pieces, near, rng, weight=1 - attempt / _BEGINNINGS)
        found = _alone(model, rule, solution, borders, clock, watch)
        if found is not None:
            return found, solution
    raise Undecided(f"no regions leave one solution in {_BEGINNINGS} tries; try another seed")


def _counted_squares(solution: Arrangement, rule: Regions) -> list[Square]:
    return [piece.square for piece in pieces_of(solution, rule.kinds)]


def _each(rule: Regions, pieces: list[Square]) -> int:
    """Return the number of pieces of each region; raise ``InvalidModel`` if they cannot be divided so."""
    each = rule.bounds.low
    if each != rule.bounds.high or not each:
        reason = f"{rule.bounds} pieces in each: give one number, as in number=2"
        raise InvalidModel("regions", reason)
    if not pieces or len(pieces) % each or len(pieces) // each > len(_NAMES):
        reason = (
            f"{len(pieces)} pieces make no regions of {each}; there are names for {len(_NAMES)}"
        )
        raise InvalidModel("regions", reason)
    return each


def _alone(
    model: Placement,
    rule: Regions,
    solution: Arrangement,
    borders: RegionBorders,
    clock: Deadline,
    watch: Callable[[str], None],
) -> Placement | None:
    """Return the model with regions that only this solution fits; None after too many moves."""
    moves = seen = 0
    while True:
        found = _with_regions(model, rule, borders.owner)
        listing: Any = solutions(
            found, engine=IN_PROCESS, limit=_AT_ONCE + 1, time_limit=clock.remaining
        )
        others = [other for other in listing if other != solution]
        if listing.reason == "time limit":
            raise out_of_time(clock)
        if not others:
            return found
        for other in others:
            borders.see(_counted_squares(other, rule))
        seen += len(others)
        while borders.fitting:
            if moves == _MOVES:
                return None
            if clock.expired:
                raise out_of_time(clock)
            borders.move()
            moves += 1
        watch(f"{seen} other placements ruled out by {moves} {plural(moves, 'squares')} that moved")


def _with_regions(model: Placement, rule: Regions, owner: Mapping[Square, int]) -> Placement:
    """Return the model with these regions, named in the order of their first squares from the top left."""
    order = dict.fromkeys(owner[s] for s in model.board.squares if s in owner)
    name = {region: _NAMES[index] for index, region in enumerate(order)}
    rows, columns = model.board.rows, model.board.columns
    lines = tuple(
        "".join(name.get(owner.get(Square(r, c), -1), ".") for c in range(columns))
        for r in range(rows)
    )
    drawn = Regions(lines, rule.number, rule.kinds)
    return model.changed(rules=[drawn if old is rule else old for old in model.rules])
