"""Any number of nightriders."""

from nqsat import Board, Placement, family

__all__ = ["nightriders_any"]


@family(verify="n=0..4")
def nightriders_any(n: int) -> Placement:
    """Place any number of nightriders on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1. Up to n = 4 a nightrider is a knight.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(nightriders_any(4), engine="backtrack").value
        1365

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"NN": "any"})
