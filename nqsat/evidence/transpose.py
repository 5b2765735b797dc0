"""The model with ranks and files exchanged: a change of view that must not change the solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nqsat.chess import Board, Piece, Square
from nqsat.modelling import Arrangement, Man, Placement, Preset, Tour
from nqsat.modelling.rules.invariant import transposed_name
from nqsat.modelling.rules.own import ask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nqsat.modelling import Model, Path, Rule

__all__ = ["transposed"]


def transposed(model: Model) -> tuple[Model, Callable[[Any], Any]] | None:
    """The transposed model, and the way back for its solutions.

    Args:
        model: without an objective, which has to be settled first.

    Returns:
        None where the model cannot be transposed: a cylinder wraps one way only, the axes of a solid board
        are not those of the drawing, and a rule of the caller's own may not say what it is there.
    """
    if model.board.wrap == "cylinder" or model.board.shape:
        return None
    board = Board(
        model.board.columns,
        model.board.rows,
        model.board.wrap,
        _turned(model.board.walls),
        _turned(model.board.holes),
    )
    if isinstance(model, Tour):
        return _turned_tour(model, board)
    rules = [ask(rule, rule.transposed, model.board) for rule in model.rules]
    known = [rule for rule in rules if rule is not None]
    return _turned_placement(model, board, known) if len(known) == len(rules) else None


def _turned_placement(
    model: Placement, board: Board, rules: list[Rule]
) -> tuple[Placement, Callable[[Arrangement], Arrangement]]:
    kinds = [
        replace(
            kind,
            piece=_turned_piece(kind.piece),
            squares=None if kind.squares is None else _turned(kind.squares),
        )
        for kind in model.kinds
    ]
    presets = [Preset(_turn(preset.square), preset.kind) for preset in model.presets]

    def back(arrangement: Arrangement) -> Arrangement:
        men = (Man(_turn(man.square), man.kind) for man in arrangement.men)
        return Arrangement(model.board, model.kinds, tuple(men))

    return Placement(board, kinds, rules, presets), back


def _turned_tour(tour: Tour, board: Board) -> tuple[Tour, Callable[[Path], Path]]:
    there = Tour(
        board,
        _turned_piece(tour.piece),
        closed=tour.closed,
        start=None if tour.start is None else _turn(tour.start),
        end=None if tour.end is None else _turn(tour.end),
        unit=tour.direction,
        through=[(_turn(a), _turn(b)) for a, b in tour.through],
        avoiding=[(_turn(a), _turn(b)) for a, b in tour.avoiding],
        numbers=[(_turn(square), number) for square, number in tour.numbers],
        fixed_by=None if tour.fixed_by is None else transposed_name(tour.fixed_by),
    )
    return there, lambda path: tour.path(map(_turn, path.squares))


def _turn(square: Square) -> Square:
    return Square(square.column, square.row)


def _turned(squares: Iterable[Square]) -> frozenset[Square]:
    return frozenset(map(_turn, squares))


def _turned_piece(piece: Piece) -> Piece:
    rides = (ride._replace(step=(ride.step[1], ride.step[0])) for ride in piece.rides)
    graph = ((_turn(start), _turn(target)) for start, target in piece.graph)
    return Piece(piece.notation, frozenset(rides), frozenset(graph))
