"""Certificates without a list: the model, an order and the number, for a recount."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import singledispatch
from pathlib import Path
from typing import cast

from nqsat.chess import Board, Square
from nqsat.compiling import lower
from nqsat.compiling.sums import sums_of
from nqsat.counting import Count, Modulo, Run, count
from nqsat.engines.frontier.components import open_nodes, split_components
from nqsat.engines.frontier.order import candidate_orders
from nqsat.errors import Interrupted
from nqsat.evidence import checker
from nqsat.evidence.certificate.draft import Draft, Incomplete, facts_of, too_large
from nqsat.evidence.certificate.folder import write_lines
from nqsat.evidence.verified import BoundSystem, Problem, problem_of
from nqsat.modelling import Factor, Model, Placement, Tour, no_row
from nqsat.modelling.tour import Link


def count_solutions(work: Draft, modulo: Modulo = "none") -> Count:
    """Return the count that is known, or that of the engine that ``auto`` chooses.

    Raises:
        Incomplete: the time limit was reached.
    """
    if work.counted is not None and work.counted.modulo == modulo:
        work.count = work.counted
        return work.counted
    try:
        found = count(
            work.model, modulo=modulo, time_limit=work.clock.remaining, run=Run(watch=work.watch)
        )
    except Interrupted as stopped:
        work.count = cast("Count", stopped.answer)
        raise
    work.count = found
    if found.reason is not None:
        raise Incomplete(found.reason)
    return found


def write_recount(work: Draft, folder: Path, *, layers: bool) -> dict[str, object]:
    """Write the order of a recount, and its layers if requested; return the fields of certificate.json."""
    model, made = work.model, dict[str, object]()
    found = work.count if work.count.complete else count_solutions(work)
    work.labelled = found.value
    if work.modulo == "symmetry":
        found = count_solutions(work, "symmetry")
    if model.objective is not None:
        made["best"] = best = found.optimum.value if found.optimum is not None else None
        model = model.with_optimum(best)
    order = order_of(model)
    write_lines(folder / "order.txt", order)
    if layers:
        made["layers"] = _write_layers(work, folder, order)
    return {**made, "proof": "recount", "engine": found.engine}


def _write_layers(work: Draft, folder: Path, order: Sequence[str]) -> list[str]:
    """Write the checker's states after each square; return the numbers of states and ways of each layer."""
    made: list[str] = []

    def write(number: int, states: checker.States) -> None:
        work.tick()
        place = folder / checker.layer_name(number)
        place.parent.mkdir(exist_ok=True)
        with place.open("wb") as file:
            file.writelines(checker.layer_lines(states))
        made.append(f"{len(states)} {sum(states.values())}")

    recount = checker.Recount(sys.maxsize)
    recount.note = write
    recount.solutions(work.facts, [work.facts.decided.index(name) for name in order])
    return made


def recount_of(model: Model, most_states: int) -> int:
    """Return the number of solutions by the checker's recount.

    Raises:
        InvalidModel: the checker does not support the model.
        UnsupportedByEngine: it would need more states.
    """
    try:
        return checker.Recount(most_states).solutions(*ordered_facts(model))
    except checker.TooLarge as refused:
        raise too_large(str(refused)) from None


def verified_problem(model: Model) -> BoundSystem | Problem:
    """Return the input of the verified program: the rules if it supports all of them, else the bounds.

    Raises:
        InvalidModel: the checker does not support the model.
        UnsupportedByEngine: the model is too large for the checker.
    """
    try:
        facts, order = ordered_facts(model)
        return problem_of(facts, order) or BoundSystem.of(facts, order)
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
        every = len(model.board.squares)
        loose = model if model.visit is not None else model.changed(visit=every)
        atoms = (loose.atoms[x - 1] for x in _variable_order(loose))
        edges = (Link.of(here, there, arc=False) for here, there, _ in atoms)
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
    hub = [Link.of(square, None, arc=False) for square in board.squares if outer]
    for here, there, _ in (*links, *hub):
        names = ["" if square is None else board.name(square) for square in (here, there)]
        for square, name in zip((here, there), names, strict=True):
            if square is not None and square not in model.checkpoints:
                yield from (f"{board.name(x)} before {name}" for x in model.checkpoints)
        yield _checker_name(board, Link.of(here, there, arc=False))
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
    components, others = split_components(formula.constraints)
    order, *_ = candidate_orders(formula, [*sums_of(others), *open_nodes(components)])
    return [x for x in order.variables if x in pieces]


def _checker_name(board: Board, link: Link) -> str:
    """Return the checker's name of a move, or of an end of a path."""
    if link.there is None and link.here is not None:
        return f"end {board.name(link.here)}"
    return link.written(board)
