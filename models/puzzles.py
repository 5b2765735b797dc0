"""Puzzles about lines, differences and regions."""

from math import isqrt
from typing import Annotated

from nqsat import Board, Kind, Placement, family
from nqsat.rules import DistinctDifferences, NonAttacking, NoThreeInLine, Permutation, Regions

from .words import Side

Map = Annotated[
    str,
    "rows separated by /, a letter or digit for each region, . for none; file:map.txt; 8x8 of none",
]


@family(
    "A000755",
    "A000769",
    title="2n pieces, no three in line",
    verify="n=0..4",
    examples={"n=4": 11, "n=6": 50},
)
def no_three_in_line(n: Side) -> Placement:
    """Place 2n pieces on an n × n board so that no three are on a straight line, of any slope.

    Modulo symmetry it is A000769. Lines are those of the plane through the centres of the squares. It
    follows that every row and column has two pieces; the model has this as a redundant rule. n = 1
    gives 0.

    History: Henry Dudeney asked for 16 pieces on 8 × 8 in Amusements in Mathematics, 1917.

    References:
        A. Flammenkamp, Progress in the no-three-in-line problem, II, Journal of Combinatorial
        Theory A 81 (1998) 108-113.
    """
    return Placement(Board(n, n), {"blocker": 2 * n}, [NoThreeInLine(), Permutation(2)])


@family("A008404", "A001441", title="Costas arrays", verify="n=0..6", examples={"n=5": 40})
def costas(n: Side) -> Placement:
    """Place n pieces on an n × n board, one in every row and column, all differences distinct.

    These are the Costas arrays: the vectors between pairs of pieces are all distinct. Modulo symmetry it
    is A001441.

    References:
        K. Drakakis, A review of Costas arrays, Journal of Applied Mathematics 2006, 26385.
    """
    return Placement(Board(n, n), {"blocker": n}, [Permutation(), DistinctDifferences()])


def _rows(regions: str) -> tuple[str, ...]:
    """The rows of a map; one line of n² regions, in which there would be no solution, is n rows."""
    rows = Regions.parse(regions).map
    if len(rows) != 1:
        return rows
    (line,) = rows
    size = isqrt(len(line))
    if size**2 != len(line):
        return rows
    return tuple(line[size * row : size * (row + 1)] for row in range(size))


@family(
    title="queens by row, column and region",
    verify=(
        "regions=AAABBB/ACBBBB/ACCBBB/CCDDDE/CCDDEE/CCFFEE",
        "regions=ABBBB/AABBC/DDBCC/DDECC/DEEEC",
        "regions=AABB/AABB/CCDD/CCDD",
        "regions=AB./...",
    ),
    examples={"regions=AABB/AABB/CCDD/CCDD": 2},
)
def queens_puzzle(regions: Map) -> Placement:
    """Place one queen in every row, column and region of a map so that no two touch.

    The puzzle called Queens: two queens may stand on one diagonal, but not on squares that share a side
    or a corner, so the model uses kings, with the letter Q. A proper puzzle has exactly one solution.
    Regions need not be connected; a square in no region may be occupied.

    References:
        https://www.linkedin.com/games/queens/
    """
    rows = _rows(regions)
    rules = [Permutation(), Regions(rows), NonAttacking()]
    queen = Kind.parse("K", len(rows), symbol="Q")
    return Placement(Board(len(rows), len(rows[0])), [queen], rules)


@family(
    title="stars by row, column and region",
    verify=(
        "regions=AABB/AABB/CCDD/CCDD stars=0..2",
        "regions=ABBBB/AABBC/DDBCC/DDECC/DEEEC stars=1",
    ),
    examples={"regions=AABB/AABB/CCDD/CCDD stars=1": 2},
)
def star_battle(
    regions: Map, stars: Annotated[int, "the number of stars in each row, column and region"] = 1
) -> Placement:
    """Place a given number of stars in every row, column and region of a map so that no two touch.

    Stars on squares that share a side or a corner touch, so the model uses kings. With one star it is
    ``queens-puzzle``. Regions need not be connected; a square in no region may have a star.

    References:
        https://en.wikipedia.org/wiki/Star_Battle
    """
    rows = _rows(regions)
    rules = [Permutation(stars), Regions(rows, stars), NonAttacking()]
    return Placement(Board(len(rows), len(rows[0])), {"K": stars * len(rows)}, rules)
