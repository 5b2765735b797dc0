"""Small models for comparisons with brute force: pieces × boards × numbers; and tours."""

from __future__ import annotations

from itertools import product

from nqsat import Board, Kind, Piece, Placement, Square, Tour
from nqsat.rules import Invariant, NonAttacking, Number

BOARDS = [
    Board(0, 0), Board(1, 1), Board(1, 4), Board(3, 3), Board.from_map("..x\n.#.\n..."),
    Board.from_map(".#.\n...\n.x.", "torus"), Board(3, 3, "torus"), Board(2, 4, "torus"),
    Board(3, 3, "cylinder"),
]  # fmt: skip
LARGER = [Board(3, 4), Board.from_map("....\n.x#.\n....")]
PIECES = ["Q", "R", "B", "N", "K", "NN", "R2", "fW", "fR", "WfF", "hrN", "D", "(1,2)0", "blocker"]
NUMBERS: list[int | str] = ["any", 0, 1, 2, 3, "1..2", "2..", "..2", 99]


def one_kind() -> list[Placement]:
    models = [
        Placement(board, {piece: number})
        for board, piece, number in product(BOARDS, PIECES, NUMBERS)
    ]
    models += [
        Placement(board, {piece: number})
        for board, piece, number in product(LARGER, ["Q", "N", "fR", "R2"], ["any", "3", "2..4"])
    ]
    return models


def two_kinds() -> list[Placement]:
    boards = [Board(2, 3), Board(2, 3, "torus"), Board.from_map("..#\n.x."), Board(1, 5)]
    pairs = [
        ("Q", "N"), ("R", "fR"), ("fR", "bR"), ("white:Q", "black:Q"), ("R2", "R"),
        ("Q", "blocker"), ("fW", "B"),
    ]  # fmt: skip
    numbers: list[tuple[int | str, int | str]] = [
        ("any", "any"), (1, 2), ("1..2", "..1"), (0, "any"), (2, 1),
    ]  # fmt: skip
    models = [
        Placement(board, {a: i, b: j}) for board, (a, b), (i, j) in product(boards, pairs, numbers)
    ]
    betweens = [
        {("Q", "Q")}, {("Q", "R")}, {("R", "R"), ("Q", "R")}, {("Q", "Q"), ("R", "R")}, set(),
    ]  # fmt: skip
    models += [
        Placement(board, {"R": i, "Q": j}, [NonAttacking(frozenset(between))])
        for between, board, (i, j) in product(betweens, boards[:3], numbers[:3])
    ]
    # 9 squares and two kinds: the limit of brute force.
    models += [
        Placement(Board(3, 3), {"R": "2", "B": "any"}),
        Placement(Board(3, 3, "torus"), {"fR": "1..", "K": "..2"}),
        Placement("3x3", {"white:K": "any", "black:K": "any"},
                  [NonAttacking(frozenset({("white:K", "black:K")}))]),
    ]  # fmt: skip
    return models


def special() -> list[Placement]:
    """Presets, restricted squares, no kinds, no rules, invariants."""

    def kept(name: str, number: str, *squares: tuple[int, int], piece: str = "") -> Kind:
        where = frozenset(Square(*square) for square in squares)
        return Kind(name, Piece.parse(piece or name), Number.parse(number), where)

    models = [
        Placement("3x3", {}),
        Placement("3x3", {}, []),
        Placement("2x3", {"Q": "any"}, []),
        Placement("3x3", {"Q": "any"}, presets=["Q@a1"]),
        Placement("3x3", {"Q": 2}, presets=["Q@a1", "-@c2"]),
        Placement("3x3", {"Q": 1}, presets=["Q@a1", "Q@c2"]),  # more than the number
        Placement("3x3", {"Q": "any"}, presets=["Q@a1", "Q@b2"]),  # they attack each other
        Placement("3x3", {"Q": 3}, presets=["-@a1"]),
        Placement("2x3", {"Q": "any", "N": "1"}, presets=["N@a1"]),
        Placement("2x3", {"Q": "any", "N": "any"}, presets=["-@a1", "Q@c1"]),
        Placement("3x3", [kept("Q", "any", (0, 0), (1, 2), (2, 1))]),
        Placement("3x3", [kept("Q", "any", (0, 0), (1, 2))], presets=["Q@a1"]),  # not its square
        Placement("3x3", [kept("Q", "2", (0, 0))]),  # too few squares
        Placement("3x3", [kept("Q", "any")]),  # none at all
        Placement("2x3", [kept("R", "1", (0, 0), (0, 1)), kept("N", "any", (0, 1), (1, 2))]),
        Placement("3x3", {"Q": "any"}, [NonAttacking(), NonAttacking()]),
    ]
    for symmetry in ("identity", "rot90", "rot180", "transpose", "flip-rows"):
        models.append(Placement("3x3", {"N": "any"}, [NonAttacking(), Invariant(symmetry)]))
        models.append(Placement("3x3", {"R": 3}, [NonAttacking(), Invariant(symmetry)]))
    models += [
        Placement("torus:3x3", {"W": "any"}, [NonAttacking(), Invariant("shift(1,1)")]),
        Placement("2x3", {"R": "any", "N": "2"}, [Invariant("rot180")]),
        Placement("2x2", {"R": "any"}, [Invariant("rot90")], ["R@a1"]),
        Placement("3x3", [kept("K", "any", (0, 0), (1, 1), (2, 0))], [Invariant("rot180")]),
    ]
    return models


def few() -> list[Placement]:
    """A few models that together use every kind of constraint, for slow tests."""
    return [
        Placement("0x0", {"Q": 0}),
        Placement("0x0", {"Q": 1}),
        Placement("1x1", {"Q": "any"}),
        Placement("4x4", {"Q": 4}),
        Placement("3x4", {"Q": "2.."}),
        Placement("3x3", {"fR": "any"}),
        Placement("torus:3x3", {"N": "1..3"}),
        Placement("cylinder:3x4", {"B": "..3"}),
        Placement("3x3", {"R": "1", "N": "1..2"}, presets=["-@b2"]),
        Placement("3x3", {"white:K": "any", "black:K": "2"},
                  [NonAttacking(frozenset({("white:K", "black:K")}))]),
        Placement(Board.from_map("..x\n.#.\n..."), {"K": 2}),
        Placement("4x4", {"R": 4}, [NonAttacking(), Invariant("rot90")]),
        Placement("3x3", {"Q": 3}),  # no solution
        Placement("3x3", {"blocker": "any"}),  # no constraints: 512 solutions
    ]  # fmt: skip


def small_tours() -> list[Tour]:
    """Tours: closed and open, directed and undirected, with every further requirement."""
    ring = Board.from_map("...\n.#.\n...")
    return [
        Tour("2x2", "K"),
        Tour("2x3", "K"),
        Tour("2x3", "K", unit="directed"),
        Tour("2x3", "K", closed=False),
        Tour("2x3", "K", closed=False, unit="undirected"),
        Tour("2x3", "K", closed=False, start="a1"),
        Tour("2x3", "K", closed=False, end="a1", unit="directed"),
        Tour("2x3", "K", closed=False, start="a1", end="c2"),
        Tour("2x3", "K", closed=False, end="b2", numbers={"a1": 3}),
        Tour("2x3", "K", closed=False, unit="undirected", fixed_by="rot180"),
        Tour("2x3", "K", closed=False, through=["a1-b2"], avoiding=["c1-c2"]),
        Tour("2x3", "K", start="b2", avoiding=["a1-b1"]),
        Tour("2x3", "K", start="a1", numbers={"c2": 4}, through=["a1-b1"]),
        Tour("2x3", "K", through=["a1-b2"], avoiding=["c1-c2"]),
        Tour("2x3", "K", unit="directed", through=["a1-b2"], avoiding=["a1-b1"]),
        Tour("2x2", "N"),
        Tour("1x1", "N", closed=False),
        Tour("0x0", "N", closed=False),
        Tour("1x2", "W", start="a1"),
        Tour("1x2", "W", closed=False),
        Tour("1x3", "R"),
        Tour("3x3", "fsWbF"),
        Tour("3x3", "fsWbF", closed=False),
        Tour("torus:2x3", "W", start="a1"),
        Tour(ring, "N"),
        Tour(ring, "W", closed=False, start="a1"),
    ]
