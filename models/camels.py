"""k camels on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["camels"]


@family(verify=("n=0..4 k=0..4", "n=5..6 k=2"))
def camels(n: int, k: int) -> Placement:
    """Place k camels on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A camel leaps three
    squares one way and one across, and never leaves its colour. k = 0 gives 1, the empty board.

    Args:
        n: the side of the board.
        k: how many camels.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(camels(5, 2), engine="backtrack").value
        268

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"C": k})
