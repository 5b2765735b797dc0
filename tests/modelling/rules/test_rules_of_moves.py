"""Rules of moves and visited squares: literals of tours and factors, and functions that yield sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support.error_asserts import refused

import nqsat
from nqsat import Board, Factor, Placement, Tour
from nqsat.chess import Network
from nqsat.modelling.schema import dumps, loads
from nqsat.rules import Among, MoveLiterals, at_most, clause, exactly, rule

#: A Slitherlink of 5×5 with one solution, made by hand: a figure for each cell, "." where none is given.
SLITHERLINK = "3...2/..0../2...3/.3.../...3."

#: Tours and factors with few enough solutions to try them all.
MODELS: dict[str, Callable[..., Tour | Factor]] = {
    "cycles": lambda rules=(): Tour("4x4", "W", visit="some", rules=rules),
    "directed cycles": lambda rules=(): Tour("3x4", "K", visit="..5", unit="directed", rules=rules),
    "paths": lambda rules=(): Tour("3x3", "W", closed=False, visit="2..5", rules=rules),
    "closed tours": lambda rules=(): Tour("4x4", "K", through=["b2-c2", "b3-c3"], rules=rules),
    "open tours": lambda rules=(): Tour("3x4", "N", closed=False, rules=rules),
    "open from a1": lambda rules=(): Tour("3x4", "W", closed=False, start="a1", rules=rules),
    "ordered": lambda rules=(): Tour("3x4", "W", closed=False, order=["a1", "c2"], rules=rules),
    "matchings": lambda rules=(): Factor("3x3", "W", "..1", rules=rules),
    "two": lambda rules=(): Factor("4x4", "W", "2", rules=rules),
    "paths between": lambda rules=(): Factor("3x3", "W", "..2", ends=["a1-c3"], rules=rules),
}  # fmt: skip


def move(text: str) -> frozenset[str]:
    return frozenset(text.split("-"))


#: What is asked of the moves: a text, and what it says of the moves made and the squares visited.
ASKED: dict[str, Callable[[set[frozenset[str]], set[str]], bool]] = {
    "among=a1-b1,number=0": lambda moves, _: move("a1-b1") not in moves,
    "among=b1-b2,b2-c2,~a2-b2,number=..1": lambda moves, _: (
        (move("b1-b2") in moves) + (move("b2-c2") in moves) + (move("a2-b2") not in moves) <= 1
    ),
    "among=2*a2,~b3,b2-b3,number=2..3": lambda moves, squares: (
        2 <= 2 * ("a2" in squares) + ("b3" not in squares) + (move("b2-b3") in moves) <= 3
    ),
    "among=a1,c1,c3,number=..3,but=1": lambda _, squares: len({"a1", "c1", "c3"} & squares) != 1,
}


def made(solution: Any) -> tuple[set[frozenset[str]], set[str]]:
    """The moves and the visited squares of a solution, by name."""
    name = solution.board.name
    moves = {frozenset({name(here), name(there)}) for here, there in solution.moves}
    squares = {name(square) for square in getattr(solution, "squares", ())}
    return moves, squares | {square for move in moves for square in move}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("kind", MODELS)
def test_every_engine_finds_those_that_keep_it(kind: str, asked: str) -> None:
    model = MODELS[kind]([asked])
    every: Any = nqsat.solutions(MODELS[kind](), engine="backtrack")
    right = {str(x) for x in every if ASKED[asked](*made(x))}
    for engine in ("sat", "cpsat", "backtrack"):
        found: Any = nqsat.solutions(model, engine=engine)
        assert {str(x) for x in found} == right
    assert nqsat.count(model).value == len(right)
    assert loads(dumps(model)) == model


def test_nodes_of_a_graph_are_named() -> None:
    ring = [("p1", "p2"), ("p2", "p3"), ("p3", "p4"), ("p1", "p4")]
    board = Board.of_graph(Network.of(["p1", "p2", "p3", "p4"], ring))
    model = Factor(board, "W", "..1", rules=["among=p1-p2,p3-p4,number=1"])
    assert {str(x) for x in nqsat.solutions(model)} == {"p1-p2", "p3-p4"}
    assert loads(dumps(model)) == model


@pytest.mark.parametrize("kind", MODELS)
def test_certificates_are_of_the_rule_too(kind: str, tmp_path: Path) -> None:
    model = MODELS[kind](["among=2*a2,~b3,b2-b3,number=2..3"])
    right = nqsat.count(model, engine="backtrack").value
    done = nqsat.certify(model, tmp_path / "certificate")
    assert done.count.value == right
    assert nqsat.check(tmp_path / "certificate").labelled == right
    text = (tmp_path / "certificate" / "model.json").read_text().replace('"2..3"', '"1..3"')
    (tmp_path / "certificate" / "model.json").write_text(text)
    with pytest.raises(nqsat.CertificateRejected):
        nqsat.check(tmp_path / "certificate")


@pytest.mark.parametrize("asked", ["among=b2-b3,c2-c3,number=1", "among=a2,d3,number=1"])
def test_symmetries_carry_it(asked: str) -> None:
    model = Tour("4x4", "W", visit="some", rules=[asked])
    group = model.symmetries()
    assert 1 < len(group) < 8
    classes = {min(str(x.image(g)) for g in group) for x in nqsat.solutions(model)}
    assert nqsat.count(model, modulo="symmetry").value == len(classes)


# -- functions -----------------------------------------------------------------------------------------


def slitherlink(text: str, rules: Any = ()) -> Tour:
    rows = text.split("/")

    @rule
    def sides(tour: MoveLiterals) -> Iterator[Among]:
        for r, row in enumerate(rows):
            for c, clue in enumerate(row):
                if clue.isdigit():
                    near = [tour.at((r + i, c), (r + i, c + 1)) for i in (0, 1)]
                    near += [tour.at((r, c + i), (r + 1, c + i)) for i in (0, 1)]
                    yield exactly(int(clue), near)

    return Tour(f"{len(rows) + 1}x{len(rows[0]) + 1}", "W", visit="some", rules=[sides])


def test_a_slitherlink() -> None:
    """As the loops of the board that keep the figures, found by trying all loops of 3×3 cells."""
    loops = [
        made(x)[0] for x in nqsat.solutions(Tour("4x4", "W", visit="some"), engine="backtrack")
    ]
    corners = [["a4", "b4", "a3", "b3"], ["c2", "d2", "c1", "d1"]]

    def around(loop: set[frozenset[str]], corner: list[str]) -> int:
        return sum(pair in loop for pair in map(frozenset, combinations(corner, 2)))

    right = sum([around(x, corner) for corner in corners] == [3, 2] for x in loops)
    assert right > 0
    model = slitherlink("3../.../..2")
    assert nqsat.count(model).value == nqsat.count(model, engine="backtrack").value == right


def test_a_function_or_a_single_rule_is_taken() -> None:
    def one_corner(tour: MoveLiterals) -> Among:
        return tour.visited("a1") + tour.visited("c1") == 1

    model = Tour("3x3", "W", visit="some", rules=one_corner)
    alike = Tour("3x3", "W", visit="some", rules="among=a1,c1,number=1")
    assert nqsat.count(model).value == nqsat.count(alike, engine="backtrack").value > 0
    assert nqsat.count(Placement("3x3", {"K": 1}, "ranks=..1")).value == 9
    alone = Placement("3x3", {"K": 1})
    assert nqsat.count(Placement("3x3", {"K": 1}, clause(alone.at("K", "a1")))).value == 1
    assert nqsat.count(Placement("3x3", {"R": 1}, lambda_rule)).value == 8


def lambda_rule(model: Any) -> Among:
    return at_most(0, model.at("R", "b2"))


def test_moves_that_are_none_are_false_in_functions_and_refused_in_words() -> None:
    tour = Tour("3x4", "N", closed=False)
    assert str(tour.at((0, 0), (-1, 2))) == "a3-"
    for literal in (tour.at("a1-b1"), tour.at((0, 0), (-1, 2)), tour.at((-1, 0), (-2, 0))):
        assert nqsat.count(tour.with_rules(clause(~literal))).value == 16
        assert nqsat.count(tour.with_rules(clause(literal))).value == 0
    refused(lambda: tour.literal("a1-b1"), said="a1-b1; from a1 it goes to")
    refused(lambda: tour.refined(rules=[clause("a1-b1")]), said="a1-b1; from a1 it goes to")
    refused(lambda: tour.at("a1-e5"), said="e5")
    refused(lambda: tour.visited("e1"), said="e1")


def test_literals_belong_to_their_kind_of_model() -> None:
    refused(lambda: Tour("4x4", "N", rules=["among=Q@a1"]), said="Q@a1: of a tour write a move")
    refused(lambda: Placement("4x4", {"Q": 1}, ["among=a1"]), said="write PIECE@SQUARE")
    refused(lambda: Tour("4x4", "N", rules=["domination"]), said="domination")


def test_assumptions_may_name_squares() -> None:
    tour = Tour("4x4", "W", visit="some")
    asked = tour.assuming([tour.visited("a1"), ~tour.at("b1-b2")])
    every = map(made, nqsat.solutions(tour))
    right = sum("a1" in squares and move("b1-b2") not in moves for moves, squares in every)
    assert nqsat.count(asked).value == right
