"""Queens on a rectangle."""

from nqsat import Board, Placement, family

__all__ = ["queens_rectangular"]


@family(verify="rows=2..4 columns=3..6 k=2..4")
def queens_rectangular(rows: int, columns: int, k: int) -> Placement:
    """Place k queens on a rectangular board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A board without
    squares holds 0 queens in 1 way.

    Args:
        rows: how many rows.
        columns: how many columns.
        k: how many queens.

    Raises:
        InvalidModel: rows, columns or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_rectangular(4, 6, 4), engine="backtrack").value
        46
        >>> nqsat.count(queens_rectangular(6, 4, 4), engine="backtrack").value
        46

    References:
        No published sequence.
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(rows, columns), {"Q": k})
