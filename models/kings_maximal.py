"""Non-attacking kings to whom none can be added."""

from nqsat import Board, Maximal, NonAttacking, Placement, family

__all__ = ["kings_maximal"]


@family("A288956", "A332347", verify="n=0..5")
def kings_maximal(n: int) -> Placement:
    """Place kings on an n × n board, none attacking another, so that no king can be added.

    Counted are labelled boards: rotations and reflections count separately. The sets may have
    any number of kings: nobody can be added, yet there may be larger sets. The sequence is the
    main diagonal of A332347, which has rectangles. n = 0 gives 1, the empty board; the sequence
    begins with n = 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(kings_maximal(4), engine="backtrack").value
        79

    References:
        https://oeis.org/A288956
        https://oeis.org/A332347
    """
    return Placement(Board(n, n), {"K": "any"}, [NonAttacking(), Maximal()])
