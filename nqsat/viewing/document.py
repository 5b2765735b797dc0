"""A model as data for the page: the board, the kinds and their moves, what must hold. No answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from nqsat.chess import Board, Piece, Square, Symmetry, find_symmetry, rides_on, symmetries
from nqsat.errors import InvalidModel
from nqsat.modelling import Kind, Model, Placement, Requirement, Rule, Tour, requirements
from nqsat.modelling.rules import RULES, Invariant, Stabiliser
from nqsat.reporting.pieces import outlines

#: Images of squares under symmetries that travel; of more than these there are no orbits in the page.
MOST_IMAGES = 200_000


def model_data(model: Model) -> dict[str, Any]:
    """The model as the page knows it: squares by their place in the board's order."""
    place = model.board.places
    data: dict[str, Any] = {
        "statement": [one.text for one in requirements(model)],
        "board": _board(model.board),
        "unit": model.unit,
    }
    if isinstance(model, Tour):
        data |= {"kinds": [_piece(model.piece, model.board, place)], "tour": _tour(model, place)}
    else:
        data |= _placement(model, place)
    group = known_symmetries(model)
    if group and len(group) * len(place) <= MOST_IMAGES:
        data["symmetries"] = [[one.name, [place[x] for x in one.images]] for one in group]
    return data


def known_symmetries(model: Model) -> tuple[Symmetry, ...]:
    """The symmetries of a model, the identity first; none where the board is too large to look for them."""
    try:
        return model.symmetries()
    except InvalidModel:
        return ()


def _board(board: Board) -> dict[str, Any]:
    return {
        "title": board.title,
        "cells": str(board).split("\n") if board.rows else [],
        "wrap": board.wrap,
        "shape": list(board.shape),
    }


def _piece(
    piece: Piece, board: Board, place: Mapping[Square, int], label: str = ""
) -> dict[str, Any]:
    """How a piece moves, and how it looks if it has a label."""
    return {
        "name": piece.notation,
        "symbol": next((x for x in piece.notation if x.isalpha()), "X").upper(),
        "rides": [[list(ride.step), ride.reach] for ride in sorted(rides_on(piece, board))],
        "graph": [[place[here], place[there]] for here, there in sorted(piece.graph)],
        "outlines": outlines(piece, label),
    }


# -- placements --------------------------------------------------------------------------


def _placement(model: Placement, place: Mapping[Square, int]) -> dict[str, Any]:
    names = [kind.name for kind in model.kinds]
    kinds = [_kind(kind, model.board, place) for kind in model.kinds]
    looks = [kind["outlines"] for kind in kinds]
    for kind in kinds:
        if looks.count(kind["outlines"]) > 1:  # two kinds never look alike: they are letters
            kind["outlines"] = None
    return {
        "kinds": kinds,
        "rules": [_rule(one, model) for one in requirements(model) if one.what == "rule"],
        "presets": [
            [place[x.square], -1 if x.kind is None else names.index(x.kind)] for x in model.presets
        ],
    }


def _kind(kind: Kind, board: Board, place: Mapping[Square, int]) -> dict[str, Any]:
    squares = None if kind.squares is None else sorted(place[x] for x in kind.squares)
    return {
        **_piece(kind.piece, board, place, kind.label),
        "name": kind.name,
        "label": kind.label,
        "symbol": kind.symbol,
        "low": kind.number.low,
        "high": kind.number.high,
        "squares": squares,
    }


def _rule(one: Requirement, model: Placement) -> dict[str, Any]:
    """A rule in words and as data; one of the user's own has none, and the page says that."""
    rule = cast("Rule", one.value)
    if type(rule) not in RULES:
        return {"text": one.text, "name": None}
    data = {"text": one.text, "name": rule.name, **rule.to_json()}
    if isinstance(rule, Invariant | Stabiliser):
        data["images"] = [_images(model.board, name) for name in rule.symmetries]
    if isinstance(rule, Stabiliser):
        group = symmetries(model.board)
        if len(group) * len(model.board.squares) <= MOST_IMAGES:
            data["board"] = [_images(model.board, one.name) for one in group]
    return data


def _images(board: Board, name: str) -> list[int]:
    place = board.places
    return [place[x] for x in find_symmetry(board, name).images]


# -- tours -------------------------------------------------------------------------------


def _tour(tour: Tour, place: Mapping[Square, int]) -> dict[str, Any]:
    def pairs(moves: Iterable[Sequence[Square]]) -> list[list[int]]:
        return [[place[x] for x in move] for move in moves]

    return {
        "closed": tour.closed,
        "directed": tour.directed,
        "start": None if tour.start is None else place[tour.start],
        "end": None if tour.end is None else place[tour.end],
        "through": pairs(tour.through),
        "avoiding": pairs(tour.avoiding),
        "numbers": [[place[square], number] for square, number in tour.numbers],
        "images": [_images(tour.board, name) for name in tour.fixing],
    }
