"""Closed king's tours."""

from nqsat import Board, Tour, family

__all__ = ["kings_tours"]


@family("A339190", verify=("rows=2..3 columns=2..4", "rows=4 columns=4"))
def kings_tours(rows: int, columns: int) -> Tour:
    """Tour a board with a king, back to where it began.

    Counted are undirected tours: Hamiltonian cycles of the king's graph. Rotations and
    reflections count separately.

    Args:
        rows: how many ranks.
        columns: how many files.

    Raises:
        InvalidModel: a size is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(kings_tours(3, 4), engine="backtrack").value
        120

    References:
        https://oeis.org/A339190
    """
    return Tour(Board(rows, columns), "K")
