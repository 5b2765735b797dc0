"""Random rules: for every rule that there is, how one is drawn for a board and some kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeVar, get_args

from nqsat.chess import Board, symmetries
from nqsat.modelling import Number, Rule
from nqsat.modelling.rules import (
    Among,
    Amount,
    Armies,
    Degrees,
    DistinctDifferences,
    Domination,
    Invariant,
    Maximal,
    Measure,
    Men,
    NonAttacking,
    NoThreeInLine,
    Objective,
    Permutation,
    Regions,
    Stabiliser,
    Stands,
    Unattacked,
)
from nqsat.modelling.rules.domination import Variant

T = TypeVar("T")

Names = tuple[str, ...]


class Draw(NamedTuple):
    """What a rule is drawn for."""

    chance: Random
    board: Board
    names: Names


def some(chance: Random, values: Sequence[T], least: int, most: int) -> list[T]:
    """From ``least`` to ``most`` different values, fewer where there are fewer, in random order."""
    return chance.sample(values, min(len(values), chance.randint(least, most)))


def random_objective(chance: Random, names: Names) -> Objective:
    """Either sense and every measure."""
    return Objective(chance.choice(["maximise", "minimise"]), _measure(chance, names))


def _kinds(chance: Random, names: Names) -> Names | None:
    """Some of the kinds, or None for all."""
    return tuple(some(chance, names, 1, len(names))) if chance.random() < 0.4 else None


def _flag(chance: Random) -> bool:
    return chance.random() < 0.5


def _pairs(chance: Random, names: Names) -> frozenset[tuple[str, str]] | None:
    if chance.random() < 0.7:
        return None
    pairs = [(one, other) for one in names for other in names]
    return frozenset(some(chance, pairs, 1, 2))


def _measure(chance: Random, names: Names) -> Measure:
    if _flag(chance):
        return Men(_kinds(chance, names))
    return Unattacked(_kinds(chance, names), _flag(chance))


def _non_attacking(draw: Draw) -> Rule:
    return NonAttacking(_pairs(draw.chance, draw.names), _flag(draw.chance))


def _invariant(draw: Draw) -> Rule:
    every = [symmetry.name for symmetry in symmetries(draw.board)]
    return Invariant(tuple(some(draw.chance, every, 1, 2)))


def _amount(draw: Draw) -> Rule:
    number = draw.chance.choice(["1..", "2..", "..3", "1..4", "0", "2", "3"])
    return Amount(_measure(draw.chance, draw.names), number)


def _degrees(draw: Draw) -> Rule:
    return Degrees(
        draw.chance.choice(["1..", "1", "..1", "2", "1..2", "2..", "0", "3", "any"]),
        draw.chance.choice(["attacks", "attacked"]),
        _kinds(draw.chance, draw.names),
        _kinds(draw.chance, draw.names),
        _flag(draw.chance),
    )


def _among(draw: Draw) -> Rule:
    squares = [square.name(draw.board.rows) for square in draw.board.squares]
    literals = [
        Stands(name, at, sign) for name in draw.names for at in squares for sign in (True, False)
    ]
    number = draw.chance.choice(["1..", "1..", "..1", "1..2", "2..", "1", "..0"])
    return Among(tuple(some(draw.chance, literals, 1, 4)), Number.parse(number))


def _domination(draw: Draw) -> Rule:
    minimal, blocking = draw.chance.choice([(False, False), (False, True), (True, False)])
    variant: Variant = draw.chance.choice(get_args(Variant))
    return Domination(variant, _kinds(draw.chance, draw.names), minimal, blocking)


def _maximal(draw: Draw) -> Rule:
    return Maximal(_pairs(draw.chance, draw.names), _flag(draw.chance))


def _regions(draw: Draw) -> Rule:
    lines = (
        "".join(draw.chance.choices("AAB1.", k=draw.board.columns)) for _ in range(draw.board.rows)
    )
    return Regions(
        tuple(lines), draw.chance.choice(["1", "..1", "1..2", "2"]), _kinds(draw.chance, draw.names)
    )


def _permutation(draw: Draw) -> Rule:
    return Permutation(
        draw.chance.choice(["1", "..1", "1..2", "1..", "2"]), _kinds(draw.chance, draw.names)
    )


def _stabiliser(draw: Draw) -> Rule:
    every = [symmetry.name for symmetry in symmetries(draw.board)]
    return Stabiliser(tuple(some(draw.chance, every, 0, 2)))


#: How each rule is drawn. It may come out as one that the model does not allow.
RANDOM_RULES: Mapping[type[Rule], Callable[[Draw], Rule]] = {
    NonAttacking: _non_attacking,
    Invariant: _invariant,
    Amount: _amount,
    Degrees: _degrees,
    Among: _among,
    Armies: lambda draw: Armies(_flag(draw.chance), _flag(draw.chance)),
    Domination: _domination,
    Maximal: _maximal,
    Regions: _regions,
    Permutation: _permutation,
    NoThreeInLine: lambda _draw: NoThreeInLine(),
    DistinctDifferences: lambda _draw: DistinctDifferences(),
    Stabiliser: _stabiliser,
}
