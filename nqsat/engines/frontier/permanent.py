"""Placements that give each row a column of its own, counted over sets of columns: permanents.

Where the constraints of a formula are only *exactly one* in each of n disjoint groups that have all
variables (rows), and *at most one* or *exactly one* in other disjoint groups (columns), a solution is a
perfect matching, and their number is the permanent of a 0/1 matrix. With ways(S) the number of ways in
which the first |S| rows take the columns S,

    ways({}) = 1      ways(S) = Σ ways(S - {c})  over the columns c in S that row |S| may take.

The first half of the rows and the second half are counted apart, so that every number fits into a word;
a solution is a set S of the first and its complement of the second. If columns may stay empty, as many
further rows take them, in any order: the sum is divided by the number of orders.

Reference: M. Held, R. M. Karp, A dynamic programming approach to sequencing problems, Journal of SIAM 10
(1962) 196-210, for counting over sets; H. J. Ryser, Combinatorial Mathematics, 1963, for permanents.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any

from nqsat.compiling.formula import disjoint_cover
from nqsat.engines.machine import memory_limit
from nqsat.engines.plans.plan import (
    Estimate,
    Part,
    Plan,
    PlanFacts,
    Products,
    Progress,
    Stage,
    single_part_stage,
)
from nqsat.modelling import Sum

#: Seconds for each set and each column that a row may take, and bytes for each set.
SECONDS, BYTES = 1.5e-9, 32

#: Fewer columns are counted as soon without arrays; a half of more would not fit into a word.
LEAST_COLUMNS, MOST_COLUMNS = 10, 30

#: Numbers are multiplied in limbs of as many bits, and as many products are summed up in a word.
_LIMB, _SUMMED = 22, 1 << 16


@dataclass(frozen=True, slots=True)
class PermanentPlan(Plan):
    """A count of the ways to give each row a column of its own.

    Args:
        title: as ``PlanFacts``.
        rows: for each row, the columns that it may take, as bits.
        columns: their number, at most ``MOST_COLUMNS``.
        free: how many of the last rows stand for columns that stay empty.
    """

    title: str
    rows: tuple[int, ...]
    columns: int
    free: int = 0

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.title, whole=True)

    @property
    def estimate(self) -> Estimate:
        steps = sum(row.bit_count() for row in self.rows) << self.columns
        words = (
            f"{len(self.rows)} rows over the {1 << self.columns:,} sets of {self.columns} columns"
        )
        return Estimate(steps * SECONDS / 2, BYTES << self.columns, words)

    def stage(self, wanted: int, products: Products) -> Stage:
        return single_part_stage(self)

    def run(self, part: Part, shared: Any) -> Iterator[Progress]:
        number = 0
        if len(self.rows) == self.columns:
            half = len(self.rows) // 2
            first = yield from _ways(self.rows[:half], self.columns)
            last = yield from _ways(self.rows[half:], self.columns)
            number = yield from _matched(first, last)
        yield Progress(((0, number // factorial(self.free)),), visited=2 << self.columns)


def permanent_plan(
    title: str, sums: Sequence[Sum], variables: Collection[int], memory: int | None
) -> PermanentPlan | None:
    """Return the plan for constraints that a permanent counts, if these are and it is of use.

    Args:
        title: as ``PlanFacts``.
        sums: all constraints.
        variables: all variables, which determine a solution.
        memory: as for ``FrontierEngine``.
    """
    numbers = [one for one in sums if len(set(one.literals)) == len(one.literals) == len(variables)]
    groups = [one for one in sums if one not in numbers]
    if any(one.low not in (0, 1) or one.most != 1 or min(one.literals) < 0 for one in groups):
        return None
    exact = [one.literals for one in groups if one.low == 1]
    for rows in disjoint_cover(exact, variables):
        if not all(one.low <= len(rows) <= one.most and min(one.literals) > 0 for one in numbers):
            continue
        columns = [one for one in groups if one.literals not in rows]
        taken = [x for one in columns for x in one.literals]
        if sum(map(len, rows)) < len(variables) or len(set(taken)) < len(taken):
            continue
        # A variable in no column is a column by itself.
        alone = [Sum(0, 1, (x,)) for x in sorted(set(variables).difference(taken))]
        plan = _of_matrix(title, rows, [*columns, *alone])
        if plan is not None and plan.estimate.memory <= memory_limit(memory):
            return plan
    return None


def _of_matrix(
    title: str, rows: Sequence[tuple[int, ...]], columns: Sequence[Sum]
) -> PermanentPlan | None:
    """Return the plan of these rows and columns; None if there are too few columns, or too many."""
    if not LEAST_COLUMNS <= max(len(columns), len(rows)) <= MOST_COLUMNS:
        return None
    column = {x: place for place, one in enumerate(columns) for x in one.literals}
    masks = [sum({1 << column[x] for x in row}) for row in rows]
    if any(mask.bit_count() < len(row) for mask, row in zip(masks, rows, strict=True)):
        return None  # two variables of a row and a column: it has a weight
    optional = sum(1 << place for place, one in enumerate(columns) if one.low == 0)
    free = max(0, len(columns) - len(rows))
    return PermanentPlan(title, (*masks, *[optional] * free), len(columns), free)


def _ways(rows: Sequence[int], columns: int) -> Generator[Progress, None, Any]:
    """Return in how many ways these rows take each set of columns, as an array over all sets."""
    from nqsat.engines.compiled.arrays import np

    ways: Any = np.zeros(1 << columns, np.uint64)
    ways[0] = 1
    for place, row in enumerate(rows, start=1):
        after = np.zeros_like(ways)
        for column in range(columns):
            if row >> column & 1:
                # Axis 1 of these views says whether a set has the column.
                shape = -1, 2, 1 << column
                after.reshape(shape)[:, 1] += ways.reshape(shape)[:, 0]
                yield Progress()
        ways = after
        yield Progress(words=f"row {place} of {len(rows)}")
    return ways


def _matched(first: Any, last: Any) -> Generator[Progress, None, int]:
    """Return the sum over all sets of the product of a number of the set and one of its complement."""
    from nqsat.engines.compiled.arrays import np

    there = np.flatnonzero(first)
    number = 0
    for i, a in enumerate(_limbs(first[there])):
        for j, b in enumerate(_limbs(last[len(last) - 1 - there])):
            for begin in range(0, len(there), _SUMMED):
                some = slice(begin, begin + _SUMMED)
                number += int((a[some] * b[some]).sum()) << _LIMB * (i + j)
            yield Progress()
    return number


def _limbs(numbers: Any) -> list[Any]:
    """Return words in three limbs each, the lowest first."""
    lowest = numbers.dtype.type((1 << _LIMB) - 1)
    return [numbers >> numbers.dtype.type(_LIMB * place) & lowest for place in range(3)]
