"""Any number of giraffes."""

from nqsat import Board, Placement, family

__all__ = ["giraffes_any"]


@family(verify="n=0..3")
def giraffes_any(n: int) -> Placement:
    """Place any number of giraffes on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A giraffe leaps
    four squares one way and one across, so it moves only from n = 5 on. The empty board counts;
    n = 0 gives 1. Up to n = 4 that is every set of squares; from n = 5 on there are too many to
    list.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(giraffes_any(3), engine="backtrack").value
        512

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"(1,4)": "any"})
