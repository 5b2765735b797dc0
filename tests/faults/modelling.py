"""Rules whose meaning and encoding have come apart, numbers that are off by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from faults.fault import case, fault, placement, tour
from faults.planting import Plant
from nqsat import Placement
from nqsat.engines import BacktrackEngine
from nqsat.modelling import Constraint
from nqsat.rules import AtMost, Number

__all__ = ["MODELLING"]

PAWNS = case("rooks-with-pawns", n=4, k=1)
KINGS = placement("3x3", {"K": "any"})
SOME_KINGS = placement("3x4", {"K": "1..2"})
QUEENS = case("queens-any", n=4)
DOMINATING = case("kings-dominating-any", n=3)
MAXIMAL = case("kings-maximal", n=4)
WAZIRS = tour("4x4", "W")


def _through_everybody(right: Any) -> Any:
    return lambda ray, occupied: iter(ray)


def _past_everybody(right: Any) -> Any:
    return lambda *given: [() for way in right(*given)]


def _joined(right: Any) -> Any:
    def cover(graph: Any) -> Iterator[tuple[int, ...]]:
        first, second, *rest = right(graph)
        yield tuple(sorted({*first, *second}))
        yield from rest

    return cover


def _one_more_at_most(right: Any) -> Any:
    def within(number: Number, literals: tuple[int, ...]) -> Iterator[Constraint]:
        for constraint in right(number, literals):
            if isinstance(constraint, AtMost):
                yield AtMost(constraint.bound + 1, literals)
            else:
                yield constraint

    return within


def _below_the_upper_bound(right: Any) -> Any:
    return lambda self, size: right(self, size) and size != self.high


def _without_the_last(right: Any) -> Any:
    return lambda *given: iter([*right(*given)][:-1])


def _own_square_forgotten(right: Any) -> Any:
    def lower(self: Any, model: Placement, variables: Any) -> Any:
        return right(replace(self, variant="total"), model, variables)

    return lower


def _four_bits(right: Any) -> Any:
    return property(lambda self: right.fget(self) * 0x9E3779B1 >> 7 & 0x0F)


def _as_it_comes(right: Any) -> Any:
    def normal(squares: Any, *, closed: bool, directed: bool, origin: Any) -> Any:
        return right(squares, closed=closed, directed=True, origin=origin)

    return normal


MODELLING = (
    fault(
        "sight past a man in the meaning",
        Plant("modelling.rules.sight:_until_blocked", _through_everybody),
        PAWNS,
        "verify: engines",
        "verify: published",
        engine=BacktrackEngine(),
    ),
    fault(
        "sight past a man in the encoding",
        Plant("modelling.rules.sight:Sight.ways", _past_everybody),
        PAWNS,
        "verify: engines",
    ),
    fault(
        "a line is left out",
        Plant("modelling.rules.nonattacking:NonAttacking.lower", _without_the_last),
        QUEENS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "two cliques are joined that are none",
        Plant("modelling.rules.nonattacking:_clique_cover", _joined),
        KINGS,
        "verify: engines",
    ),
    fault(
        "a bound off by one in the encoding",
        Plant("modelling.kinds:within", _one_more_at_most),
        SOME_KINGS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "a bound off by one in the meaning: < for <=",
        Plant("modelling.kinds:Number.__contains__", _below_the_upper_bound),
        SOME_KINGS,
        "verify: engines",
        engine=BacktrackEngine(),
    ),
    fault(
        "who dominates does not cover his own square, in the encoding",
        Plant("modelling.rules.domination:Domination.lower", _own_square_forgotten),
        DOMINATING,
        "verify: engines",
    ),
    fault(
        "the last constraint of a rule is dropped",
        Plant("modelling.rules.maximal:Maximal.lower", _without_the_last),
        MAXIMAL,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "solutions are told apart by a short hash and never compared",
        Plant("modelling.arrangement:Arrangement.fingerprint", _four_bits),
        KINGS,
        "verify: engines",
        modulo="symmetry",
    ),
    fault(
        "a tour and its reverse are two, where direction does not matter",
        Plant("modelling.path:_normal", _as_it_comes),
        WAZIRS,
        "verify: engines",
        "verify: closed under symmetry",
    ),
)
