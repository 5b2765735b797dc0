"""Any number of zebras."""

from nqsat import Board, Placement, family

__all__ = ["zebras_any"]


@family(verify="n=0..4")
def zebras_any(n: int) -> Placement:
    """Place any number of zebras on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A zebra leaps three
    squares one way and two across. The empty board counts; n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(zebras_any(4), engine="backtrack").value
        10000

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"Z": "any"})
