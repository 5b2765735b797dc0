"""Any number of rooks."""

from nqsat import Board, Placement, family

__all__ = ["rooks_any"]


@family("A002720", verify="n=0..5")
def rooks_any(n: int) -> Placement:
    """Place any number of rooks on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1. These are the matchings of the complete bipartite graph and the
    partial permutations.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(rooks_any(3), engine="backtrack").value
        34

    References:
        https://oeis.org/A002720
    """
    return Placement(Board(n, n), {"R": "any"})
