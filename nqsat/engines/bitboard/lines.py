"""Lines that the symmetries permute, decided before the levels: one of each class of equivalent ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nqsat.engines.bitboard.levels import Level, LevelOrder, Prefix
from nqsat.engines.bitboard.reading import Task, bits_of, mask_of
from nqsat.engines.compiled.arrays import np

#: Maximum number of lines of an orbit: a way is encoded in one integer of 63 bits.
MOST_LINES = 6

#: Maximum number of ways to decide the lines of an orbit, a tenth of a second for eight symmetries, …
MOST_WAYS = 100_000

#: … and of their images.
MOST_IMAGES = 2_000_000


def line_orbits(
    task: Task, plan: LevelOrder, group: Sequence[Sequence[int]]
) -> list[tuple[Level, ...]]:
    """The orbits of the levels of a plan with few lines; none without symmetries."""
    seen: set[int] = set()
    found = []
    for level in plan.levels if len(group) > 1 else ():
        if level.items in seen or level.items.bit_count() < 2:
            continue
        orbit = dict.fromkeys(mask_of(g[item] for item in bits_of(level.items)) for g in group)
        seen.update(orbit)
        if len(orbit) <= MOST_LINES and all(_is_clique(task, line) for line in orbit):
            must = any(other.must for other in plan.levels if other.items in orbit)
            found.append(tuple(Level(line, must) for line in orbit))
    return found


def prefix_orbits(
    task: Task, plan: LevelOrder, group: Sequence[Sequence[int]]
) -> list[Prefix] | None:
    """The first of each class of equivalent ways to decide the plan's lines, with the size of the class.

    None if there are too many to compare.
    """
    items, lines = len(task.beside), plan.lines
    ways = _line_choices(task, lines)
    if ways is None or len(ways) * len(group) > MOST_IMAGES:
        return None
    ways = ways[_satisfy_levels(plan, ways)]
    number_of = {line.items: items + number for number, line in enumerate(lines)}
    keys = np.full(len(ways), np.iinfo(np.int64).max)
    for g in group:
        moved = [number_of[mask_of(g[i] for i in bits_of(line.items))] for line in lines]
        image = np.sort(np.array([*g[:items], *moved], np.int64)[ways], axis=1)
        np.minimum(keys, image @ (items + len(lines)) ** np.arange(len(lines)), out=keys)
    _, first, weight = np.unique(keys, return_index=True, return_counts=True)
    rows = ways[first].tolist()
    chosen = [tuple(x if x < items else None for x in row) for row in rows]
    return [Prefix(way, each) for way, each in zip(chosen, weight.tolist(), strict=True)]


def _is_clique(task: Task, line: int) -> bool:
    return all(line & ~task.beside[item] == 1 << item for item in bits_of(line))


def _line_choices(task: Task, lines: Sequence[Level]) -> Any:
    """All ways to decide the lines, as rows: for each line an item, or the number of its blank."""
    items = len(task.beside)
    together = np.ones((items + len(lines), items + len(lines)), bool)
    for item, others in enumerate(task.beside):
        together[item, [*bits_of(others)]] = False
    for blank, line in enumerate(lines, start=items):
        here = [*bits_of(line.items)]
        together[blank, here] = together[here, blank] = False
    if len(together) ** len(lines) >= 2**63:
        return None
    ways = np.zeros((1, 0), np.int64)
    for blank, line in enumerate(lines, start=items):
        choices = np.array(
            [*bits_of(line.items & task.items), *[blank] * (not line.must)], np.int64
        )
        good = np.ones((len(ways), len(choices)), bool)
        for before in ways.T:
            good &= together[before][:, choices]
        whose, which = np.nonzero(good)
        if len(whose) > MOST_WAYS:
            return None
        ways = np.concatenate([ways[whose], choices[which][:, None]], axis=1)
    return ways


def _satisfy_levels(plan: LevelOrder, choices: Any) -> Any:
    """Which ways choose an item of every level that needs one and has all its items on the lines."""
    good = np.ones(len(choices), bool)
    for level in plan.levels:
        if level.must and not level.items & ~plan.line_items:
            good &= np.isin(choices, [*bits_of(level.items)]).any(axis=1)
    return good
