"""Any number of kings that dominate a board."""

from nqsat import Board, Domination, Placement, family

__all__ = ["kings_dominating_any"]


@family("A133791", "A218663", verify="n=0..3")
def kings_dominating_any(n: int) -> Placement:
    """Place any number of kings on an n × n board so that every square is occupied or attacked.

    Counted are labelled boards: rotations and reflections count separately. Kings may attack one
    another, and may be more than are needed. A133791 has squares, A218663 rectangles. n = 0
    gives 1, the empty board; the sequences begin with n = 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(kings_dominating_any(3), engine="backtrack").value
        417

    References:
        https://oeis.org/A133791
        https://oeis.org/A218663
    """
    return Placement(Board(n, n), {"K": "any"}, [Domination()])
