"""White queens and as many black ones."""

from nqsat import Armies, Board, Placement, family

__all__ = ["peaceable_queens_k"]


@family(verify=("n=0..4 k=1..2", "n=5 k=4"))
def peaceable_queens_k(n: int, k: int) -> Placement:
    """Place k white and k black queens on an n × n board so that no two colours attack.

    Counted are labelled boards: rotations, reflections and exchanging the colours count
    separately. Queens of one colour may attack one another. k = 0 gives 1.

    Args:
        n: the side of the board.
        k: the number of queens in each of the two armies.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(peaceable_queens_k(5, 4)).value
        18
        >>> nqsat.count(peaceable_queens_k(5, 4), modulo="colours").value
        3

    References:
        https://oeis.org/A250000 has the largest k for each n.
        B. M. Smith, K. E. Petrie and I. P. Gent, Models and symmetry breaking for peaceable
            armies of queens, CPAIOR 2004, 271-286.
    """
    return Placement(Board(n, n), {"white:Q": k, "black:Q": k}, [Armies()])
