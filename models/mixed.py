"""Pieces of several kinds: non-attacking, separated by pawns, with given degrees, or in armies."""

from typing import Annotated

from nqsat import Board, InvalidModel, Placement, family
from nqsat.rules import Armies, Degrees, NonAttacking, Objective, Pieces

from .words import Number, Of, OnBoard, Side

#: The colours of armies: two armies use the first two.
COLOURS = ("white", "black", "red")


@family(
    title="non-attacking queens and knights",
    verify="n=2..4 queens=0..2 knights=0..2",
    examples={"n=5 queens=2 knights=3": 32},
)
def queens_and_knights(n: Side, queens: Number, knights: Number) -> Placement:
    """Place queens and knights on an n × n board so that no piece attacks another, of either kind."""
    return Placement(Board(n, n), {"Q": queens, "N": knights})


@family(
    title="non-attacking queens and rooks",
    verify="n=2..4 queens=0..2 rooks=0..2",
    examples={"n=5 queens=2 rooks=2": 668},
)
def queens_and_rooks(n: Side, queens: Number, rooks: Number) -> Placement:
    """Place queens and rooks on an n × n board so that no piece attacks another, of either kind."""
    return Placement(Board(n, n), {"Q": queens, "R": rooks})


@family(
    title="non-attacking rooks and bishops",
    verify="n=2..4 rooks=0..2 bishops=0..2",
    examples={"n=4 rooks=2 bishops=2": 36},
)
def rooks_and_bishops(n: Side, rooks: Number, bishops: Number) -> Placement:
    """Place rooks and bishops on an n × n board so that no piece attacks another, of either kind."""
    return Placement(Board(n, n), {"R": rooks, "B": bishops})


@family(
    title="non-attacking kings and knights",
    verify="n=2..4 kings=0..2 knights=0..2",
    examples={"n=4 kings=2 knights=2": 322},
)
def kings_and_knights(n: Side, kings: Number, knights: Number) -> Placement:
    """Place kings and knights on an n × n board so that no piece attacks another, of either kind."""
    return Placement(Board(n, n), {"K": kings, "N": knights})


@family(title="one of each chess piece, non-attacking", verify="n=0..5", examples={"n=5": 3488})
def one_of_each(n: Side) -> Placement:
    """Place a king, a queen, a rook, a bishop and a knight on an n × n board, none attacking another.

    n = 0 gives 0: five pieces do not fit.
    """
    return Placement(Board(n, n), {"K": 1, "Q": 1, "R": 1, "B": 1, "N": 1})


@family(
    "A103330",
    title="n + k queens, k pawns, no two queens attack",
    verify=("n=0..5 k=0..1", "n=6 k=1", "n=4 k=2"),
    examples={"n=6 k=1": 16},
)
def queens_with_pawns(n: Side, k: Annotated[int, "the number of pawns"]) -> Placement:
    """Place n + k queens and k pawns on an n × n board so that no two queens attack each other.

    A pawn blocks the queens' lines. Pawns are indistinguishable, attack no piece and may be attacked.
    A103330 has k = 1; k = 0 is the n-queens problem.

    References:
        R. D. Chatham, G. H. Fricke and R. D. Skaggs, The queens separation problem, Utilitas
        Mathematica 69 (2006) 129-141.
    """
    apart = NonAttacking(between=frozenset({("Q", "Q")}), blocking=True)
    return Placement(Board(n, n), {"Q": n + k, "pawn:blocker": k}, [apart])


@family(
    title="n + k rooks, k pawns, no rook attacks a rook",
    verify="n=0..4 k=0..2",
    examples={"n=4 k=0": 24, "n=4 k=1": 16, "n=4 k=2": 2, "n=4 k=3": 0},
)
def rooks_with_pawns(n: Side, k: Annotated[int, "the number of pawns"]) -> Placement:
    """Place n + k rooks and k pawns on an n × n board so that no two rooks attack each other.

    A pawn blocks the rooks' lines. Pawns are indistinguishable, attack no piece and may be attacked.

    A line with p pawns has at most p + 1 rooks, and by the total number of rooks exactly p + 1: rooks and
    pawns alternate, with a rook at either end. With 1 for a rook and -1 for a pawn these are the n × n
    alternating sign matrices with k entries -1; over all k there are A005130(n).

    References:
        W. H. Mills, D. P. Robbins and H. Rumsey, Alternating sign matrices and descending plane
        partitions, Journal of Combinatorial Theory A 34 (1983) 340-359.
    """
    apart = NonAttacking(between=frozenset({("R", "R")}), blocking=True)
    return Placement(Board(n, n), {"R": n + k, "pawn:blocker": k}, [apart])


@family(
    title="k queens: each attacks exactly d others",
    verify=("n=0..3 k=0..3 d=1", "n=4 k=4 d=0..3", "n=4 k=6 d=3"),
    examples={"n=4 k=4 d=0": 2, "n=4 k=4 d=3": 18},
)
def queens_each_attacking(
    n: Side, k: Number, d: Annotated[int, "the number of others that each attacks"]
) -> Placement:
    """Place k queens on an n × n board so that each attacks exactly d others.

    A queen attacks the nearest queen in each direction and no piece behind it. d = 0 gives non-attacking
    queens.
    """
    return Placement(Board(n, n), {"Q": k}, [Degrees(d, blocking=True)])


@family(
    title="k knights: each attacks exactly d others",
    verify=("n=0..3 k=0..3 d=1", "n=3 k=8 d=2", "n=4 k=4 d=0..2"),
    examples={"n=3 k=8 d=2": 1, "n=4 k=2 d=1": 24},
)
def knights_each_attacking(
    n: Side, k: Number, d: Annotated[int, "the number of others that each attacks"]
) -> Placement:
    """Place k knights on an n × n board so that each attacks exactly d others.

    With d = 1 the knights form pairs that attack each other and no others; with d = 2 they are the
    squares of disjoint chordless cycles of the knight's graph. d = 0 gives non-attacking knights.
    """
    return Placement(Board(n, n), {"N": k}, [Degrees(d)])


@family(
    "A250000",
    "A260680",
    title="the most queens of two colours, at peace",
    verify="n=0..4",
    examples={"n=5": 18},
)
def peaceable_queens(n: Side) -> Placement:
    """Place equal numbers of white and black queens, as many as possible, so that no two colours attack.

    Exchanging the colours counts separately (``modulo="colours"`` counts both as one). Queens of one
    colour may attack one another. A250000 is the size of an army; n = 1 has the empty board.

    References:
        R. A. Bosch, Peaceably coexisting armies of queens, Optima 62 (1999) 6-9.
        B. M. Smith, K. E. Petrie and I. P. Gent, Models and symmetry breaking for peaceable armies
        of queens, CPAIOR 2004, 271-286.
    """
    white = Pieces(("white:Q",))
    return Placement(
        Board(n, n),
        {"white:Q": "any", "black:Q": "any"},
        [Armies(equal=True)],
        objective=Objective("maximise", white),
    )


@family(
    title="k white and k black queens, at peace",
    verify=("n=0..4 k=1..2", "n=5 k=4"),
    examples={"n=5 k=4": 18},
)
def peaceable_queens_k(n: Side, k: Annotated[int, "the queens of each colour"]) -> Placement:
    """Place k white and k black queens on an n × n board so that no two colours attack.

    Exchanging the colours counts separately. Queens of one colour may attack one another. A250000 has
    the largest k for each n.

    References:
        B. M. Smith, K. E. Petrie and I. P. Gent, Models and symmetry breaking for peaceable armies
        of queens, CPAIOR 2004, 271-286.
    """
    return Placement(Board(n, n), {"white:Q": k, "black:Q": k}, [Armies()])


@family(
    title="equal armies of any piece, at peace",
    verify=(
        "board=3x4 piece=N k=2",
        "board=4x4 piece=R k=2",
        "board=torus:5x5 piece=Q k=1",
        "board=4x4 piece=Q k=1 colours=3",
    ),
    examples={"board=5x5 piece=Q k=1 colours=3": 1224},
)
def peaceable_armies(
    board: OnBoard,
    piece: Of,
    k: Annotated[int, "the pieces of each army"],
    colours: Annotated[int, "the number of armies: 2 or 3"] = 2,
) -> Placement:
    """Place armies of k equal pieces each on any board so that no two colours attack one another.

    Exchanging the colours counts separately. Pieces of one colour may attack one another.
    """
    if colours not in (2, 3):
        raise InvalidModel("colours", f"{colours} armies; there are 2 or 3")
    pieces = {f"{colour}:{piece}": k for colour in COLOURS[:colours]}
    return Placement(board, pieces, [Armies()])
