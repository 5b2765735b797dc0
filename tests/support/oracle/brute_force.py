"""The oracle of the tests: brute force over the meaning, without formulas and engines.

Every way to put a kind or nothing on each square is tried, and kept if ``model.holds``. What that says is
compared with tables by hand and with the checker (``oracle.rules``); attacks with walks, square by square.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import product
from typing import Any

from nqsat import Arrangement, Board, Placement, Square
from nqsat.rules import PlacedPiece
from support.boards import wrap_of

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
    cells = cells_of(model.board)
    for content in contents(model, cells):
        yield {cell: kind for cell, kind in zip(cells, content, strict=True) if kind is not None}


def arrangement_of(model: Placement, content: Mapping[Cell, str]) -> Arrangement:
    return Arrangement.of_sorted(
        model.setting, tuple(_placed_piece(*one) for one in sorted(content.items()))
    )


@cache
def _placed_piece(cell: Cell, kind: str) -> PlacedPiece:
    return PlacedPiece(Square(*cell), kind)


@lru_cache(maxsize=1000)  # many engines and encodings are compared on the same models
def brute_force(model: Placement) -> frozenset[Arrangement]:
    """Return the solutions: every candidate with the right numbers of pieces for which ``model.holds``."""
    cells = cells_of(model.board)
    found = []
    for content in contents(model, cells):
        if naive_numbers(model, content):
            pieces = [
                _placed_piece(cell, kind) for cell, kind in zip(cells, content, strict=True) if kind
            ]
            found.append(Arrangement.of_sorted(model.setting, tuple(pieces)))
    return frozenset(arrangement for arrangement in found if model.holds(arrangement))


def best_of(model: Placement) -> tuple[int | None, set[Arrangement]]:
    """Return the best value of the model's objective, if there is any, and the solutions that have it."""
    assert model.objective is not None
    measure, sense = model.objective.measure, model.objective.sense
    values = {found: measure.value(found) for found in brute_force(model.with_objective(None))}
    value = (max if sense == "maximise" else min)(values.values(), default=None)
    return value, {found for found, one in values.items() if one == value}


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
    for step, reach in rides.items():
        (row, column), (down, right) = start, step
        taken = 0
        ray: list[Cell] = []
        seen: set[tuple[int, ...]] = set()
        while reach == 0 or taken < reach:
            row, column, taken = row + down, column + right, taken + 1
            wrap = wrap_of(board)
            while wrap in ("torus", "klein", "projective") and not 0 <= row < board.rows:
                row += board.rows if row < 0 else -board.rows
                if wrap != "torus":  # seen from the other side
                    column, right = board.columns - 1 - column, -right
            while wrap != "flat" and not 0 <= column < board.columns:
                column += board.columns if column < 0 else -board.columns
                if wrap == "projective":
                    row, down = board.rows - 1 - row, -down
            if row < 0 or row >= board.rows or column < 0 or column >= board.columns:
                break
            if (row, column) == start or board.character(Square(row, column)) == "#":
                break
            if (row, column, down, right) in seen:
                break
            seen.add((row, column, down, right))
            if board.character(Square(row, column)) == "." and (row, column) not in ray:
                ray.append((row, column))
        rays.append(ray)
    return rays


def naive_numbers(model: Placement, names: Sequence[str | None]) -> bool:
    for kind in model.kinds:
        number = names.count(kind.name)
        if number < kind.number.low or (kind.number.high is not None and number > kind.number.high):
            return False
    return True


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
