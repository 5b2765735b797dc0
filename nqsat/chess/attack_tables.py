"""Attack relations: the squares that a piece attacks from each square of a board.

Only squares that a piece can stand on count. A ride passes over squares and holes until it leaves
the board, reaches a wall, has been repeated as often as the piece allows, or returns to its start.
An attack on the own square is ignored, and several ways to the same square are one attack. Blocking
by other pieces is not handled here: ``rays`` has the squares in order. An arc of a piece's own graph is
a ray with one square, since nothing can stand in between.

Tables are cached for each piece and board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from operator import sub
from types import MappingProxyType
from typing import Any

from nqsat.chess.board import Board
from nqsat.chess.geometry import Stride
from nqsat.chess.piece import Piece, Ride, opposite
from nqsat.chess.square import Square
from nqsat.errors import InvalidModel


def rides_on(piece: Piece, board: Board) -> frozenset[Ride]:
    """Return the rides of a piece on a board; a step has one component for each coordinate.

    Raises:
        InvalidModel: the piece has no unique meaning in the geometry of the board.
    """
    return board.geometry.rides(piece)


@lru_cache(maxsize=128)
def check_piece(piece: Piece, board: Board) -> None:
    """Refuse a piece that has no meaning on a board.

    Raises:
        InvalidModel: its graph has a square where no piece can stand, or the piece has no unique meaning
            in the geometry of the board.
    """
    rides_on(piece, board)
    stray = {square for pair in piece.graph for square in pair if square not in board}
    if stray:
        reason = f"no piece can stand on {tuple(min(stray))}; leave that out"
        raise InvalidModel(("piece", "graph"), reason)


def most_attacks(piece: Piece, board: Board, squares: Collection[Square] | None = None) -> int:
    """Return an upper bound on the number of attacks of a piece from some squares, without a table."""
    ways = sum(board.geometry.longest(ride) for ride in rides_on(piece, board))
    places = board.rows * board.columns if squares is None else len(squares)
    return places * ways + len(piece.graph)


def walk(board: Board, start: Square, ride: Ride) -> Iterator[Square]:
    """Yield the squares that a ride from ``start`` reaches on an empty board, nearest first."""
    step, steps, flat = board.geometry.step, 1, board.geometry.is_flat
    stride = step(start, ride.step)
    passed, met = set[Stride](), set[Square]()
    while stride is not None and stride[0] != start and stride[0] not in board.walls:
        cell, direction = stride
        if cell not in board.holes and cell not in met:
            yield cell
        if steps == ride.reach or stride in passed:
            return
        if not flat:  # behind a seam it may cross its own way
            passed.add(stride)
            met.add(cell)
        stride = step(cell, direction)
        steps += 1


def rays_from(piece: Piece, board: Board, start: Square) -> tuple[tuple[Square, ...], ...]:
    """Return the nonempty rays of a piece from one square: squares in order, nearest first."""
    ways = (tuple(walk(board, start, ride)) for ride in sorted(rides_on(piece, board)))
    own = _graph_rays(piece).get(start, ()) if piece.graph else ()
    return (*(ray for ray in ways if ray), *own)


@lru_cache(maxsize=128)
def _graph_rays(piece: Piece) -> Mapping[Square, tuple[tuple[Square], ...]]:
    found: dict[Square, list[tuple[Square]]] = {}
    for start, target in sorted(piece.graph):
        found.setdefault(start, []).append((target,))
    return MappingProxyType({start: tuple(targets) for start, targets in found.items()})


@lru_cache(maxsize=128)
def rays(piece: Piece, board: Board) -> Mapping[Square, tuple[tuple[Square, ...], ...]]:
    """Map each square to its rays; see ``rays_from``. Raises as ``check_piece``."""
    check_piece(piece, board)
    return MappingProxyType({start: rays_from(piece, board, start) for start in board.squares})


@lru_cache(maxsize=128)
def attacks(piece: Piece, board: Board) -> Mapping[Square, frozenset[Square]]:
    """Map each square to the squares that a piece there attacks on an otherwise empty board."""
    return MappingProxyType(
        {start: frozenset().union(*ways) for start, ways in rays(piece, board).items()}
    )


@lru_cache(maxsize=128)
def attackers(piece: Piece, board: Board) -> Mapping[Square, frozenset[Square]]:
    """Map each square to the squares from which a piece attacks it: the inverse of ``attacks``."""
    found: dict[Square, set[Square]] = {square: set() for square in board.squares}
    for start, targets in attacks(piece, board).items():
        for target in targets:
            found[target].add(start)
    return MappingProxyType({square: frozenset(starts) for square, starts in found.items()})


@lru_cache(maxsize=128)
def lines(board: Board, step: tuple[int, ...]) -> tuple[tuple[Square, ...], ...]:
    """Return the partition of the board into lines by unlimited rides along ``step``.

    Of any two pieces on a line that both ride along ``step``, at least one attacks the other: the
    lines are cliques. They are disjoint and cover the board, so their number is an upper bound on the
    number of such pieces without attacks. ``step`` and its opposite give the same lines. Where a ride along
    ``step`` may turn, and on a graph, every square is a line by itself.

    Returns:
        lines in the order of their first squares, each in riding order; single squares included.
    """
    if not board.geometry.is_straight(step):
        return tuple((square,) for square in board.squares)
    if step < opposite(step) and board.geometry.is_flat:  # the same walks, mostly shorter
        return tuple(line[::-1] for line in lines(board, opposite(step)))
    if _is_plain(board) and not board.holes:
        return _plain_lines(board, *step)
    forth, back = Ride(step, 0), Ride(opposite(step), 0)
    found = []
    seen: set[Square] = set()
    for square in board.squares:
        if square in seen:
            continue
        behind = [square, *walk(board, square, back)]  # on a ring without walls, the whole ring
        line = (behind[-1], *walk(board, behind[-1], forth))
        seen.update(line)
        found.append(line)
    return tuple(found)


def _plain_lines(board: Board, down: int, right: int) -> tuple[tuple[Square, ...], ...]:
    """As ``lines``, down or along a rank of a full flat board: slices of its squares."""
    squares, width, back = board.squares, board.columns, (-down, -right)
    edge = range(right) if right > 0 else range(width + right, width)
    apart = max(down * width + right, 1)  # else a line has one square
    ends = (x for x in squares if x.row < down or x.column in edge)
    spans = ((x.row * width + x.column, _steps_back(x, back, board)) for x in ends)
    return tuple(squares[first : first + apart * steps + 1 : apart] for first, steps in spans)


def some_attack(pieces: Collection[tuple[Piece, Square]], board: Board) -> bool:
    """Whether any of these pieces attacks another; others in between are ignored.

    No table is made: on a flat board without walls, a ride without limit, both ways, is looked up by the
    first square of its line; other rides are walked.
    """
    plain, occupied = _is_plain(board), {square for _, square in pieces}
    whole = set[tuple[int, ...]]()  # steps of rides along a whole line
    for piece in {piece for piece, _ in pieces}:
        rides = rides_on(piece, board)
        unlimited = {ride for ride in rides if plain and ride.reach == 0}
        every = {ride for ride in unlimited if Ride(opposite(ride.step), 0) in unlimited}
        whole |= {ride.step for ride in every if ride.step > (0, 0)}
        walked = rides - every
        starts = [square for other, square in pieces if other == piece]
        if any(
            target in occupied for x in starts for ride in walked for target in walk(board, x, ride)
        ):
            return True
    for step in whole:
        riders = {piece for piece, _ in pieces if Ride(step, 0) in rides_on(piece, board)}
        on_line = Counter[Square]()
        ridden = set[Square]()
        for piece, square in pieces:
            back = _steps_back(square, step, board)  # to where a ride that passes it begins
            line = Square(square.row - back * step[0], square.column - back * step[1])
            on_line[line] += 1
            if piece in riders:
                ridden.add(line)
        if any(on_line[line] > 1 for line in ridden):
            return True
    return False


def _is_plain(board: Board) -> bool:
    """Whether a ride ends at an edge alone."""
    geometry = board.geometry
    return geometry.is_flat and geometry.has_ranks and len(geometry.sizes) == 2 and not board.walls


def _steps_back(square: Square, step: tuple[int, ...], board: Board) -> int:
    """How often ``step`` can be taken back from a square of a flat board."""
    return min(
        at // along if along > 0 else (size - 1 - at) // -along
        for at, along, size in zip(square, step, (board.rows, board.columns), strict=True)
        if along
    )


def can_move(piece: Piece, board: Board, start: Square, target: Square) -> bool:
    """Whether a piece attacks ``target`` from ``start``: as ``attacks``, for one pair, without a table.

    Used to check a tour of a million squares, for which a table would be far larger.
    """
    if start not in board or target not in board:
        return False
    geometry = board.geometry
    step = tuple(map(sub, geometry.coordinates(target), geometry.coordinates(start)))
    # On a graph a step is the number of a neighbour, and no difference of coordinates.
    if Ride(step, 1) in rides_on(piece, board):
        stride = geometry.step(start, step)
        if stride and stride[0] == target:
            return True
    return any(target in ray for ray in rays_from(piece, board, start))


def to_networkx(board: Board, piece: Piece | str = "W") -> Any:
    """Return the attacks of a piece as a graph of networkx between names of squares.

    It is directed if some attack has no reverse. ``pos`` of a node is its place in a drawing, (x, y).
    """
    piece = Piece.parse(piece) if isinstance(piece, str) else piece
    places = {board.name(square): board.geometry.centre_at(*square) for square in board.squares}
    pairs = (
        (board.name(start), board.name(target))
        for start, targets in attacks(piece, board).items()
        for target in sorted(targets)
    )
    from nqsat.chess.network import networkx_graph

    return networkx_graph(places, pairs, directed=not is_two_way(piece, board))


@lru_cache(maxsize=128)
def is_two_way(piece: Piece, board: Board) -> bool:
    """Whether every move of a piece on a board can be reversed."""
    rides, geometry = rides_on(piece, board), board.geometry
    if not piece.graph and all(
        ride._replace(step=opposite(ride.step)) in rides and geometry.is_straight(ride.step)
        for ride in rides
    ):
        return True
    return all(  # no table, for most pieces have a move of the first squares that cannot
        can_move(piece, board, there, here)
        for here in board.squares
        for ray in rays_from(piece, board, here)
        for there in ray
    )
