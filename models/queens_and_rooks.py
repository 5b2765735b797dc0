"""Queens and rooks together."""

from nqsat import Board, Placement, family

__all__ = ["queens_and_rooks"]


@family(verify="n=2..4 queens=0..2 rooks=0..2")
def queens_and_rooks(n: int, queens: int, rooks: int) -> Placement:
    """Place queens and rooks on an n × n board so that no man attacks another, of either kind.

    Counted are labelled boards: rotations and reflections count separately. The men of one kind
    are alike. All in one army: nobody attacks anybody, in either direction. No men at all give
    1.

    Args:
        n: the side of the board.
        queens: how many queens.
        rooks: how many rooks.

    Raises:
        InvalidModel: n, queens or rooks is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_and_rooks(5, 2, 2), engine="backtrack").value
        668

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"Q": queens, "R": rooks})
