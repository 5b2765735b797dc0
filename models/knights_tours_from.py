"""Open knight's tours from a given square."""

from nqsat import Board, Tour, family

__all__ = ["knights_tours_from"]


@family(
    verify=(
        "rows=3..4 columns=4..5 start=a1",
        "rows=5 columns=5 start=a1",
        "rows=5 columns=5 start=c3",
    )
)
def knights_tours_from(rows: int, columns: int, start: str) -> Tour:
    """Tour a board with a knight from a given square, ending anywhere.

    Counted are directed tours, sequences of squares that begin at ``start``.

    Args:
        rows: how many ranks.
        columns: how many files.
        start: the first square, as in ``a1``.

    Raises:
        InvalidModel: a size is negative, or there is no such square.

    Example:
        >>> import nqsat
        >>> nqsat.count(knights_tours_from(5, 5, "a1"), engine="backtrack").value
        304

    References:
        No published sequence.
    """
    return Tour(Board(rows, columns), "N", closed=False, start=start)
