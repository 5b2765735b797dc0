"""Any number of camels."""

from nqsat import Board, Placement, family

__all__ = ["camels_any"]


@family(verify="n=0..4")
def camels_any(n: int) -> Placement:
    """Place any number of camels on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A camel leaps three
    squares one way and one across, and never leaves its colour. The empty board counts; n = 0
    gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(camels_any(4), engine="backtrack").value
        5184

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"C": "any"})
