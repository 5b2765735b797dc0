"""The model with ranks and files exchanged: random ones, of every rule and feature that there is."""

from __future__ import annotations

from typing import Any

from support.boards import graph_of, is_hexagon, is_solid, wrap_of
from support.error_asserts import Own
from support.oracle.brute_force import DEEP
from support.random_models import random_model

from nqsat import Arrangement, Path, Placement, Rule, Square, rules, solutions
from nqsat.evidence.comparisons import transpose_model
from nqsat.modelling import Moves, Solution


def squares_of(solution: Solution) -> list[Square]:
    if isinstance(solution, Arrangement):
        return [piece.square for piece in solution.pieces]
    if isinstance(solution, Moves):
        return [square for move in solution.moves for square in move]
    assert isinstance(solution, Path)
    return list(solution.squares)


def listed(model: Any) -> list[Solution]:
    return list(solutions(model, engine="backtrack"))


def test_random_models_and_their_solutions_come_back() -> None:
    met = set[type[Rule]]()
    for index in range(400 if DEEP else 150):
        model = random_model(52, index)
        if isinstance(model, Placement):
            model = model.with_objective(None)
        turned = transpose_model(model)
        board = model.board
        # The axes of a solid board are not those of the drawing; a cylinder wraps one way only; a graph and
        # a hexagon have no ranks and files to exchange.
        fixed = bool(is_solid(board) or is_hexagon(board)) or graph_of(board) is not None
        assert (turned is None) == (fixed or wrap_of(board) in ("cylinder", "klein")), index
        if turned is None:
            continue
        there, back = turned
        # Twice is the model itself: equality covers the board, moves, squares, presets and numbers. (Of
        # rules there is a law, in ``modelling/rules/test_law.py``; a mark of a region may be on no square.)
        again = transpose_model(there)
        assert again is not None
        same = {"rules": model.rules} if isinstance(model, Placement) else {}
        assert again[0].changed(**same) == model, index
        assert {(s.column, s.row) for s in there.board.squares} == set(board.squares)
        # Through the way back solutions are the model's own, pieces on the right squares and all.
        found = listed(there)
        assert set(map(back, found)) == set(listed(model)), index
        for one in found:
            where = {(square.column, square.row) for square in squares_of(one)}
            assert where == set(squares_of(back(one))), index
        met |= {type(rule) for rule in model.rules} if isinstance(model, Placement) else set()
    assert met == set(rules.RULES)  # one that forgets its hook would only make verify compare less


def test_a_rule_of_ones_own_does_not_say_what_it_is_there() -> None:
    assert transpose_model(Placement("3x3", {"Q": 1}, [rules.NonAttacking(), Own()])) is None
