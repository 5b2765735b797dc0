"""Attack relations: from each square of a board, what a piece there attacks.

Only squares that a man can stand on take part. A ride is followed over squares and holes until
it leaves the board, meets a wall, has been repeated as often as the piece allows, or is back
where it began; an attack on one's own square is ignored, and several ways to one square are one
attack. Whether *men* in between stop a rider is not decided here: ``rays`` has what that needs.

Everything here is computed once for a piece and a board, and kept.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from nqsat.chess.piece import Ride

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nqsat.chess.board import Board
    from nqsat.chess.piece import Piece
    from nqsat.chess.square import Square

__all__ = ["attackers", "attacks", "can_move", "lines", "rays", "rays_from", "walk"]


def walk(board: Board, start: Square, ride: Ride) -> Iterator[Square]:
    """The squares that a ride from ``start`` passes on an empty board, nearest first."""
    cell = board.step(start, ride.step)
    steps = 1
    while cell is not None and cell != start and cell not in board.walls:
        if cell not in board.holes:
            yield cell
        if steps == ride.reach:
            return
        cell = board.step(cell, ride.step)
        steps += 1


def rays_from(piece: Piece, board: Board, start: Square) -> tuple[tuple[Square, ...], ...]:
    """The non-empty rays of a piece from one square: squares in order, nearest first."""
    ways = (tuple(walk(board, start, ride)) for ride in sorted(piece.rides))
    return tuple(ray for ray in ways if ray)


@lru_cache(maxsize=128)
def rays(piece: Piece, board: Board) -> Mapping[Square, tuple[tuple[Square, ...], ...]]:
    """From each square, what ``rays_from`` says."""
    return MappingProxyType({start: rays_from(piece, board, start) for start in board.squares})


@lru_cache(maxsize=128)
def attacks(piece: Piece, board: Board) -> Mapping[Square, frozenset[Square]]:
    """From each square, the squares that a piece there attacks on an otherwise empty board."""
    return MappingProxyType(
        {start: frozenset().union(*ways) for start, ways in rays(piece, board).items()}
    )


@lru_cache(maxsize=128)
def attackers(piece: Piece, board: Board) -> Mapping[Square, frozenset[Square]]:
    """For each square, the squares from which a piece attacks it: ``attacks`` turned round."""
    found: dict[Square, set[Square]] = {square: set() for square in board.squares}
    for start, targets in attacks(piece, board).items():
        for target in targets:
            found[target].add(start)
    return MappingProxyType({square: frozenset(starts) for square, starts in found.items()})


@lru_cache(maxsize=128)
def lines(board: Board, step: tuple[int, int]) -> tuple[tuple[Square, ...], ...]:
    """The lines that unlimited rides along ``step`` cut the board into.

    Any two men on a line attack one another at least one way if both ride along ``step``: the
    lines are cliques of mutual attack. They share no square and cover the board, so their
    number bounds how many such men can stand without attack. ``step`` and its opposite give the
    same lines.

    Returns:
        lines in the order of their first squares, each in riding order; single squares included.
    """
    forth, back = Ride(step, 0), Ride((-step[0], -step[1]), 0)
    found = []
    seen: set[Square] = set()
    for square in board.squares:
        if square in seen:
            continue
        behind = [square, *walk(board, square, back)]  # on a ring without walls, all of it
        line = (behind[-1], *walk(board, behind[-1], forth))
        seen.update(line)
        found.append(line)
    return tuple(found)


def can_move(piece: Piece, board: Board, start: Square, target: Square) -> bool:
    """Whether a piece attacks ``target`` from ``start``: as ``attacks``, for one pair, with no table.

    For checking a tour of a million squares, of which the table would be far larger.
    """
    delta = (target.row - start.row, target.column - start.column)
    if Ride(delta, 1) in piece.rides and start in board and target in board and delta != (0, 0):
        return True
    return start in board and any(target in ray for ray in rays_from(piece, board, start))
