"""The shown part of a model as a model of its own; the page lists its solutions and does not judge them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from nqsat.chess import Piece, Square, Symmetry
from nqsat.compiling import ProjectedSolution, Projection
from nqsat.errors import InvalidModel
from nqsat.modelling import (
    Arrangement,
    Kind,
    Model,
    Number,
    PlacedPiece,
    Placement,
    known_symmetries,
)

#: The mark of a square in use, whichever piece is there or move ends there.
MARK = Kind("blocker", Piece.parse("blocker"), Number())


def model_of_shown(projection: Projection) -> Placement:
    """The kinds that are shown, any number of each on the squares that are shown, without rules."""
    model, board = projection.of, projection.board
    known = {kind.name: kind for kind in model.kinds} if isinstance(model, Placement) else {}
    places: dict[str, set[Square]] = {}
    for name in chain.from_iterable(projection.names):
        kind, square = _placed(projection, name)
        places.setdefault(kind, set()).add(square)
    used = places.get(MARK.name, set())
    if any(used & squares for kind, squares in places.items() if kind != MARK.name):
        reason = "a page shows a piece on a square, or whether the square is in use; leave one out"
        raise InvalidModel("show", reason)
    every = {*board.squares}
    kinds = [
        replace(
            known.get(kind, MARK),
            number=Number(),
            squares=None if squares == every else frozenset(squares),
        )
        for kind, squares in places.items()
    ]
    return Placement(board, kinds, [])


def symmetries_of(model: Model, projection: Projection | None) -> tuple[Symmetry, ...]:
    """The symmetries of a model; of what is shown of another, those that both have."""
    group = known_symmetries(model)
    if projection is None:
        return group
    whole = {symmetry.images for symmetry in known_symmetries(projection.of)}
    return tuple(symmetry for symmetry in group if symmetry.images in whole)


def arrangement_of_shown(
    solution: ProjectedSolution, projection: Projection, model: Placement
) -> Arrangement:
    """The shown part of a solution, as a solution of ``model_of_shown``."""
    placed = (_placed(projection, name) for name in solution.names)
    return Arrangement(model.setting, tuple(PlacedPiece(square, kind) for kind, square in placed))


def _placed(projection: Projection, name: str) -> tuple[str, Square]:
    kind, _, square = name.rpartition("@")
    try:
        return kind or MARK.name, projection.board.parse_square(square)
    except InvalidModel:
        reason = "a page shows pieces and squares; enumerate also lists moves"
        raise InvalidModel("show", reason) from None


def words_of_shown(
    projection: Projection, model: Placement, title: str, words: Mapping[str, str | None]
) -> tuple[str, dict[str, str | None]]:
    """The title of the page and what it says of the model, when it also says what is shown of it.

    Where squares are marked, no line says how to count a position: no option asks for a square in use.
    """
    said = projection.note[0].upper() + projection.note[1:]
    more: dict[str, str | None] = {"statement": f"{words['statement']} {said}."}
    if any(kind.name == MARK.name for kind in model.kinds):
        more |= {"command": None, "python": None}
    else:
        more["shows"] = f".project({', '.join(map(repr, projection.show))})"
    return f"{title}, told apart by {' and '.join(projection.show)}", {**words, **more}
