"""Random rules: for every rule class, a function that draws a rule for a board and some kinds."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import TypeVar, get_args

from nqsat.chess import Board, symmetries
from nqsat.modelling import Number, Rule, rules
from nqsat.modelling.rules.domination import Variant
from nqsat.modelling.rules.measures import Sense

T = TypeVar("T")


@dataclass(frozen=True)
class RandomDraw:
    chance: Random
    board: Board
    names: tuple[str, ...]

    def one(self, *values: T) -> T:
        return self.chance.choice(values)

    def flag(self) -> bool:
        return self.chance.random() < 0.5

    def kinds(self) -> tuple[str, ...] | None:
        few = self.chance.random() < 0.4
        return tuple(draw_distinct(self.chance, self.names, 1, len(self.names))) if few else None

    def pairs(self) -> frozenset[tuple[str, str]] | None:
        if self.chance.random() < 0.7:
            return None
        return frozenset(
            draw_distinct(self.chance, [(a, b) for a in self.names for b in self.names], 1, 2)
        )

    def measure(self) -> rules.Measure:
        """Draw a measure: pieces of some kinds, squares that these do not attack, attacks, or a sum."""
        chosen = self.chance.random()
        if chosen < 0.25 and self.board.squares:
            terms = draw_distinct(self.chance, self.literals, 1, 4)
            return rules.WeightedSum(
                tuple(x for x in terms for _ in range(self.one(1, 1, 2, 3, 5)))
            )
        if chosen < 0.6:
            return rules.Pieces(self.kinds())
        if chosen < 0.8:
            return rules.Unattacked(self.kinds(), self.flag())
        return rules.Attacks(self.flag())

    @property
    def literals(self) -> list[rules.Stands]:
        squares = [self.board.name(square) for square in self.board.squares]
        return [rules.Stands(*one) for one in product(self.names, squares, (True, False))]

    def objective(self) -> rules.Objective:
        sense: Sense = self.one("maximise", "minimise")
        return rules.Objective(sense, self.measure())

    def symmetries(self, least: int) -> tuple[str, ...]:
        """Draw the names of ``least`` to two symmetries."""
        every = [symmetry.name for symmetry in symmetries(self.board)]
        return tuple(draw_distinct(self.chance, every, least, 2))


def draw_distinct(chance: Random, values: Sequence[T], least: int, most: int) -> list[T]:
    """Draw ``least`` to ``most`` distinct values in random order, fewer if there are fewer."""
    return chance.sample(values, min(len(values), chance.randint(least, most)))


def _draw_amount(draw: RandomDraw) -> Rule:
    number = draw.one("1..", "2..", "..3", "1..4", "0", "2", "3")
    return rules.Amount(draw.measure(), number)


def _draw_among(draw: RandomDraw) -> Rule:
    """Some of a few literals; or a sum with weights, compared with a number or with another sum."""
    literals = draw.literals
    if draw.one(True, True, False):
        number = draw.one("1..", "1..", "..1", "1..2", "2..", "1", "..0")
        return rules.Among(tuple(draw_distinct(draw.chance, literals, 1, 4)), Number.parse(number))
    some = draw_distinct(
        draw.chance, literals[::2], 2, 6
    )  # of each square once, so that no sum cancels
    one, other = (
        sum(draw.one(1, 1, -1, 2, 3) * draw.one(x, ~x) for x in part)
        for part in (some[::2], some[1::2])
    )
    compared = draw.one(
        operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne
    )
    made: Rule = compared(one, draw.one(0, 1, 2, other))
    return made


def _draw_domination(draw: RandomDraw) -> Rule:
    minimal, blocking = draw.one((False, False), (False, True), (True, False))
    variant: Variant = draw.one(*get_args(Variant))
    times = (
        draw.one(None, 2, "2..2", "1..3") if variant in ("plain", "total") and not minimal else None
    )
    return rules.Domination(variant, draw.kinds(), minimal, blocking, times)


def _draw_regions(draw: RandomDraw) -> Rule:
    board, letters = draw.board, draw.chance.choices
    lines = ["".join(letters("AAB1.", k=board.columns)) for _ in range(board.rows)]
    return rules.Regions(tuple(lines), draw.one("1", "..1", "1..2", "2"), draw.kinds())


LINES = (rules.Files, rules.Ranks, rules.Diagonals, rules.Antidiagonals)


def _draw_lines(kind: type[rules.Files], draw: RandomDraw) -> Rule:
    return kind(draw.one("1", "..1", "..1", "1..2", "1..", "2"), draw.kinds())


#: How each rule is drawn. The model may not allow the rule that is drawn.
RANDOM_RULES: Mapping[type[Rule], Callable[[RandomDraw], Rule]] = {
    rules.NonAttacking: lambda draw: rules.NonAttacking(draw.pairs(), draw.flag()),
    rules.Invariant: lambda draw: rules.Invariant(draw.symmetries(1)),
    rules.Amount: _draw_amount,
    rules.Degrees: lambda draw: rules.Degrees(
        draw.one("1..", "1", "..1", "2", "1..2", "2..", "0", "3", "any"),
        draw.one("attacks", "attacked"),
        draw.kinds(),
        draw.kinds(),
        draw.flag(),
    ),
    rules.Among: _draw_among,
    rules.Armies: lambda draw: rules.Armies(draw.flag(), draw.flag()),
    rules.Domination: _draw_domination,
    rules.Maximal: lambda draw: rules.Maximal(draw.pairs(), draw.flag()),
    rules.Irredundant: lambda draw: rules.Irredundant(draw.kinds()),
    rules.Connected: lambda draw: rules.Connected(
        draw.one("occupied", "occupied", "empty"),
        draw.kinds(),
        draw.one(None, None, "W", "K"),
        draw.flag(),
    ),
    rules.Regions: _draw_regions,
    rules.Permutation: lambda draw: rules.Permutation(
        draw.one("1", "..1", "1..2", "1..", "2"), draw.kinds()
    ),
    **{kind: partial(_draw_lines, kind) for kind in LINES},
    rules.Shape: lambda draw: rules.Shape(
        draw.one("X", "XX", "XX/.X", "X.X", "XXX", "O4", "T4"), draw.kinds()
    ),
    rules.Clues: lambda draw: rules.Clues(
        draw.one((((0, 0), "3"),), (((0, 0.5), "W"), ((0, 0), "B")), ())
    ),
    rules.NoThreeInLine: lambda _draw: rules.NoThreeInLine(),
    rules.DistinctDifferences: lambda _draw: rules.DistinctDifferences(),
    rules.Stabiliser: lambda draw: rules.Stabiliser(draw.symmetries(0)),
}
