"""Predict the states of a count by extrapolation from the same model on smaller boards.

Where residuals merge, as in domination, the first layers of a run say little about the later ones: the
number of states grows at first, and then they merge. But if a model is the same at every square, the
logarithm of the number of states grows linearly with the width of the board. So small boards are run
completely, and a line through the last few of them is extrapolated to the given board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch

from nqsat.chess import Board
from nqsat.engines.frontier.prediction import SURE, StateForecast, count_states
from nqsat.engines.frontier.program import Program
from nqsat.modelling import Factor, Kind, Model, Placement
from nqsat.modelling.rules import Armies, Connected, Degrees, Domination, Maximal, NonAttacking

#: Maximum number of layers of all small boards together, and of states of each.
LAYERS, STATES = 2_500, 4_000_000

#: Maximum number of states if everything takes less than a second.
QUICK = 200_000

#: Maximum number of states for a quick check whether a large board is feasible at all.
HASTY = 3_000

#: The line is fitted to this many of the last boards; minimum number of boards.
FITTED, LEAST = 4, 3

#: The error factor of a line through three boards.
ROUGHLY = 15.0

#: The width of the narrowest board that is run.
NARROWEST = 4

#: Rules that are the same at every square.
_UNIFORM = (Armies, Connected, Degrees, Domination, Maximal, NonAttacking)


def forecast_by_scaling(
    model: Model, compile_model: Callable[[Model], Program], most: float = STATES
) -> StateForecast | None:
    """Predict the widest layer and the number of all states from smaller boards; None if not uniform.

    Args:
        model: the model.
        compile_model: compiles a model to a program.
        most: maximum number of states on each small board.
    """
    board = model.board
    uniform = None if board.walls or board.holes or board.shape else _uniform_model(model)
    if uniform is None:
        return None
    sizes: list[int] = []
    found: list[StateForecast] = []
    layers = 0
    for size, small in _smaller_boards(uniform):
        program = compile_model(small)
        layers += len(program.layers)
        states = count_states(program, most) if layers <= LAYERS else None
        if states is None:
            break
        sizes.append(size)
        found.append(states)
    if len(sizes) < LEAST:
        return None
    wanted = min(board.rows, board.columns)
    every = [one.every for one in found]
    return StateForecast(
        _extrapolate(sizes, [one.widest for one in found], wanted),
        _extrapolate(sizes, every, wanted),
        _error_factor(sizes, every, wanted),
    )


@singledispatch
def _uniform_model(_model: Model) -> Model | None:
    """The model to run on small boards, if it is the same at every square of any board; else None."""
    return None


@_uniform_model.register
def _uniform_factor(model: Factor) -> Model | None:
    bound = model.piece.graph or model.through or model.avoiding or model.fixing
    return None if bound else model


@_uniform_model.register
def _uniform_placement(model: Placement) -> Model | None:
    """Without its presets: they mostly reduce the number of states."""
    uniform = all(type(rule) in _UNIFORM for rule in model.rules)
    if model.objective is not None or not uniform or not all(map(_is_anywhere, model.kinds)):
        return None
    return model.changed(presets=())


def _is_anywhere(kind: Kind) -> bool:
    """Whether a kind moves the same way everywhere, and any number of it may stand on any square."""
    number = kind.number
    return kind.squares is None and not kind.piece.graph and number.high is None and number.low < 2


def _smaller_boards(model: Model) -> Iterator[tuple[int, Model]]:
    """The model on smaller boards of about the same shape, each with the length of its shorter side."""
    rows, columns = model.board.rows, model.board.columns
    wanted = min(rows, columns)
    for size in range(NARROWEST, wanted):
        board = Board(round(rows * size / wanted), round(columns * size / wanted), model.board.wrap)
        yield size, model.changed(board=board)


def _extrapolate(sizes: Sequence[int], values: Sequence[float], wanted: int) -> float:
    """Extrapolate by a least-squares line through the last logarithms."""
    places = sizes[-FITTED:]
    logarithms = [math.log(max(value, 1.0)) for value in values[-FITTED:]]
    middle, mean = sum(places) / len(places), sum(logarithms) / len(places)
    above = sum((x - middle) * (y - mean) for x, y in zip(places, logarithms, strict=True))
    slope = above / sum((x - middle) ** 2 for x in places)
    return math.exp(min(700.0, mean + slope * (wanted - middle)))


def _error_factor(sizes: Sequence[int], values: Sequence[float], wanted: int) -> float:
    """The error factor: the error of the line without the last board, raised to the number of steps."""
    if len(sizes) <= LEAST:
        return ROUGHLY
    before = _extrapolate(sizes[:-1], values[:-1], sizes[-1])
    step = abs(math.log(max(before, 1.0) / max(values[-1], 1.0)))
    return max(SURE, math.exp(min(700.0, step * (wanted - sizes[-1] + 1))))
