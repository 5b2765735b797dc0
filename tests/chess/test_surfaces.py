"""Surfaces whose edges are glued, in reverse too: symmetries, counts, evidence, pictures, the page.

Solutions are compared with brute force over what ``holds``, and symmetries with what they must keep: the
rays of every square, which ``test_attacks.py`` compares with a walk of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.agreement import agree, counted_alike
from support.boards import WRAPS
from support.error_asserts import refused
from support.moebius import Moebius
from support.node import in_node
from support.oracle.brute_force import brute_force

import nqsat
from nqsat import Arrangement, Board, Factor, Placement, Square, Tour
from nqsat.chess import (
    SURFACES,
    Geometry,
    Piece,
    generators,
    rays,
    surface,
    symmetries,
    to_networkx,
    translations,
)
from nqsat.errors import InvalidModel, InvalidNotation
from nqsat.modelling import dumps, loads
from nqsat.rules import Antidiagonals, Diagonals, Files, NoThreeInLine, Permutation, Ranks
from nqsat.viewing.document import model_data
from nqsat.viewing.python_line import expression_of

SIZES = tuple(product(range(1, 5), repeat=2))


@pytest.fixture(autouse=True)
def moebius() -> Iterator[None]:
    surface(Moebius)
    yield
    del SURFACES["moebius"]


def boards(*words: str) -> list[Board]:
    return [Board(rows, columns, word) for word in words for rows, columns in SIZES]


#: The orders of the groups, by hand. Klein bottle: twice round down is once, half round to the right if
#: there is a half, and a reflection. Projective plane: those of the square or the rectangle. Möbius strip:
#: twice round, and a reflection.
ORDERS = [
    ("klein:4x4", 2 * 4 * 2 * 2), ("klein:3x5", 2 * 3 * 2), ("klein:5x6", 2 * 5 * 2 * 2),
    ("projective:4x4", 8), ("projective:3x5", 4), ("moebius:3x4", 2 * 4 * 2), ("torus:4x4", 8 * 16),
]  # fmt: skip


@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_symmetries_keep_rays_and_are_a_group(text: str, order: int) -> None:
    board = Board.parse(text)
    group = symmetries(board)
    assert len(group) == order
    images = {symmetry.images for symmetry in group}
    for one in generators(board):
        assert {tuple(map(one, some)) for some in images} == images
    moved = {symmetry.images for symmetry in translations(board)}
    assert all({tuple(map(one, some)) for some in moved} == moved for one in translations(board))
    for notation in ("Q", "R", "B", "N", "(1,3)"):
        table = rays(Piece.parse(notation), board)
        for symmetry in group:
            for square, ways in table.items():
                there = {tuple(map(symmetry, ray)) for ray in ways}
                assert there == {*table[symmetry(square)]}, (notation, symmetry.name, square)


MODELS = [
    ("klein:3x4", {"K": "any"}), ("klein:4x3", {"N": "any"}), ("projective:3x4", {"Q": "any"}),
    ("projective:3x3", {"B": "any", "R": 1}), ("moebius:3x4", {"B": "any"}),
    ("moebius:4x3", {"fhN": "any"}),
    ("klein:3x3", {"NN": "1..3", "K": "..1"}), ("projective:4x3", {"W": "any"}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "pieces"), MODELS)
def test_engines_count_what_holds(text: str, pieces: dict[str, str], tmp_path: Path) -> None:
    model = Placement(text, pieces)
    wanted = brute_force(model)
    orbits = agree(model, wanted)
    counted_alike(model, len(orbits))
    if all(Piece.parse(name).notation != "fhN" for name in pieces):
        nqsat.certify(model, tmp_path / "it", modulo="symmetry")
        assert nqsat.check(tmp_path / "it").value == len(orbits)
    report = nqsat.verify(model)
    assert report.result.value == "agree", report


def test_tours_and_factors() -> None:
    board = Board(3, 4, "klein")
    graph = to_networkx(board, "W")
    for model in (Tour(board, "W"), Factor(board, "W", 1), Tour(board, "N", closed=False)):
        counts = {nqsat.count(model, engine=name).value for name in ("sat", "backtrack", "cpsat")}
        assert len(counts) == 1, model
    assert {len(graph[node]) for node in graph} == {4}


def test_a_word_that_is_taken_is_refused() -> None:
    class Wrapped(Moebius):
        word = "torus"

    with pytest.raises(InvalidModel, match=r"Torus has the name 'torus'; give .*Wrapped another"):
        surface(Wrapped)
    assert Board.parse("torus:3x3").geometry.seams == Board(3, 3, "torus").geometry.seams
    assert surface(SURFACES["klein"]) is SURFACES["klein"]


def test_what_a_surface_cannot_keep_is_refused() -> None:
    for board in boards("klein", "projective"):
        for rule in (Diagonals("..1"), Antidiagonals("..1"), NoThreeInLine()):
            with pytest.raises(InvalidModel, match=r"cross themselves|wraps"):
                Placement(board, {"K": "any"}, [rule])
    for model in (
        Placement("klein:3x4", {"K": "any"}, [Files("..1")]),
        Placement("klein:4x3", {"K": "any"}, [Ranks(1)]),
        Placement("projective:3x3", {"R": "any"}, [Permutation()]),
    ):
        wanted = brute_force(model)
        orbits = {min(str(one.image(g)) for g in model.symmetries()) for one in wanted}
        assert nqsat.count(model, modulo="symmetry").value == len(orbits)
        assert nqsat.count(model, engine="backtrack").value == len(wanted)
    assert len(Placement("klein:3x4", {"K": "any"}, [Files("..1")]).symmetries()) < 2 * 3 * 2 * 2
    with pytest.raises(InvalidNotation, match="expected 8x8, torus:7x7"):
        Board.parse("plane:3x3")


def test_text_and_words() -> None:
    assert (
        Board.parse("klein:3x3")
        .draw()
        .endswith("(Klein bottle: edges wrap both ways, mirrored over top and bottom)")
    )
    model = Placement("projective:4x5", {"Q": 2})
    assert "a 4 × 5 projective plane" in " ".join(nqsat.reporting.sentences(model))
    assert repr(Board.parse("moebius:3x4")) == "Board(3, 4, 'moebius')"


def test_a_picture_shows_the_seams_and_which_way_round() -> None:
    heads = {}
    for text in ("torus:3x4", "klein:3x4", "projective:3x4", "moebius:3x4"):
        picture = Board.parse(text).svg()
        group = picture.partition('class="wrap"')[2].partition("</g>")[0]
        heads[text] = [part.partition('"')[0] for part in group.split('transform="')[1:]]
    assert [len(edges) for edges in heads.values()] == [4, 4, 4, 2]
    assert len({tuple(edges) for edges in heads.values()}) == 4
    turned = [sum("rotate(" in edge for edge in edges) for edges in heads.values()]
    assert len({*turned}) > 1


def test_a_move_over_a_seam_is_drawn_where_it_leaves_and_where_it_comes_in() -> None:
    lies = Board(4, 5, "klein").geometry
    (out, into) = lies.drawn_move(Square(0, 1), Square(3, 3))  # up over the edge: b to d, mirrored
    assert out == ((0, 1), (-1, 1))
    assert into == ((4, 3), (3, 3))
    for board in boards(*WRAPS, "moebius"):
        for here, ways in rays(Piece.parse("K"), board).items():
            for (there,) in ways:
                first, *_, last = [*board.geometry.drawn_move(here, there)] * 2
                assert first[0] == tuple(here)
                assert last[1] == tuple(there)
                long = [
                    max(abs(a - b) for a, b in zip(*line, strict=True)) for line in (first, last)
                ]
                assert max(long) <= 1, (board, here, there)


def test_the_page_sees_what_python_sees() -> None:
    pieces: dict[Any, Any] = {"Q": "any", "N": 1}
    models = [Placement(Board(4, 3, word), pieces) for word in (*WRAPS, "moebius")]
    models += [Placement("hex:3", {"Q": 1}), Placement("3x2x2", {"R": 1})]
    path = """([model]) => {
        const layout = new Layout(model.board, model.kinds);
        const seen = (kind) => layout.squares.map((_, x) => [...layout.attacks(kind, x)].sort());
        return layout.kinds.map((_, kind) => seen(kind)); }"""
    found = in_node(path, [[model_data(model)] for model in models])
    for model, got in zip(models, found, strict=True):
        place = model.board.places
        for kind, squares in zip(model.kinds, got, strict=True):
            table = rays(kind.piece, model.board)
            for square, targets in zip(model.board.squares, squares, strict=True):
                seen = {place[cell] for ray in table[square] for cell in ray}
                assert {*targets} == seen, (model, square)


class Corner(Geometry):
    """A geometry that defines no more than it must: a step to the right turns down at the end of a row."""

    @property
    def title(self) -> str:
        return f"corner:{self.rows}x{self.columns}"

    def step(
        self, cell: Square, direction: tuple[int, ...]
    ) -> tuple[Square, tuple[int, ...]] | None:
        row, column = cell.row + direction[0], cell.column + direction[1]
        if column == self.columns and direction == (0, 1):
            row, column, direction = row + 1, column - 1, (1, 0)
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return (Square(row, column), direction) if inside else None


def test_an_unknown_geometry_is_never_taken_for_a_flat_board(tmp_path: Path) -> None:
    model = Placement(Board(geometry=Corner(3, 3)), {"R": "any"})
    wanted = brute_force(model)
    flat = brute_force(Placement("3x3", {"R": "any"}))
    assert len(wanted) < len(flat)
    assert {*nqsat.verify(model).counts.values()} == {len(wanted)}
    assert [g.name for g in model.symmetries()] == ["identity"]
    with pytest.raises(InvalidModel, match="does not search a corner:3x3 for symmetries"):
        nqsat.count(model, modulo="symmetry")  # none is known: it counted each solution
    nqsat.certify(model, tmp_path / "it")
    assert nqsat.check(tmp_path / "it").value == len(wanted)
    with pytest.raises(InvalidNotation, match="corner:3x3"):
        loads(dumps(model))
    assert expression_of(model) is None
    with pytest.raises(InvalidModel, match="no coordinates of a plane"):
        Placement(model.board, {"R": "any"}, [NoThreeInLine()])
    refused(lambda: Placement(model.board, {"R": "any"}, [Ranks(1)]), said="cross themselves")
    assert isinstance(next(iter(wanted)), Arrangement)
