"""As many bishops as there can be."""

from nqsat import Board, Placement, family

__all__ = ["bishops_maximum"]


@family("A378590", verify="n=0..6")
def bishops_maximum(n: int) -> Placement:
    """Place as many bishops as there can be on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. That is 2n − 2
    bishops for n ≥ 2, all of them on the edge, in 2ⁿ ways; it is the last entry in each row of
    A378590. n = 0 and n = 1 take n bishops and give 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(bishops_maximum(5), engine="backtrack").value
        32

    References:
        https://oeis.org/A378590
        A. M. Yaglom and I. M. Yaglom, Challenging Mathematical Problems with Elementary
            Solutions, volume 1, Holden-Day, 1964.
    """
    return Placement(Board(n, n), {"B": 2 * n - 2 if n >= 2 else n})
