"""Answers that are wrong though every engine is right: weights, orbits, limits, cubes, optima."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from faults.fault import case, fault, placement, tour
from faults.planting import Plant
from nqsat import Tour, count
from nqsat.counting.orbits import group_of
from nqsat.engines import CpSatEngine, cubes
from nqsat.evidence import known
from nqsat.evidence.effort import Effort
from nqsat.rules import Men, Objective

__all__ = ["COUNTING"]

QUEENS = case("queens", n=6)
KINGS = placement("3x3", {"K": "any"})
WAZIRS = tour("4x4", "W")
LARGEST = placement("3x3", {"K": "any"}, objective=Objective("maximise", Men()))


def _first_classes_only(right: Any) -> Any:
    return lambda group: ((symmetry, 1) for symmetry, _ in right(group))


def _not_restricted(right: Any) -> Any:
    return lambda model, symmetry: model


def _one(right: Any) -> Any:
    return lambda self, arrangement: Fraction(1)


def _images_forgotten(right: Any) -> Any:
    def canonical(self: Any, model: Any, given: Any, found: Any) -> Iterator[Any]:
        group = given or group_of(model, self.modulo)
        stream = self.engine.search(model, group) if found is None else found
        return (one and one.canonical(group) for one in stream)

    return canonical


def _complete_whatever_the_reason(right: Any) -> Any:
    def end(self: Any, reason: Any) -> None:
        self.complete = True
        right(self, None)

    return end


def _complete_anyhow(right: Any) -> Any:
    return lambda *given: right(*given)._replace(reason=None)


def _without_the_second(right: Any) -> Any:
    return lambda *given: (*right(*given)[:1], *right(*given)[2:])


def _first_is_best(right: Any) -> Any:
    def improve(self: Any, model: Any) -> Iterator[Any]:
        for step in right(self, model):
            yield step
            if step is not None and not isinstance(step, int):
                return

    return improve


def _smallest(right: Any) -> Any:
    def native(formula: Any) -> Any:
        if formula.goal is None:
            return right(formula)
        return right(replace(formula, goal=formula.goal._replace(maximise=False)))

    return native


def _the_same(right: Any) -> Any:
    return lambda self, unit: self


def _a_digit_lost(right: Any) -> Any:
    def known_counts(*given: Any) -> Any:
        return tuple(replace(row, value=row.value * 10 + 4) for row in right(*given))

    return known_counts


def _directed_tours() -> object:
    model = WAZIRS.model
    assert isinstance(model, Tour)
    return count(model.with_unit("directed"))


def _cube_by_cube() -> object:
    return sum(count(part).value for part in cubes.cubes(QUEENS.model))


def _published() -> object:
    return known.known_counts(QUEENS.family, QUEENS.params)[0].value


COUNTING = (
    fault(
        "Burnside with classes of one",
        Plant("counting.orbits:conjugacy_classes", _first_classes_only),
        KINGS,
        "verify: orbits",
        modulo="symmetry",
        method="burnside",
    ),
    fault(
        "Burnside counts all solutions for every symmetry",
        Plant("counting.orbits:only_fixed", _not_restricted),
        QUEENS,
        "verify: orbits",
        modulo="symmetry",
        method="burnside",
    ),
    fault(
        "an orbit that is found by its leader weighs one",
        Plant("counting.leader:Leader.weight", _one),
        QUEENS,
        "verify: symmetry breaking",
        break_symmetry=True,
    ),
    fault(
        "the images of a solution are not remembered",
        Plant("counting.orbits:Orbits._canonical", _images_forgotten),
        QUEENS,
        "verify: orbits",
        "WrongSolution",
        guarded=True,
        modulo="symmetry",
    ),
    fault(
        "a limit is taken for completeness",
        (
            Plant("engines.listing:Listing._end", _complete_whatever_the_reason),
            Plant("counting.tally:added_up", _complete_anyhow),
        ),
        KINGS,
        "verify: counting",
        effort=Effort(solutions=5),
        limit=5,
    ),
    fault(
        "the first solution is taken for the best",
        Plant("engines.contract:Engine.improve", _first_is_best),
        LARGEST,
        "verify: optimum",
    ),
    fault(
        "the largest is asked for and the smallest sought",
        Plant("compiling.cpmodel:native", _smallest),
        LARGEST,
        "verify: optimum",
        engine=CpSatEngine(),
    ),
    fault(
        "undirected tours are counted where directed ones are asked for",
        Plant("modelling.tour:Tour.with_unit", _the_same),
        WAZIRS,
        "verify: directions",
        answer=_directed_tours,
    ),
    fault(
        "a cube is dropped",
        Plant("engines.cubes:cubes", _without_the_second),
        QUEENS,
        "verify: cubes",
        answer=_cube_by_cube,
    ),
    fault(
        "a published value with a digit too many",
        Plant("evidence.known:known_counts", _a_digit_lost),
        QUEENS,
        "verify: published",
        answer=_published,
    ),
)
