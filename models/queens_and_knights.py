"""Queens and knights together."""

from nqsat import Board, Placement, family

__all__ = ["queens_and_knights"]


@family(verify="n=2..4 queens=0..2 knights=0..2")
def queens_and_knights(n: int, queens: int, knights: int) -> Placement:
    """Place queens and knights on an n × n board so that no man attacks another, of either kind.

    Counted are labelled boards: rotations and reflections count separately. The men of one kind
    are alike. All in one army: nobody attacks anybody, in either direction. No men at all give
    1.

    Args:
        n: the side of the board.
        queens: how many queens.
        knights: how many knights.

    Raises:
        InvalidModel: n, queens or knights is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_and_knights(5, 2, 3), engine="backtrack").value
        32

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"Q": queens, "N": knights})
