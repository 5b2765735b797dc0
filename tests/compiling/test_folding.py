"""Formulas by orbits of pieces against all solutions and their images; random sums against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

import pytest
from support.counts import sizes, total
from support.day_subset import some
from support.formulas import formula_of, meaning
from support.oracle.brute_force import DEEP, brute_force
from support.random_models import random_model

from nqsat import InvalidModel, Placement, UnsupportedByEngine
from nqsat.chess import Symmetry, symmetries
from nqsat.compiling import ConstraintGroup, lower
from nqsat.compiling.pigeonhole import pigeonhole
from nqsat.compiling.sums import simplify
from nqsat.counting.orbits import only_fixed
from nqsat.engines import BitboardEngine, CpSatEngine, FrontierEngine, Listing, SatEngine
from nqsat.modelling import Constraint, Sum
from nqsat.rules import Armies, AtMost, Clause, Domination, NonAttacking

#: Two colours that may be exchanged, in various rules.
COLOURED = [
    Placement("2x4", {"white:Q": "any", "black:Q": "any"}, [Armies()]),
    Placement("2x4", {"white:N": 2, "black:N": 2}, [NonAttacking()]),
    Placement("torus:3x3", {"white:W": "..2", "black:W": "..2"}, [NonAttacking()]),
    Placement("2x4", {"white:R": "any", "black:R": "any"}, [Domination(), NonAttacking(blocking=True)]),
]  # fmt: skip


def placements() -> Iterator[Placement]:
    """Random models that brute force takes, with rules of all sorts."""
    yield from COLOURED
    for seed in range(600 if DEEP else 60):
        model = random_model(seed, 0)
        if (
            isinstance(model, Placement)
            and 2 <= len(model.board.squares) <= (8, 8, 5)[len(model.kinds) - 1]
        ):
            yield model.with_objective(None)


def changes(model: Placement) -> list[Symmetry]:
    """All symmetries of the board, and those that exchange colours, if that leaves the model as it is."""
    found: list[Symmetry] = [*symmetries(model.board)]
    with suppress(InvalidModel):
        found = [*model.recolourings(), *found]
    return found if DEEP else Random(1).sample(found, min(len(found), 6))


@pytest.mark.parametrize("model", some(placements(), 2))
def test_what_a_symmetry_leaves_alone(model: Placement) -> None:
    found = brute_force(model)
    for change in changes(model):
        alone = {solution for solution in found if solution.image(change) == solution}
        asked = only_fixed(model, change)
        assert set(Listing(asked, SatEngine())) == alone, (asked, change)
        reader = lower(asked).reader
        for one in alone:
            assert reader.decode(reader.variables(one) or ()) == one, (asked, one)
        by_size = Counter(len(one.pieces) for one in alone)
        for engine in (FrontierEngine(), BitboardEngine()):
            with suppress(UnsupportedByEngine):
                assert total(engine, asked) == len(alone), (engine, asked, change)
            with suppress(UnsupportedByEngine):
                assert sizes(engine, asked) == by_size, (engine, asked, change)
        if len(alone) < 5:
            assert set(Listing(asked, CpSatEngine())) == alone, (asked, change)


def random_constraints(chance: Random, size: int) -> Iterator[Constraint]:
    every = [sign * x for x in range(1, size + 1) for sign in (1, -1)]
    some = every if chance.random() < 0.5 else every[::2]  # of both signs, or none negated
    for _ in range(chance.randint(1, 6)):
        literals = tuple(chance.choices(some, k=chance.randint(0, 7)))
        bound = chance.randint(0, max(2, len(literals)))
        bounds = [(1, None), (0, bound), (bound, None), (bound, bound), (bound // 2, bound)]
        yield Sum(*chance.choice(bounds), literals)


def test_simplified_sums_allow_the_same() -> None:
    for chance in map(Random, range(1000 if DEEP else 300)):
        size = chance.randint(1, 6)
        found = tuple(random_constraints(chance, size))
        name = [chance.randint(1, size) for _ in range(size)]  # several may get one name

        def renamed(x: int, name: list[int] = name) -> int:
            return name[x - 1] if x > 0 else -name[-x - 1]

        parts = simplify([ConstraintGroup("random", found)], renamed)
        moved = [one._replace(literals=tuple(map(renamed, one.literals))) for one in found]  # type: ignore[call-arg]
        kept = (one for _, part in parts for one in part)
        assert meaning(size, kept) == meaning(size, moved), (moved, parts)


@pytest.mark.parametrize(
    "groups", [(), (AtMost(1, (1, 2)),), (AtMost(1, (1, 2)), AtMost(1, (2, 3)))]
)
def test_every_interval_of_small_weighted_sums(groups: tuple[Sum, ...]) -> None:
    # Divided by a common weight, an interval may become empty: 2·x + 2·y = 3. What comes out says so by the
    # empty clause only, and the passes that follow keep what it means.
    for weights in product(range(4), repeat=3):
        literals = tuple(x for x, weight in enumerate(weights, start=1) for _ in range(weight))
        for low, high in product(range(len(literals) + 2), repeat=2):
            asked = (*groups, Sum(low, high, literals))
            (*parts,) = simplify([ConstraintGroup("some", asked)], lambda x: x)
            kept = [constraint for part in parts for constraint in part.constraints]
            impossible = [one for one in kept if isinstance(one, Sum) and one.is_impossible]
            assert impossible in ([], [Clause(())]), asked
            found = pigeonhole(formula_of(3, *kept)).constraints
            assert meaning(3, found) == meaning(3, asked), asked
