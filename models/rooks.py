"""The n rooks problem."""

from nqsat import Board, Placement, family

__all__ = ["rooks"]


@family("A000142", "A000903", verify="n=0..6")
def rooks(n: int) -> Placement:
    """Place n rooks on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. There are n!, the
    permutations; up to symmetry (``modulo="symmetry"``) they are A000903. n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(rooks(5), engine="backtrack").value
        120

    References:
        https://oeis.org/A000142
        https://oeis.org/A000903
    """
    return Placement(Board(n, n), {"R": n})
