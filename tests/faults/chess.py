"""Wrong facts: every engine believes them, so engines against one another see little of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from faults.fault import case, fault, placement
from faults.planting import Plant
from nqsat import Board, Square, Symmetry
from nqsat.engines import BacktrackEngine
from nqsat.rules import Domination

__all__ = ["CHESS"]

TORUS = case("peaceful", board="torus:4x4", pieces="K=any,R=1")
CYLINDER = case("cylindrical-queens", n=7)
KINGS = case("kings-any", n=3)
QUEENS = case("queens", n=5)
ZEBRAS = case("zebras", n=4, k=2)


def _as_a_cylinder(right: Any) -> Any:
    def step(self: Board, cell: Square, delta: tuple[int, ...]) -> Any:
        return right(replace(self, wrap="cylinder") if self.wrap == "torus" else self, cell, delta)

    return step


def _as_flat(right: Any) -> Any:
    def step(self: Board, cell: Square, delta: tuple[int, ...]) -> Any:
        return right(replace(self, wrap="flat"), cell, delta)

    return step


def _stuck_at_the_right_edge(right: Any) -> Any:
    def step(self: Board, cell: Square, delta: tuple[int, ...]) -> Square | None:
        return None if cell.column + delta[1] >= self.columns else right(self, cell, delta)

    return step


def _without_the_last_ray(right: Any) -> Any:
    return lambda piece, board, start: right(piece, board, start)[:-1]


def _one_step_more(right: Any) -> Any:
    def walk(board: Board, start: Square, ride: Any) -> Any:
        return right(board, start, ride._replace(reach=ride.reach and ride.reach + 1))

    return walk


def _without_their_last_square(right: Any) -> Any:
    return lambda board, step: tuple(line[:-1] or line for line in right(board, step))


def _zebra_as_camel(right: Mapping[str, Any]) -> Any:
    return MappingProxyType({**right, "Z": ((3, 1),)})


def _with_two_ranks_exchanged(right: Any) -> Any:
    def wrong(board: Board) -> tuple[Symmetry, ...]:
        identity, *others = right(board)

        def move(square: Square) -> Square:
            return Square({0: 1, 1: 0}.get(square.row, square.row), square.column)

        mapping = {square: move(square) for square in board.squares}
        images = tuple(mapping.values())
        swap = replace(identity, name="swap", images=images, mapping=mapping)
        return (identity, swap, *others)

    return wrong


CHESS = (
    fault(
        "a torus whose ranks do not wrap",
        Plant("chess.board:Board.step", _as_a_cylinder),
        TORUS,
        "verify: published",
        "verify: transposed",
    ),
    fault(
        "a cylinder that does not wrap",
        Plant("chess.board:Board.step", _as_flat),
        CYLINDER,
        "verify: published",
        "verify: closed under symmetry",
    ),
    fault(
        "a wrap at the left edge only: < for <=",
        Plant("chess.board:Board.step", _stuck_at_the_right_edge),
        TORUS,
        "verify: published",
        "verify: transposed",
    ),
    fault(
        "a ray is lost",
        Plant("chess.attacks:rays_from", _without_the_last_ray),
        QUEENS,
        "verify: engines",
        "verify: published",
        engine=BacktrackEngine(),
    ),
    fault(
        "short rides go one step too far",
        Plant("chess.attacks:walk", _one_step_more),
        KINGS,
        "verify: published",
    ),
    fault(
        "lines without their last squares",
        Plant("chess.attacks:lines", _without_their_last_square),
        QUEENS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "a wrong leap in the table of atoms",
        Plant("chess.piece:_ATOMS", _zebra_as_camel),
        ZEBRAS,
        "verify: published",
    ),
    fault(
        "a permutation that is no symmetry in the board's group",
        Plant("chess.symmetry:symmetries", _with_two_ranks_exchanged),
        KINGS,
        "verify: closed under symmetry",
        "verify: symmetry breaking",
        break_symmetry=True,
    ),
    fault(
        "one-way pieces are taken for symmetric",
        Plant("chess.symmetry:carries_sight", lambda right: lambda *given, **options: True),
        placement("3x3", {"fW": "any"}, rules=[Domination()]),
        "verify: closed under symmetry",
        modulo="symmetry",
    ),
)
