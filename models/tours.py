"""Closed tours of any piece on any board."""

from nqsat import Tour, family

__all__ = ["tours"]


@family(
    verify=(
        "piece=W board=torus:3x4",
        "piece=K board=cylinder:3x3",
        "piece=Z board=4x5",
        "piece=fsWbF board=3x3",
        "piece=R board=3x3",
        "piece=WD board=2x4",
    )
)
def tours(piece: str, board: str) -> Tour:
    """Tour a board with any piece, back to where it began.

    Counted are undirected tours, or directed ones if the piece cannot move back.

    Args:
        piece: Betza notation or a common name.
        board: as on the command line: ``4x4``, ``torus:3x4``, ``file:map.txt``.

    Raises:
        InvalidModel: the piece or the board cannot be read.

    Example:
        >>> import nqsat
        >>> nqsat.count(tours("R", "3x3"), engine="backtrack").value
        48

    References:
        No published sequence.
    """
    return Tour(board, piece)
