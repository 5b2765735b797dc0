"""Hypothesis strategies for random boards, kinds and models, which tests compare with brute force.

Rules are drawn by the generators of ``random_rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from nqsat import Board, Kind, Piece, Placement, Rule, Square
from nqsat.errors import InvalidNotation
from nqsat.modelling import Preset
from nqsat.rules import (
    RULES,
    Among,
    Antidiagonals,
    Armies,
    Diagonals,
    DistinctDifferences,
    NoThreeInLine,
    Number,
)
from support.boards import WRAPS, wrap_of
from support.random_models import numbers_near_bound
from support.random_rules import RANDOM_RULES, RandomDraw

#: Numbers of pieces of a kind, or degrees.
NUMBERS = st.sampled_from(
    ["any", "any", "..2", "1..", "2..", "1..2", "..1", "1..3", "1", "2", "3", "0"]
).map(Number.parse)

#: Wide numbers, so that rules decide.
FEW_BOUNDS = st.sampled_from(["any", "any", "any", "1..", "..2", "..3", "1"]).map(Number.parse)


def _readable(notation: str) -> bool:
    try:
        Piece.parse(notation)
    except InvalidNotation:
        return False
    return True


#: Leapers and riders, also with short ranges and one-way moves.
PIECES = st.one_of(
    st.sampled_from(["Q", "R", "B", "K", "N", "NN", "blocker", "lWlDrR2"]).map(Piece.parse),
    st.lists(
        st.tuples(
            st.sampled_from(["", "", "", "f", "b", "r", "fs", "v", "fr", "hr", "lv", "bh"]),
            st.sampled_from([*"WFDNAHCRBQK", "(1,4)", "(0,3)", "R", "Q", "N"]),
            st.sampled_from(["", "", "", "0", "2", "3"]),
        ),
        min_size=1,
        max_size=2,
    )
    .map(lambda parts: "".join(map("".join, parts)))
    .filter(_readable)
    .map(Piece.parse),
)


SHAPES = [
    *((1, 4), (1, 5), (1, 7), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (1, 9)),
    *((3, 3), (2, 5), (3, 4), (4, 3)),
]

#: The surfaces whose diagonals do not cross themselves.
STRAIGHT = ("torus", "cylinder", "flat")

#: The surfaces on which a rule has a meaning, if not on all.
SURFACES: dict[type[Rule], Sequence[str]] = {
    NoThreeInLine: ["flat"],
    DistinctDifferences: ["flat"],
    Diagonals: STRAIGHT,
    Antidiagonals: STRAIGHT,
}


@st.composite
def boards(draw: st.DrawFn, most: int, wraps: Sequence[str] = WRAPS) -> Board:
    """Boards of every surface, with up to two walls or holes, and at most ``most`` cells."""
    shapes = [(rows, columns) for rows, columns in SHAPES if most // 2 <= rows * columns <= most]
    rows, columns = draw(st.sampled_from(shapes))
    cells = ["."] * (rows * columns)
    for place in draw(st.lists(st.integers(0, len(cells) - 1), max_size=2)):
        cells[place] = draw(st.sampled_from("#x"))
    text = "\n".join("".join(cells[i * columns : (i + 1) * columns]) for i in range(rows))
    return Board.from_map(text, draw(st.sampled_from(wraps)))


@st.composite
def kinds(
    draw: st.DrawFn, board: Board, number: int, numbers: st.SearchStrategy[Number] = NUMBERS
) -> list[Kind]:
    """``number`` kinds with different labels; some are restricted to some squares."""
    found = []
    for label in {1: [""], 2: ["white:", "black:"], 3: ["white:", "", "black:"]}[number]:
        piece = draw(PIECES)
        squares = None
        if board.squares and draw(st.sampled_from([False] * 4 + [True])):
            squares = draw(st.frozensets(st.sampled_from(board.squares), min_size=1))
        near = st.sampled_from(numbers_near_bound(piece, board, squares)).map(Number.parse)
        found.append(Kind(label + piece.notation, piece, draw(numbers | near), squares))
    return found


def presets(squares: Sequence[Square], names: Sequence[str]) -> st.SearchStrategy[list[Preset]]:
    """No preset, or one: a piece or none on some square."""
    if not squares:
        return st.just([])
    content: st.SearchStrategy[str | None] = st.sampled_from([None, *names])
    preset = st.builds(Preset, st.sampled_from(squares), content)
    return st.just([]) | st.lists(preset, max_size=1)


@st.composite
def graphs(draw: st.DrawFn, board: Board, most: int = 12) -> frozenset[tuple[Square, Square]]:
    """Some ordered pairs of different squares of a board."""
    if len(board.squares) < 2:
        return frozenset()
    square = st.sampled_from(board.squares)
    pairs = st.tuples(square, square).filter(lambda pair: pair[0] != pair[1])
    return frozenset(draw(st.sets(pairs, max_size=most)))


def drawn(rule: type[Rule]) -> Callable[[Board, Sequence[str]], st.SearchStrategy[Rule]]:
    """Return the strategy for a rule class; empty if no such rule is possible."""

    def rules(board: Board, names: Sequence[str]) -> st.SearchStrategy[Rule]:
        colours = {name.partition(":")[0] for name in names if ":" in name}
        if (
            (rule is Among and not (board.squares and names))
            or (rule is Armies and len(colours) < 2)
            or wrap_of(board) not in SURFACES.get(rule, WRAPS)
        ):
            return st.nothing()
        chance = st.randoms(use_true_random=False)
        return chance.map(lambda some: RANDOM_RULES[rule](RandomDraw(some, board, tuple(names))))

    return rules


@st.composite
def models_with(
    draw: st.DrawFn, rule: type[Rule], cells: tuple[int, int, int] = (9, 6, 5)
) -> Placement:
    """One to three kinds under one rule, on at most ``cells`` cells for one, two and three kinds."""
    number = draw(st.integers(1, 3))
    board = draw(boards(cells[number - 1], SURFACES.get(rule, WRAPS)))
    found = draw(kinds(board, number))
    names = [kind.name for kind in found]
    rules = drawn(rule)(board, names)
    return Placement(board, found, [draw(rules)], draw(presets(board.squares, names)))


@st.composite
def ruled_models(draw: st.DrawFn, among: Sequence[type[Rule]] = RULES) -> Placement:
    """One to three kinds under one to three different rules, small enough for brute force."""
    number = draw(st.integers(1, 3))
    board = draw(boards({1: 9, 2: 6, 3: 5}[number], STRAIGHT))
    found = draw(kinds(board, number, FEW_BOUNDS))
    names = [kind.name for kind in found]
    every = (drawn(rule)(board, names) for rule in among)
    possible = [one for one in every if not one.is_empty]
    places = st.lists(st.integers(0, len(possible) - 1), min_size=1, max_size=3, unique=True)
    rules = [draw(possible[place]) for place in draw(places)]
    given_pieces = draw(st.just([]) | st.just([]) | presets(board.squares, names))
    return Placement(board, found, rules, given_pieces)
