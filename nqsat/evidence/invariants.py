"""Invariants: properties of the solutions of every model, which can be tested without a reference.

The set of solutions is compared with its images, and with counts of parts of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine
from nqsat.engines.plans.cubes import cubes
from nqsat.evidence.checks import Check, Ground, Result, compare_numbers, compare_sets, run_check
from nqsat.evidence.context import CheckContext
from nqsat.modelling import Change, Model, Rule, Tour, plural

#: For larger groups, the orbit counts of the three methods are not compared.
LARGEST_GROUP = 64


def check_closed(subject: CheckContext, solutions: set[Any], name: str) -> Check:
    """Check that every image of a solution is a solution."""
    group = subject.model.symmetries()
    images = {image for x in solutions for image in x.orbit(group)}
    return compare_sets(name, "solutions", solutions, "their images", images, subject.ground)


def compare_orbit_counts(subject: CheckContext, _solutions: set[Any], name: str) -> Check:
    """Compare the numbers of orbits by all methods."""
    subject.require_few(subject.effort.invariants)
    size = len(subject.model.symmetries())
    if size > LARGEST_GROUP:
        return Check(name, Result.UNKNOWN, f"a group of {size} symmetries is large")
    orbits: dict[str, int] = {
        method: subject.count_solutions(subject.model, modulo="symmetry", method=method)
        for method in METHODS
    }
    return compare_numbers(name, orbits, Ground.FORMULA)


def compare_orbit_sizes(subject: CheckContext, solutions: set[Any], name: str) -> Check | None:
    """Check that the sizes of the orbits add up to the number of solutions."""
    if len(solutions) > subject.effort.invariants:
        return None  # ``compare_orbit_counts`` has reported it
    group = subject.model.symmetries()
    sizes = sum(len(x.orbit(group)) for x in {x.canonical(group) for x in solutions})
    numbers = {"orbit sizes": sizes, "solutions": len(solutions)}
    return compare_numbers(name, numbers, subject.ground)


def compare_cube_sum(subject: CheckContext, solutions: set[Any], name: str) -> Check:
    """Check that the counts of disjoint cubes of the model add up to the number of solutions."""
    subject.require_few(subject.effort.invariants)
    counts = [subject.count_solutions(part) for part in cubes(subject.model)]
    if not counts:
        return Check(name, Result.UNKNOWN, "no square is free: the model cannot be cut")
    together = f"sum of {len(counts)} {plural(len(counts), 'cubes')}"
    numbers = {"listed": len(solutions), together: sum(counts)}
    return compare_numbers(name, numbers, subject.ground, Ground.FORMULA)


def compare_transposed(subject: CheckContext, solutions: set[Any], name: str) -> Check:
    """Check that the model with ranks and files exchanged has the transposed solutions."""
    subject.require_few(subject.effort.invariants)
    pair = transpose_model(subject.model)
    if pair is None:
        return Check(name, Result.UNKNOWN, "the model cannot be transposed")
    there, back = pair
    images = set(map(back, subject.list_solutions(BacktrackEngine(), there)))
    return compare_sets(name, "solutions", solutions, "transposed", images, subject.ground)


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


def compare_directions(subject: CheckContext, solutions: set[Any], name: str) -> Check | None:
    """Check that there are twice as many directed as undirected tours, for at least two squares."""
    tour = subject.model
    if not isinstance(tour, Tour):
        return None
    if not _has_both_directions(tour):
        return Check(name, Result.UNKNOWN, "the model has one direction only")
    here = len(solutions)
    there = subject.count_solutions(tour.with_unit("undirected" if tour.directed else "directed"))
    directed, undirected = (here, there) if tour.directed else (there, here)
    numbers = {"directed": directed, "2 × undirected": 2 * undirected}
    return compare_numbers(name, numbers, subject.ground, Ground.FORMULA)


def _has_both_directions(tour: Tour) -> bool:
    given = tour.start or tour.end or tour.checkpoints or tour.numbers or tour.fixed_by
    return not given and tour.two_way and len(tour.board.squares) > 1


#: Comparisons of a list of solutions, with their names; None: it is not about such a model.
INVARIANTS: Mapping[Callable[[CheckContext, set[Any], str], Check | None], str] = {
    check_closed: "closed under symmetry",
    compare_orbit_counts: "orbits",  # by canonical forms, by orbit blocking and by Burnside
    compare_orbit_sizes: "orbits",
    compare_cube_sum: "cubes",
    compare_transposed: "transposed",
    compare_directions: "directions",
}


def check_invariants(subject: CheckContext) -> Iterator[Check]:
    """Make all comparisons of the listed solutions, if there is a list."""
    if subject.solutions is not None:
        for compare, name in INVARIANTS.items():
            check = run_check(name, partial(compare, subject, subject.solutions, name))
            if check is not None:
                yield check
