"""Bundles of parts, for plans with parts too small to be worth a row each in a manifest.

Parts are assigned to bundles round-robin, ordered by id. Assigning them by load would balance better, but
loads depend on measurements of a machine, and all runners have to make the same bundles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter
from typing import Any

from nqsat.engines.plans.plan import (
    Cover,
    Part,
    PartTotal,
    Plan,
    Products,
    Progress,
    Stage,
    WrappingPlan,
)
from nqsat.modelling import Model

#: Prefix of the ids of bundles.
_NAME = "bundle-"

_ID = attrgetter("id")


@dataclass(frozen=True, slots=True)
class BundledPlan(WrappingPlan):
    """A plan whose summing stage has at most ``most`` parts.

    The data of a bundle are its parts, each as id, data and weight; the bundle itself has weight 1.
    """

    plan: Plan
    most: int

    def stage(self, wanted: int, products: Products) -> Stage:
        return self._bundle_parts(self.plan.stage(wanted, products))

    def earlier_stage(self, wanted: int, products: Products) -> Stage:
        return self._bundle_parts(self.plan.earlier_stage(wanted, products))

    def _bundle_parts(self, stage: Stage) -> Stage:
        """Return a stage with its parts in bundles, if there are too many."""
        if not stage.sums or len(stage.parts) <= self.most:
            return stage
        parts = sorted(stage.parts, key=_ID)
        bundles = [_bundle(number, parts[number :: self.most]) for number in range(self.most)]
        bundles.sort(key=lambda bundle: -bundle.load)
        cover = Cover("bundles", stage.cover.words, inner=(("", 1, stage.cover),))
        return stage._replace(parts=tuple(bundles), cover=cover)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        if not is_bundle(part):
            yield from self.plan.run(part, shared)
            return
        for one in parts_of_bundle(part):
            found = PartTotal()  # one part may restart without the others
            for piece in self.plan.run(one, shared):
                found.take(piece)
                yield Progress(words=piece.words)
            numbers = tuple((men, one.weight * number) for men, number in found.numbers.items())
            yield Progress(numbers, found.visited)

    def split(self, part: Part) -> tuple[Part, ...]:
        return parts_of_bundle(part) if is_bundle(part) else self.plan.split(part)

    def restricted_model(self, part: Part) -> Model | None:
        return None if is_bundle(part) else self.plan.restricted_model(part)


def _bundle(number: int, parts: list[Part]) -> Part:
    data = tuple((part.id, part.data, str(Fraction(part.weight))) for part in parts)
    return Part(f"{_NAME}{number + 1}", data, sum(part.load for part in parts))


def is_bundle(part: Part) -> bool:
    """Whether a part is a bundle."""
    return part.id.startswith(_NAME)


def parts_of_bundle(bundle: Part) -> tuple[Part, ...]:
    """The parts in a bundle; each gets an equal share of the load, which is stored only for the bundle."""
    load = bundle.load / len(bundle.data)
    return tuple(
        Part(id_, tuple(data), load, Fraction(weight)) for id_, data, weight in bundle.data
    )
