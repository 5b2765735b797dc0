"""Any number of kings."""

from nqsat import Board, Placement, family

__all__ = ["kings_any"]


@family("A063443", verify="n=0..4")
def kings_any(n: int) -> Placement:
    """Place any number of kings on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1. Mind the offset: A063443 counts tilings of a square by 1 × 1 and 2 ×
    2 tiles, and its a(n + 1) is the board of side n.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(kings_any(4), engine="backtrack").value
        314

    References:
        https://oeis.org/A063443
    """
    return Placement(Board(n, n), {"K": "any"})
