"""Tours, which visit every square of a board once, or some; factors: sets of moves with given degrees."""

from typing import Annotated

from nqsat import Board, Factor, Tour, family

from .words import Columns, Of, OnBoard, Rows


@family(
    "A001230",
    "A070030",
    "A175855",
    "A175881",
    title="closed knight's tours",
    verify=(
        "rows=3 columns=4..8",
        "rows=3 columns=10",
        "rows=4..5 columns=4..6",
        "rows=6 columns=6",
    ),
    examples={"rows=5 columns=6": 8},
)
def knights_tours(rows: Rows, columns: Columns) -> Tour:
    """Visit every square of a board once with a knight and return to the start.

    Counted are undirected tours, sets of moves: neither the first square nor the direction matters;
    there are twice as many directed ones (``unit="directed"``). There are none if both sides are odd, if
    a side is 1, 2 or 4, or on 3 × 4, 3 × 6 and 3 × 8.

    History: Leonhard Euler wrote about the tours of a knight in 1759.

    References:
        A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64
        (1991) 325-332.
    """
    return Tour(Board(rows, columns), "N")


@family(
    "A165134",
    "A118067",
    "A079137",
    "A083386",
    title="knight's tours that may end anywhere",
    verify=("rows=1 columns=1", "rows=3 columns=3..6", "rows=4 columns=4..5"),
    examples={"rows=3 columns=4": 16},
)
def open_knights_tours(rows: Rows, columns: Columns) -> Tour:
    """Visit every square of a board once with a knight, with any start and end.

    Counted are directed tours, sequences of squares; there are half as many undirected ones
    (``unit="undirected"``), except on 1 × 1. Tours whose ends are a knight's move apart are included.
    """
    return Tour(Board(rows, columns), "N", closed=False)


@family(
    title="open knight's tours from a given square",
    verify=(
        "rows=3..4 columns=4..5 start=a1",
        "rows=5 columns=5 start=a1",
        "rows=5 columns=5 start=c3",
    ),
    examples={"rows=5 columns=5 start=a1": 304},
)
def knights_tours_from(
    rows: Rows, columns: Columns, start: Annotated[str, "the first square"]
) -> Tour:
    """Visit every square of a board once with a knight from a given square, with any end.

    Counted are directed tours, sequences of squares that begin at ``start``.
    """
    return Tour(Board(rows, columns), "N", closed=False, start=start)


@family(
    "A339190",
    title="closed king's tours",
    verify=("rows=2..3 columns=2..4", "rows=4 columns=4"),
    examples={"rows=3 columns=4": 120},
)
def kings_tours(rows: Rows, columns: Columns) -> Tour:
    """Visit every square of a board once with a king and return to the start.

    Counted are undirected tours: Hamiltonian cycles of the king's graph.
    """
    return Tour(Board(rows, columns), "K")


@family(
    "A321172",
    title="closed wazir's tours",
    verify=("rows=2..5 columns=2..6", "rows=6 columns=6"),
    examples={"rows=4 columns=4": 6},
)
def wazirs_tours(rows: Rows, columns: Columns) -> Tour:
    """Visit every square of a board once with a wazir (one orthogonal step) and return to the start.

    Counted are undirected tours: Hamiltonian cycles of the grid graph. There are none if both sides are
    odd.
    """
    return Tour(Board(rows, columns), "W")


@family(
    title="closed tours of any piece",
    verify=(
        "piece=W board=torus:3x4",
        "piece=K board=cylinder:3x3",
        "piece=Z board=4x5",
        "piece=fsWbF board=3x3",
        "piece=R board=3x3",
        "piece=WD board=2x4",
    ),
    examples={"piece=R board=3x3": 48},
)
def tours(piece: Of, board: OnBoard) -> Tour:
    """Visit every square of a board once with any piece and return to the start.

    Counted are undirected tours, or directed ones if some move cannot be reversed.
    """
    return Tour(board, piece)


@family(
    "A140517",
    title="cycles of a piece's moves",
    verify=(
        "piece=W board=4x4",
        "piece=K board=2x3",
        "piece=N board=3x4",
        "piece=W board=torus:3x3",
    ),
    examples={"piece=W board=4x4": 213},
)
def cycles(piece: Of, board: OnBoard) -> Tour:
    """Move a piece from square to square and back to the first, over any number of squares.

    No square is visited twice, and at least three are visited. Counted are undirected cycles, sets of
    moves, or directed ones if some move cannot be reversed; chords do not matter, see ``induced-cycles``.

    References:
        D. E. Knuth, The Art of Computer Programming, Volume 4A, Section 7.1.4.
    """
    return Tour(board, piece, visit="some")


@family(
    "A007764",
    "A140518",
    title="paths between opposite corners",
    verify=("piece=W board=2x2", "piece=W board=3x4", "piece=K board=3x3", "piece=N board=3x4"),
    examples={"piece=W board=4x4": 184, "piece=K board=3x3": 235},
)
def corner_paths(piece: Of, board: OnBoard) -> Tour:
    """Move a piece from the first square of the top rank to the last square of the bottom rank.

    No square is visited twice, and not all need be. With a wazir, these are the self-avoiding walks
    across a grid. Counted are sequences of squares; the board has at least two.

    References:
        D. E. Knuth, The Art of Computer Programming, Volume 4A, Section 7.1.4.
    """
    squares = Board.of(board).squares
    return Tour(board, piece, closed=False, start=squares[0], end=squares[-1], visit="some")


@family(
    title="paths joining the upper and the lower corners",
    verify=("piece=W board=2x3", "piece=W board=3x4", "piece=K board=3x3", "piece=N board=3x4"),
    examples={"piece=W board=4x4": 142},
)
def corner_links(piece: Of, board: OnBoard) -> Factor:
    """Join the corners of the top rank by a path of moves, and those of the bottom rank by another.

    No square is visited twice, and not all need be. Counted are sets of moves; the board is a rectangle.
    """
    squares = Board.of(board).squares
    columns = Board.of(board).columns
    ends = [(squares[0], squares[columns - 1]), (squares[-columns], squares[-1])]
    return Factor(board, piece, "..2", ends=ends)


@family(
    "A099390",
    "A004003",
    title="tilings by dominoes",
    verify=("rows=1..4 columns=1..4", "rows=4 columns=5"),
    examples={"rows=8 columns=8": 12988816},
)
def dominoes(rows: Rows, columns: Columns) -> Factor:
    """Tile a board with dominoes, each on two adjacent squares: the perfect matchings of the grid graph.

    There are none if both sides are odd.

    References:
        P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27 (1961) 1209-1225;
        H. N. V. Temperley and M. E. Fisher, Dimer problem in statistical mechanics, Philosophical
        Magazine 6 (1961) 1061-1063.
    """
    return Factor(Board(rows, columns), "W", 1)


@family(
    "A289200",
    title="maximal matchings of a piece's moves",
    verify=("board=3x3 piece=N", "board=2x4 piece=K", "board=torus:3x3 piece=W"),
    examples={"board=4x4 piece=N": 538},
)
def maximal_matchings(board: OnBoard, piece: Of) -> Factor:
    """Choose moves of a piece, no two of them sharing a square, so that no move can be added.

    These are the maximal matchings of the graph of its moves.

    References:
        https://mathworld.wolfram.com/MaximalMatching.html
    """
    return Factor(board, piece, "..1", maximal=True)
