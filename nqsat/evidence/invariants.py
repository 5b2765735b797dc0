"""Invariants: what must hold of the solutions of any model, without an oracle.

All solutions are compared with themselves, and with counts restored from parts of the model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nqsat.counting import METHODS
from nqsat.engines import BacktrackEngine
from nqsat.engines.plans.cubes import cubes
from nqsat.evidence.checks import Check, Ground, Result, compare_numbers, compare_sets
from nqsat.evidence.context import CheckContext, of_solutions
from nqsat.modelling import Change, Model, Rule, Tour, plural

#: Orbits are not counted three ways beyond this.
LARGEST_GROUP = 64


@of_solutions("closed under symmetry")
def closed(subject: CheckContext, solutions: set[Any]) -> Check:
    """Every image of a solution is one."""
    group = subject.model.symmetries()
    images = {image for x in solutions for image in x.orbit(group)}
    name = "closed under symmetry"
    return compare_sets(name, "solutions", solutions, "their images", images, subject.ground)


@of_solutions("orbits")
def orbit_counts(subject: CheckContext, _solutions: set[Any]) -> Check:
    """Compare the numbers of orbits that all methods of counting them give."""
    subject.few(subject.effort.invariants)
    size = len(subject.model.symmetries())
    if size > LARGEST_GROUP:
        return Check("orbits", Result.UNKNOWN, f"a group of {size} symmetries is large")
    ways: dict[str, int] = {
        method: subject.counted(subject.model, modulo="symmetry", method=method)
        for method in METHODS
    }
    return compare_numbers("orbits", ways, Ground.FORMULA)


@of_solutions("orbits")
def orbit_sizes(subject: CheckContext, solutions: set[Any]) -> Check | None:
    """The sizes of the orbits add up."""
    if len(solutions) > subject.effort.invariants:
        return None  # it has been said
    group = subject.model.symmetries()
    sizes = sum(len(x.orbit(group)) for x in {x.canonical(group) for x in solutions})
    ways = {"orbit sizes": sizes, "solutions": len(solutions)}
    return compare_numbers("orbits", ways, subject.ground)


@of_solutions("cubes")
def parts(subject: CheckContext, solutions: set[Any]) -> Check:
    """The counts of disjoint parts of the model add up."""
    subject.few(subject.effort.invariants)
    counts = [subject.counted(part) for part in cubes(subject.model)]
    if not counts:
        return Check("cubes", Result.UNKNOWN, "no square is free: the model cannot be cut")
    together = f"sum of {len(counts)} {plural(len(counts), 'cubes')}"
    ways = {"listed": len(solutions), together: sum(counts)}
    return compare_numbers("cubes", ways, subject.ground, Ground.FORMULA)


@of_solutions("transposed")
def turned(subject: CheckContext, solutions: set[Any]) -> Check:
    """The model with ranks and files exchanged has the transposed solutions."""
    subject.few(subject.effort.invariants)
    pair = transposed(subject.model)
    if pair is None:
        return Check("transposed", Result.UNKNOWN, "the model cannot be transposed")
    there, back = pair
    images = set(map(back, subject.listed(BacktrackEngine(), there)))
    return compare_sets("transposed", "solutions", solutions, "transposed", images, subject.ground)


def transposed(model: Model) -> tuple[Model, Callable[[Any], Any]] | None:
    """The model with ranks and files exchanged, and the way back for its solutions.

    An objective has to be settled before.
    None where the model cannot be transposed: a cylinder wraps one way only, the axes of a solid board
    are not those of the drawing, and a rule of the caller's own may not say what it is there.
    """
    change = Change.transposing(model.setting)
    if change is None or any(type(rule).image is Rule.image for rule in model.rules):
        return None
    turned = model.image(change)
    if turned is None:
        return None
    back = Change.transposing(turned.setting)
    return turned, lambda solution: solution.image(back)


@of_solutions("directions", Tour)
def directions(subject: CheckContext, solutions: set[Any]) -> Check:
    """From two squares on, every tour without direction is two with one."""
    tour = subject.model
    if not (isinstance(tour, Tour) and _both_ways(tour)):
        return Check("directions", Result.UNKNOWN, "the model has one direction only")
    here = len(solutions)
    there = subject.counted(tour.with_unit("undirected" if tour.directed else "directed"))
    directed, undirected = (here, there) if tour.directed else (there, here)
    ways = {"directed": directed, "2 × undirected": 2 * undirected}
    return compare_numbers("directions", ways, subject.ground, Ground.FORMULA)


def _both_ways(tour: Tour) -> bool:
    given = tour.start or tour.end or tour.numbers or tour.fixed_by
    return not given and tour.two_way and len(tour.board.squares) > 1
