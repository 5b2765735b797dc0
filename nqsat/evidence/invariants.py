"""Invariants: what must hold of the solutions of any model, without an oracle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from nqsat.counting import METHODS, count
from nqsat.engines import BacktrackEngine, Listing
from nqsat.evidence.checks import (
    Check,
    Result,
    compare_numbers,
    compare_sets,
    guarded,
    whole,
)
from nqsat.evidence.transpose import transposed
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nqsat.modelling import Model, Solution

__all__ = ["invariants"]

#: Orbits are not counted three ways, nor a transposed model listed, beyond these.
LARGEST_GROUP = 64
MOST_SOLUTIONS = 5_000


def invariants(model: Model, solutions: set[Any]) -> Iterator[Check]:
    """Check a complete set of solutions against itself, and counts restored from parts of it."""
    checks: list[tuple[str, Callable[[Model, set[Any]], Check]]] = [
        ("closed under symmetry", _closed)
    ]
    rest = [("orbits", _orbit_counts), ("orbits", _orbit_sizes), ("transposed", _transposed)]
    if len(solutions) <= MOST_SOLUTIONS:
        checks += rest
    else:
        for name in ("orbits", "transposed"):
            yield Check(name, Result.UNKNOWN, f"more than {MOST_SOLUTIONS:,} solutions")
    if isinstance(model, Tour):
        checks.append(("directions", _directions))
    else:
        checks.append(("symmetry breaking", _leaders))
    for name, check in checks:
        yield guarded(name, partial(check, model, solutions))


def _closed(model: Model, solutions: set[Solution]) -> Check:
    group = model.symmetries()
    images = {image for x in solutions for image in x.orbit(group)}
    return compare_sets("closed under symmetry", "solutions", solutions, "their images", images)


def _orbit_counts(model: Model, _solutions: set[Solution]) -> Check:
    size = len(model.symmetries())
    if size > LARGEST_GROUP:
        return Check("orbits", Result.UNKNOWN, f"a group of {size} symmetries is large")
    ways: dict[str, int] = {
        method: whole(count(model, modulo="symmetry", method=method)) for method in METHODS
    }
    return compare_numbers("orbits", ways)


def _orbit_sizes(model: Model, solutions: set[Solution]) -> Check:
    group = model.symmetries()
    least = {x.canonical(group) for x in solutions}
    sizes = sum(len(x.orbit(group)) for x in least)
    return compare_numbers("orbits", {"orbit sizes": sizes, "solutions": len(solutions)})


def _leaders(model: Model, solutions: set[Solution]) -> Check:
    total = whole(count(model, break_symmetry=True))
    return compare_numbers("symmetry breaking", {"listed": len(solutions), "from leaders": total})


def _directions(model: Model, solutions: set[Solution]) -> Check:
    """From two squares on, every tour without direction is two with one."""
    if not isinstance(model, Tour) or not _both_ways(model):
        return Check("directions", Result.UNKNOWN, "the model has one direction only")
    other = model.with_unit("undirected" if model.directed else "directed")
    there = whole(count(other))
    directed, undirected = (len(solutions), there) if model.directed else (there, len(solutions))
    values = {"directed": directed, "2 × undirected": 2 * undirected}
    return compare_numbers("directions", values)


def _both_ways(tour: Tour) -> bool:
    given = tour.start or tour.end or tour.numbers or tour.fixed_by
    return not given and tour.two_way and len(tour.board.squares) > 1


def _transposed(model: Model, solutions: set[Solution]) -> Check:
    turned = transposed(model)
    if turned is None:
        return Check("transposed", Result.UNKNOWN, "the model cannot be transposed")
    there, back = turned
    found: Listing[Any] = Listing(there, BacktrackEngine())
    return compare_sets("transposed", "solutions", solutions, "transposed", set(map(back, found)))
