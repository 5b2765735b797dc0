"""Costas arrays."""

from nqsat import Board, DistinctDifferences, Permutation, Placement, family

__all__ = ["costas"]


@family("A008404", "A001441", verify="n=0..6")
def costas(n: int) -> Placement:
    """Place n men on an n × n board, one in every row and column, all differences distinct.

    These are the Costas arrays: no vector leads from one man to another in two ways.

    Counted are labelled boards: rotations and reflections count separately (A008404); modulo
    symmetry it is A001441. n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(costas(5), engine="backtrack").value
        40

    References:
        https://oeis.org/A008404
        https://oeis.org/A001441
        K. Drakakis, A review of Costas arrays, Journal of Applied Mathematics 2006, 26385.
    """
    return Placement(Board(n, n), {"blocker": n}, [Permutation(), DistinctDifferences()])
