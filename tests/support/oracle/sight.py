"""The oracle for attacks, with and without blocking: a walk, cell by cell.

It uses neither ``nqsat.chess.attacks`` nor any ray or ``holds``; rules about attacks are compared with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations

from nqsat import Arrangement, Board, Piece, Placement, Rule
from nqsat.compiling import lower, to_cnf
from nqsat.rules import Number
from support.oracle.brute_force import Cell, naive_rays
from support.oracle.cnf import projected, raw_count


def sees(board: Board, start: Cell, piece: Piece, occupied: Collection[Cell] = ()) -> set[Cell]:
    """Return what a piece on ``start`` attacks if pieces on ``occupied`` block it.

    The first piece on a ray is itself attacked.
    """
    found = set()
    for ray in _rays(board, start, piece):
        for cell in ray:
            found.add(cell)
            if cell in occupied:
                break
    return found


@lru_cache(maxsize=10_000)  # used again for every arrangement
def _rays(board: Board, start: Cell, piece: Piece) -> list[list[Cell]]:
    return naive_rays(board, start, dict(piece.rides))


def naive_sight(
    model: Placement, content: Mapping[Cell, str], *, blocking: bool
) -> dict[Cell, set[Cell]]:
    """Return what each piece of an arrangement attacks."""
    pieces = {kind.name: kind.piece for kind in model.kinds}
    occupied = set(content) if blocking else set()
    return {cell: sees(model.board, cell, pieces[kind], occupied) for cell, kind in content.items()}


def check_formula(model: Placement, wanted: set[Arrangement]) -> None:
    """Check that the formula's solutions are those wanted, and that they determine its auxiliary variables.

    Auxiliary variables of cardinality encodings need not be determined, so the second check uses the model
    without its numbers of pieces.
    """
    formula = lower(model)
    cnf = to_cnf(formula)
    found = {formula.reader.decode(true) for true in projected(cnf.clauses, cnf.projection)}
    if found != wanted:
        raise AssertionError(f"{model}: its formula has {found ^ wanted} wrong")
    free = Placement(
        model.board,
        [replace(kind, number=Number()) for kind in model.kinds],
        model.rules,
        model.presets,
    )
    cnf = to_cnf(lower(free), "pairwise")
    number = len(projected(cnf.clauses, cnf.projection))
    if raw_count(cnf) != number:
        raise AssertionError(f"{free}: {raw_count(cnf)} models of the CNF for {number} solutions")


def check_pruning(rule: Rule, model: Placement, solutions: Iterable[Arrangement]) -> None:
    """Check that the rule by which the reference prunes holds for every part of a solution."""
    weaker = rule.relaxation(model.setting)
    for solution in solutions:
        sizes = range(len(solution.pieces) + 1)
        for part in chain.from_iterable(combinations(solution.pieces, size) for size in sizes):
            if weaker is not None and not weaker(Arrangement(model.setting, part)):
                raise AssertionError(f"{weaker} on {model}: not of {part}, part of {solution}")
