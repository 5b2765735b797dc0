"""The oracle of tours: every path of distinct squares is walked, and asked what a reader would ask.

It knows a board's map, and a piece's steps or graph, only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any

from nqsat import Tour
from support.oracle.brute_force import Cell, cells_of, naive_targets
from support.oracle.groups import Move, named

#: What the orders of one tour have in common: its moves, or its squares in order.
Key = tuple[Cell, ...] | frozenset[tuple[Cell, Cell]]

#: Of more paths, or of more tours, a test does not compare.
MOST_PATHS, MOST = 60_000, 300


def key(order: tuple[Cell, ...], *, closed: bool, directed: bool) -> Key:
    """What two orders have in common exactly if they are one tour."""
    if not closed:
        return order if directed else min(order, order[::-1])
    steps = {*zip(order, order[1:] + order[:1], strict=True)}
    return frozenset(steps if directed else steps | {(b, a) for a, b in steps})


def key_of(path: Any) -> Key:
    order = tuple((square.row, square.column) for square in path.squares)
    return key(order, closed=path.closed, directed=path.directed)


def walked(tour: Tour) -> set[Key] | None:
    """Return the tours, by walking all paths; None if there are too many for a test."""
    cells, rides = cells_of(tour.board), dict(tour.piece.rides)
    ways = {cell: naive_targets(tour.board, cell, rides) for cell in cells}
    for here, there in tour.piece.graph:
        ways[here.row, here.column].add((there.row, there.column))
    turns = [named(tour.board, name) for name in tour.fixing]
    found, looked = set[Key](), 0
    starts = cells[:1] if tour.closed and tour.visit is None else cells
    if tour.start is not None:
        starts = [(tour.start.row, tour.start.column)]
    paths: list[tuple[Cell, ...]] = [(cell,) for cell in starts]
    while paths:
        order = paths.pop()
        looked += 1
        paths += [(*order, there) for there in ways[order[-1]] if there not in order]
        if is_meant(tour, order, ways) and _is_kept(tour, order, turns):
            found.add(key(order, closed=tour.closed, directed=tour.directed))
        if looked > MOST_PATHS or len(found) > MOST:
            return None
    return found


def is_meant(tour: Tour, order: tuple[Cell, ...], ways: Mapping[Cell, Collection[Cell]]) -> bool:
    """Whether a path from a start that is allowed is what is asked, but for symmetries."""
    fits = len(order) == len(ways)
    if tour.visit is not None:
        fits = len(order) in tour.visit and len(order) > 1
    steps = [*pairwise(order)]
    if tour.closed:
        steps.append((order[-1], order[0]))
        fits = fits and len(order) > 2 and order[0] in ways[order[-1]]
    either = {*map(frozenset, steps)}
    return (
        fits
        and tour.end in (None, order[-1])
        and all(order[number - 1] == square for square, number in tour.numbers)
        and either.issuperset(map(frozenset, tour.through))
        and either.isdisjoint(map(frozenset, tour.avoiding))
        and {*order}.issuperset(tour.visiting)
    )


def _is_kept(tour: Tour, order: tuple[Cell, ...], turns: Collection[Move]) -> bool:
    """Whether all of these symmetries leave a tour as it is."""
    ways = {"closed": tour.closed, "directed": tour.directed}
    images = (tuple(turn[cell] for cell in order) for turn in turns)
    return all(key(image, **ways) == key(order, **ways) for image in images)
