"""Closed knight's tours."""

from nqsat import Board, Tour, family

__all__ = ["knights_tours"]


@family(
    "A001230",
    "A070030",
    "A175855",
    "A175881",
    verify=(
        "rows=3 columns=4..8",
        "rows=3 columns=10",
        "rows=4..5 columns=4..6",
        "rows=6 columns=6",
    ),
)
def knights_tours(rows: int, columns: int) -> Tour:
    """Tour a board with a knight, back to where it began.

    Counted are undirected tours, sets of moves: neither the first square nor the direction
    matters; twice as many have a direction (``unit="directed"``). Rotations and reflections count
    separately. There are none if both sides are odd, if one is 1, 2 or 4, or on 3 × 4, 6 and 8.

    Args:
        rows: how many ranks.
        columns: how many files.

    Raises:
        InvalidModel: a size is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(knights_tours(5, 6), engine="backtrack").value
        8

    References:
        https://oeis.org/A001230 (squares), https://oeis.org/A070030 (3 ranks),
        https://oeis.org/A175855 (5 ranks), https://oeis.org/A175881 (6 ranks)
        A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64
            (1991) 325-332.
    """
    return Tour(Board(rows, columns), "N")
