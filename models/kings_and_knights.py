"""Kings and knights together."""

from nqsat import Board, Placement, family

__all__ = ["kings_and_knights"]


@family(verify="n=2..4 kings=0..2 knights=0..2")
def kings_and_knights(n: int, kings: int, knights: int) -> Placement:
    """Place kings and knights on an n × n board so that no man attacks another, of either kind.

    Counted are labelled boards: rotations and reflections count separately. The men of one kind
    are alike. All in one army: nobody attacks anybody, in either direction. No men at all give
    1.

    Args:
        n: the side of the board.
        kings: how many kings.
        knights: how many knights.

    Raises:
        InvalidModel: n, kings or knights is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(kings_and_knights(4, 2, 2), engine="backtrack").value
        322

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"K": kings, "N": knights})
