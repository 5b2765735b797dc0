"""Non-attacking queens to whom none can be added."""

from nqsat import Board, Maximal, NonAttacking, Placement, family

__all__ = ["queens_maximal"]


@family("A146303", verify="n=0..6")
def queens_maximal(n: int) -> Placement:
    """Place queens on an n × n board, none attacking another, so that no queen can be added.

    Counted are labelled boards: rotations and reflections count separately. The sets may have
    any number of queens: nobody can be added, yet there may be larger sets. One queen in the
    middle of 3 × 3 is such a set, and so are eight pairs. A solution of the n queens problem is
    always one, but most have fewer queens. n = 0 gives 1, the empty board; the sequence begins
    with n = 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_maximal(5), engine="backtrack").value
        58

    References:
        https://oeis.org/A146303
    """
    return Placement(Board(n, n), {"Q": "any"}, [NonAttacking(), Maximal()])
