"""Queens on a torus."""

from nqsat import Board, Placement, family

__all__ = ["toroidal_queens"]


@family("A007705", "A051906", verify="n=2..9")
def toroidal_queens(n: int) -> Placement:
    """Place n queens on an n × n torus so that none attacks another.

    Counted are labelled boards: rotations, reflections and translations count separately. Rows,
    columns and diagonals go round in both directions. There are none where 2 or 3 divides n
    (Pólya), so the main entry A007705 has odd sides only: its a(m) is n = 2m + 1; A051906 has
    every n ≥ 1. n = 0 gives 1; on the torus of one square a queen attacks nobody.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(toroidal_queens(7), engine="backtrack").value
        28
        >>> nqsat.count(toroidal_queens(8), engine="backtrack").value
        0

    References:
        https://oeis.org/A007705
        https://oeis.org/A051906
        I. Rivin, I. Vardi and P. Zimmermann, The n-queens problem,
            American Mathematical Monthly 101 (1994) 629-639.
    """
    return Placement(Board(n, n, "torus"), {"Q": n})
