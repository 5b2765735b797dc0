"""Minimise a failing model (delta debugging): try all models that are one step simpler.

A step removes a rank or a file, a wall, a rule, a kind, a preset, a restriction or some pieces, or resets a
field of a rule to its default. A step must reduce the ``weight``, so every sequence of steps terminates.

The minimisation is greedy: among the models one step simpler it takes the smallest that still fails, until
none does.

Reference: A. Zeller and R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE Transactions
on Software Engineering 28 (2002) 183-200.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from functools import partial, singledispatch
from typing import Any

from nqsat.chess import Board, Network, Piece, Square
from nqsat.engines import Deadline
from nqsat.errors import InvalidModel
from nqsat.modelling import (
    Factor,
    Kind,
    Model,
    Number,
    Placement,
    Preset,
    Rule,
    Tour,
    no_row,
    requirements,
)
from nqsat.modelling.rules import Among, Regions

#: The new square of each remaining square, after a rank or a file is removed.
Places = dict[Square, Square]


def weight(model: Model) -> tuple[int, int, int, int, str]:
    """Return the size of a model: cells, maximum pieces, requirements, length of its text, and the text."""
    board = model.board
    said = len(board.walls) + len(board.holes) + bool(board.geometry.around)
    said += len(model.kinds) + len(requirements(model)) + (model.objective is not None)
    text = repr(model)
    return board.rows * board.columns, model.largest, said, len(text), text


def minimise_model(
    model: Model, fails: Callable[[Model], bool], *, seconds: float | None = None
) -> Model:
    """Return a model that fails, as this one does, and of which nothing more can be removed.

    After ``seconds`` it is the smallest failing model found so far.
    """
    clock = Deadline(seconds)
    known = {repr(model)}  # models that were tried already
    while True:
        for candidate in simpler_models(model):
            if clock.expired:
                return model
            if repr(candidate) in known:
                continue
            known.add(repr(candidate))
            if fails(candidate):
                model = candidate
                break
        else:
            return model


def simpler_models(model: Model) -> list[Model]:
    """Return the models that are one step simpler, the smallest first."""
    found: list[Model] = []
    for make in [*_simplify_board(model), *_simplify_requirements(model)]:
        try:
            found.append(make())
        except InvalidModel:
            continue  # the rest is no valid model
    most = weight(model)
    return sorted((one for one in found if weight(one) < most), key=weight)


# -- the board ---------------------------------------------------------------------------


def _simplify_board(model: Model) -> Iterator[Callable[[], Model]]:
    board = model.board
    sizes = board.geometry.sizes
    if board.hexagon:
        yield lambda: model.changed(board=Board.hexagonal(board.hexagon - 1))
        return
    if board.graph is not None:
        for node in board.graph.nodes:
            yield partial(_with_graph, model, board.graph.without_node(node))
        for edge in board.graph.distinct_edges:
            yield partial(_with_graph, model, _without_edge(board.graph, edge))
        return
    if len(sizes) > 2:
        for axis, size in enumerate(sizes):
            shape = (*sizes[:axis], size - 1, *sizes[axis + 1 :])
            yield partial(model.changed, board="x".join(map(str, shape)))
        return
    for row in range(board.rows):
        yield partial(_without_line, model, row, None)
    for column in range(board.columns):
        yield partial(_without_line, model, None, column)
    for cell in sorted(board.walls | board.holes):
        yield partial(
            _with_board_fields, model, walls=board.walls - {cell}, holes=board.holes - {cell}
        )
    yield partial(_with_board_fields, model, wrap="flat")


def _with_graph(model: Model, graph: Network) -> Model:
    return model.changed(board=Board.of_graph(graph))


def _without_edge(graph: Network, edge: tuple[int, int]) -> Network:
    """Return the graph without an edge, in both directions unless the graph is directed."""
    gone = {edge} if graph.is_directed else {edge, edge[::-1]}
    left = ((graph.nodes[a], graph.nodes[b]) for a, b in sorted(graph.edges - gone))
    return Network.of(graph.nodes, left, directed=True)


def _with_board_fields(model: Model, **change: Any) -> Model:
    return model.changed(board=dataclasses.replace(model.board, **change))


def _without_line(model: Model, row: int | None, column: int | None) -> Model:
    """Return the model without a rank or a file, and without requirements on its squares."""
    board = model.board
    places = {
        Square(r, c): Square(_shifted_index(r, row), _shifted_index(c, column))
        for r in range(board.rows)
        for c in range(board.columns)
        if r != row and c != column
    }
    left = dataclasses.replace(
        board,
        rows=board.rows - (row is not None),
        columns=board.columns - (column is not None),
        walls=_remaining_squares(board.walls, places),
        holes=_remaining_squares(board.holes, places),
    )
    return _restrict_model(model, left, places)


@singledispatch
def _restrict_model(model: Model, _left: Board, _places: Places) -> Model:
    """Return the model on the rest of its board."""
    raise no_row("trials", model)


@_restrict_model.register(Tour)
def _restrict_tour(model: Tour, left: Board, places: Places) -> Model:
    return model.changed(board=left, **_restricted_tour_fields(model, places))


@_restrict_model.register(Factor)
def _restrict_factor(model: Factor, left: Board, places: Places) -> Model:
    piece = _restrict_piece(model.piece, places)
    return model.changed(board=left, piece=piece, **_restricted_moves(model, places))


@_restrict_model.register(Placement)
def _restrict_placement(model: Placement, left: Board, places: Places) -> Model:
    kinds = [
        dataclasses.replace(
            kind,
            piece=_restrict_piece(kind.piece, places),
            squares=None if kind.squares is None else _remaining_squares(kind.squares, places),
        )
        for kind in model.kinds
    ]
    presets = [
        Preset(places[preset.square], preset.kind)
        for preset in model.presets
        if preset.square in places
    ]
    rules = [_restrict_rule(rule, model.board, left, places) for rule in model.rules]
    return model.changed(board=left, pieces=kinds, rules=rules, presets=presets)


def _shifted_index(index: int, gone: int | None) -> int:
    """Return the new index of a rank or a file after another one is removed."""
    return index - (gone is not None and gone < index)


def _remaining_squares(squares: Iterable[Square], places: Places) -> frozenset[Square]:
    return frozenset(places[square] for square in squares if square in places)


def _restrict_piece(piece: Piece, places: Places) -> Piece:
    pairs = ((a, b) for a, b in piece.graph if a in places and b in places)
    return dataclasses.replace(piece, graph=frozenset((places[a], places[b]) for a, b in pairs))


def _restricted_tour_fields(tour: Tour, places: Places) -> dict[str, Any]:
    return {
        "piece": _restrict_piece(tour.piece, places),
        "start": None if tour.start is None else places.get(tour.start),
        "end": None if tour.end is None else places.get(tour.end),
        "numbers": [(places[square], n) for square, n in tour.numbers if square in places],
        "unit": None,
        **_restricted_moves(tour, places),
    }


def _restricted_moves(model: Tour | Factor, places: Places) -> dict[str, Any]:
    """Return the required and forbidden moves whose squares both remain."""
    return {
        name: [(places[a], places[b]) for a, b in moves if a in places and b in places]
        for name, moves in (("through", model.through), ("avoiding", model.avoiding))
    }


def _restrict_rule(rule: Rule, board: Board, left: Board, places: Places) -> Rule:
    """Return a rule restricted to the remaining squares, if it is one of nqsat's that names squares."""
    if isinstance(rule, Regions):
        names = [[""] * left.columns for _ in range(left.rows)]
        for cell, place in places.items():
            names[place.row][place.column] = rule.map[cell.row][cell.column]
        return dataclasses.replace(rule, map=tuple("".join(line) for line in names))
    if isinstance(rule, Among):
        there = ((x, board.parse_square(x.square)) for x in rule.literals)
        literals = tuple(
            dataclasses.replace(x, square=left.name(places[square]))
            for x, square in there
            if square in places
        )
        return dataclasses.replace(rule, literals=literals)
    return rule


# -- placements --------------------------------------------------------------------------


@singledispatch
def _simplify_requirements(model: Model) -> Iterator[Callable[[], Model]]:
    """Yield simplifications of the model other than of its board."""
    raise no_row("trials", model)


@_simplify_requirements.register(Placement)
def _simplify_placement(model: Placement) -> Iterator[Callable[[], Model]]:
    for name in ("rules", "presets"):
        for less in _drop_each(getattr(model, name)):
            yield partial(model.changed, **{name: less})
    yield partial(model.changed, objective=None)
    for kinds in _drop_each(model.kinds):
        presets = [p for p in model.presets if p.kind in {None, *(kind.name for kind in kinds)}]
        yield partial(model.changed, pieces=kinds, presets=presets)
    for place, kind in enumerate(model.kinds):
        for simpler in _simpler_kinds(kind, len(model.board.squares)):
            kinds = (*model.kinds[:place], simpler, *model.kinds[place + 1 :])
            yield partial(model.changed, pieces=kinds)
    for place, rule in enumerate(model.rules):
        for change in _simpler_fields(rule):
            yield partial(_with_rule, model, place, change)


def _drop_each(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for place in range(len(values)):
        yield values[:place] + values[place + 1 :]


def _simpler_kinds(kind: Kind, squares: int) -> Iterator[Kind]:
    if kind.squares is not None:
        yield dataclasses.replace(kind, squares=None)
    for number in _simpler_numbers(kind.number, squares):
        yield dataclasses.replace(kind, number=number)


def _simpler_numbers(given: Number, most: int) -> Iterator[Number]:
    high = most if given.high is None else min(most, given.high)
    for number in {*range(min(high, 4)), high - 1}:
        if number >= 0:
            yield Number(number, number)
            yield Number(0, number)
    yield Number()


def _simpler_fields(rule: Rule) -> Iterator[dict[str, Any]]:
    """Yield simplifications of a rule: each field at its default; for Among, one literal less."""
    if not dataclasses.is_dataclass(rule):
        return
    for field in dataclasses.fields(rule):
        if field.default is not dataclasses.MISSING:
            yield {field.name: field.default}
    if isinstance(rule, Among):
        for literals in _drop_each(rule.literals):
            yield {"literals": literals}


def _with_rule(model: Placement, place: int, change: dict[str, Any]) -> Placement:
    rules: list[Any] = list(model.rules)
    rules[place] = dataclasses.replace(rules[place], **change)
    return model.changed(rules=rules)


# -- tours -------------------------------------------------------------------------------


@_simplify_requirements.register(Tour)
def _simplify_tour(tour: Tour) -> Iterator[Callable[[], Model]]:
    for name in ("through", "avoiding", "numbers"):
        for less in _drop_each(getattr(tour, name)):
            yield partial(tour.changed, **{name: less})
    for name in ("start", "end", "fixed_by", "unit"):
        yield partial(tour.changed, **{name: None})


# -- factors -----------------------------------------------------------------------------


@_simplify_requirements.register(Factor)
def _simplify_factor(factor: Factor) -> Iterator[Callable[[], Model]]:
    for name in ("through", "avoiding"):
        for less in _drop_each(getattr(factor, name)):
            yield partial(factor.changed, **{name: less})
    yield partial(factor.changed, fixed_by=None)
    yield partial(factor.changed, maximal=False)
    for number in _simpler_numbers(factor.degree, len(factor.board.squares)):
        yield partial(factor.changed, degree=number)
