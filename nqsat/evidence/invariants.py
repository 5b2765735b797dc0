"""Invariants: what must hold of the solutions of any model, without an oracle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nqsat.counting import METHODS, count
from nqsat.engines import BacktrackEngine, Listing
from nqsat.evidence.checks import Check, Result, compare_numbers, compare_sets
from nqsat.evidence.transpose import transposed
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.modelling import Model, Solution

__all__ = ["invariants"]

#: Orbits are not counted three ways, nor a transposed model listed, beyond these.
LARGEST_GROUP = 64
MOST_SOLUTIONS = 5_000


def invariants(model: Model, solutions: set[Any]) -> Iterator[Check]:
    """Check a complete set of solutions against itself, and counts restored from parts of it."""
    group = model.symmetries()
    images = {x.image(g) for x in solutions for g in group}
    yield compare_sets("closed under symmetry", "solutions", solutions, "their images", images)
    if len(solutions) > MOST_SOLUTIONS:
        for name in ("orbits", "transposed"):
            yield Check(name, Result.UNKNOWN, f"more than {MOST_SOLUTIONS:,} solutions")
    else:
        yield from _orbits(model, solutions)
        yield _transposed(model, solutions)
    if isinstance(model, Tour):
        yield from _directions(model, len(solutions))
    else:
        total = count(model, break_symmetry=True).value
        values = {"listed": len(solutions), "from leaders": total}
        yield compare_numbers("symmetry breaking", values)


def _orbits(model: Model, solutions: set[Solution]) -> Iterator[Check]:
    group = model.symmetries()
    if len(group) > LARGEST_GROUP:
        yield Check("orbits", Result.UNKNOWN, f"a group of {len(group)} symmetries is large")
        return
    ways: dict[str, int] = {
        method: count(model, modulo="symmetry", method=method).value for method in METHODS
    }
    yield compare_numbers("orbits", ways)
    least = {x.canonical(group) for x in solutions}
    sizes = sum(len({x.image(g) for g in group}) for x in least)
    yield compare_numbers("orbits", {"orbit sizes": sizes, "solutions": len(solutions)})


def _directions(tour: Tour, listed: int) -> Iterator[Check]:
    """From two squares on, every tour without direction is two with one."""
    one_way = tour.start or tour.end or tour.numbers or tour.fixed_by or not tour.two_way
    if one_way or len(tour.board.squares) < 2:
        return
    other = tour.with_unit("undirected" if tour.directed else "directed")
    there = count(other).value
    directed, undirected = (listed, there) if tour.directed else (there, listed)
    yield compare_numbers("directions", {"directed": directed, "2 × undirected": 2 * undirected})


def _transposed(model: Model, solutions: set[Solution]) -> Check:
    turned = transposed(model)
    if turned is None:
        return Check("transposed", Result.UNKNOWN, "the model cannot be transposed")
    there, back = turned
    found: Listing[Any] = Listing(there, BacktrackEngine())
    return compare_sets("transposed", "solutions", solutions, "transposed", set(map(back, found)))
