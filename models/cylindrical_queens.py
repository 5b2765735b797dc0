"""Queens on a cylinder."""

from nqsat import Board, Placement, family

__all__ = ["cylindrical_queens"]


@family("A007705", "A051906", verify="n=2..9")
def cylindrical_queens(n: int) -> Placement:
    """Place n queens on an n × n cylinder so that none attacks another.

    Counted are labelled boards: rotations, reflections and translations count separately. The
    columns wrap: a step off the left edge comes back at the right one; top and bottom are
    edges. On a square board a diagonal of the cylinder is one of the torus, so these are the
    counts of ``toroidal-queens``: A051906, and A007705 for n = 2m + 1. n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(cylindrical_queens(7), engine="backtrack").value
        28

    References:
        https://oeis.org/A007705
        https://oeis.org/A051906
        J. Bell and B. Stevens, A survey of known results and research areas for n-queens,
            Discrete Mathematics 309 (2009) 1-31.
    """
    return Placement(Board(n, n, "cylinder"), {"Q": n})
