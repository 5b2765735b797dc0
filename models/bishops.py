"""k bishops on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["bishops"]


@family("A378590", "A002465", verify="n=0..4 k=0..7")
def bishops(n: int, k: int) -> Placement:
    """Place k bishops on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The triangle
    A378590 has every n and k, A002465 those with k = n. k = 0 gives 1, the empty board; more
    than 2n − 2 bishops (n ≥ 2) give 0, where the triangle ends.

    Args:
        n: the side of the board.
        k: how many bishops.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(bishops(4, 3), engine="backtrack").value
        232

    References:
        https://oeis.org/A378590
        https://oeis.org/A002465
        S. Chaiken, C. R. H. Hanusa and T. Zaslavsky, A q-queens problem V,
            https://arxiv.org/abs/1609.00853
    """
    return Placement(Board(n, n), {"B": k})
