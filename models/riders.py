"""Queens, rooks, bishops and their compounds: pieces of one kind, none attacking another."""

from typing import Annotated

from nqsat import Board, Placement, family
from nqsat.rules import NonAttacking, Objective, Pieces, Stabiliser

from .words import Columns, Number, Rows, Side


@family(
    "A000170",
    "A002562",
    "A032522",
    title="n non-attacking queens",
    verify="n=1..10",
    examples={"n=8": 92},
)
def queens(n: Side) -> Placement:
    """Place n queens on an n × n board so that none attacks another.

    The count up to symmetry is A002562 (``modulo="symmetry"``), and that of the solutions fixed by a
    half turn A032522 (``fixed_by="rot180"``).

    History: Max Bezzel asked for eight queens in 1848. Gauss found 72 solutions in 1850; Franz Nauck
    published all 92 in the same year.

    References:
        P. J. Campbell, Gauss and the eight queens problem, Historia Mathematica 4 (1977) 397-404.
        J. Bell and B. Stevens, A survey of known results and research areas for n-queens, Discrete
        Mathematics 309 (2009) 1-31.
    """
    return Placement(Board(n, n), {"Q": n})


@family(
    "A348129",
    title="k non-attacking queens",
    verify=("n=0..5 k=0..5", "n=6 k=5..6"),
    examples={"n=5 k=3": 204, "n=3 k=3": 0},
)
def queens_k(n: Side, k: Number) -> Placement:
    """Place k queens on an n × n board so that none attacks another.

    k > n gives 0, where the triangle A348129 ends.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"Q": k})


@family(
    "A287227", title="any number of non-attacking queens", verify="n=0..6", examples={"n=4": 87}
)
def queens_any(n: Side) -> Placement:
    """Place any number of queens on an n × n board so that none attacks another.

    These are the independent sets of the queen graph.

    References:
        https://mathworld.wolfram.com/QueenGraph.html
    """
    return Placement(Board(n, n), {"Q": "any"})


@family(
    title="k non-attacking queens",
    verify="rows=2..4 columns=3..6 k=2..4",
    examples={"rows=4 columns=6 k=4": 46, "rows=6 columns=4 k=4": 46},
)
def queens_rectangular(rows: Rows, columns: Columns, k: Number) -> Placement:
    """Place k queens on a rectangular board so that none attacks another.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(rows, columns), {"Q": k})


@family(
    "A059963",
    title="n queens, one of them given",
    verify=("n=4..8 at=a1", "n=4..8 at=d1", "n=5..7 at=c3"),
    examples={"n=8 at=a1": 4, "n=8 at=d1": 18},
)
def queens_completion(n: Side, at: Annotated[str, "the given square, as in d4"]) -> Placement:
    """Place n queens on an n × n board, one of them on a given square, so that none attacks another.

    A059963 lists the squares of the first row, from column 1 to n. That row may be rank 1 or rank n:
    reflection changes no count.

    References:
        I. P. Gent, C. Jefferson and P. Nightingale, Complexity of n-queens completion, Journal of
        Artificial Intelligence Research 59 (2017) 815-848.
    """
    return Placement(Board(n, n), {"Q": n}, presets=[f"Q@{at}"])


@family(
    "A260318",
    "A260319",
    "A260320",
    title="n queens with exactly this symmetry",
    verify=("n=1..8 group=identity", "n=1..8 group=rot180", "n=1..9 group=rot90"),
    examples={"n=8 group=identity": 88, "n=8 group=rot180": 4},
)
def queens_by_stabiliser(
    n: Side,
    group: Annotated[
        str, "symmetries that generate the group, as in rot180 or flip-rows,flip-columns"
    ],
) -> Placement:
    """Place n queens on an n × n board so that none attacks another, with exactly this symmetry.

    The rotations and reflections that fix the arrangement are exactly the group that ``group`` generates.
    Modulo symmetry and for n ≥ 2, solutions without symmetry (``identity``) are A260320, those with a
    half turn only (``rot180``) A260319, and those with a quarter turn (``rot90``) A260318. Together these
    are all n-queens solutions: a reflection would bring two queens into one line. On the 1 × 1 board every
    name is a name of the identity.

    References:
        M. Kraitchik, Mathematical Recreations, 2nd ed., Dover 1953, pp. 247-255.
    """
    symmetries = tuple(name.strip() for name in group.split(","))
    return Placement(Board(n, n), {"Q": n}, [NonAttacking(), Stabiliser(symmetries)])


@family(
    "A007705",
    "A051906",
    title="n non-attacking queens on a torus",
    verify="n=2..9",
    examples={"n=7": 28, "n=8": 0},
)
def toroidal_queens(n: Side) -> Placement:
    """Place n queens on an n × n torus so that none attacks another.

    Rows, columns and diagonals wrap in both directions. There are no solutions if 2 or 3 divides n
    (Pólya), so the main entry A007705 has only odd sides: its a(m) is the count for n = 2m + 1. A051906
    has every n ≥ 1. On the torus with one square a queen attacks no piece.

    References:
        I. Rivin, I. Vardi and P. Zimmermann, The n-queens problem, American Mathematical Monthly
        101 (1994) 629-639.
    """
    return Placement(Board(n, n, "torus"), {"Q": n})


@family(
    "A007705",
    "A051906",
    title="n non-attacking queens on a cylinder",
    verify="n=2..9",
    examples={"n=7": 28},
)
def cylindrical_queens(n: Side) -> Placement:
    """Place n queens on an n × n cylinder so that none attacks another.

    The columns wrap: a step off the left edge continues at the right edge; top and bottom are edges. On
    a square board the diagonals of the cylinder are those of the torus, so these are the counts of
    ``toroidal-queens``: A051906, and A007705 for n = 2m + 1.

    References:
        J. Bell and B. Stevens, A survey of known results and research areas for n-queens, Discrete
        Mathematics 309 (2009) 1-31.
    """
    return Placement(Board(n, n, "cylinder"), {"Q": n})


@family(
    "A068940",
    title="the most non-attacking queens in a cube",
    verify="n=0..3",
    examples={"n=3": 16},
)
def queens_in_a_cube(n: Side) -> Placement:
    """Place as many queens as possible in an n × n × n cube so that none attacks another.

    A068940 is the largest number of queens, not the number of ways. A queen moves in all 26 directions,
    with steps of -1, 0 or 1 along each axis.
    """
    return Placement(Board.solid(n, n, n), {"Q": "any"}, objective=Objective("maximise", Pieces()))


@family("A051223", title="n non-attacking amazons", verify="n=1..10", examples={"n=10": 4})
def amazons(n: Side) -> Placement:
    """Place n amazons (queen and knight in one) on an n × n board so that none attacks another.

    Also known as superqueens; n = 10 is the first n > 1 with a solution. A051223 begins at 1.

    References:
        G. Escamocher and B. O'Sullivan, Leprechauns on the chessboard, Discrete Mathematics 344
        (2021) 112316.
    """
    return Placement(Board(n, n), {"QN": n})


@family(title="any number of non-attacking amazons", verify="n=0..6", examples={"n=5": 168})
def amazons_any(n: Side) -> Placement:
    """Place any number of amazons (queen and knight in one) on an n × n board, none attacking another."""
    return Placement(Board(n, n), {"QN": "any"})


@family("A000142", "A000903", title="n non-attacking rooks", verify="n=0..6", examples={"n=5": 120})
def rooks(n: Side) -> Placement:
    """Place n rooks on an n × n board so that none attacks another.

    There are n!, one for each permutation; up to symmetry (``modulo="symmetry"``) there are A000903.
    """
    return Placement(Board(n, n), {"R": n})


@family(
    "A144084",
    title="k non-attacking rooks",
    verify="rows=0..4 columns=2..5 k=0..3",
    examples={"rows=3 columns=5 k=2": 60},
)
def rooks_k(rows: Rows, columns: Columns, k: Number) -> Placement:
    """Place k rooks on a rectangular board so that none attacks another.

    There are k! · C(rows, k) · C(columns, k); A144084 has the square boards. More rooks than rows or
    columns give 0, where that triangle ends.

    References:
        J. Riordan, An Introduction to Combinatorial Analysis, Wiley, 1958, chapters 7 and 8.
    """
    return Placement(Board(rows, columns), {"R": k})


@family("A002720", title="any number of non-attacking rooks", verify="n=0..5", examples={"n=3": 34})
def rooks_any(n: Side) -> Placement:
    """Place any number of rooks on an n × n board so that none attacks another.

    These are the matchings of the complete bipartite graph and the partial permutations.
    """
    return Placement(Board(n, n), {"R": "any"})


@family("A002860", title="n² non-attacking rooks in a cube", verify="n=0..4", examples={"n=3": 12})
def latin_squares(n: Side) -> Placement:
    """Place n² rooks in an n × n × n cube so that none attacks another.

    These are the Latin squares of order n: every line from front to back has one rook, and its layer is
    the symbol of that cell; each symbol occurs once in every line along another axis. A002860 begins
    with n = 1.

    History: Leonhard Euler wrote about these squares, with Latin letters as symbols, in 1782.

    References:
        B. D. McKay and I. M. Wanless, On the number of Latin squares, Annals of Combinatorics 9
        (2005) 335-344.
    """
    return Placement(Board.solid(n, n, n), {"R": n * n})


@family("A002464", title="n non-attacking dragon kings", verify="n=0..7", examples={"n=6": 90})
def dragon_kings(n: Side) -> Placement:
    """Place n dragon kings (rook and king in one) on an n × n board so that none attacks another.

    The same as n non-attacking kings, one in each row and column, and as the permutations in which no two
    consecutive elements differ by 1.

    References:
        I. Kaplansky, The asymptotic distribution of runs of consecutive elements, Annals of
        Mathematical Statistics 16 (1945) 200-203.
    """
    return Placement(Board(n, n), {"RF": n})


@family("A137774", title="n non-attacking empresses", verify="n=0..7", examples={"n=6": 94})
def empresses(n: Side) -> Placement:
    """Place n empresses (rook and knight in one) on an n × n board so that none attacks another.

    A137774 begins at n = 1.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"RN": n})


@family(
    "A378590",
    "A002465",
    title="k non-attacking bishops",
    verify="n=0..4 k=0..7",
    examples={"n=4 k=3": 232},
)
def bishops(n: Side, k: Number) -> Placement:
    """Place k bishops on an n × n board so that none attacks another.

    The triangle A378590 has every n and k, A002465 has k = n. More than 2n − 2 bishops (n ≥ 2) give 0,
    where the triangle ends.

    References:
        S. Chaiken, C. R. H. Hanusa and T. Zaslavsky, A q-queens problem V,
        https://arxiv.org/abs/1609.00853
    """
    return Placement(Board(n, n), {"B": k})


@family("A378590", title="the most non-attacking bishops", verify="n=0..6", examples={"n=5": 32})
def bishops_maximum(n: Side) -> Placement:
    """Place as many bishops as possible on an n × n board so that none attacks another.

    These are 2n − 2 bishops for n ≥ 2, all of them on the edge, in 2ⁿ ways: the last entry in each row
    of A378590. For n = 0 and n = 1 there are n bishops.

    References:
        A. M. Yaglom and I. M. Yaglom, Challenging Mathematical Problems with Elementary Solutions,
        volume 1, Holden-Day, 1964.
    """
    return Placement(Board(n, n), {"B": 2 * n - 2 if n >= 2 else n})


@family(
    "A201862", title="any number of non-attacking bishops", verify="n=0..4", examples={"n=3": 70}
)
def bishops_any(n: Side) -> Placement:
    """Place any number of bishops on an n × n board so that none attacks another.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"B": "any"})


@family("A245011", title="n non-attacking princesses", verify="n=0..5", examples={"n=4": 86})
def princesses(n: Side) -> Placement:
    """Place n princesses (bishop and knight in one) on an n × n board so that none attacks another.

    A245011 begins at n = 1.

    References:
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013
    """
    return Placement(Board(n, n), {"BN": n})
