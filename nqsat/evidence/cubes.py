"""Cubes: a model cut into disjoint parts, whose counts add up to the whole.

Of the men on one rank the first one decides: for every square of the rank and every kind there is the part
whose first man stands there, and there is one whose rank is empty. Of a tour, the first of a square's
moves that it makes. Both cuts are made with the model's own words, presets and moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from nqsat.chess import attacks
from nqsat.modelling import Model, Placement, Preset, Tour
from nqsat.modelling.tour import Move


def cubes(model: Model) -> tuple[Model, ...]:
    """Models whose solutions, all together, are those of a model, each once; none where it has no cut.

    Args:
        model: without an objective.
    """
    return tuple(_of_tour(model) if isinstance(model, Tour) else _of_placement(model))


def _of_placement(model: Placement) -> Iterator[Placement]:
    given = model.presets
    taken = {preset.square for preset in given}
    free = [square for square in model.board.squares if square not in taken]
    rank = [square for square in free if square.row == free[0].row]
    empty: list[Preset] = []
    for square in rank:
        for kind in model.kinds:
            yield model.changed(presets=[*given, *empty, Preset(square, kind.name)])
        empty.append(Preset(square))
    if empty:
        yield model.changed(presets=[*given, *empty])


def _of_tour(tour: Tour) -> Iterator[Tour]:
    relation = attacks(tour.piece, tour.board)
    for square in tour.board.squares:
        both = relation[square] | {here for here in relation if square in relation[here]}
        moves = [(min(square, other), max(square, other)) for other in sorted(both - {square})]
        free = [move for move in moves if move not in {*tour.through, *tour.avoiding}]
        if free:
            yield from _by_moves(tour, free)
            return


def _by_moves(tour: Tour, moves: list[Move]) -> Iterator[Tour]:
    left_out: list[Move] = []
    for move in moves:
        avoided = [*tour.avoiding, *left_out]
        yield tour.changed(through=[*tour.through, move], avoiding=avoided)
        left_out.append(move)
    yield tour.changed(avoiding=[*tour.avoiding, *left_out])
