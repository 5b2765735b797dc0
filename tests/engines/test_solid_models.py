"""Models on solid boards: every engine against definitions by coordinates, and published numbers."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import pytest
from support.agreement import ENGINES, agree, counted_alike
from support.error_asserts import refused
from support.kernel_twins import rings
from support.oracle.brute_force import arrangement_of, candidates

from nqsat import Board, InvalidModel, Placement, Square, Tour, count, solutions
from nqsat.chess import symmetries
from nqsat.engines import Engine, Listing
from nqsat.modelling import dumps, loads
from nqsat.reporting import svg
from nqsat.rules import Invariant, NonAttacking

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nqsat import Arrangement, Path

Place = tuple[int, ...]

every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.title)


def attacked(piece: str, a: Place, b: Place) -> bool:
    """Whether a man on one cell attacks another on an empty board, by their differences."""
    sizes = sorted(abs(x - y) for x, y in zip(a, b, strict=True))
    along_an_axis = sizes[-1] > 0 and not any(sizes[:-1])
    return {
        "Q": sizes[-1] > 0 and set(sizes) <= {0, sizes[-1]},
        "K": sizes[-1] == 1,
        "R": along_an_axis,
        "W": along_an_axis and sizes[-1] == 1,
        "N": [size for size in sizes if size] == [1, 2],
        "blocker": False,
    }[piece]


def between(a: Place, b: Place) -> list[Place]:
    """The cells strictly between two cells on one line."""
    distance = max(abs(x - y) for x, y in zip(a, b, strict=True))
    step = [(y - x) // distance for x, y in zip(a, b, strict=True)]
    return [
        tuple(x + k * s for x, s in zip(a, step, strict=True)) for k in range(1, distance)
    ]  # of a knight, whom nobody blocks, this is no line


def peaceful(men: Mapping[Place, str], *, blocking: bool) -> bool:
    for (a, piece), (b, _) in permutations(men.items(), 2):
        if attacked(piece.rpartition(":")[2], a, b):
            blocked = blocking and piece != "N" and any(cell in men for cell in between(a, b))
            if not blocked:
                return False
    return True


def naive_solutions(model: Placement) -> set[Arrangement]:
    (rule,) = model.rules
    assert isinstance(rule, NonAttacking)
    found = set()
    for content in candidates(model):
        men = {model.board.coordinates(Square(*cell)): kind for cell, kind in content.items()}
        numbers = [list(men.values()).count(kind.name) in kind.number for kind in model.kinds]
        given = (content.get(preset.square) == preset.kind for preset in model.presets)
        if all(numbers) and all(given) and peaceful(men, blocking=rule.blocking):
            found.add(arrangement_of(model, content))
    return found


MODELS = [
    *(Placement("2x2x2", {piece: "any"}) for piece in ("Q", "R", "N", "blocker")),
    *(Placement("2x2x3", {piece: "1..2"}) for piece in ("Q", "K", "W", "N")),
    *(Placement("3x1x3", {piece: "any"}) for piece in ("Q", "R", "N")),
    Placement("1x2x2x2", {"R": "any"}),
    Placement("2x1x2x3", {"R": "2.."}),
    Placement("2x2x2", {"R": "1..2", "N": "..2"}),
    Placement("3x1x2", {"Q": "any", "blocker": "any"}, [NonAttacking(blocking=True)]),
    Placement("3x1x2", {"white:R": "any", "black:W": "any"}, [NonAttacking(blocking=True)]),
    Placement("3x1x3", {"R": "any"}, [NonAttacking(blocking=True)]),
    Placement("2x2x2", {"R": "any"}, presets=["R@a1", "-@d2"]),
    Placement("0x2x2", {"Q": "any"}),
    Placement("1x1x1", {"Q": "any"}),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_placements(model: Placement) -> None:
    wanted = naive_solutions(model)
    orbits = agree(model, wanted)
    assert len(model.symmetries()) == len(symmetries(model.board)) or model.presets
    counted_alike(model, len(orbits), all_methods=len(wanted) < 40)


@cache
def naive_count(shape: Place, piece: str, number: int) -> int:
    cells = list(product(*map(range, shape)))
    return sum(
        not any(attacked(piece, a, b) for a, b in combinations(men, 2))
        for men in combinations(cells, number)
    )


@every_engine
def test_queens_in_a_cube(engine: Engine) -> None:
    # A068940: at most 4 in 3 x 3 x 3; how many ways is by definition, over all sets of 4.
    four = Placement("3x3x3", {"Q": 4})
    assert count(four, engine=engine).value == naive_count((3, 3, 3), "Q", 4) == 16
    assert count(Placement("3x3x3", {"Q": "5.."}), engine=engine).value == 0
    counted_alike(four, 1)


@every_engine
def test_latin_squares(engine: Engine) -> None:
    # A002860: the layer of the rook over a cell is the symbol in that cell.
    for n, number in ((1, 1), (2, 2), (3, 12)):
        model = Placement(Board.solid(n, n, n), {"R": n * n})
        assert count(model, engine=engine).value == number
    squares = set()
    for one in solutions(Placement("3x3x3", {"R": 9}), engine=engine):
        places = [one.board.coordinates(man.square) for man in one.men]
        squares.add(tuple(layer for _, _, layer in sorted(places)))
    wanted = {
        a + b + c
        for a, b, c in product(permutations(range(3)), repeat=3)
        if all(len(set(column)) == 3 for column in zip(a, b, c, strict=True))
    }
    assert squares == wanted


def test_fixed_by() -> None:
    plain = Placement("2x2x3", {"K": "any"})
    every = naive_solutions(plain)
    for symmetry in symmetries(plain.board):
        wanted = {one for one in every if one.image(symmetry) == one}
        assert set(solutions(plain, fixed_by=symmetry.name)) == wanted
        invariant = Placement("2x2x3", {"K": "any"}, [NonAttacking(), Invariant(symmetry.name)])
        assert set(solutions(invariant, engine="backtrack")) == wanted
    with pytest.raises(InvalidModel):
        plain.fixed("rot90")


@pytest.mark.parametrize(
    "board",
    [{"shape": [3, 3]}, {"shape": [3, 3, -1]}, {"shape": [3, 3, 2.5]}, {"shape": "3x3x3"},
     {"shape": [2, 2, 2], "wrap": "torus"}, {"shape": [2, 2, 2], "rows": 2}, {"shape": [9999, 9999, 9999]},
     {"shape": [True, 2, 2]}, {"shape": None}],
    ids=str,
)  # fmt: skip
def test_json_refuses(board: object) -> None:
    placement = {"board": board, "pieces": [], "rules": [], "presets": []}
    text = json.dumps({"nqsat": 1, "placement": placement})
    assert refused(lambda: loads(text)).field.startswith("model.placement.board")


# -- tours --------------------------------------------------------------------------------


def moves_of(board: Board, paths: Iterable[Path]) -> list[frozenset[frozenset[Place]]]:
    return [
        frozenset(frozenset(map(board.coordinates, move)) for move in path.moves) for path in paths
    ]


@pytest.mark.parametrize(
    ("shape", "piece", "number"),
    [((2, 2, 2), "W", 6), ((2, 2, 3), "W", 22), ((1, 2, 2), "K", 3), ((2, 2, 2), "N", 0),
     ((3, 1, 3), "N", 0), ((2, 2, 1, 2), "W", 6), ((1, 1, 4), "R", 3), ((2, 1, 2), "Q", 3),
     ((1, 3, 4), "N", 0), ((3, 3, 1), "W", 0), ((1, 2, 4), "W", 1)],
    ids=str,
)  # fmt: skip
def test_closed_tours(shape: Place, piece: str, number: int) -> None:
    cells = list(product(*map(range, shape)))
    wanted = rings({a: [b for b in cells if attacked(piece, a, b)] for a in cells})
    assert len(wanted) == number
    tour = Tour(Board.solid(*shape), piece)
    for engine in ENGINES:
        found = moves_of(tour.board, Listing(tour, engine))
        assert set(found) == wanted
        assert len(found) == number
    assert count(tour).value == number  # where an argument may show that there is none
    orbits = {frozenset(one.image(g) for g in tour.symmetries()) for one in solutions(tour)}
    counted_alike(tour, len(orbits))
    assert loads(dumps(tour)) == tour


def test_the_colours_of_the_drawing_prove_nothing() -> None:
    # Layers of one cell are drawn two files apart, all on one colour; a wazir goes from each to the next.
    for cells in (2, 3, 4):
        tour = Tour(Board.solid(1, 1, cells), "W", closed=False)
        assert count(tour).value == 2
        assert count(tour, engine="backtrack").value == 2


def test_tours_of_the_tesseract() -> None:
    # A003042: Hamiltonian cycles of the n-cube, with direction: 12 in 3, 2688 in 4 dimensions.
    assert count(Tour("2x2x2x2", "W")).value == 2688 // 2
    assert count(Tour("2x2x2", "W", unit="directed")).value == 12


def test_a_knights_tour_through_layers() -> None:
    tour = Tour("2x3x4", "N")
    path = next(solutions(tour))
    places = [tour.board.coordinates(square) for square in path.squares]
    assert len(set(places)) == 24
    for a, b in zip(places, [*places[1:], places[0]], strict=True):
        assert attacked("N", a, b)
    assert count(Tour("2x2x4", "W")).value == count(Tour("2x4x2", "W")).value > 22


def test_pictures() -> None:
    one = next(solutions(Placement("2x2x2", {"K": 1}, presets=["K@d1"])))
    assert one.fen == "2*2/2*K1"
    assert str(one) == "d1"
    assert svg(one.board, one).startswith("<svg")
