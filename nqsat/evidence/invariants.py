"""Invariants: what must hold of the solutions of any model, without an oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from nqsat.counting import METHODS, count
from nqsat.engines import BacktrackEngine, Engine, Listing, SatEngine
from nqsat.evidence.checks import (
    Check,
    Ground,
    Result,
    Unfinished,
    compare_numbers,
    compare_sets,
    ground_of,
    guarded,
    whole,
)
from nqsat.evidence.cubes import cubes
from nqsat.evidence.transpose import transposed
from nqsat.modelling import Model, Solution, Tour, plural

if TYPE_CHECKING:
    from nqsat.evidence.effort import Effort

#: Orbits are not counted three ways beyond this.
LARGEST_GROUP = 64


def invariants(
    model: Model, solutions: set[Any], engine: Engine, effort: Effort
) -> Iterator[Check]:
    """Check a complete set of solutions against itself, and counts restored from parts of it.

    Args:
        model: the model.
        solutions: all of its solutions.
        engine: who listed them.
        effort: how far to go.
    """
    listed = _Listed(model, solutions, ground_of(engine), effort)
    checks: list[tuple[str, Callable[[], Check]]] = [("closed under symmetry", listed.closed)]
    rest = [
        ("orbits", listed.orbit_counts),
        ("orbits", listed.orbit_sizes),
        ("cubes", listed.cubes),
        ("transposed", listed.transposed),
    ]
    if len(solutions) <= effort.invariants:
        checks += rest
    else:
        for name in dict.fromkeys(name for name, _ in rest):
            yield Check(name, Result.UNKNOWN, f"more than {effort.invariants:,} solutions")
    if isinstance(model, Tour):
        checks.append(("directions", partial(listed.directions, model)))
    else:
        checks.append(("symmetry breaking", listed.leaders))
    for name, check in checks:
        yield guarded(name, check)


@dataclass(frozen=True, slots=True)
class _Listed:
    """All solutions of a model, and what they can be compared with."""

    model: Model
    solutions: set[Any]
    ground: Ground
    effort: Effort

    def closed(self) -> Check:
        group = self.model.symmetries()
        images = {image for x in self.solutions for image in x.orbit(group)}
        name = "closed under symmetry"
        return compare_sets(name, "solutions", self.solutions, "their images", images, self.ground)

    def orbit_counts(self) -> Check:
        size = len(self.model.symmetries())
        if size > LARGEST_GROUP:
            return Check("orbits", Result.UNKNOWN, f"a group of {size} symmetries is large")
        ways: dict[str, int] = {
            method: self._counted(self.model, modulo="symmetry", method=method)
            for method in METHODS
        }
        return compare_numbers("orbits", ways, Ground.FORMULA)

    def orbit_sizes(self) -> Check:
        group = self.model.symmetries()
        least: set[Solution] = {x.canonical(group) for x in self.solutions}
        sizes = sum(len(x.orbit(group)) for x in least)
        ways = {"orbit sizes": sizes, "solutions": len(self.solutions)}
        return compare_numbers("orbits", ways, self.ground)

    def leaders(self) -> Check:
        total = self._counted(self.model, break_symmetry=True)
        ways = {"listed": len(self.solutions), "from leaders": total}
        return compare_numbers("symmetry breaking", ways, self.ground, Ground.FORMULA)

    def directions(self, tour: Tour) -> Check:
        """From two squares on, every tour without direction is two with one."""
        if not _both_ways(tour):
            return Check("directions", Result.UNKNOWN, "the model has one direction only")
        here = len(self.solutions)
        there = self._counted(tour.with_unit("undirected" if tour.directed else "directed"))
        directed, undirected = (here, there) if tour.directed else (there, here)
        ways = {"directed": directed, "2 × undirected": 2 * undirected}
        return compare_numbers("directions", ways, self.ground, Ground.FORMULA)

    def cubes(self) -> Check:
        parts = [self._counted(part) for part in cubes(self.model)]
        if not parts:
            return Check("cubes", Result.UNKNOWN, "no square is free: the model cannot be cut")
        together = f"sum of {len(parts)} {plural(len(parts), 'cubes')}"
        ways = {"listed": len(self.solutions), together: sum(parts)}
        return compare_numbers("cubes", ways, self.ground, Ground.FORMULA)

    def transposed(self) -> Check:
        turned = transposed(self.model)
        if turned is None:
            return Check("transposed", Result.UNKNOWN, "the model cannot be transposed")
        there, back = turned
        limit = self.effort.left
        found: Listing[Any] = Listing(there, BacktrackEngine(), time_limit=limit)
        images = set(map(back, found))
        if not found.complete:
            raise Unfinished(f"transposed: more than {limit:g} s")
        return compare_sets(
            "transposed", "solutions", self.solutions, "transposed", images, self.ground
        )

    def _counted(self, model: Model, **question: Any) -> int:
        # In this process: one of its own for each of many short questions would take most of the time.
        return whole(count(model, engine=SatEngine(), time_limit=self.effort.left, **question))


def _both_ways(tour: Tour) -> bool:
    given = tour.start or tour.end or tour.numbers or tour.fixed_by
    return not given and tour.two_way and len(tour.board.squares) > 1
