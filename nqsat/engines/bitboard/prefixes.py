"""The first levels decided in every way, ways that a symmetry takes to one another only once.

A way to decide some levels is a set S of men who stand there and a set Z of squares (the levels left
empty) where nobody stands. The solutions that have it are those that contain S and meet Z nowhere. A
symmetry g of the model takes them one to one to the solutions that contain gS and do not meet gZ. So of
all ways (gS, gZ) to decide these levels one is searched, and what it counts is taken as often as there
are such ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from nqsat.engines.bitboard.levels import Level, Plan
from nqsat.engines.bitboard.reading import Task, bits_of, mask_of

#: So many levels at most are decided to save work, …
DEEPEST = 3

#: … and so many images of ways to decide them are compared; for parts that are wanted, so many of each.
MOST, EACH = 20_000, 200


class Prefix(NamedTuple):
    """A way to decide the first levels: for each an item or nobody; and how many have as many solutions."""

    choices: tuple[int | None, ...]
    weight: int


def prefixes(
    task: Task, plan: Plan, group: Sequence[Sequence[int]], wanted: int = 1
) -> list[Prefix]:
    """Ways to decide the first levels of a plan, of each class of equivalent ones the first.

    As many levels are decided as pay: until deciding one more cuts the search no further. And as many more
    as it takes to have so many classes as are wanted.

    Args:
        task: what is searched.
        plan: its levels.
        group: permutations of the items that preserve the solutions: a group, or nothing.
        wanted: how many there should be.
    """
    best, gain = [Prefix((), 1)], 1.0
    group = group or [range(task.items.bit_length())]
    ways: list[tuple[int | None, ...]] = [()]
    for depth in range(len(plan.levels) - 1):
        if len(best) >= wanted and (len(group) < 2 or depth >= DEEPEST):
            break
        ways = [(*way, item) for way in ways for item in next_choices(task, plan, way)]
        if not ways or len(ways) * len(group) > max(
            MOST, EACH * wanted if len(best) < wanted else 0
        ):
            break
        found = _classes(ways, plan.levels, group)
        enough = len(best) >= wanted  # of later levels there may be fewer ways again
        if len(ways) > 1.2 * gain * len(found) if enough else len(found) > len(best):
            best, gain = found, len(ways) / len(found)
    return best


def next_choices(task: Task, plan: Plan, way: Sequence[int | None]) -> list[int | None]:
    """What may be chosen at the level after those that are decided; nothing after the last."""
    if len(way) == len(plan.levels):
        return []
    level, gone = plan.levels[len(way)], 0
    for item in way:
        gone |= 0 if item is None else task.beside[item]
    here: list[int | None] = list(bits_of(level.items & ~gone))
    return here if level.must else [*here, None]


def _classes(
    ways: Sequence[tuple[int | None, ...]],
    levels: Sequence[Level],
    group: Sequence[Sequence[int]],
) -> list[Prefix]:
    emptied = [
        [mask_of(g[i] for i in bits_of(level.items)) for g in group]
        for level in levels[: len(ways[0]) if ways else 0]
    ]
    first: dict[tuple[int, int], tuple[int | None, ...]] = {}
    number: Counter[tuple[int, int]] = Counter()
    for way in ways:
        key = min(
            (
                mask_of(g[item] for item in way if item is not None),
                sum(emptied[i][j] for i, item in enumerate(way) if item is None),
            )
            for j, g in enumerate(group)
        )
        first.setdefault(key, way)
        number[key] += 1
    return [Prefix(way, number[key]) for key, way in first.items()]
