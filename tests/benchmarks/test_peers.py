"""What peers are asked and what they answer, against brute force over what the models mean.

A peer that is not installed is skipped; CI has only those that nqsat itself depends on.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from bench.contestants import PEERS, Contestant, engine, find_contestant
from bench.graphs import CoverQuestion, SetQuestion, cover_of, cycle_of, men_of
from bench.peers import optima
from bench.peers.programs import compiled, compiler
from support.oracle.brute_force import brute_force

import nqsat
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling.rules.domination import Variant
from nqsat.sources import catalogue

#: Programs that are asked for the fewest pieces that dominate.
OF_OPTIMA = ("clingo/optN", "RC2")

PLACEMENTS = {
    "one piece a line": nqsat.Placement("4x4", {"Q": 4}),
    "fewer pieces than lines": nqsat.Placement("3x3", {"R": 2}),
    "several numbers": nqsat.Placement("3x4", {"N": "2..3"}),
    "any number": nqsat.Placement("3x4", {"K": "any"}),
    "at least one": nqsat.Placement("2x3", {"N": "1.."}),
    "a square that nobody attacks": nqsat.Placement("3x3", {"N": "any"}),
    "only one way": nqsat.Placement("3x3", {"fN": "any"}),
    "walls that stop riders": nqsat.Placement(
        nqsat.Board.from_map("..#.\n....\n#..."), {"Q": "any"}
    ),
    "holes": nqsat.Placement(nqsat.Board.from_map("..x\n.x.\n..."), {"R": 3}),
    "a torus": nqsat.Placement("torus:3x4", {"B": "any"}),
    "pieces that keep their colour": nqsat.Placement("4x4", {"B": "any"}),
    "several numbers of pieces that keep it": nqsat.Placement("3x5", {"C": "2..3"}),
    "no solution": nqsat.Placement("3x3", {"Q": 3}),
    "no piece": nqsat.Placement("2x2", {"Q": 0}),
}


@cache
def meant(name: str) -> int:
    """How many solutions the placement of this name has."""
    return len(brute_force(PLACEMENTS[name]))


def answer(peer: Contestant, model: nqsat.modelling.Model) -> int:
    try:
        return peer.job(model)()
    except UnsupportedByEngine as error:
        pytest.skip(str(error))


def needs(peer: Contestant) -> None:
    if not peer.installed:
        pytest.skip(f"{peer.name} is not installed")


@pytest.mark.parametrize(
    "peer",
    [p for p in PEERS if p.name not in OF_OPTIMA],
    ids=lambda p: p.name,
)
def test_a_peer_counts_what_a_placement_means(peer: Contestant) -> None:
    needs(peer)
    able = 0
    for name, model in PLACEMENTS.items():
        try:
            found = peer.job(model)()
        except UnsupportedByEngine:
            continue
        able += 1
        assert found == meant(name), name
    assert able > 0


@pytest.mark.parametrize("name", ["Graphillion", "clingo"])
@pytest.mark.parametrize(
    ("board", "piece", "number"), [("5x6", "N", 8), ("4x4", "N", 0), ("3x3", "K", 16)]
)
def test_a_peer_counts_closed_tours(name: str, board: str, piece: str, number: int) -> None:
    peer = find_contestant(name)
    needs(peer)
    model = nqsat.Tour(board, piece)
    assert answer(peer, model) == nqsat.count(model, engine="backtrack").value == number


FEWEST = nqsat.rules.Objective("minimise", nqsat.rules.Pieces())
COVERED, TWICE = nqsat.rules.Domination(), nqsat.rules.Domination(times=2)


def dominating(board: nqsat.Board | str, piece: str, variant: Variant = "plain") -> nqsat.Placement:
    """As few pieces as possible that dominate a board."""
    rule = nqsat.rules.Domination(variant)
    return nqsat.Placement(board, {piece: "any"}, [rule], objective=FEWEST)


OPTIMA = {
    "queens": dominating("4x4", "Q"),
    "knights": dominating("3x4", "N"),
    "none attacking": dominating("3x4", "K", "independent"),
    "each attacked": dominating("3x4", "R", "total"),
    "a corner that nobody attacks": dominating("2x3", "fN", "total"),
    "pieces that do not attack back": dominating("4x3", "fW", "independent"),
    "walls": dominating(nqsat.Board.from_map("..#.\n....\n#..."), "B"),
    "holes": dominating(nqsat.Board.from_map("..x\n.x.\n..."), "R"),
    "one square": dominating("1x1", "N"),
}


@pytest.mark.parametrize("name", OPTIMA)
@pytest.mark.parametrize(
    ("peer", "fewest"), [("clingo/optN", optima.clingo_fewest), ("RC2", optima.rc2_fewest)]
)
def test_a_peer_finds_the_fewest_and_counts_the_ways(
    peer: str, fewest: Callable[[CoverQuestion], int | None], name: str
) -> None:
    program = find_contestant(peer)
    needs(program)
    model = OPTIMA[name]
    sizes = [len(solution.pieces) for solution in brute_force(model)]
    asked = cover_of(model)
    assert asked is not None
    assert fewest(asked) == min(sizes, default=None)
    assert answer(program, model) == sizes.count(min(sizes, default=0))
    assert answer(program, model) == nqsat.count(model).value


@pytest.mark.parametrize("peer", OF_OPTIMA)
@pytest.mark.parametrize(("board", "piece"), [("5x5", "Q"), ("6x6", "N"), ("6x6", "K")])
def test_a_peer_counts_optima_as_nqsat_does(peer: str, board: str, piece: str) -> None:
    program = find_contestant(peer)
    needs(program)
    model = dominating(board, piece)
    assert answer(program, model) == nqsat.count(model).value


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
@pytest.mark.parametrize(
    ("program", "family", "largest"), [("costas", "costas", 6), ("no_three", "no-three-in-line", 5)]
)
def test_programs_in_c_are_right(program: str, family: str, largest: int, tmp_path: Path) -> None:
    path = compiled(program, tmp_path)
    (make,) = (one for one in catalogue() if one.name == family)
    for n in range(2, largest + 1):
        done = subprocess.run([path, str(n)], capture_output=True, text=True, check=True)
        assert int(done.stdout) == nqsat.count(make(n=n), engine="sat").value


# -- the graph that a peer is given --------------------------------------------------------------


@pytest.mark.parametrize("name", PLACEMENTS)
def test_the_graph_means_the_model(name: str) -> None:
    asked = men_of(PLACEMENTS[name])
    assert asked is not None
    sets = [
        pieces
        for size in range(asked.size + 1)
        for pieces in combinations(range(asked.size), size)
        if asked.low <= size <= asked.most and not set(combinations(pieces, 2)) & set(asked.edges)
    ]
    assert len(sets) == meant(name)
    assert all(len(set(pieces) & set(line)) == 1 for pieces in sets for line in asked.ones)
    assert {pair for line in asked.lines for pair in combinations(line, 2)} == set(asked.edges)


@pytest.mark.parametrize(
    ("piece", "by_colour"),
    [("B", True), ("F", True), ("C", True), ("Q", True), ("R", False), ("K", False), ("N", False)],
)
def test_a_diagram_has_the_order_in_which_fewer_lines_are_open(piece: str, by_colour: bool) -> None:
    asked = men_of(nqsat.Placement("6x6", {piece: "any"}))
    assert asked is not None
    assert asked.narrow.width <= asked.width
    assert (asked.narrow != asked) == by_colour
    if by_colour:
        assert asked.narrow.by_colour == tuple(range(36))
        back = asked.narrow.renumbered([asked.by_colour.index(square) for square in range(36)])
        assert back == asked


def test_open_lines_are_counted_by_hand() -> None:
    # Rank by rank on 2x2, the lines of bishops are 0-3 and 1-2. Before 1, 2, 3 there are 1, 2, 1 open.
    bishops = men_of(nqsat.Placement("2x2", {"B": "any"}))
    assert bishops is not None
    assert (sorted(bishops.lines), bishops.width) == ([(0, 3), (1, 2)], (2, 4))
    assert bishops.by_colour == (0, 3, 1, 2)
    assert (sorted(bishops.narrow.lines), bishops.narrow.width) == ([(0, 1), (2, 3)], (1, 2))


@pytest.mark.parametrize("name", ["OxiDD", "Graphillion"])
@pytest.mark.parametrize("piece", ["B", "C", "Q"])
def test_diagrams_in_the_order_by_colour_count_as_nqsat_does(name: str, piece: str) -> None:
    peer = find_contestant(name)
    needs(peer)
    model = nqsat.Placement("6x5", {piece: "any"})
    assert answer(peer, model) == nqsat.count(model, engine="frontier").value


def test_lines_with_one_piece_each_are_found() -> None:
    queens, fewer = (
        men_of(PLACEMENTS["one piece a line"]),
        men_of(PLACEMENTS["fewer pieces than lines"]),
    )
    assert isinstance(queens, SetQuestion)
    assert isinstance(fewer, SetQuestion)
    assert len(queens.ones) == 8
    assert fewer.ones == ()


@pytest.mark.parametrize(
    ("form", "model"),
    [
        (men_of, nqsat.Placement("4x4", {"Q": 1, "N": 1})),
        (men_of, nqsat.Placement("4x4", {"Q": 4}, presets=["Q@a2"])),
        (men_of, nqsat.Placement("4x4", {"Q": 2}, [nqsat.rules.Domination()])),
        (men_of, nqsat.Placement("4x4", {"Q": 2}, [nqsat.rules.NonAttacking(blocking=True)])),
        (men_of, nqsat.Tour("5x6", "N")),
        (cycle_of, nqsat.Tour("5x6", "N", closed=False)),
        (cycle_of, nqsat.Tour("5x6", "N", unit="directed")),
        (cycle_of, nqsat.Tour("5x6", "N", through=["a1-b3"])),
        (cycle_of, nqsat.Placement("4x4", {"Q": 4})),
        (men_of, dominating("4x4", "Q")),
        (cover_of, nqsat.Placement("4x4", {"Q": 4})),
        (cover_of, nqsat.Placement("4x4", {"Q": "any"}, [COVERED])),
        (cover_of, nqsat.Placement("4x4", {"Q": "any"}, [COVERED], ["Q@a2"], objective=FEWEST)),
        (cover_of, nqsat.Placement("4x4", {"Q": "1.."}, [COVERED], objective=FEWEST)),
        (cover_of, nqsat.Placement("4x4", {"Q": "any"}, [TWICE], objective=FEWEST)),
        (cover_of, dominating("4x4", "Q", "efficient")),
        (cover_of, nqsat.Tour("5x6", "N")),
    ],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_what_is_more_than_a_graph_is_not_asked_of_peers(
    form: Callable[[nqsat.modelling.Model], object], model: nqsat.modelling.Model
) -> None:
    assert form(model) is None


# -- who takes part --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["nobody", "nqsat nobody", "nqsat mates/sideways", "clingo/nothing"]
)
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidModel):
        find_contestant(name)


@pytest.mark.parametrize("text", ["sat", "sat/minisat22", "bitboard"])
def test_an_engine_counts_from_the_declaration(text: str) -> None:
    assert engine(text).job(PLACEMENTS["one piece a line"])() == 2
