"""Rooks on a rectangle."""

from nqsat import Board, Placement, family

__all__ = ["rooks_k"]


@family("A144084", verify="rows=0..4 columns=2..5 k=0..3")
def rooks_k(rows: int, columns: int, k: int) -> Placement:
    """Place k rooks on a rectangular board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. There are k! ·
    C(rows, k) · C(columns, k); A144084 has the square boards. k = 0 gives 1; more rooks than
    rows or columns give 0, where that triangle ends.

    Args:
        rows: how many rows.
        columns: how many columns.
        k: how many rooks.

    Raises:
        InvalidModel: rows, columns or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(rooks_k(3, 5, 2), engine="backtrack").value
        60

    References:
        https://oeis.org/A144084
        J. Riordan, An Introduction to Combinatorial Analysis, Wiley, 1958, chapters 7 and 8.
    """
    return Placement(Board(rows, columns), {"R": k})
