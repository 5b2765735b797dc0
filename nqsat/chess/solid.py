"""Pieces and symmetries in three and four dimensions.

The pieces are those with one natural meaning in any dimension d:

    queen, king    steps {-1, 0, 1}^d, not all 0
    rook, wazir    steps along one axis
    knight         2 along one axis and 1 along another

A bishop is refused: its step may change two coordinates or all of them, and authors differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product

from nqsat.chess.board import Board
from nqsat.chess.piece import Piece, Ride
from nqsat.errors import InvalidModel

#: The axes in the names of symmetries: row, column, layer, block.
AXES = "xyzw"


def rides_on(piece: Piece, board: Board) -> frozenset[Ride]:
    """The rides of a piece on a board: on a solid board, steps have as many components as it.

    Raises:
        InvalidModel: the piece has no one natural meaning on a solid board.
    """
    return _solid_rides(piece, len(board.shape)) if board.shape else piece.rides


@lru_cache(maxsize=64)
def _solid_rides(piece: Piece, dimensions: int) -> frozenset[Ride]:
    every = [step for step in product((-1, 0, 1), repeat=dimensions) if any(step)]
    axial = [step for step in every if sum(map(abs, step)) == 1]
    leaps = set(permutations((2, 1, *[0] * (dimensions - 2))))
    signed = {
        tuple(a * b for a, b in zip(leap, signs, strict=True))
        for leap in leaps
        for signs in product((-1, 1), repeat=dimensions)
    }
    meanings = {
        "Q": (every, 0),
        "K": (every, 1),
        "R": (axial, 0),
        "W": (axial, 1),
        "N": (signed, 1),
    }
    if not piece.rides:
        return frozenset()  # a blocker, or a graph alone
    for notation, (steps, reach) in meanings.items():
        if piece.rides == Piece.parse(notation).rides:
            return frozenset(Ride(step, reach) for step in steps)
    reason = f"{piece} has no one meaning on a solid board; there are Q, R, N, K, W and graphs"
    raise InvalidModel("piece", reason)


def signed_turns(shape: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...], tuple[bool, ...]]]:
    """The rotations and reflections of a box: the signed permutations of its axes.

    Yields:
        a name; for each axis, which coordinate becomes this one; and whether it is reversed. The
        name has them in the same order: in ``(-y,x,z)`` the new row is the old column, reversed. The
        identity comes first.
    """
    dimensions = len(shape)
    for sources in permutations(range(dimensions)):
        if any(shape[source] != size for source, size in zip(sources, shape, strict=True)):
            continue
        for reverse in product((False, True), repeat=dimensions):
            parts = (
                "-" * back + AXES[source] for source, back in zip(sources, reverse, strict=True)
            )
            name = f"({','.join(parts)})"
            plain = list(sources) == sorted(sources) and not any(reverse)
            yield "identity" if plain else name, sources, reverse


def is_rotation(sources: Sequence[int], reverse: Sequence[bool]) -> bool:
    """Whether a signed permutation turns a box and does not reflect it: its determinant is 1."""
    crossed = sum(a > b for a, b in combinations(sources, 2))
    return (crossed + sum(reverse)) % 2 == 0
