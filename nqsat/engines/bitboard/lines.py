"""Cliques that are decided before the search, in one of each class of equivalent ways.

They are the first levels, or *lines* that the symmetries permute: the ranks and files in the middle. A way
to decide them is a set S of pieces that are present and a set Z of squares (of the cliques left empty) that
stay empty. Its solutions are those that contain S and avoid Z. A symmetry g of the model is a bijection
from these to the solutions that contain gS and avoid gZ. So one way of each orbit of ways (gS, gZ) is
searched, and its count is multiplied by the size of the orbit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from nqsat.engines.arrays import np
from nqsat.engines.bitboard.levels import Level, LevelOrder
from nqsat.engines.bitboard.reading import Task
from nqsat.engines.bits import bits_of, mask_of

#: Maximum number of lines of an orbit.
MOST_LINES = 6

#: Maximum number of ways to decide cliques, a tenth of a second for eight symmetries, …
MOST_WAYS = 100_000

#: … and of their images; of first levels that are decided to save work, and for each part that is wanted.
MOST_IMAGES, MOST_OF_LEVELS, EACH = 2_000_000, 20_000, 200

#: Maximum number of levels decided in advance to save work.
DEEPEST = 3


class Prefix(NamedTuple):
    """A way to decide cliques, each by an item or a blank; and the size of its orbit."""

    choices: tuple[int | None, ...]
    weight: int


def prefixes(
    task: Task, order: LevelOrder, group: Sequence[Sequence[int]], wanted: int = 1
) -> list[Prefix]:
    """Ways to decide the first levels: the first way of each class of equivalent ones.

    Levels are added until another one reduces the search no further, and until there are ``wanted``
    classes. The group consists of permutations of the items that preserve the solutions; it may be empty.
    """
    best, gain = [Prefix((), 1)], 1.0
    for depth in range(1, len(order.levels)):
        enough = len(best) >= wanted
        if enough and (len(group) < 2 or depth > DEEPEST):
            break
        most = MOST_OF_LEVELS if enough else max(MOST_OF_LEVELS, EACH * wanted)
        found = prefix_orbits(task, replace(order, lines=order.levels[:depth]), group, most)
        if not found:
            break
        ways = sum(way.weight for way in found)  # later levels may have fewer again
        if ways > 1.2 * gain * len(found) if enough else len(found) > len(best):
            best, gain = found, ways / len(found)
    return best


def line_orbits(
    task: Task, order: LevelOrder, group: Sequence[Sequence[int]]
) -> list[tuple[Level, ...]]:
    """The orbits of the levels of an order with few lines; none without symmetries."""
    seen: set[int] = set()
    found = []
    for level in order.levels if len(group) > 1 else ():
        if level.items in seen or level.items.bit_count() < 2:
            continue
        orbit = dict.fromkeys(mask_of(g[item] for item in bits_of(level.items)) for g in group)
        seen.update(orbit)
        if len(orbit) <= MOST_LINES and all(_is_clique(task, line) for line in orbit):
            must = any(other.must for other in order.levels if other.items in orbit)
            found.append(tuple(Level(line, must) for line in orbit))
    return found


def prefix_orbits(
    task: Task, order: LevelOrder, group: Sequence[Sequence[int]], most: int = MOST_IMAGES
) -> list[Prefix]:
    """The first of each class of equivalent ways to decide an order's lines, with the size of the class.

    None of them if they have more than ``most`` images.
    """
    items, lines = len(task.beside), order.lines
    group = group or [range(items)]
    ways = _line_choices(task, lines, most // len(group))
    if ways is None:
        return []
    ways = ways[_satisfy_levels(order, ways)]
    number_of = {line.items: items + number for number, line in enumerate(lines)}
    blanks = [
        [
            number_of.setdefault(mask_of(g[i] for i in bits_of(line.items)), items + len(number_of))
            for line in lines
        ]
        for g in group
    ]
    base = items + len(number_of)
    if base ** len(lines) >= 2**63:  # a way is encoded in one integer
        return []
    keys = np.full(len(ways), np.iinfo(np.int64).max)
    for g, moved in zip(group, blanks, strict=True):
        image = np.sort(np.array([*g[:items], *moved], np.int64)[ways], axis=1)
        np.minimum(keys, image.dot(base ** np.arange(len(lines))), out=keys)
    _, first, weight = np.unique(keys, return_index=True, return_counts=True)
    rows = ways[first].tolist()
    chosen = [tuple(x if x < items else None for x in row) for row in rows]
    return [Prefix(way, number) for way, number in zip(chosen, weight.tolist(), strict=True)]


def _is_clique(task: Task, line: int) -> bool:
    return all(line & ~task.beside[item] == 1 << item for item in bits_of(line))


def _line_choices(task: Task, lines: Sequence[Level], most: int) -> Any:
    """All ways to decide the lines, as rows: for each line an item, or the number of its blank."""
    items = len(task.beside)
    together = np.ones((items + len(lines), items + len(lines)), bool)
    for item, others in enumerate(task.beside):
        together[item, [*bits_of(others)]] = False
    for blank, line in enumerate(lines, start=items):
        here = [*bits_of(line.items)]
        together[blank, here] = together[here, blank] = False
    ways = np.zeros((1, 0), np.int64)
    for blank, line in enumerate(lines, start=items):
        choices = np.array(
            [*bits_of(line.items & task.items), *[blank] * (not line.must)], np.int64
        )
        good = np.ones((len(ways), len(choices)), bool)
        for before in ways.T:
            good &= together[before][:, choices]
        whose, which = np.nonzero(good)
        if len(whose) > min(MOST_WAYS, most):
            return None
        ways = np.concatenate([ways[whose], choices[which][:, None]], axis=1)
    return ways


def _satisfy_levels(order: LevelOrder, choices: Any) -> Any:
    """Which ways choose an item of every level that needs one and has all its items on the lines."""
    good = np.ones(len(choices), bool)
    for level in order.levels:
        if level.must and not level.items & ~order.line_items:
            good &= np.isin(choices, [*bits_of(level.items)]).any(axis=1)
    return good
