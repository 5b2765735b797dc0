"""Counts against brute force over coordinates: plain, fixed by a symmetry, and up to symmetry.

The oracle tries every arrangement (``oracle.brute_force``), and has the symmetries of boards as maps of
(row, column) pairs (``oracle.groups``). Neither looks at ``nqsat.chess.symmetry``, at a formula or at an
engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from support.boards import wrap_of
from support.day_subset import some
from support.oracle.brute_force import DEEP, brute_force, cells_of, naive_targets
from support.oracle.groups import Move, every_move, move, named

import nqsat
from nqsat import (
    Arrangement,
    Board,
    InvalidModel,
    Kind,
    Piece,
    Placement,
    Square,
    Tour,
    UnsupportedByEngine,
    count,
    solutions,
)
from nqsat.counting import Modulo, Question, Run
from nqsat.rules import NonAttacking, Number, PlacedPiece

Cell = tuple[int, int]
Pieces = frozenset[tuple[Cell, str]]

ENGINES = ("sat", "cpsat", "backtrack")
METHODS = nqsat.counting.METHODS


# -- the oracle -----------------------------------------------------------------------------


def men_of(arrangement: Arrangement) -> Pieces:
    return frozenset(((m.square.row, m.square.column), m.kind) for m in arrangement.pieces)


@cache
def group_of(model: Placement) -> list[Move]:
    """The maps that keep the drawn board, presets, squares of kinds, and who attacks whom."""
    board = model.board
    given = {(preset.square.row, preset.square.column): preset.kind for preset in model.presets}
    bound = [
        {cell: naive_targets(board, cell, dict(kind.piece.rides)) for cell in cells_of(board)}
        for kind in model.kinds
        for rule in model.rules
        if isinstance(rule, NonAttacking)
        and any(rule.binds(kind.name, k.name) for k in model.kinds)
    ]

    def kept(one: Move) -> bool:
        return (
            {one[cell]: kind for cell, kind in given.items()} == given
            and all({one[s] for s in k.squares} == k.squares for k in model.kinds if k.squares)
            and all(
                targets[one[cell]] == {one[target] for target in targets[cell]}
                for targets in bound
                for cell in one
            )
        )

    return [one for one in every_move(board) if kept(one)]


def rotations(model: Placement) -> list[Move]:
    """A quarter turn goes only where the board is square and does not have a seam on two sides."""
    board = model.board
    turns = board.rows == board.columns and wrap_of(board) != "cylinder"
    names = ["identity", "rot180", *(["rot90", "rot270"] if turns else [])]
    return [one for one in group_of(model) if one in [move(board, name) for name in names]]


def translations(model: Placement) -> list[Move]:
    board = model.board
    down = range(board.rows if wrap_of(board) == "torus" else 1) if board.rows else [0]
    right = range(board.columns) if board.columns else [0]
    shifts = [move(board, "identity", shift) for shift in product(down, right)]
    return [one for one in group_of(model) if one in shifts]


def image(pieces: Pieces, one: Mapping[Cell, Cell]) -> Pieces:
    return frozenset((one[cell], kind) for cell, kind in pieces)


def orbits(pieces: Iterable[Pieces], group: Iterable[Move]) -> set[frozenset[Pieces]]:
    maps = list(group)
    return {frozenset(image(one, g) for g in maps) for one in pieces}


# -- the models -----------------------------------------------------------------------------


def kept(name: str, number: str, squares: Iterable[Cell]) -> Kind:
    places = frozenset(Square(*square) for square in squares)
    return Kind(name, Piece.parse(name), Number.parse(number), places)


CROSS = [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]
HOLED = Board.from_map("..x.\n....\n.#..\n....")
NO_TOP = Board.from_map("####\n.#..\n....\n..x.")

MODELS: dict[str, Placement] = {
    "no squares": Placement("0x0", {"Q": "any"}),
    "no squares, one queen": Placement("0x0", {"Q": 1}),
    "no kinds": Placement("3x3", {}),
    "one line": Placement("1x5", {"K": "any"}),
    "queens 4": Placement("4x4", {"Q": 4}),
    "rooks 4": Placement("4x4", {"R": 4}),
    "more pieces than squares": Placement("3x3", {"K": 10}),
    "knights": Placement("3x3", {"N": "any"}),
    "rectangle": Placement("3x5", {"Q": "2..3"}),
    "holes and walls": Placement(HOLED, {"B": "..3"}),
    "half a turn left": Placement(Board.from_map("#..\n...\n..#"), {"R": "any"}),
    "no first rank": Placement(NO_TOP, {"K": "any"}),
    "torus 3": Placement("torus:3x3", {"N": "any"}),
    "torus 4": Placement("torus:4x4", {"Q": "..3"}),
    "torus kings": Placement("torus:3x4", {"K": 2}),
    "torus rectangle": Placement("torus:2x4", {"W": "any"}),
    "torus with a hole": Placement(Board.from_map("x...\n....\n....\n....", "torus"), {"W": 3}),
    "torus, one way": Placement("torus:3x3", {"fR": "any"}),
    "cylinder": Placement("cylinder:3x4", {"B": "any"}),
    "square cylinder": Placement("cylinder:4x4", {"Q": 2}),
    "preset in the corner": Placement("4x4", {"Q": "..3"}, presets=["Q@a1"]),
    "preset nobody": Placement("3x3", {"K": "any"}, presets=["-@b2"]),
    "presets that attack": Placement("4x4", {"Q": 4}, presets=["Q@a1", "Q@b2"]),
    "one way": Placement("3x3", {"fN": "any"}),
    "one side": Placement("3x4", {"rW": "any"}),
    "one hand": Placement("4x4", {"hrN": "2"}),
    "two kinds": Placement("3x3", {"Q": "1", "N": "any"}),
    "colours": Placement("3x3", {"white:K": 2, "black:K": 2}),
    "armies": Placement(
        "3x3",
        {"white:Q": 2, "black:Q": 2},
        [NonAttacking(frozenset([("white:Q", "black:Q")]))],
    ),
    "no rules": Placement("2x3", {"Q": 2}, []),
    "kept to a cross": Placement("3x3", [kept("W", "any", CROSS)]),
    "kept to a corner": Placement("3x3", [kept("W", "any", [(0, 0), (0, 1), (2, 2)])]),
    "kept nowhere": Placement("3x3", [kept("W", "any", [])]),
}  # fmt: skip

every_model = pytest.mark.parametrize("model", MODELS.values(), ids=MODELS.keys())
several = pytest.mark.parametrize("model", some(MODELS.values(), 3))


@cache
def truth(model: Placement) -> frozenset[Pieces]:
    return frozenset(map(men_of, brute_force(model)))


# -- counts ---------------------------------------------------------------------------------


@every_model
def test_the_group_is_the_geometric_one(model: Placement) -> None:
    # A symmetry too many merges solutions that differ; one too few splits orbits. Both are silent.
    squares = [(s.row, s.column) for s in model.board.squares]
    ours = {tuple((s.row, s.column) for s in g.images) for g in model.symmetries()}
    assert ours == {tuple(one[cell] for cell in squares) for one in group_of(model)}


GROUPS_OF: dict[Modulo, Callable[[Placement], list[Move]]] = {
    "symmetry": group_of,
    "rotations": rotations,
    "translations": translations,
}


@pytest.mark.parametrize("modulo", GROUPS_OF)
@every_model
def test_orbits_by_every_method_and_engine(model: Placement, modulo: Modulo) -> None:
    # Three methods that share little, three engines: all have to give the orbits of brute force.
    if modulo == "translations" and wrap_of(model.board) == "flat":
        with pytest.raises(InvalidModel, match=r"^modulo: translations are of boards that wrap"):
            count(model, modulo="translations")
        return
    group = GROUPS_OF[modulo](model)
    wanted = orbits(truth(model), group)
    for engine, method in product(ENGINES, METHODS):
        if method == "blocking" and engine != "sat":
            with pytest.raises(UnsupportedByEngine) as caught:
                count(model, engine=engine, modulo=modulo, run=Run(method=method))
            assert caught.value.instead == ("sat",)  # the message names who can
            continue
        answer = count(model, engine=engine, modulo=modulo, run=Run(method=method))
        assert (answer.value, answer.complete) == (len(wanted), True), (engine, method)
        assert (answer.modulo, answer.method) == (modulo, method)
        assert str(answer).endswith(f" up to {modulo}")
    # The list has one member of every orbit: the least, the same for every engine.
    lists = [list(solutions(model, engine=engine, modulo=modulo)) for engine in ENGINES]
    for listed in lists:
        assert len(listed) == len(wanted)
        assert {frozenset(image(men_of(x), g) for g in group) for x in listed} == wanted
        assert sorted(listed) == sorted(lists[0])


def test_tours_up_to_rotations_and_translations() -> None:
    # A path counts once for each of its images: by Burnside, by forbidding them and by comparing.
    asked: list[tuple[Tour, Modulo, list[str]]] = [
        (Tour("3x4", "K", through=["a1-b2"]), "rotations", ["identity"]),
        (Tour("5x6", "N"), "rotations", ["identity", "rot180"]),
        (
            Tour("torus:3x3", "W"),
            "translations",
            [f"shift({a},{b})" for a in range(3) for b in range(3)],
        ),
        (Tour("torus:3x3", "W"), "rotations", ["identity", "rot90", "rot180", "rot270"]),
        (
            Tour("cylinder:3x4", "W", closed=False),
            "translations",
            [f"shift(0,{b})" for b in range(4)],
        ),
    ]
    for tour, modulo, names in asked:
        maps = [named(tour.board, name) for name in names]
        wanted = set()
        for path in solutions(tour):
            moves = {*path.moves}
            moves |= set() if tour.directed else {(b, a) for a, b in moves}
            wanted.add(frozenset(frozenset((go[a], go[b]) for a, b in moves) for go in maps))
        found = {count(tour, modulo=modulo, run=Run(method=method)).value for method in METHODS}
        assert found == {len(wanted)}, (tour, modulo)


@several
def test_fixed_by_every_symmetry_of_the_board(model: Placement) -> None:
    # Also by those of the board that the model has not (a preset): the question still has an answer.
    every = nqsat.chess.symmetries(model.board)
    for symmetry in every if DEEP or len(every) < 9 else every[::4]:
        go = named(model.board, symmetry.name)
        wanted = {x for x in truth(model) if image(x, go) == x}
        listed = {men_of(x) for x in solutions(model, fixed_by=symmetry.name)}
        assert listed == wanted, symmetry.name
        answer = count(model, engine="backtrack", fixed_by=symmetry.name)
        assert (answer.value, answer.fixed_by) == (len(wanted), symmetry.name)


# -- pieces that are told apart --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "kinds"),
    [("4x4", {"Q": 4}), ("3x3", {"white:N": 2, "black:K": 1}), ("2x3", {"R": 2, "N": 0})],
)
def test_labelled_pieces_are_told_apart(board: str, kinds: dict[str, int]) -> None:
    # By hand: each piece a kind of its own, and every assignment of squares to them.
    model = Placement(board, kinds)
    pieces = [name for name, number in kinds.items() for _ in range(number)]
    by_hand = sum(
        model.holds(model.solution(map(PlacedPiece, squares, pieces)))
        for squares in permutations(model.board.squares, len(pieces))
    )
    found = count(model, labelled=True)
    assert (found.value, found.complete, found.labelled) == (by_hand, True, True)
    assert str(found).endswith("of labelled pieces")
    assert found.to_json()["labelled"] is True
    assert "labelled" not in count(model).to_json()
    assert next(found.rows())["labelled"] is True


@pytest.mark.parametrize(
    ("model", "asked", "reason"),
    [
        ("kings-any", {"n": 4}, "needs a fixed number of each kind, not K=any"),
        ("knights-tours", {"rows": 5, "columns": 6}, "is for placements"),
        ("queens", {"n": 4, "modulo": "symmetry"}, "does not go with modulo"),
        ("queens", {"n": 4, "fixed_by": "rot90"}, "does not go with fixed_by"),
        ("queens", {"n": 4, "by": "size"}, "does not go with by"),
        ("queens", {"n": 4, "limit": 1}, "does not go with limit"),
        ("queens", {"n": 4, "run": Run(job="never.db")}, "does not go with a job"),
    ],
)
def test_what_cannot_be_labelled_is_refused(model: str, asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidModel, match=f"labelled: {reason}"):
        count(model, labelled=True, **asked)
    with pytest.raises(InvalidModel, match="labelled: is for counts"):
        Question("enumerate", Placement("4x4", {"Q": 4}), labelled=True)
