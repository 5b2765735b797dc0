"""Invariants: properties of the solutions of every model, which can be tested without a reference.

The set of solutions is compared with its images, and with counts of parts of the model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine
from nqsat.engines.plans.cubes import cubes
from nqsat.evidence.checks import Check, Ground, Result, compare_numbers, compare_sets
from nqsat.evidence.context import CheckContext, on_listed_solutions
from nqsat.modelling import Change, Model, Rule, Tour, plural

#: For larger groups, the orbit counts of the three methods are not compared.
LARGEST_GROUP = 64


@on_listed_solutions("closed under symmetry")
def check_closed(subject: CheckContext, solutions: set[Any]) -> Check:
    """Check that every image of a solution is a solution."""
    group = subject.model.symmetries()
    images = {image for x in solutions for image in x.orbit(group)}
    name = "closed under symmetry"
    return compare_sets(name, "solutions", solutions, "their images", images, subject.ground)


@on_listed_solutions("orbits")
def compare_orbit_counts(subject: CheckContext, _solutions: set[Any]) -> Check:
    """Compare the numbers of orbits by all methods."""
    subject.require_few(subject.effort.invariants)
    size = len(subject.model.symmetries())
    if size > LARGEST_GROUP:
        return Check("orbits", Result.UNKNOWN, f"a group of {size} symmetries is large")
    ways: dict[str, int] = {
        method: subject.count_solutions(subject.model, modulo="symmetry", method=method)
        for method in METHODS
    }
    return compare_numbers("orbits", ways, Ground.FORMULA)


@on_listed_solutions("orbits")
def compare_orbit_sizes(subject: CheckContext, solutions: set[Any]) -> Check | None:
    """Check that the sizes of the orbits add up to the number of solutions."""
    if len(solutions) > subject.effort.invariants:
        return None  # ``compare_orbit_counts`` has reported it
    group = subject.model.symmetries()
    sizes = sum(len(x.orbit(group)) for x in {x.canonical(group) for x in solutions})
    ways = {"orbit sizes": sizes, "solutions": len(solutions)}
    return compare_numbers("orbits", ways, subject.ground)


@on_listed_solutions("cubes")
def compare_cube_sum(subject: CheckContext, solutions: set[Any]) -> Check:
    """Check that the counts of disjoint cubes of the model add up to the number of solutions."""
    subject.require_few(subject.effort.invariants)
    counts = [subject.count_solutions(part) for part in cubes(subject.model)]
    if not counts:
        return Check("cubes", Result.UNKNOWN, "no square is free: the model cannot be cut")
    together = f"sum of {len(counts)} {plural(len(counts), 'cubes')}"
    ways = {"listed": len(solutions), together: sum(counts)}
    return compare_numbers("cubes", ways, subject.ground, Ground.FORMULA)


@on_listed_solutions("transposed")
def compare_transposed(subject: CheckContext, solutions: set[Any]) -> Check:
    """Check that the model with ranks and files exchanged has the transposed solutions."""
    subject.require_few(subject.effort.invariants)
    pair = transpose_model(subject.model)
    if pair is None:
        return Check("transposed", Result.UNKNOWN, "the model cannot be transposed")
    there, back = pair
    images = set(map(back, subject.list_solutions(BacktrackEngine(), there)))
    return compare_sets("transposed", "solutions", solutions, "transposed", images, subject.ground)


def transpose_model(model: Model) -> tuple[Model, Callable[[Any], Any]] | None:
    """Return the model with ranks and files exchanged, and the map back for its solutions.

    The model must have no objective. The result is None if the model cannot be transposed: a cylinder wraps
    one way only, a solid board has other axes than its drawing, and a user's own rule may not define its
    image.
    """
    change = Change.transposing(model.setting)
    if change is None or any(type(rule).image is Rule.image for rule in model.rules):
        return None
    turned = model.image(change)
    if turned is None:
        return None
    back = Change.transposing(turned.setting)
    return turned, lambda solution: solution.image(back)


@on_listed_solutions("directions", Tour)
def compare_directions(subject: CheckContext, solutions: set[Any]) -> Check:
    """Check that there are twice as many directed as undirected tours, for at least two squares."""
    tour = subject.model
    if not (isinstance(tour, Tour) and _has_both_directions(tour)):
        return Check("directions", Result.UNKNOWN, "the model has one direction only")
    here = len(solutions)
    there = subject.count_solutions(tour.with_unit("undirected" if tour.directed else "directed"))
    directed, undirected = (here, there) if tour.directed else (there, here)
    ways = {"directed": directed, "2 × undirected": 2 * undirected}
    return compare_numbers("directions", ways, subject.ground, Ground.FORMULA)


def _has_both_directions(tour: Tour) -> bool:
    given = tour.start or tour.end or tour.numbers or tour.fixed_by
    return not given and tour.two_way and len(tour.board.squares) > 1
