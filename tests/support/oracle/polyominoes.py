"""Polyominoes and where they lie, in plain Python that shares nothing with the rule."""

from __future__ import annotations

from nqsat.modelling.rules.shapes import POLYOMINOES

Cells = frozenset[tuple[int, int]]


def turned(text: str) -> set[Cells]:
    """A shape in all its positions, its least row and column 0."""
    rows = POLYOMINOES.get(text, text).split("/")
    shape = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"}
    found = set()
    for _ in range(2):
        for _ in range(4):
            shape = {(c, -r) for r, c in shape}
            top, left = min(r for r, _ in shape), min(c for _, c in shape)
            found.add(frozenset((r - top, c - left) for r, c in shape))
        shape = {(r, -c) for r, c in shape}
    return found


def places(text: str, left: Cells, rows: int = 0, columns: int = 0) -> set[Cells]:
    """The sets of these cells that a shape covers; ``rows`` or ``columns`` wrap if they are not 0."""
    found = set()
    for shape in turned(text):
        for row in range(max((r for r, _ in left), default=-1) + 1):
            for column in range(max((c for _, c in left), default=-1) + 1):
                cells = [(row + r, column + c) for r, c in shape]
                cells = [(r % rows if rows else r, c % columns if columns else c) for r, c in cells]
                if len({*cells}) == len(cells) and left.issuperset(cells):
                    found.add(frozenset(cells))
    return found
