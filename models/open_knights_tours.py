"""Open knight's tours."""

from nqsat import Board, Tour, family

__all__ = ["open_knights_tours"]


@family(
    "A165134",
    "A118067",
    "A079137",
    "A083386",
    verify=("rows=1 columns=1", "rows=3 columns=3..6", "rows=4 columns=4..5"),
)
def open_knights_tours(rows: int, columns: int) -> Tour:
    """Tour a board with a knight, ending anywhere.

    Counted are directed tours, sequences of squares; half as many have no direction
    (``unit="undirected"``), but for the one on 1 × 1. Tours that could be closed are included.
    Rotations and reflections count separately.

    Args:
        rows: how many ranks.
        columns: how many files.

    Raises:
        InvalidModel: a size is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(open_knights_tours(3, 4), engine="backtrack").value
        16

    References:
        https://oeis.org/A165134 (squares), https://oeis.org/A083386 (without direction),
        https://oeis.org/A118067 (3 ranks), https://oeis.org/A079137 (4 ranks, without direction)
    """
    return Tour(Board(rows, columns), "N", closed=False)
