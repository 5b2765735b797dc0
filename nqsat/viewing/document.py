"""A model as data for the page: the board, the kinds and their moves, the constraints. No answers."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any
from xml.etree.ElementTree import Element

from nqsat.chess import Board, Square, rays
from nqsat.compiling import Projection
from nqsat.errors import InvalidModel
from nqsat.modelling import Factor, Kind, Model, Placement, Tour, no_row
from nqsat.modelling.tour import arcs_in
from nqsat.reporting.canvas import SIDE, Canvas, draw_labels, draw_names_inside, draw_squares, put
from nqsat.reporting.givens import counts_left_out, is_on_paper, regions_of
from nqsat.reporting.model_svg import look_with
from nqsat.reporting.pictures import draw_borders, draw_discs, draw_letters, draw_regions
from nqsat.reporting.pieces import SHADES, draw_star, symbols
from nqsat.reporting.statements import StarBattle, one_of, sentences, star_battle
from nqsat.reporting.style import PictureStyle
from nqsat.viewing.atoms import atom_numbers, constraint_data
from nqsat.viewing.projections import symmetries_of

#: Images of squares under symmetries that travel; of more than these there are no orbits in the page.
MOST_IMAGES = 200_000


def drawn_parts(model: Model) -> list[Element]:
    """The parts from which the page draws."""
    symbols = {x.get("id"): x for x in _symbols_of(model).values()}  # kinds may share one
    look = look_with(model, PictureStyle(coordinates=False))
    return [*ground(model.board, look), *symbols.values()]


def _symbols_of(model: Model) -> dict[str, Element]:
    """How each kind looks, by name."""
    if (battle := star_battle(model)) is not None and not battle.queens:
        return {model.kinds[0].name: draw_star()}
    return symbols(model.kinds)


def model_data(
    model: Model, projection: Projection | None = None, *, played: Model | None = None
) -> dict[str, Any]:
    """The model as the page knows it: squares by their place in the board's order.

    Args:
        model: the model.
        projection: solutions are what it shows; words are those of its model.
        played: another model whose moves are played in its place.
    """
    about = model if projection is None else projection.of
    judged = projection is None and played in (None, model)
    place, numbers = model.board.places, atom_numbers(model)
    atoms_given = [] if isinstance(model, Tour) else model.given
    data: dict[str, Any] = {
        "statement": list(sentences(about)),
        "board": {**board_data(model.board), "crossing": _crossing(model)},
        "unit": (projection or model).unit,
        "given": [numbers[atom] for atom in atoms_given],
        "kinds": _kinds_data(model),
        "regions": list(regions_of(model)),
        "constraints": constraint_data(model) if judged else None,
        "paper": is_on_paper(about),
        "shades": counts_left_out(about),
    }
    if isinstance(played, Factor):
        data |= _moves_data(played)
    elif isinstance(model, Placement):
        data["blocking"] = any(getattr(rule, "blocking", False) for rule in model.rules)
    elif isinstance(model, Tour | Factor):
        data |= _moves_data(model)
    else:
        raise no_row("pages", model)
    group = symmetries_of(model, projection)
    if group and len(group) * len(place) <= MOST_IMAGES:
        data["symmetries"] = [[g.name, [place[x] for x in g.images]] for g in group]
    return data


def board_data(board: Board) -> dict[str, Any]:
    """The squares, where they lie and how they look; (right, down), the side of a square is 1."""
    lies, place = board.geometry, board.places
    high, wide = lies.extent
    labels = [label.side for label in lies.labels(board.squares)]
    glued, deep = {seam.axis for seam in lies.seams}, min(2, board.rows, board.columns)
    left, below = (0.6 * (side in labels) for side in ("left", "below"))

    def point(down: float, right: float) -> list[float]:
        return [round(right, 4), round(down, 4)]

    return {
        "title": board.title,
        "cells": str(board).split("\n") if board.rows else [],
        "ranked": lies.has_ranks,
        "parts": [list(caption) for caption in lies.captions()],
        "copies": [[round(x, 4) for x in copy] for copy in lies.copies()],
        "rim": [deep * (axis in glued) for axis in (1, 0)],  # squares of the copies that are shown
        "names": [board.name(square) for square in board.squares],
        "places": [point(*lies.centre_at(*square)) for square in board.squares],
        "outline": [point(*corner) for corner in lies.outline],
        "box": [-left, 0, round(wide + left, 4), round(high + below, 4)],
        "joined": [[place[here], place[there]] for here, there in lies.drawn_edges()],
    }


def ground(board: Board, look: PictureStyle) -> list[Element]:
    """The board with what is printed on it, and the names in its cells, as the page uses them.

    Its first cell is at (0, 0).
    """
    canvas = Canvas(board, look, "")
    draw_squares(canvas)
    draw_regions(canvas)
    draw_borders(canvas)
    draw_discs(canvas)
    beside = put(canvas.root, "g", "beside", font_size=SIDE * 0.27)
    draw_labels(canvas, beside)
    at = f"translate({-canvas.left:g} {-canvas.top:g})"
    name = "" if board.geometry.has_ranks else "rimmed"
    name = "sheet-of-paper" if look.white else name
    group = Element("g", {"id": "nqsat-board", "class": name, "transform": at})
    group.extend(canvas.root[2:])  # without its title and paper
    names = Element("g", {"id": "nqsat-names", "class": "cell-names", "transform": at})
    draw_names_inside(canvas, names)
    letters = Element("g", {"id": "nqsat-clues", "transform": at})
    draw_letters(canvas, letters)
    return [group, names, letters]


def _kinds_data(model: Model) -> list[dict[str, Any]]:
    """The attacks of kinds, and the symbol of each."""
    looks, battle = _symbols_of(model), star_battle(model)
    shading = any(kind.label in SHADES for kind in model.kinds)
    return [
        {
            "rays": _rays_of(kind, model.board),
            "name": kind.name if model.is_placement else kind.piece.notation,
            **_words_of(kind, battle, shading=shading),
            "symbol": kind.symbol,
            "look": looks[kind.name].get("id"),
        }
        for kind in model.kinds
    ]


def _words_of(kind: Kind, battle: StarBattle | None, *, shading: bool) -> dict[str, str]:
    """The name of a piece of a kind; a user's name stays. Kings of a star battle are stars."""
    words = one_of(kind) if battle is None else f"a {battle.star}"
    if shading or kind.label == "lamp":
        words = "a lamp" if kind.label == "lamp" else "a shade" if kind.label in SHADES else "a dot"
    own = kind.name.rpartition(":")[2] != kind.piece.notation
    name = words.partition(" ")[2]
    return {"words": words, "called": kind.name if own else name[0].upper() + name[1:]}


def _rays_of(kind: Kind, board: Board) -> list[list[list[int]]]:
    """For each square the rays of a kind: squares in order, nearest first."""
    place = board.places
    return [[[place[x] for x in ray] for ray in ways] for ways in rays(kind.piece, board).values()]


def _crossing(model: Model) -> list[list[Any]]:
    """The moves that are drawn over a seam: from, to, and for each line its ends, (right, down)."""
    board, moves = model.board, dict[tuple[Square, Square], None]()
    for kind in model.kinds if board.geometry.seams else ():
        for here, ways in rays(kind.piece, board).items():
            moves |= dict.fromkeys(chain(*(pairwise((here, *ray)) for ray in ways)))
    lines = ((pair, board.geometry.drawn_move(*pair)) for pair in moves)
    place = board.places
    return [
        [place[here], place[there], [[a[1], a[0], b[1], b[0]] for a, b in some]]
        for (here, there), some in lines
        if len(some) > 1
    ]


# -- tours and sets of moves -------------------------------------------------------------------------------


def _moves_data(model: Tour | Factor) -> dict[str, Any]:
    """The moves as pairs of squares; -1 is outside, where an open tour begins and ends."""
    places = model.board.places

    moves = [[places.get(square, -1) for square in atom] for atom in model.atoms]
    if isinstance(model, Factor):
        ends = {places[square]: letter for square, letter in model.letters.items()}
        return {"moves": moves, "most": model.degree.high, "ends": ends}
    if model.visit is not None and model.closed:  # played move by move, as sets of moves are
        if arcs_in(model):
            reason = "a page shows no cycles with direction where squares are left out"
            raise InvalidModel("visit", reason)
        return {"moves": moves, "most": 2}
    tour = {
        "closed": model.closed,
        "directed": model.directed,
        "arcs": arcs_in(model),
        "start": model.start and places[model.start],
        "end": model.end and places[model.end],
        "some": model.visit is not None,
    }
    return {"moves": moves, "tour": tour}
