"""k kings on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["kings"]


@family("A193580", verify=("n=0..4 k=0..5", "n=5 k=7..9"))
def kings(n: int, k: int) -> Placement:
    """Place k kings on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. k = 0 gives 1, the
    empty board; more than ⌈n/2⌉² kings give 0, where the triangle A193580 ends.

    Args:
        n: the side of the board.
        k: how many kings.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(kings(4, 3), engine="backtrack").value
        140

    References:
        https://oeis.org/A193580
        H. S. Wilf, The problem of the kings, Electronic Journal of Combinatorics 2 (1995) R3.
    """
    return Placement(Board(n, n), {"K": k})
