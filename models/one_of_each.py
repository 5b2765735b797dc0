"""One man of each kind."""

from nqsat import Board, Placement, family

__all__ = ["one_of_each"]


@family(verify="n=0..5")
def one_of_each(n: int) -> Placement:
    """Place a king, a queen, a rook, a bishop and a knight on an n × n board, none attacking another.

    Counted are labelled boards: rotations and reflections count separately. One man of each
    kind, all of one army: nobody attacks anybody, in either direction. n = 0 gives 0, since
    five men need squares.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(one_of_each(5), engine="backtrack").value
        3488

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"K": 1, "Q": 1, "R": 1, "B": 1, "N": 1})
