"""What tests ask about a board."""

from __future__ import annotations

from nqsat.chess import Board, Hexagon, Network, Solid, Surface

#: The words of the surfaces that come with nqsat.
WRAPS = ("flat", "cylinder", "torus", "klein", "projective")


def wrap_of(board: Board) -> str:
    """The word of the board's surface; ``flat`` for a board that is none."""
    return board.geometry.word if isinstance(board.geometry, Surface) else "flat"


def is_solid(board: Board) -> bool:
    return isinstance(board.geometry, Solid)


def is_hexagon(board: Board) -> bool:
    return isinstance(board.geometry, Hexagon)


def graph_of(board: Board) -> Network | None:
    return board.geometry if isinstance(board.geometry, Network) else None
