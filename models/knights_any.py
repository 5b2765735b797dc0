"""Any number of knights."""

from nqsat import Board, Placement, family

__all__ = ["knights_any"]


@family("A141243", verify="n=0..4")
def knights_any(n: int) -> Placement:
    """Place any number of knights on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(knights_any(3), engine="backtrack").value
        94

    References:
        https://oeis.org/A141243
    """
    return Placement(Board(n, n), {"N": "any"})
