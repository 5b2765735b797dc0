"""Rooks and bishops together."""

from nqsat import Board, Placement, family

__all__ = ["rooks_and_bishops"]


@family(verify="n=2..4 rooks=0..2 bishops=0..2")
def rooks_and_bishops(n: int, rooks: int, bishops: int) -> Placement:
    """Place rooks and bishops on an n × n board so that no man attacks another, of either kind.

    Counted are labelled boards: rotations and reflections count separately. The men of one kind
    are alike. All in one army: nobody attacks anybody, in either direction. No men at all give
    1.

    Args:
        n: the side of the board.
        rooks: how many rooks.
        bishops: how many bishops.

    Raises:
        InvalidModel: n, rooks or bishops is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(rooks_and_bishops(4, 2, 2), engine="backtrack").value
        36

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"R": rooks, "B": bishops})
