"""Contradictions that are seen at once: more pieces given than asked for, an impossible step of a tour.

What is read from a grid or typed on a command line was hardly meant so: it is refused. A model that is
made in Python may contradict itself: it has no solution, and the answer says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from nqsat.chess import Board, Piece, Square, attacks
from nqsat.chess.surfaces import Flat
from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.domination import Domination
from nqsat.modelling.rules.measures import Regions
from nqsat.modelling.rules.shapes import Shape

if TYPE_CHECKING:
    from nqsat.modelling.model import Model


def refuse_contradiction(model: Model) -> None:
    """Refuse a model that contradicts itself at once.

    Raises:
        InvalidModel: it does; the error names other meanings that the grid of its board may have.
    """
    if reason := model.contradiction:
        read = model.board.read
        field = "regions" if "regions" in reason else "board" if read else "preset"
        raise InvalidModel(field, read.or_as(reason) if read else reason)


def too_many_pieces(model: Model, given: Counter[str | None]) -> str | None:
    """Return that more pieces are given, by the names of their kinds, than asked for."""
    for kind in model.kinds:
        if kind.number.high is not None and given[kind.name] > kind.number.high:
            asked = f"{kind.name}={kind.number}"
            return f"{given[kind.name]} {kind.name} are given, and {asked} is asked for"
    return None


def too_many_regions(model: Model) -> str | None:
    """Return that regions need more pieces than there are."""
    highs = [kind.number.high for kind in model.kinds]
    most = sum(high for high in highs if high is not None)
    for rule in model.rules if None not in highs else ():
        if type(rule) is Regions and rule.kinds is None:
            regions, each = len(rule.sets(model.board)), Number.parse(rule.number).low
            if regions * each > most:
                board = model.board.title
                return f"{regions} regions with {each} each, and {most} pieces in all on {board}"
    return None


def tiles_do_not_fit(model: Model) -> str | None:
    """Return that shapes which have to cover a board once cannot: by their size, or by its two colours.

    Every kind is a blocker with one shape, and every square is occupied: blockers attack nothing.
    """
    shapes = {rule.kinds: rule for rule in model.rules if type(rule) is Shape}
    blockers = all(kind.piece.notation == "blocker" for kind in model.kinds)
    covered = any(type(rule) is Domination and rule.variant == "plain" for rule in model.rules)
    if not (
        shapes and blockers and covered and {*shapes} == {(kind.name,) for kind in model.kinds}
    ):
        return None
    size, board = sum(rule.size for rule in shapes.values()), model.board
    if size != len(board.squares):
        return f"the shapes have {size} squares, and the board has {len(board.squares)}"
    if not isinstance(board.geometry, Flat):
        return None
    sums = {0}
    for rule in shapes.values():
        sums = {before + way * rule.imbalance for before in sums for way in (1, -1)}
    if (more := sum(1 - 2 * ((r + c) % 2) for r, c in board.squares)) in sums:
        return None
    colours = f"{(size + abs(more)) // 2} and {(size - abs(more)) // 2} squares"
    return f"coloured like a chessboard it has {colours}, which no way to lay these shapes covers"


def impossible_step(
    board: Board, piece: Piece, numbers: Iterable[tuple[Square, int]]
) -> str | None:
    """Return the first given step that the piece cannot make: it takes more moves from the one before."""
    steps = sorted((number, square) for square, number in numbers)
    name, ways = board.name, attacks(piece, board)
    for (number, start), (later, end) in pairwise(steps):
        moves = later - number
        if _distances(ways, start).get((end, moves % 2), moves + 1) > moves:
            away = f"{moves} move{'s' * (moves > 1)} after {name(start)}"
            return f"{name(end)} cannot be step {later}, {away}"
    return None


def _distances(
    ways: Mapping[Square, Iterable[Square]], start: Square
) -> dict[tuple[Square, int], int]:
    """The fewest moves from a square to each other, if their number is even (0), and if it is odd (1)."""
    edge, moves = [start], 0
    found = {(start, 0): 0}
    while edge:
        moves += 1
        new = {there for here in edge for there in ways[here] if (there, moves % 2) not in found}
        found |= dict.fromkeys(((there, moves % 2) for there in new), moves)
        edge = [*new]
    return found
