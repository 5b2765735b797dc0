"""Random boards, kinds, rules and models, for the tests that compare everything with brute force.

``RULES`` has one line for each rule that exists: from a board and the names of kinds to its random rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from oracle import DEEP

from nqsat import Board, Kind, Piece, Placement, Rule, Square
from nqsat.chess import symmetries
from nqsat.errors import InvalidNotation
from nqsat.modelling import Preset
from nqsat.rules import (
    Among,
    Amount,
    Armies,
    Degrees,
    DistinctDifferences,
    Domination,
    Invariant,
    Maximal,
    Men,
    NonAttacking,
    NoThreeInLine,
    Number,
    Permutation,
    Regions,
    Stabiliser,
    Stands,
    Unattacked,
)

#: How many men of a kind, or how large a degree.
NUMBERS = st.sampled_from(
    ["any", "any", "..2", "1..", "2..", "1..2", "..1", "1..3", "1", "2", "3", "0"]
).map(Number.parse)

#: Numbers that leave room for rules.
FEW_BOUNDS = st.sampled_from(["any", "any", "any", "1..", "..2", "..3", "1"]).map(Number.parse)


def _readable(notation: str) -> bool:
    try:
        Piece.parse(notation)
    except InvalidNotation:
        return False
    return True


#: Pieces with and without riders, short ones and one-way ones among them.
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


@st.composite
def boards(draw: st.DrawFn, most: int) -> Board:
    """Boards of every wrap, with up to two walls or holes, and of at most so many cells."""
    shapes = [(rows, columns) for rows, columns in SHAPES if most // 2 <= rows * columns <= most]
    rows, columns = draw(st.sampled_from(shapes))
    cells = ["."] * (rows * columns)
    for place in draw(st.lists(st.integers(0, len(cells) - 1), max_size=2)):
        cells[place] = draw(st.sampled_from("#x"))
    text = "\n".join("".join(cells[i * columns : (i + 1) * columns]) for i in range(rows))
    return Board.from_map(text, draw(st.sampled_from(["torus", "cylinder", "flat"])))


@st.composite
def kinds(
    draw: st.DrawFn, board: Board, number: int, numbers: st.SearchStrategy[Number] = NUMBERS
) -> list[Kind]:
    """So many kinds, each with a label of its own; now and then kept to some squares."""
    found = []
    for label in {1: [""], 2: ["white:", "black:"], 3: ["white:", "", "black:"]}[number]:
        piece = draw(PIECES)
        squares = None
        if board.squares and draw(st.sampled_from([False] * 4 + [True])):
            squares = draw(st.frozensets(st.sampled_from(board.squares), min_size=1))
        found.append(Kind(label + piece.notation, piece, draw(numbers), squares))
    return found


def presets(squares: Sequence[Square], names: Sequence[str]) -> st.SearchStrategy[list[Preset]]:
    """Nothing, or a man or nobody on some square."""
    if not squares:
        return st.just([])
    content: st.SearchStrategy[str | None] = st.sampled_from([None, *names])
    preset = st.builds(Preset, st.sampled_from(squares), content)
    return st.just([]) | st.lists(preset, max_size=1)


def some_of(names: Sequence[str]) -> st.SearchStrategy[tuple[str, ...] | None]:
    """Some of the kinds, or None for all."""
    some = st.lists(st.sampled_from(names), min_size=1, unique=True)
    return st.none() | some.map(lambda found: tuple(sorted(found)))


def non_attacking(names: Sequence[str]) -> st.SearchStrategy[NonAttacking]:
    """Bound pairs or all, with blocking or without."""
    pairs = st.tuples(st.sampled_from(names), st.sampled_from(names))
    return st.builds(
        NonAttacking,
        st.frozensets(pairs, min_size=1, max_size=2) | st.none(),
        st.sampled_from([True, True, False]),
    )


def degrees(names: Sequence[str]) -> st.SearchStrategy[Degrees]:
    """Every field of the rule."""
    return st.builds(
        Degrees,
        st.sampled_from(["1..", "1", "..1", "2", "1..2", "2..", 0, 3, "any"]),
        st.sampled_from(["attacks", "attacked"]),
        some_of(names),
        some_of(names),
        st.booleans(),
    )


def invariant(board: Board) -> st.SearchStrategy[Invariant]:
    """Any symmetry of the board."""
    return st.sampled_from([symmetry.name for symmetry in symmetries(board)]).map(Invariant)


def amount(names: Sequence[str]) -> st.SearchStrategy[Amount]:
    """Every measure, with bounds that small boards can meet."""
    measures = st.one_of(
        st.builds(Men, some_of(names)), st.builds(Unattacked, some_of(names), st.booleans())
    )
    return st.builds(Amount, measures, st.sampled_from(["2..", "..3", "1..4", 0, 2, 3]))


def among(board: Board, names: Sequence[str]) -> st.SearchStrategy[Among] | None:
    """A clause or a cardinality over literals of either sign."""
    if not board.squares:
        return None
    squares = st.sampled_from([square.name(board.rows) for square in board.squares])
    literal = st.builds(Stands, st.sampled_from(names), squares, st.booleans())
    number = st.sampled_from(["1..", "..1", "1..2", "2..", 1])
    return st.builds(
        lambda literals, number: Among(tuple(literals), Number.parse(number)),
        st.lists(literal, min_size=2, max_size=4, unique=True),
        number,
    )


def armies(names: Sequence[str]) -> st.SearchStrategy[Armies] | None:
    """Where there are two colours."""
    colours = {name.partition(":")[0] for name in names if ":" in name}
    return st.builds(Armies, st.booleans(), st.booleans()) if len(colours) > 1 else None


def maximal(names: Sequence[str]) -> st.SearchStrategy[Maximal]:
    """As non-attacking: nobody can be added."""
    return non_attacking(names).map(lambda rule: Maximal(rule.between, rule.blocking))


def domination(names: Sequence[str]) -> st.SearchStrategy[Domination]:
    """Every variant, minimal or past blockers or neither."""
    variants = st.sampled_from(["plain", "independent", "total"])
    switches = st.sampled_from([(False, False), (False, True), (True, False)])
    return st.builds(
        lambda variant, of, some: Domination(variant, of, *some), variants, some_of(names), switches
    )


def regions(board: Board, names: Sequence[str]) -> st.SearchStrategy[Regions] | None:
    """Any map of up to two regions."""
    cells = board.rows * board.columns
    number = st.sampled_from(["1", "..1", "1..2", "2"])
    return st.builds(
        lambda text, number, of: Regions(
            tuple(text[i : i + board.columns] for i in range(0, cells, board.columns)), number, of
        ),
        st.text(alphabet="AB.", min_size=cells, max_size=cells),
        number,
        some_of(names),
    )


def permutation(names: Sequence[str]) -> st.SearchStrategy[Permutation]:
    """So many in every rank and file, or at most so many."""
    return st.builds(Permutation, st.sampled_from(["1", "..1", "1..2", "1.."]), some_of(names))


def flat_only(board: Board, rule: Rule) -> st.SearchStrategy[Rule] | None:
    """A rule that only flat boards may have."""
    return st.just(rule) if board.wrap == "flat" else None


def stabiliser(board: Board) -> st.SearchStrategy[Stabiliser]:
    """No symmetry, or what one or two generate."""
    names = st.sampled_from([symmetry.name for symmetry in symmetries(board)])
    return st.lists(names, max_size=2, unique=True).map(lambda some: Stabiliser(tuple(some)))


#: From a board and the names of kinds to random rules; None where the rule makes no sense.
RULES: dict[type[Rule], Callable[[Board, Sequence[str]], st.SearchStrategy[Rule] | None]] = {
    NonAttacking: lambda board, names: non_attacking(names),
    Invariant: lambda board, names: invariant(board),
    Amount: lambda board, names: amount(names),
    Degrees: lambda board, names: degrees(names),
    Among: among,
    Armies: lambda board, names: armies(names),
    Domination: lambda board, names: domination(names),
    Maximal: lambda board, names: maximal(names),
    Regions: regions,
    Permutation: lambda board, names: permutation(names),
    NoThreeInLine: lambda board, names: flat_only(board, NoThreeInLine()),
    DistinctDifferences: lambda board, names: flat_only(board, DistinctDifferences()),
    Stabiliser: lambda board, names: stabiliser(board),
}


@st.composite
def models_with(
    draw: st.DrawFn,
    rule: Callable[[Board, Sequence[str]], st.SearchStrategy[Rule]],
    cells: tuple[int, int, int] = (9, 6, 5),
    *,
    flat: bool = False,
) -> Placement:
    """One to three kinds under one rule, on at most ``cells`` cells for one, two and three kinds."""
    number = draw(st.integers(1, 3))
    board = draw(boards(cells[number - 1]))
    if flat:
        board = Board(board.rows, board.columns, "flat", board.walls, board.holes)
    found = draw(kinds(board, number))
    names = [kind.name for kind in found]
    drawn = draw(rule(board, names))
    return Placement(board, found, [drawn], draw(presets(board.squares, names)))


def thorough(examples: int) -> settings:
    """Settings of a comparison with brute force: so many examples, and as long as they take.

    The same ones each time, except on demand.
    """
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=not DEEP,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


@st.composite
def ruled_models(draw: st.DrawFn) -> Placement:
    """One to three kinds under one to three different rules, small enough for brute force."""
    number = draw(st.integers(1, 3))
    board = draw(boards({1: 9, 2: 6, 3: 5}[number]))
    found = draw(kinds(board, number, FEW_BOUNDS))
    names = [kind.name for kind in found]
    possible = [rules for make in RULES.values() if (rules := make(board, names)) is not None]
    places = st.lists(st.integers(0, len(possible) - 1), min_size=1, max_size=3, unique=True)
    drawn = [draw(possible[place]) for place in draw(places)]
    given_men = draw(st.just([]) | st.just([]) | presets(board.squares, names))
    return Placement(board, found, drawn, given_men)
