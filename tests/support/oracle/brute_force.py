"""The oracles of the tests: brute force over the meaning, without formulas and engines.

There are two oracles of different independence:

* ``brute_force``: every way to put a kind or nothing on each square, filtered by the numbers of pieces and
  by ``model.holds``.
* ``meanings.naive_solutions``: the same, filtered by a second definition of the rules, which uses neither
  ``nqsat.chess.attacks`` nor any ``holds``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import product
from typing import Any

from nqsat import Arrangement, Board, Placement, Square
from nqsat.rules import Man

#: Whether larger and more random cases are requested.
DEEP = os.environ.get("NQSAT_DEEP") == "1"

Cell = tuple[int, int]

MOST_CANDIDATES = 200_000


# -- cells and candidates, read from the drawn board ------------------------------------------


def cells_of(board: Board) -> list[Cell]:
    """Return the cells where a piece can stand: the dots of the map."""
    return [
        (row, column)
        for row in range(board.rows)
        for column in range(board.columns)
        if board.character(Square(row, column)) == "."
    ]


def contents(model: Placement, cells: list[Cell]) -> Iterator[tuple[str | None, ...]]:
    """Return every way to put one kind or nothing on each cell."""
    choices: list[str | None] = [None, *(kind.name for kind in model.kinds)]
    if len(choices) ** len(cells) > MOST_CANDIDATES:
        raise ValueError(f"{len(choices)}^{len(cells)} candidates are too many for brute force")
    return product(choices, repeat=len(cells))


def candidates(model: Placement) -> Iterator[dict[Cell, str]]:
    """Yield the same as maps from cells to kinds."""
    cells = cells_of(model.board)
    for content in contents(model, cells):
        yield {cell: kind for cell, kind in zip(cells, content, strict=True) if kind is not None}


def arrangement_of(model: Placement, content: Mapping[Cell, str]) -> Arrangement:
    return Arrangement.of_sorted(
        model.setting, tuple(_man(*one) for one in sorted(content.items()))
    )


@cache
def _man(cell: Cell, kind: str) -> Man:
    return Man(Square(*cell), kind)


@lru_cache(maxsize=1000)  # many engines and encodings are compared on the same models
def brute_force(model: Placement) -> frozenset[Arrangement]:
    """Return the solutions: every candidate with the right numbers of pieces for which ``model.holds``."""
    cells = cells_of(model.board)
    found = []
    for content in contents(model, cells):
        if naive_numbers(model, content):
            men = [_man(cell, kind) for cell, kind in zip(cells, content, strict=True) if kind]
            found.append(Arrangement.of_sorted(model.setting, tuple(men)))
    return frozenset(arrangement for arrangement in found if model.holds(arrangement))


# -- the naive meaning ------------------------------------------------------------------------


def naive_targets(board: Board, start: Cell, rides: Mapping[Any, int]) -> set[Cell]:
    """Return what a piece on ``start`` attacks. ``rides``: (rows down, columns right) to reach, 0 = any."""
    return {cell for ray in naive_rays(board, start, rides) for cell in ray}


def naive_rays(board: Board, start: Cell, rides: Mapping[Any, int]) -> list[list[Cell]]:
    """Return the attacked squares of each ride, in the order of the ride.

    A ride walks step by step: it ends off a flat edge, at a wall and at its own square; it continues across
    holes, which are no targets.
    """
    rays: list[list[Cell]] = []
    for (down, right), reach in rides.items():
        row, column = start
        taken = 0
        ray: list[Cell] = []
        while reach == 0 or taken < reach:
            row, column, taken = row + down, column + right, taken + 1
            if board.wrap == "torus":
                while row < 0:
                    row += board.rows
                while row >= board.rows:
                    row -= board.rows
            if board.wrap in ("torus", "cylinder"):
                while column < 0:
                    column += board.columns
                while column >= board.columns:
                    column -= board.columns
            if row < 0 or row >= board.rows or column < 0 or column >= board.columns:
                break
            if (row, column) == start or board.character(Square(row, column)) == "#":
                break
            if board.character(Square(row, column)) == ".":
                ray.append((row, column))
        rays.append(ray)
    return rays


def naive_numbers(model: Placement, names: Sequence[str | None]) -> bool:
    """Return whether the number of pieces of each kind is right."""
    for kind in model.kinds:
        number = names.count(kind.name)
        if number < kind.number.low or (kind.number.high is not None and number > kind.number.high):
            return False
    return True


# -- Betza, by geometry -----------------------------------------------------------------------

LEAPS = {
    "W": [(0, 1)], "F": [(1, 1)], "D": [(0, 2)], "N": [(1, 2)], "A": [(2, 2)], "H": [(0, 3)],
    "C": [(1, 3)], "L": [(1, 3)], "Z": [(2, 3)], "J": [(2, 3)], "G": [(3, 3)],
    "K": [(0, 1), (1, 1)], "R": [(0, 1)], "B": [(1, 1)], "Q": [(0, 1), (1, 1)],
}  # fmt: skip


def naive_directions(letters: str) -> list[str]:
    """Return direction letters, grouped from the left: a vertical next to a horizontal one is a pair."""
    groups = []
    while letters:
        first, second = letters[0], letters[1:2]
        together = second and (
            first == second
            or (first in "fbvh" and second in "rlsh")
            or (first in "rlsh" and second in "fbvh")
        )
        groups.append(first + second if together else first * 2)
        letters = letters[len(groups[-1]) if together else 1 :]
    return groups


def selects(group: str, up: int, right: int) -> bool:
    """Return whether a direction (two letters) selects the move ``up`` rows up and ``right`` to the right.

    The second letter of a pair is the long component; a zero component counts as either sign.
    """
    towards = {"f": up, "b": -up, "r": right, "l": -right}
    tall, wide = abs(up) >= abs(right), abs(right) >= abs(up)
    first, second = group[0], group[1]
    if group in ("hr", "hl"):  # handed: turning the long component clockwise meets the short one
        for long, short in (((up, 0), (0, right)), ((0, right), (up, 0))):
            size = abs(long[0] + long[1])
            if size >= abs(short[0] + short[1]) and size:
                clockwise = (-long[1], long[0])
                same = clockwise[0] * short[0] + clockwise[1] * short[1]
                if (same > 0) == (group == "hr") and same:
                    return True
        return False
    if second == "h":
        return towards.get(first, -1) >= 0
    if first == second:
        return {
            "v": tall and up != 0,
            "s": wide and right != 0,
            "f": tall and up > 0,
            "b": tall and up < 0,
            "r": wide and right > 0,
            "l": wide and right < 0,
        }.get(first, False)
    if second in "fbv":  # narrow
        return tall and up != 0 and towards.get(second, 1) > 0 and towards.get(first, -1) >= 0
    return wide and right != 0 and towards.get(second, 1) > 0 and towards.get(first, -1) >= 0


def naive_moves(directions: str, leaps: list[Cell]) -> tuple[set[Cell], bool]:
    """Return the (down, right) steps of an atom, and whether some direction selected nothing."""
    steps: set[Cell] = set()
    groups = naive_directions(directions)
    useless = False
    for small, large in leaps:
        images = {
            (a * p, b * q)
            for p, q in ((small, large), (large, small))
            for a in (1, -1)
            for b in (1, -1)
        }
        here = groups
        if len(leaps) == 1 and small == 0:  # an orthogonal atom has one move for each letter
            here = [letter * 2 for group in groups for letter in dict.fromkeys(group)]
            if any(group in ("fh", "bh", "lh", "rh") for group in groups):
                here = [group for group in here if group != "hh"]  # the forward half is forward
        for group in here:
            handless = group in ("hr", "hl") and small in (0, large)
            if handless or not any(selects(group, up, right) for up, right in images):
                useless = True
        steps |= {
            (-up, right)
            for up, right in images
            if not groups or any(selects(group, up, right) for group in here)
        }
    return steps, useless


def merged(terms: Iterable[tuple[set[Cell], int]]) -> dict[Cell, int]:
    """Return the rides; of several along one step the longest counts (0: without limit)."""
    rides: dict[Cell, int] = {}
    for steps, reach in terms:
        for step in steps:
            known = rides.get(step, reach)
            rides[step] = 0 if known == 0 or reach == 0 else max(known, reach)
    return rides


# -- comparing --------------------------------------------------------------------------------


def same_solutions(got: Iterable[object], wanted: AbstractSet[Arrangement], what: str) -> None:
    """Compare as sets, and report which solutions are missing and which are extra."""
    listed = [one for one in got if isinstance(one, Arrangement)]
    found = set(listed)
    missing, extra = sorted(wanted - found), sorted(found - wanted)
    text = f"{what}: missing {list(map(str, missing))[:5]}, extra {list(map(str, extra))[:5]}"
    if missing or extra:
        raise AssertionError(text)
    if len(listed) != len(found):
        raise AssertionError(f"{what}: {len(listed)} solutions, only {len(found)} different ones")
