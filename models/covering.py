"""Pieces that dominate the board, and sets to which no piece can be added."""

from string import ascii_lowercase
from typing import Annotated

from nqsat import Board, InvalidModel, Placement, family
from nqsat.rules import Domination, Maximal, NonAttacking, Objective, Pieces, Shape

from .words import Side

#: The smallest possible number of pieces.
FEWEST = Objective("minimise", Pieces())


@family(
    "A002564",
    "A002563",
    "A075458",
    title="the fewest queens that dominate",
    verify="n=0..6",
    examples={"n=6": 4, "n=5": 186},
)
def queens_domination(n: Side) -> Placement:
    """Place as few queens as possible on an n × n board so that every square is occupied or attacked.

    The number of queens is A075458; the number of ways is A002564, and up to symmetry A002563. The
    queens may attack one another.

    History: C. F. de Jaenisch asked for the fewest queens on 8 × 8 in 1862; there are five.

    References:
        M. D. Kearse and P. B. Gibbons, Computational methods and new results for chessboard
        problems, Australasian Journal of Combinatorics 23 (2001) 253-284.
    """
    return Placement(Board(n, n), {"Q": "any"}, [Domination()], objective=FEWEST)


@family(
    "A002568",
    "A002567",
    "A075324",
    title="the fewest non-attacking queens that dominate",
    verify="n=0..7",
    examples={"n=7": 8},
)
def queens_independent_domination(n: Side) -> Placement:
    """Place as few queens as possible, none attacking another, so that they dominate an n × n board.

    The number of queens is A075324; the number of ways is A002568, and up to symmetry A002567.

    References:
        M. D. Kearse and P. B. Gibbons, Computational methods and new results for chessboard
        problems, Australasian Journal of Combinatorics 23 (2001) 253-284.
    """
    return Placement(Board(n, n), {"Q": "any"}, [Domination("independent")], objective=FEWEST)


@family(
    "A002566",
    title="the fewest queens that attack every square",
    verify="n=0..6",
    examples={"n=5": 70},
)
def queens_total_domination(n: Side) -> Placement:
    """Place as few queens as possible on an n × n board so that every square, occupied or not, is attacked.

    So each queen is attacked by another. The number of ways is A002566; for n = 1 it is 0.

    References:
        https://mathworld.wolfram.com/TotalDominatingSet.html
    """
    return Placement(Board(n, n), {"Q": "any"}, [Domination("total")], objective=FEWEST)


@family("A248744", title="the fewest rooks that dominate", verify="n=0..4", examples={"n=4": 488})
def rooks_domination(n: Side) -> Placement:
    """Place as few rooks as possible on an n × n board so that every square is occupied or attacked.

    These are n rooks: one in every row or one in every column, in 2nⁿ − n! ways.

    References:
        A. M. Yaglom and I. M. Yaglom, Challenging Mathematical Problems with Elementary Solutions,
        volume 1, Holden-Day, 1964.
    """
    return Placement(Board(n, n), {"R": "any"}, [Domination()], objective=FEWEST)


@family(
    "A347554",
    "A075561",
    title="the fewest kings that dominate",
    verify="n=0..6",
    examples={"n=5": 79},
)
def kings_domination(n: Side) -> Placement:
    """Place as few kings as possible on an n × n board so that every square is occupied or attacked.

    These are ⌈n/3⌉² kings, A075561; the number of ways is A347554: only one if 3 divides n.
    """
    return Placement(Board(n, n), {"K": "any"}, [Domination()], objective=FEWEST)


@family(
    "A133791",
    "A218663",
    title="any number of kings that dominate",
    verify="n=0..3",
    examples={"n=3": 417},
)
def kings_dominating_any(n: Side) -> Placement:
    """Place any number of kings on an n × n board so that every square is occupied or attacked.

    Kings may attack one another, and some may be redundant. A133791 has square boards, A218663
    rectangular ones. The sequences begin with n = 1.
    """
    return Placement(Board(n, n), {"K": "any"}, [Domination()])


@family(
    "A103315",
    "A006076",
    "A006075",
    title="the fewest knights that dominate",
    verify="n=0..5",
    examples={"n=5": 47},
)
def knights_domination(n: Side) -> Placement:
    """Place as few knights as possible on an n × n board so that every square is occupied or attacked.

    The number of knights is A006075; the number of ways is A103315, and up to symmetry A006076.

    References:
        F. Rubin, Improved knight coverings, Ars Combinatoria 69 (2003) 185-196.
    """
    return Placement(Board(n, n), {"N": "any"}, [Domination()], objective=FEWEST)


@family(
    "A146303",
    title="maximal sets of non-attacking queens",
    verify="n=0..6",
    examples={"n=5": 58},
)
def queens_maximal(n: Side) -> Placement:
    """Place queens on an n × n board, none attacking another, so that no queen can be added.

    The sets may have any number of queens: no piece can be added, yet there may be larger sets. One queen
    in the middle of 3 × 3 is such a set, and so are eight pairs. Every solution of the n queens problem is
    one, but most such sets have fewer queens. The sequence begins with n = 1.
    """
    return Placement(Board(n, n), {"Q": "any"}, [NonAttacking(), Maximal()])


@family(
    "A288956",
    "A332347",
    title="maximal sets of non-attacking kings",
    verify="n=0..5",
    examples={"n=4": 79},
)
def kings_maximal(n: Side) -> Placement:
    """Place kings on an n × n board, none attacking another, so that no king can be added.

    The sets may have any number of kings: no piece can be added, yet there may be larger sets. The
    sequence is the main diagonal of A332347, which has rectangular boards. The sequence begins with n = 1.
    """
    return Placement(Board(n, n), {"K": "any"}, [NonAttacking(), Maximal()])


@family(
    "A289201",
    title="maximal sets of non-attacking knights",
    verify="n=0..4",
    examples={"n=4": 31},
)
def knights_maximal(n: Side) -> Placement:
    """Place knights on an n × n board, none attacking another, so that no knight can be added.

    The sets may have any number of knights: no piece can be added, yet there may be larger sets. On 2 × 2
    no knight attacks another, so only the full board is maximal. The sequence begins with n = 1.
    """
    return Placement(Board(n, n), {"N": "any"}, [NonAttacking(), Maximal()])


Tiles = Annotated[
    str,
    "pentominoes, or some separated by commas: F5, L4 …, or rows of X and . such as XX/.X",
]

#: The twelve.
_PENTOMINOES = "F5,I5,L5,N5,P5,T5,U5,V5,W5,X5,Y5,Z5"


@family(
    title="tilings by polyominoes, each used once",
    verify=("board=3x4 pieces=I4,L4,XX/XX", "board=2x5 pieces=P5,P5"),
    examples={"board=3x5 pieces=L5,P5,V5": 4, "board=4x4 pieces=L4,L4,L4,L4": 240},
)
def polyominoes(
    board: Annotated[str, "a board, as --board takes it"],
    pieces: Tiles = "pentominoes",
) -> Placement:
    """Cover every square of a board by polyominoes, each of them once, turned and mirrored at will.

    By default these are the twelve pentominoes, F5 to Z5; I4, L4, O4, S4 and T4 are the tetrominoes. Two
    tiles of the same shape are distinguished; modulo colours they are not.

    History: Dana Scott counted by computer in 1958 that the twelve cover an 8 × 8 board without the middle
    four squares in 65 ways up to symmetry. C. Brian and Jenifer Haselgrove counted 2,339 for 6 × 10 in
    1960.

    References:
        S. W. Golomb, Polyominoes, second edition, Princeton 1994.
    """
    tiles = (_PENTOMINOES if pieces == "pentominoes" else pieces).split(",")
    if len(tiles) > 26:
        raise InvalidModel("pieces", f"there are {len(tiles)} tiles; letters are enough for 26")
    own = [
        tile[0].lower() if tile[1:].isdigit() else "" for tile in tiles
    ]  # f of F5, where it is free
    free = iter(sorted({*ascii_lowercase} - {*own}))
    labels = [x if x and x not in own[:place] else next(free) for place, x in enumerate(own)]
    names = [f"{label}:blocker" for label in labels]
    try:
        shapes = [Shape(tile, (name,)) for tile, name in zip(tiles, names, strict=True)]
    except InvalidModel as error:
        raise InvalidModel("pieces", error.reason) from None
    return Placement(board, dict.fromkeys(names, "any"), [Domination(), *shapes])
