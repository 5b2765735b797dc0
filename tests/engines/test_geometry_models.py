"""Models with graphs of the user's own, and on solid boards: every engine against a definition by pairs.

A pair of a graph is an attack that nothing blocks. Counts on solid boards are published; random models have
such boards, too, and ``chess/test_solid.py`` knows who attacks whom on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.agreement import ENGINES, agree, counted_alike
from support.boards import is_solid
from support.oracle.brute_force import (
    DEEP,
    arrangement_of,
    brute_force,
    candidates,
    naive_numbers,
    naive_targets,
    same_solutions,
)
from support.strategies import graphs

from nqsat import Board, Kind, Piece, Placement, Square, Tour, count
from nqsat.chess import Ride
from nqsat.evidence.comparisons import transpose_model
from nqsat.modelling import Arrangement
from nqsat.rules import Domination, NonAttacking, Number, Objective, Pieces

Cell = tuple[int, int]

#: Of each attack by a piece of a kind, from square to square: who could stand in between, way by way.
Ways = Mapping[tuple[str, Square, Square], list[set[Cell]]]

EXAMPLES = 400 if DEEP else 14


def naive_solutions(model: Placement, ways: Ways) -> set[Arrangement]:
    """Numbers and presets, then each pair of pieces: is there an attack, and is it blocked?"""
    (rule,) = model.rules
    assert isinstance(rule, NonAttacking)

    def peaceful(content: Mapping[Cell, str]) -> bool:
        for (here, mine), (there, theirs) in permutations(content.items(), 2):
            if rule.between is None or {(mine, theirs), (theirs, mine)} & rule.between:
                for between in ways[mine, Square(*here), Square(*there)]:
                    if not rule.blocking or not between & content.keys():
                        return False
        return True

    return {
        arrangement_of(model, content)
        for content in candidates(model)
        if naive_numbers(model, [*content.values()])
        and all(content.get(preset.square) == preset.kind for preset in model.presets)
        and peaceful(content)
    }


# -- graphs --------------------------------------------------------------------------------------

RIDES: list[dict[Cell, int]] = [{}, {}, {}, {(0, 1): 0}, {(1, 1): 1, (-1, -1): 1}]
BOARDS = [
    Board(2, 3), Board(1, 5), Board(3, 3), Board.from_map("..#\n.x.\n..."), Board(2, 4, "torus"),
    Board(2, 3, "cylinder"), Board.solid(2, 2, 2), Board(1, 1), Board(0, 0),
]  # fmt: skip


@st.composite
def models(draw: st.DrawFn) -> Placement:
    """One or two kinds with graphs, and with rides besides."""
    board = draw(st.sampled_from(BOARDS))
    kinds = []
    for name in ["net", "web"][: 1 if len(board.squares) > 6 else draw(st.integers(1, 2))]:
        rides = draw(st.sampled_from(RIDES)) if not is_solid(board) else {}
        low = draw(st.integers(0, 2))
        high = draw(st.none() | st.integers(low, 4))
        piece = Piece(name, frozenset(Ride(*item) for item in rides.items()), draw(graphs(board)))
        kinds.append(Kind(name, piece, Number(low, high)))
    between = None
    if len(kinds) == 2 and draw(st.booleans()):
        pair = st.tuples(*[st.sampled_from(["net", "web"])] * 2)
        between = draw(st.frozensets(pair, max_size=2))
    return Placement(board, kinds, [NonAttacking(between, draw(st.booleans()))])


def graph_ways(model: Placement) -> Ways:
    """Of a ride the shortest that arrives."""
    ways: dict[tuple[str, Square, Square], list[set[Cell]]] = {}
    for kind in model.kinds:
        for here, there in permutations(model.board.squares, 2):
            found: list[set[Cell]] = [set()] if (here, there) in kind.piece.graph else []
            for ride in kind.piece.rides:
                for reach in range(1, (ride.reach or 8) + 1):
                    passed = naive_targets(model.board, here, {(ride.step[0], ride.step[1]): reach})
                    if there in passed:
                        found.append(passed - {there})
                        break
            ways[kind.name, here, there] = found
    return ways


@settings(max_examples=EXAMPLES)
@given(models())
def test_placements_on_graphs(model: Placement) -> None:
    wanted = naive_solutions(model, graph_ways(model))
    same_solutions(brute_force(model), wanted, f"{model}: holds")
    orbits = agree(model, wanted, few=200)
    small = len(wanted) < 60 and len(model.symmetries()) <= 8
    counted_alike(model, len(orbits), all_methods=small)
    turned = transpose_model(model)
    if turned is not None:
        there, back = turned
        assert isinstance(there, Placement)
        same_solutions(map(back, brute_force(there)), wanted, f"{model}: transposed")


def test_the_colours_of_the_drawing_prove_nothing() -> None:
    # Layers of one cell are drawn two files apart, all on one colour; a wazir goes from each to the next.
    for cells in (2, 3, 4):
        tour = Tour(Board.solid(1, 1, cells), "W", closed=False)
        assert count(tour).value == count(tour, engine="backtrack").value == 2


# -- published numbers ---------------------------------------------------------------------------

#: The Petersen graph: five squares above in a ring, five below in a star, each joined to the one below it.
RING = [((0, i), (0, (i + 1) % 5)) for i in range(5)]
STAR = [((1, i), (1, (i + 2) % 5)) for i in range(5)]
PETERSEN = Piece.of_graph("P", [*RING, *STAR, *(((0, i), (1, i)) for i in range(5))], two_way=True)
FEWEST = Objective("minimise", Pieces())
HORSE = Piece.of_relation(
    "horse", Board(3, 4), lambda a, b: {abs(a.row - b.row), abs(a.column - b.column)} == {1, 2}
)


@pytest.mark.parametrize(
    ("model", "number"),
    [
        # By size 1, 10, 30, 30, 5: its independence polynomial.
        *((Placement("2x5", [Kind.of(PETERSEN, n)]), k) for n, k in enumerate([1, 10, 30, 30, 5])),
        # Its domination number is 3, by ten sets; it has no cycle through all vertices.
        (Placement("2x5", [Kind.of(PETERSEN, "any")], [Domination()], objective=FEWEST), 10),
        (Tour("2x5", PETERSEN), 0),
        (Tour("2x5", PETERSEN, closed=False), 240),
        (Tour(Board(3, 4), HORSE, closed=False), 16),
        # A068940: at most 4 queens in 3 x 3 x 3. A002860: of n^2 rooks each layer is a symbol of a square.
        (Placement("3x3x3", {"Q": 4}), 16),
        (Placement("3x3x3", {"Q": "5.."}), 0),
        (Placement("3x3x3", {"R": 9}), 12),
        # A003042: Hamiltonian cycles of the n-cube, with direction.
        (Tour("2x2x2", "W", unit="directed"), 12),
        (Tour("2x2x2x2", "W", unit="directed"), 2688),
    ],
    ids=repr,
)
def test_published_numbers(model: Any, number: int) -> None:
    assert count(model).value == number
    for engine in ENGINES if number < 1000 else ():
        assert count(model, engine=engine).value == number
