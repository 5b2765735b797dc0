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
from typing import TYPE_CHECKING, NamedTuple

from nqsat.engines.bitboard.reading import bits_of, mask_of

if TYPE_CHECKING:
    from nqsat.engines.bitboard.levels import Level, Plan
    from nqsat.engines.bitboard.reading import Task

#: So many levels at most are decided beforehand, …
DEEPEST = 3

#: … and so many images of ways to decide them are compared.
MOST = 20_000


class Prefix(NamedTuple):
    """A way to decide the first levels.

    Args:
        choices: for each, the item that is chosen; None for nobody.
        weight: how many ways have as many solutions, this one among them.
    """

    choices: tuple[int | None, ...]
    weight: int

    @property
    def men(self) -> int:
        """How many items are chosen."""
        return sum(item is not None for item in self.choices)


def prefixes(task: Task, plan: Plan, group: Sequence[Sequence[int]]) -> list[Prefix]:
    """Ways to decide the first levels of a plan, of each class of equivalent ones the first.

    As many levels are decided as pay: until deciding one more cuts the search no further.

    Args:
        task: the task.
        plan: its levels.
        group: permutations of the items that preserve the solutions: a group, or nothing.
    """
    best, gain = [Prefix((), 1)], 1.0
    if len(group) < 2:
        return best
    ways: list[tuple[int | None, ...]] = [()]
    for depth in range(min(DEEPEST, len(plan.levels) - 1)):
        ways = [(*way, item) for way in ways for item in _choices(task, plan.levels[depth], way)]
        if len(ways) * len(group) > MOST:
            break
        found = _classes(ways, plan.levels, group)
        if len(ways) > 1.2 * gain * len(found):
            best, gain = found, len(ways) / len(found)
    return best


def _choices(task: Task, level: Level, way: Sequence[int | None]) -> list[int | None]:
    gone = 0
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
        [mask_of(g[i] for i in bits_of(level.items)) for g in group] for level in levels[:DEEPEST]
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
