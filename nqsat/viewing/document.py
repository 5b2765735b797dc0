"""A model as data for the page: the board, the kinds and their moves, what must hold. No answers.

Also the searches that were watched, which the page plays:

    {"men": of each literal the numbers of its men, "origins": […],
     "reasons": [[origin, clause, steps?], …],
     "recordings": [{"engine", "events": [what, …, what, …], …}], "unwatched": [[engine, why], …]}

An event is the place of its word in ``WORDS``, then its literal (of ``try`` and ``force``) and its number
(of all but ``solution``, and of ``try`` only where there are choices).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import Any, cast

from nqsat.chess import Board, Piece, Square, attacks, find_symmetry, rides_on, symmetries
from nqsat.engines.watching import Event, Recording, Watched, watch
from nqsat.modelling import (
    Factor,
    Kind,
    Model,
    Placement,
    Requirement,
    Rule,
    Tour,
    known_symmetries,
    no_row,
    requirements,
    sentences,
)
from nqsat.modelling.rules import RULES, Connected, Invariant, Stabiliser
from nqsat.modelling.sentences import one_of, star_battle
from nqsat.reporting.marks import star_path
from nqsat.reporting.pieces import outlines

#: Images of squares under symmetries that travel; of more than these there are no orbits in the page.
MOST_IMAGES = 200_000

#: The figure of a king in a star battle.
STAR = {
    "body": star_path(22.5, 24, 18),
    "details": "",
    "white": True,
    "turned": False,
    "mark": "",
}

#: What can happen, as in ``replay.js``.
WORDS = ("try", "force", "dead", "learn", "back", "solution")


def model_data(model: Model) -> dict[str, Any]:
    """The model as the page knows it: squares by their place in the board's order."""
    place = model.board.places
    data: dict[str, Any] = {
        "statement": list(sentences(model)),
        "board": _board_data(model.board),
        "unit": model.unit,
    }
    data |= _data_of_kind(model, place)
    group = known_symmetries(model)
    if group and len(group) * len(place) <= MOST_IMAGES:
        data["symmetries"] = [[one.name, [place[x] for x in one.images]] for one in group]
    return data


@singledispatch
def _data_of_kind(model: Model, _place: Mapping[Square, int]) -> dict[str, Any]:
    """What a page knows of one kind of model besides."""
    raise no_row("pages", model)


def _board_data(board: Board) -> dict[str, Any]:
    return {
        "title": board.title,
        "cells": str(board).split("\n") if board.rows else [],
        "wrap": board.wrap,
        "shape": list(board.shape),
        **({} if board.geometry.has_ranks else {"plan": _layout_data(board)}),
    }


def _layout_data(board: Board) -> dict[str, Any]:
    """Where squares lie and how they look that are not in rows and columns; (right, down), a side is 1."""
    lies, place = board.geometry, board.places
    high, wide = lies.extent

    def point(down: float, right: float) -> list[float]:
        return [round(right, 4), round(down, 4)]

    return {
        "names": [board.name(square) for square in board.squares],
        "coordinates": [list(lies.coordinates(square)) for square in board.squares],
        "places": [point(*lies.centre_at(*square)) for square in board.squares],
        "outline": [point(*corner) for corner in lies.outline],
        "extent": [round(wide, 4), round(high, 4)],
        "shades": [lies.shade(square) for square in board.squares],
        "joined": [[place[here], place[there]] for here, there in lies.drawn_edges()],
        "labels": [[place[one.cell], one.side, one.text] for one in lies.labels(board.squares)],
    }


def _piece_data(
    piece: Piece, board: Board, place: Mapping[Square, int], label: str = ""
) -> dict[str, Any]:
    """How a piece moves, and how it looks if it has a label; along edges of a graph by pairs of nodes."""
    rides, pairs = rides_on(piece, board), piece.graph
    if board.graph is not None:
        found = attacks(piece, board).items()
        rides = frozenset()
        pairs = frozenset((x, y) for x, targets in found for y in targets)
    return {
        "name": piece.notation,
        "symbol": next((x for x in piece.notation if x.isalpha()), "X").upper(),
        "rides": [[list(ride.step), ride.reach] for ride in sorted(rides)],
        "graph": [[place[here], place[there]] for here, there in sorted(pairs)],
        "outlines": outlines(piece, label),
    }


# -- placements --------------------------------------------------------------------------


@_data_of_kind.register(Placement)
def _placement_data(model: Placement, place: Mapping[Square, int]) -> dict[str, Any]:
    names = [kind.name for kind in model.kinds]
    kinds = [_kind_data(kind, model.board, place) for kind in model.kinds]
    looks = [kind["outlines"] for kind in kinds]
    for kind in kinds:
        if looks.count(kind["outlines"]) > 1:  # two kinds never look alike: they are letters
            kind["outlines"] = None
    if star_battle(model) is not None:
        kinds[0] |= {"words": "a star", "outlines": STAR}
    return {
        "kinds": kinds,
        "rules": [_rule_data(one, model) for one in requirements(model) if one.what == "rule"],
        "presets": [
            [place[x.square], -1 if x.kind is None else names.index(x.kind)] for x in model.presets
        ],
    }


def _kind_data(kind: Kind, board: Board, place: Mapping[Square, int]) -> dict[str, Any]:
    squares = None if kind.squares is None else sorted(place[x] for x in kind.squares)
    return {
        **_piece_data(kind.piece, board, place, kind.label),
        "name": kind.name,
        "label": kind.label,
        "words": one_of(kind),
        "symbol": kind.symbol,
        "low": kind.number.low,
        "high": kind.number.high,
        "squares": squares,
    }


def _rule_data(one: Requirement, model: Placement) -> dict[str, Any]:
    """A rule in words and as data; one of the user's own has none, and the page says that."""
    rule = cast("Rule", one.value)
    if type(rule) not in RULES:
        return {"text": one.text, "name": None}
    sentence = rule.sentence.removesuffix(".")
    text = sentence[0].lower() + sentence[1:]
    data = {"text": text, "name": rule.name, **rule.to_json()}
    if isinstance(rule, Invariant | Stabiliser):
        data["images"] = [_image_places(model.board, name) for name in rule.names]
    if isinstance(rule, Connected) and rule.by is not None:
        place = model.board.places
        ways = attacks(Piece.parse(rule.by), model.board)
        data["joined"] = [
            [place[x], place[y]] for x, targets in ways.items() for y in sorted(targets)
        ]
    if isinstance(rule, Stabiliser):
        group = symmetries(model.board)
        if len(group) * len(model.board.squares) <= MOST_IMAGES:
            data["board"] = [_image_places(model.board, one.name) for one in group]
    return data


def _image_places(board: Board, name: str) -> list[int]:
    place = board.places
    return [place[x] for x in find_symmetry(board, name).images]


# -- tours and sets of moves -------------------------------------------------------------------------------


@_data_of_kind.register(Tour)
def _tour_data(tour: Tour, place: Mapping[Square, int]) -> dict[str, Any]:
    said = {
        "closed": tour.closed,
        "directed": tour.directed,
        "start": None if tour.start is None else place[tour.start],
        "end": None if tour.end is None else place[tour.end],
        "numbers": [[place[square], number] for square, number in tour.numbers],
    }
    return _moves_data(tour, place, "tour", said)


@_data_of_kind.register(Factor)
def _factor_data(model: Factor, place: Mapping[Square, int]) -> dict[str, Any]:
    said = {
        "moves": _place_pairs(model.atoms, place),
        "low": model.degree.low,
        "high": model.degree.high,
        "maximal": model.maximal,
    }
    return _moves_data(model, place, "factor", said)


def _moves_data(
    model: Tour | Factor, place: Mapping[Square, int], key: str, said: dict[str, Any]
) -> dict[str, Any]:
    """The piece, what the model says, what is given, and further rules, none of which the page checks."""
    given = {
        "through": _place_pairs(model.through, place),
        "avoiding": _place_pairs(model.avoiding, place),
        "images": [_image_places(model.board, name) for name in model.fixing],
    }
    rules = [{"text": rule.text, "name": None} for rule in model.added]
    kinds = [_piece_data(model.piece, model.board, place)]
    return {"kinds": kinds, key: {**said, **given}, **({"rules": rules} if rules else {})}


def _place_pairs(moves: Iterable[Sequence[Square]], place: Mapping[Square, int]) -> list[list[int]]:
    return [[place[square] for square in move] for move in moves]


# -- searches ----------------------------------------------------------------------------


def search_section(model: Model, events: int) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The section ``search`` of the page, if there is one, and what is left out.

    Args:
        model: without an objective.
        events: steps recorded of each search, at most; 0 for no searches.
    """
    if not events:
        return {}, ()
    found = watch(model, events)
    if not found.recordings:
        return {}, tuple(f"no search is watched: {why}" for _, why in found.unwatched[:1])
    return {"search": _search_data(model, found)}, ()


def _search_data(model: Model, found: Watched) -> dict[str, Any]:
    place = model.board.places
    names = [kind.name for kind in model.kinds]
    number = {name: index for index, name in enumerate(names)}
    men = [
        [place[man.square] * len(names) + number.get(man.kind, 0) for man in some]
        for some in found.men
    ]
    origins = list(dict.fromkeys(reason.origin for reason in found.reasons))
    reasons = [
        [origins.index(origin), list(clause), *([list(steps)] if steps else [])]
        for origin, clause, steps in found.reasons
    ]
    return {
        "men": men,
        "origins": origins,
        "reasons": reasons,
        "recordings": [_recording_data(one) for one in found.recordings],
        "unwatched": [list(one) for one in found.unwatched],
    }


def _recording_data(one: Recording) -> dict[str, Any]:
    return {
        "engine": one.engine,
        "events": [number for event in one.events for number in _event_numbers(event, one)],
        "left": one.left,
        "complete": one.complete,
        "nodes": list(one.nodes),
        "checks": list(one.checks),
        "conflicts": one.conflicts,
        "solutions": one.solutions,
        "choices": [[list(literals), list(exits)] for literals, exits in one.choices],
        "seconds": round(one.seconds, 2),
    }


def _event_numbers(event: Event, recording: Recording) -> tuple[int, ...]:
    """The word of an event, and the numbers that belong to it."""
    word = WORDS.index(event.what)
    match event.what:
        case "try" if not recording.choices:
            return word, event.literal
        case "try" | "force":
            return word, event.literal, event.number
        case "solution":
            return (word,)
        case _:
            return word, event.number
