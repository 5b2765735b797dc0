"""Solutions as bits: each has as many bytes as any other of its model, the first bit is the highest.

A placement has a bit for each square and, on it, each kind. A tour has its first square, then for each
move the place of its target among those the man can reach from where he is.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, cast

from nqsat.chess import Square, attacks
from nqsat.modelling import Arrangement, Model, Path, Solution, Tour


def text_size(model: Model) -> int:
    """About how many characters a solution takes."""
    bits, _ = _packer(model)
    return bits // 6 + 2


def packed(model: Model, solutions: Iterable[Solution]) -> str:
    """The solutions one after the other, in base64."""
    size, number = _packer(model)
    long = (size + 7) // 8
    spare = 8 * long - size
    found = (number(solution) << spare for solution in solutions)
    return base64.b64encode(b"".join(x.to_bytes(long, "big") for x in found)).decode()


def _packer(model: Model) -> tuple[int, Callable[[Any], int]]:
    """How many bits a solution has, and the number that they are."""
    if isinstance(model, Tour):
        return _tours(model)
    men = [(square, kind.name) for square in model.board.squares for kind in model.kinds]
    bits = {man: 1 << (len(men) - 1 - index) for index, man in enumerate(men)}

    def number(solution: Solution) -> int:
        found = 0
        for man in cast("Arrangement", solution).men:
            found |= bits[man]
        return found

    return len(men), number


def _tours(model: Tour) -> tuple[int, Callable[[Any], int]]:
    first = model.board.places
    ways: dict[Square, dict[Square, int]] = {
        here: {there: index for index, there in enumerate(sorted(targets))}
        for here, targets in attacks(model.piece, model.board).items()
    }
    degree = max(map(len, ways.values()), default=1)
    wide, step = (len(first) - 1).bit_length(), max(degree - 1, 0).bit_length()

    def number(solution: Path) -> int:
        path = solution.squares
        found = first[path[0]]
        for here, there in pairwise(path):
            found = found << step | ways[here][there]
        return found

    return wide + step * (len(first) - 1), number
