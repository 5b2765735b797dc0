"""Any number of amazons."""

from nqsat import Board, Placement, family

__all__ = ["amazons_any"]


@family(verify="n=0..6")
def amazons_any(n: int) -> Placement:
    """Place any number of amazons (queen and knight in one) on an n × n board, none attacking another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(amazons_any(5), engine="backtrack").value
        168

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"QN": "any"})
