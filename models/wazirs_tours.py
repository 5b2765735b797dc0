"""Closed wazir's tours: Hamiltonian cycles of a grid."""

from nqsat import Board, Tour, family

__all__ = ["wazirs_tours"]


@family("A321172", verify=("rows=2..5 columns=2..6", "rows=6 columns=6"))
def wazirs_tours(rows: int, columns: int) -> Tour:
    """Tour a board with a wazir (one step along rank or file), back to where it began.

    Counted are undirected tours: Hamiltonian cycles of the grid graph. Rotations and
    reflections count separately. There are none if both sides are odd.

    Args:
        rows: how many ranks.
        columns: how many files.

    Raises:
        InvalidModel: a size is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(wazirs_tours(4, 4), engine="backtrack").value
        6

    References:
        https://oeis.org/A321172
    """
    return Tour(Board(rows, columns), "W")
