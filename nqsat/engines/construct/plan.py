"""Where a board is cut into blocks: arithmetic of sizes only; nothing of squares, moves or solvers.

With sides of 5 or more all parts are even but for at most one in each direction, so at most one block
is of odd area. That one has an open tour only; every other one has a closed tour (A. J. Schwenk,
Mathematics Magazine 64 (1991) 325-332). Three and four rows have plans of their own.
"""

from __future__ import annotations

from typing import NamedTuple


class Plan(NamedTuple):
    """The sizes of the parts from the top and from the left.

    Of three or four rows only the first part is a block with a tour of its own kind; for the others see
    ``blocks.hexagons`` and ``blocks.insertions``.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]


def make_plan(rows: int, columns: int, start: tuple[int, int] = (0, 0)) -> Plan:
    """Cut a board that has a tour and no more rows than columns.

    The start is a square that is to lie in the odd block, if there is one.
    """
    if rows >= 5:
        return Plan(_cut(rows, start[0]), _cut(columns, start[1]))
    if rows == 4 and columns >= 5:
        return Plan((4,), _extended(columns, 5, 3))
    if rows == 3 and columns >= 7 and columns != 8:
        return Plan((3,), _extended(columns, 7 if columns % 2 else 10, 4))
    return Plan((rows,), (columns,))


def _extended(length: int, least: int, part: int) -> tuple[int, ...]:
    """A first part of at least ``least``, and others of one size."""
    number = (length - least) // part
    return (length - number * part, *[part] * number)


def _cut(length: int, inside: int) -> tuple[int, ...]:
    """Parts of 6 or more, all even; if the length is odd, one odd part of 5 or more with ``inside`` in it.

    The number of columns before the odd part is even, so its corner has the colour of the board's.
    """
    if length % 2 == 0:
        return _even_parts(length)
    for size in range(5, length + 1, 2):
        for before in range(inside - inside % 2, max(-1, inside - size), -2):
            after = length - before - size
            if _possible(before) and _possible(after):
                return (*_even_parts(before), size, *_even_parts(after))
    return (length,)


def _possible(length: int) -> bool:
    return length == 0 or length >= 6


def _even_parts(length: int) -> tuple[int, ...]:
    """Sixes, and a last part of 6, 8 or 10."""
    if length == 0:
        return ()
    number = length // 6
    return (*[6] * (number - 1), length - 6 * (number - 1))
