"""One queen in every row, column and region, none touching another: a pencil puzzle."""

from nqsat import Board, NonAttacking, Permutation, Placement, Regions, family

__all__ = ["queens_puzzle"]


@family(
    verify=(
        "regions=AAABBB/ACBBBB/ACCBBB/CCDDDE/CCDDEE/CCFFEE",
        "regions=ABBBB/AABBC/DDBCC/DDECC/DEEEC",
        "regions=AABB/AABB/CCDD/CCDD",
        "regions=AB./...",
    )
)
def queens_puzzle(regions: str) -> Placement:
    """Place one queen in every row, column and region of a map so that no two touch.

    Counted are labelled boards. The puzzle called Queens: two queens may stand on one diagonal, but
    not on squares that share a side or a corner, so they are kings here. A puzzle worth solving has one
    solution. Regions need not be connected; a square that belongs to none may be occupied.

    Args:
        regions: the map, rows from the top between slashes: a letter or a digit names a region, ``.``
            belongs to none. Or ``file:map.txt``, a file with a line for each row.

    Raises:
        InvalidModel: the map cannot be read, or its rows have different lengths.

    Example:
        >>> import nqsat
        >>> puzzle = queens_puzzle("AAABBB/ACBBBB/ACCBBB/CCDDDE/CCDDEE/CCFFEE")
        >>> [str(solution) for solution in nqsat.solutions(puzzle)]
        ['a6 b4 c1 d3 e5 f2']
        >>> nqsat.count(queens_puzzle("AABB/AABB/CCDD/CCDD"), engine="backtrack").value
        2

    References:
        No published sequence.
        https://www.linkedin.com/games/queens/
    """
    rows = Regions.parse(regions).map
    rules = [Permutation(), Regions(rows), NonAttacking()]
    return Placement(Board(len(rows), len(rows[0])), {"K": len(rows)}, rules)
