"""Non-attacking knights to whom none can be added."""

from nqsat import Board, Maximal, NonAttacking, Placement, family

__all__ = ["knights_maximal"]


@family("A289201", verify="n=0..4")
def knights_maximal(n: int) -> Placement:
    """Place knights on an n × n board, none attacking another, so that no knight can be added.

    Counted are labelled boards: rotations and reflections count separately. The sets may have
    any number of knights: nobody can be added, yet there may be larger sets. On 2 × 2 no knight
    attacks another, so that only the full board is maximal. n = 0 gives 1, the empty board; the
    sequence begins with n = 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(knights_maximal(4), engine="backtrack").value
        31

    References:
        https://oeis.org/A289201
    """
    return Placement(Board(n, n), {"N": "any"}, [NonAttacking(), Maximal()])
