"""Any number of queens."""

from nqsat import Board, Placement, family

__all__ = ["queens_any"]


@family("A287227", verify="n=0..6")
def queens_any(n: int) -> Placement:
    """Place any number of queens on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1. These are the independent sets of the queen graph.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_any(4), engine="backtrack").value
        87

    References:
        https://oeis.org/A287227
        https://mathworld.wolfram.com/QueenGraph.html
    """
    return Placement(Board(n, n), {"Q": "any"})
