"""The n amazons problem."""

from nqsat import Board, Placement, family

__all__ = ["amazons"]


@family("A051223", verify="n=1..10")
def amazons(n: int) -> Placement:
    """Place n amazons (queen and knight in one) on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. Also known as
    superqueens; n = 10 is the first n > 1 with a solution. n = 0 gives 1, A051223 begins at 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(amazons(10), engine="backtrack").value
        4

    References:
        https://oeis.org/A051223
        G. Escamocher and B. O'Sullivan, Leprechauns on the chessboard,
            Discrete Mathematics 344 (2021) 112316.
    """
    return Placement(Board(n, n), {"QN": n})
