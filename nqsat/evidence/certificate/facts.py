"""A model as the checker has it: its text, the facts in it, an order for a recount."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import singledispatch
from typing import Any

from nqsat.chess import Board, Hexagon, Network, Piece, Square, generators, rays
from nqsat.chess.surfaces import Cylinder, Flat, Torus
from nqsat.compiling import Projection, lower
from nqsat.compiling.sums import sums_of
from nqsat.engines.frontier.components import open_nodes, split_components
from nqsat.engines.frontier.order import candidate_orders
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.evidence import checker
from nqsat.modelling import Factor, Model, Placement, Tour, dumps, no_row
from nqsat.modelling.path import OUTSIDE, Move
from nqsat.modelling.rules import RULES, Clues, Shape
from nqsat.modelling.schema import to_json

#: The geometries that the checker knows. Of another board it is given the rays of the pieces.
_KNOWN = (Flat, Cylinder, Torus, Hexagon, Network)


def text_for_checker(model: Model | Projection) -> str:
    """Return the text of model.json: as ``dumps``, with data for a board that the checker does not know.

    Of a projection it also has, for each thing that is shown, the atoms of which a solution has one.
    What is only printed on the board is left out, and a shape has its squares in place of its name.
    """
    if isinstance(model, Projection):
        named = _checker_names(model.of)
        show = [sorted(_in_names_of_checker(some, named)) for some in model.atoms]
        return json.dumps({**json.loads(text_for_checker(model.of)), "show": show}, indent=1) + "\n"
    for rule in model.added:
        if type(rule) not in RULES:
            reason = "is a rule of your own; the checker knows none, nqsat verify compares engines"
            raise InvalidModel(("rules", rule.name), reason)
    if any(isinstance(rule, Clues | Shape) for rule in model.rules):
        rules = (rule for rule in model.rules if not isinstance(rule, Clues))
        model = model.changed(
            rules=[rule.drawn if isinstance(rule, Shape) else rule for rule in rules]
        )
    if type(model.board.geometry) in _KNOWN:
        return dumps(model)
    data: Any = to_json(model)
    data[model.key]["board"] = _board_by_rays(model)
    return json.dumps(data, indent=1) + "\n"


def _checker_names(model: Model) -> dict[str, str]:
    """The name that the checker has for each move of a model, in whichever direction, or end of a path."""
    if model.is_placement:
        return {}
    links = ((atom.text_on(model.board), Move.of(*atom)) for atom in model.atoms)
    return {name: _checker_name(model.board, link) for name, link in links}


def _in_names_of_checker(atoms: frozenset[str], named: Mapping[str, str]) -> set[str]:
    """Some atoms in the checker's names; a move in one direction keeps its own, unless both are there."""
    both = (">".join(reversed(name.split(">"))) in atoms for name in atoms)
    return {named.get(name, name) if also else name for name, also in zip(atoms, both, strict=True)}


def _board_by_rays(model: Model) -> dict[str, object]:
    """Return the squares of a board, the rays of the pieces, and generators of its symmetries."""
    board = model.board
    place, name = board.places, board.name
    named = (rule.to_json().get("by") for rule in model.rules)  # a rule's own piece
    pieces = {kind.piece for kind in model.kinds} | {Piece.parse(str(by)) for by in named if by}
    return {
        "squares": str(board).split("\n"),
        "names": [*map(name, board.squares)],
        "rays": {
            piece.notation: [
                [[place[x] for x in ray] for ray in ways] for ways in rays(piece, board).values()
            ]
            for piece in sorted(pieces, key=str)
        },
        "symmetries": [[*map(name, symmetry.images)] for symmetry in generators(board)],
    }


def facts_of(model: Model) -> checker.Model:
    """Return the checker's facts about a model."""
    return facts_in(text_for_checker(model))


def facts_in(text: str, cure: str = "") -> checker.Model:
    """Return the checker's facts in the text of a model; ``cure`` is advice for the error message."""
    try:
        return checker.read_model(text)
    except checker.Rejected as refused:
        reason = f"the checker cannot judge this: {refused}{cure and f'; {cure}'}"
        raise InvalidModel("certificate", reason) from None


def too_large(what: str) -> UnsupportedByEngine:
    """Return the error that a certificate exceeds the checker's limits."""
    return UnsupportedByEngine("this certificate", f"{what}: more than the checker accepts")


# -- the checker's recount ---------------------------------------------------------------


def recount_of(model: Model, most_states: int) -> int:
    """Return the number of solutions by the checker's recount."""
    try:
        return checker.Recount(most_states).solutions(*ordered_facts(model))
    except checker.TooLarge as refused:
        raise too_large(str(refused)) from None


def ordered_facts(model: Model) -> tuple[checker.Model, list[int]]:
    """Return the checker's facts about a model, and an order for its variables."""
    facts = facts_of(model)
    place = {name: number for number, name in enumerate(facts.decided)}
    return facts, [place[name] for name in order_of(model)]


@singledispatch
def order_of(model: Model) -> list[str]:
    """Return the order in which a recount decides the pieces of a model, or the squares of a tour.

    Pieces are in the order of ``frontier`` with the fewest bits in a state. Squares go along the longer
    side of the board, each line from its ends to its middle, which leaves few open path ends.
    """
    raise no_row("recounts", model)


@order_of.register(Tour)
def _tour_order(model: Tour) -> list[str]:
    if model.checkpoints:
        return [*dict.fromkeys(_names_with_order(model))]
    if (
        model.visit is not None or model.added
    ):  # the checker decides moves in either direction, and ends
        squares = len(model.board.squares)
        loose = model if model.visit is not None else model.changed(visit=squares)
        atoms = (loose.atoms[x - 1] for x in _variable_order(loose))
        edges = (Move.of(*atom) for atom in atoms)
        return [*dict.fromkeys(_checker_name(model.board, edge) for edge in edges)]
    board = model.board
    wide = board.columns > board.rows

    def place(square: Square) -> tuple[int, int, int]:
        along, across = (square.column, square.row) if wide else (square.row, square.column)
        return along, -abs(2 * across - (board.rows if wide else board.columns) + 1), across

    return [board.name(square) for square in sorted(board.squares, key=place)]


def _names_with_order(model: Tour) -> Iterator[str]:
    """The checker's variables of a tour with an order, move by move as ``frontier`` decides them.

    Before a move those of its two squares; then the move itself, and its two directions.
    """
    board, outer = model.board, None in (model.start, model.end) and not model.closed
    links = [model.atoms[x - 1] for x in _variable_order(model)]
    hub = [Move(square, OUTSIDE) for square in board.squares if outer]
    for link in (*links, *hub):
        names = ["" if square == OUTSIDE else board.name(square) for square in link]
        for square, name in zip(link, names, strict=True):
            if square not in (OUTSIDE, *model.checkpoints):
                yield from (f"{board.name(x)} before {name}" for x in model.checkpoints)
        yield _checker_name(board, Move.of(*link))
        yield from (">".join(names), ">".join(names[::-1]))


@order_of.register(Placement)
@order_of.register(Factor)
def _atom_order(model: Model) -> list[str]:
    name = lower(model).reader.name
    return [name(x) for x in _variable_order(model)]


def _variable_order(model: Model) -> list[int]:
    """Return the projected variables in the order of ``frontier`` with the fewest bits in a state."""
    formula = lower(model)
    pieces = set(formula.projection)
    components, rest = split_components(formula.constraints)
    order, *_ = candidate_orders(formula, [*sums_of(rest), *open_nodes(components)])
    return [x for x in order.variables if x in pieces]


def _checker_name(board: Board, link: Move) -> str:
    return f"end {board.name(link.here)}" if link.there == OUTSIDE else link.text_on(board)
