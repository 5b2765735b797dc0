"""One kind of men on a rectangle: the general family."""

from nqsat import Board, Placement, family

__all__ = ["independent"]


@family(
    verify=(
        "piece=D rows=2..4 columns=3..4 k=3",
        "piece=fhN rows=3 columns=3..5 k=any",
        "piece=(1,4) rows=2 columns=5..6 k=3",
        "piece=BW rows=4 columns=4 k=any",
    )
)
def independent(piece: str, rows: int, columns: int, k: str) -> Placement:
    """Place men of one kind, any piece, on a rectangular board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A piece that moves
    one way only must not attack in either direction. k = 0 gives 1, and so does ``any`` on a
    board without squares.

    Args:
        piece: Betza notation (``BN``, ``(1,4)``) or a common name (``camel``).
        rows: how many rows.
        columns: how many columns.
        k: how many men: a number, or ``any``.

    Raises:
        InvalidModel: rows or columns is negative, k is no number, or the piece cannot be read.

    Example:
        >>> import nqsat
        >>> nqsat.count(independent("dabbaba", 3, 4, "3"), engine="backtrack").value
        128
        >>> nqsat.count(independent("fW", 3, 3, "any"), engine="backtrack").value
        125

    References:
        No published sequence.
        https://www.chessvariants.com/d.betza/chessvar/pieces/notation.html
    """
    return Placement(Board(rows, columns), {piece: k})
