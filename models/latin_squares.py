"""Latin squares, as rooks in a cube."""

from nqsat import Board, Placement, family

__all__ = ["latin_squares"]


@family("A002860", verify="n=0..4")
def latin_squares(n: int) -> Placement:
    """Place n² rooks in an n × n × n cube so that none attacks another.

    Counted are labelled cubes, which are the Latin squares of order n: every line from the front to the
    back has one rook, and its layer is the symbol of that cell; in a line along another axis each symbol
    stands once. A002860 begins with n = 1; n = 0 gives the empty arrangement, 1.

    Args:
        n: the side of the cube.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(latin_squares(3), engine="backtrack").value
        12

    References:
        https://oeis.org/A002860
        B. D. McKay and I. M. Wanless, On the number of Latin squares, Annals of Combinatorics 9
            (2005) 335-344.
    """
    return Placement(Board.solid(n, n, n), {"R": n * n})
