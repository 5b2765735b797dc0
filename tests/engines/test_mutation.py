"""Mutation: drop or loosen one constraint of a formula and insist that the comparison notices.

A part of a formula whose loss nobody notices is either redundant, and then listed here with the
reason, or a hole in the tests.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from support.oracle.brute_force import brute_force
from support.oracle.cnf import projected_models
from support.oracle.models import special

from nqsat import Board, Kind, Piece, Placement, Square
from nqsat.compiling import ConstraintGroup, Formula, lower, to_cnf
from nqsat.rules import AtLeast, AtMost, Invariant, NonAttacking, Number, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nqsat.modelling import Constraint

MODELS = {
    "queens": Placement("4x4", {"Q": 4}),
    "fewer queens": Placement("4x3", {"Q": 2}),
    "any rooks": Placement("3x3", {"R": "1..2"}),
    "knights": Placement("3x4", {"N": "3..4"}),
    "kings": Placement("3x4", {"K": "2.."}),
    "lances": Placement("4x2", {"fR": 2}),
    "lances both ways": Placement("4x2", {"fR": 1, "bR": 1}),
    "torus": Placement("torus:3x4", {"W": "1..2"}),
    "two kinds": Placement("2x3", {"W": "..1", "N": "1.."}),
    "between": Placement("2x3", {"R": 2, "K": 1}, [NonAttacking(frozenset({("R", "K")}))]),
    "presets": Placement("3x3", {"N": "any", "W": "..2"}, presets=["W@a1", "-@c2"]),
    "invariant": Placement("3x3", {"N": "any"}, [NonAttacking(), Invariant("rot90")]),
    "squares": Placement(
        "3x3",
        [Kind("R", Piece.parse("R"), Number(1, None), frozenset({Square(0, 0), Square(0, 2)}))],
    ),
    "walls": Placement(Board.from_map("..#.\n.x..\n...."), {"R": "2..3"}),
}


def solutions(formula: Formula) -> set[frozenset[int]]:
    return projected_models(to_cnf(formula))


def mutants(formula: Formula) -> Iterator[Formula]:
    """Every formula with one constraint dropped, or with its bound one looser."""
    for i, part in enumerate(formula.parts):
        for j, old in enumerate(part.constraints):
            looser: list[tuple[Constraint, ...]] = [()]
            match old:
                case Sum(0, int(high), literals):
                    looser.append((AtMost(high + 1, literals),))
                case Sum(low, None, literals) if low > 1:
                    looser.append((AtLeast(low - 1, literals),))
                case Sum(low, int(high), literals):
                    looser += [(AtMost(high, literals),), (AtLeast(low, literals),)]
            for new in looser:
                kept = (*part.constraints[:j], *new, *part.constraints[j + 1 :])
                changed = (
                    *formula.parts[:i],
                    ConstraintGroup(part.origin, kept),
                    *formula.parts[i + 1 :],
                )
                yield replace(formula, parts=changed)


#: How many mutants have the same solutions because the rest of the formula implies what was taken
#: away. Everything else must be noticed.
EXPECTED = {
    # 2 solutions only: any one diagonal, and any one rank or file, follows from the others.
    "queens": 34,
    # A pair on one file that the number 1 of each kind makes impossible anyway (a kind with itself).
    "lances both ways": 8,
    # At most one W: the pairs of W with W say nothing more.
    "two kinds": 14,
    # One king only: the numbers and the pairs about the corners follow from what the rooks leave.
    "between": 26,
    # A W at a1 and nobody at c2: all that touches these squares is decided; at most one more W.
    "presets": 114,
}


@pytest.mark.deep
@pytest.mark.parametrize("name", MODELS)
def test_every_constraint_counts(name: str) -> None:
    formula = lower(MODELS[name])
    wanted = solutions(formula)
    assert {formula.reader.decode(true) for true in wanted} == brute_force(MODELS[name])
    unnoticed = sum(solutions(mutant) == wanted for mutant in mutants(formula))
    assert unnoticed == EXPECTED.get(name, 0)


@pytest.mark.parametrize("name", MODELS)
def test_dropping_a_whole_part_is_noticed(name: str) -> None:
    formula = lower(MODELS[name])
    wanted = solutions(formula)
    for i, part in enumerate(formula.parts):
        mutant = replace(formula, parts=formula.parts[:i] + formula.parts[i + 1 :])
        assert solutions(mutant) != wanted, f"{name}: {part.origin} can go"


def test_restricted_squares_are_noticed() -> None:
    # They are no constraint but missing variables: the model without them differs.
    for model in special():
        if any(kind.squares is not None for kind in model.kinds):
            free = [replace(kind, squares=None) for kind in model.kinds]
            other = Placement(model.board, free, model.rules, model.presets)
            one = {str(x) for x in brute_force(model)}
            assert one != {str(x) for x in brute_force(other)} or not one
