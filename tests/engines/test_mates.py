"""The counting engine for tours against plain permutations, the other engines, and its other half."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.counts import total
from support.day_subset import combined
from support.kernel_twins import edge_by_edge, graph_from, rings
from support.oracle.brute_force import DEEP
from support.plan_runner import Products, cycles, done, run

from nqsat import Board, Piece, Tour, UnsupportedByEngine
from nqsat.chess import attacks
from nqsat.counting.store import Folder
from nqsat.engines.mates import HALVES, MatesEngine, MiddlePlan
from nqsat.engines.mates.graph import Graph, graph_of
from nqsat.engines.mates.halves import cuts
from nqsat.engines.mates.strategy import orders
from nqsat.engines.plans.at_work import run_plan
from nqsat.engines.plans.plan import MemoryStore
from nqsat.errors import OutOfMemory


def board_graph(board: str, piece: str) -> tuple[Graph, range]:
    known = Board.parse(board)
    squares = sorted(known.squares, key=lambda square: (square.column, square.row))
    node = {square: index for index, square in enumerate(squares)}
    relation = attacks(Piece.parse(piece), known)
    edges = {(node[a], node[b]) for a in squares for b in relation[a]}
    return graph_from(len(squares), edges), range(len(squares))


# -- against other ways to count -------------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Any graph of up to eight nodes, with required edges and no symmetry."""
    size = draw(st.integers(3, 8 if DEEP else 7))
    pairs = [(a, b) for b in range(size) for a in range(b)]
    edges = [pair for pair in pairs if draw(st.integers(0, 3))]
    required = draw(st.lists(st.sampled_from(sorted(edges)), max_size=2)) if edges else []
    return graph_from(size, edges, required=required)


@settings(max_examples=300 if DEEP else 60)
@given(graphs(), st.randoms())
def test_any_graph_in_any_order_and_cut_anywhere(graph: Graph, chance: random.Random) -> None:
    needed = {frozenset(edge) for edge in graph.required}
    wanted = sum(ring >= needed for ring in rings(dict(enumerate(graph.neighbours))))
    order = chance.sample(range(graph.size), graph.size)
    assert cycles(graph, order) == wanted
    for cut in cuts(graph, order):
        assert cycles(graph, cut=cut) == wanted


@settings(max_examples=200 if DEEP else 20)
@given(
    st.sampled_from(
        [
            Tour("4x5", "N", closed=False),
            Tour("4x4", "K"),
            Tour("3x8", "N", closed=False),
            Tour("torus:3x4", "W", closed=False),
            Tour("torus:4x4", "N"),
            Tour("cylinder:3x4", "N"),
            Tour("4x4", "K", through=["a1-b2", "d4-c3"], avoiding=["a4-b3", "d1-c2"]),
        ]
    ),
    st.randoms(),
)
def test_symmetries_change_nothing(tour: Tour, chance: random.Random) -> None:
    # Orders in which sets of nodes are kept by symmetries, and the same ones a little out of step.
    graph = graph_of(tour)
    plain = replace(graph, maps=graph.maps[:1], wider=())
    order = list(chance.choice([*dict.fromkeys(orders(graph))]))
    if chance.random() < 0.5:
        place = chance.randrange(len(order) - 1)
        order[place : place + 2] = reversed(order[place : place + 2])
    wanted = cycles(plain, order)
    assert cycles(graph, order) == wanted
    for cut in cuts(graph, order):
        if len(cut.middle) <= 9:
            assert cycles(graph, cut=cut) == wanted


# -- known numbers: each is computed here in two ways ----------------------------------------

KNOWN = [
    (Tour("5x6", "N"), 8),
    (Tour("6x6", "N"), 9862),
    (Tour("6x6", "N", unit="directed"), 19_724),
    (Tour("3x10", "N"), 16),
    (Tour("3x12", "N"), 176),
    (Tour("3x14", "N"), 1536),
    (Tour("5x12", "N"), 4_557_702_762),
    (Tour("4x4", "K"), 2830),
    (Tour("6x6", "K"), 22_853_860_116),
    (Tour("6x6", "W"), 1072),
    (Tour("5x5", "N", closed=False), 1728),
    (Tour("5x5", "N", closed=False, start="a1"), 304),
    (Tour("5x6", "N", closed=False), 37_568),
]


@pytest.mark.parametrize("method", ["forward", "middle"])
@pytest.mark.parametrize(("tour", "number"), KNOWN)
def test_known_numbers(tour: Tour, number: int, method: str) -> None:
    assert total(MatesEngine(method), tour) == number


@pytest.mark.deep
def test_halves_of_a_board_with_more_symmetries_than_the_halves() -> None:
    # The corner is kept by the transposition as well; the half of the board is not, and states that
    # were counted together because of it gave 3,311,997.
    graph = graph_of(Tour("6x6", "N", closed=False, unit="undirected"))
    by_columns = next(orders(graph))
    cut = next(cut for cut in cuts(graph, by_columns) if cut.mirror is not None)
    for one in (cut, replace(cut, mirror=None)):
        assert cycles(graph, cut=one) == 3_318_960


def test_a_half_with_symmetries_that_move_the_middle() -> None:
    # Two corners alone are kept by the turn of the board, but not what lies between the halves.
    graph = graph_of(Tour("4x5", "N", closed=False, unit="undirected"))
    for order in dict.fromkeys(orders(graph)):
        for cut in cuts(graph, order):
            if len(cut.middle) <= 11:
                assert cycles(graph, cut=cut) == 82


@pytest.mark.parametrize(
    ("board", "piece", "words"),
    [
        *((board, "N", 1) for board in ("4x5", "3x10", "3x12", "3x16")),
        ("2x100", "K", 2),
        ("3x60", "K", 3),
        pytest.param("3x64", "N", 2, marks=pytest.mark.deep),
        pytest.param("3x100", "N", 3, marks=pytest.mark.deep),
    ],
)
def test_long_boards_and_numbers_of_more_than_one_word(board: str, piece: str, words: int) -> None:
    wanted = edge_by_edge(*board_graph(board, piece))
    for method in ("forward", "middle"):
        assert total(MatesEngine(method), Tour(board, piece)) == wanted
    assert wanted.bit_length() in range(64 * words - 64, 64 * words)


@pytest.mark.deep
def test_seven_by_eight_both_ways_and_the_chessboard() -> None:
    for method in ("forward", "middle"):
        assert total(MatesEngine(method=method), Tour("6x7", "N")) == 1_067_638
        assert total(MatesEngine(method=method), Tour("7x8", "N")) == 34_524_432_316
    # Sixteen squares in the middle, and eighty seconds.
    assert total(MatesEngine(), Tour("8x8", "N")) == 13_267_364_410_532


# -- the contract ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tour", "word"),
    [
        (Tour("4x4", "N", closed=False, numbers={"a1": 1}), "numbers"),
        (Tour("torus:3x3", "W", fixed_by="shift(1,1)"), "order 2, 4, 8, …, not 3"),
        (Tour("4x4", "fNK"), "back"),
        (Tour("8x8", "N", closed=False), "states"),
        (Tour("20x20", "N"), "touched"),
        (Tour("200x200", "N"), "squares"),
    ],
)
def test_refused_at_once(tour: Tour, word: str) -> None:
    with pytest.raises(UnsupportedByEngine, match=word):
        MatesEngine().plan(tour)


def test_refuses_what_takes_more_memory_than_it_may() -> None:
    tour = Tour("7x8", "N")
    cost = MatesEngine().plan(tour).estimate
    assert MatesEngine(memory=cost.memory).plan(tour).estimate == cost
    with pytest.raises(UnsupportedByEngine, match=r"about [\d,]+ states .* GB"):
        MatesEngine(memory=cost.least_memory // 2).plan(tour)
    # What may fit is begun, and says how far it came.
    begun = MatesEngine("middle").plan(Tour("5x6", "N"))
    assert isinstance(begun, MiddlePlan)
    plan = replace(begun, memory=10_000)
    with pytest.raises(
        OutOfMemory, match=r"^engine mates: 9.77 KiB reached in half-1, beyond the estimate"
    ):
        list(run_plan(plan))


# -- plans: any number of parts, in any order, done again, left off and gone on with ---------------


@cache
def forward(tour: Tour) -> int:
    return total(MatesEngine("forward"), tour)


TOURS = [
    Tour("5x6", "N"),
    Tour("5x5", "N", closed=False),
    Tour("4x4", "K", through=["a1-b2"]),
    Tour("3x40", "N"),  # numbers of two words
    Tour("4x5", "N", closed=False, start="a1"),
    Tour("3x8", "N", closed=False, start="a1", end="h3"),
]


@pytest.mark.parametrize(("tour", "wanted"), combined(TOURS, [1, 2, 7, 64, 5000]))
def test_any_number_of_parts_in_any_order_and_at_the_same_time(tour: Tour, wanted: int) -> None:
    plan = MatesEngine("middle").plan(tour)
    found = done(plan, MemoryStore(), wanted, chance=random.Random(wanted), threads=4)
    assert found.numbers.total() == forward(tour)
    assert len(found.parts) == 2
    assert found.parts[-1] <= wanted
    assert (found.parts[-1] == 1) == (wanted == 1)


def test_states_are_kept_for_whoever_goes_on(tmp_path: Path) -> None:
    # A half that is not its own mirror image: killed between the two, and after both.
    tour = Tour("5x6", "N", through=["a1-b3"])
    plan = MatesEngine("middle").plan(tour)
    products = Products()
    stage = plan.stage(4, products)
    assert [part.id for part in stage.parts] == list(HALVES)
    first, second = stage.parts
    for part in (second, first):
        assert not plan.stage(4, products).sums
        products[part.id] = run(plan, plan.prepare(products, Folder(tmp_path)), part)[-1].product
    files = {file: file.read_bytes() for file in tmp_path.rglob("*.npy")}
    assert done(plan, Folder(tmp_path), 4, products=products).numbers.total() == forward(tour) > 0
    # A product that was lost is made again, and is the same; so are the states.
    redone = run(plan, plan.prepare({}, Folder(tmp_path)), first)
    assert redone[-1].product == products[first.id]
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.npy")} == files
    # States that were lost are made again, too.
    for folder in tmp_path.iterdir():
        shutil.rmtree(folder)
    plan.prepare(products, Folder(tmp_path))
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.npy")} == files
