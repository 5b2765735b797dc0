"""Hertzsprung's problem."""

from nqsat import Board, Placement, family

__all__ = ["dragon_kings"]


@family("A002464", verify="n=0..7")
def dragon_kings(n: int) -> Placement:
    """Place n dragon kings (rook and king in one) on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The same as n
    kings, one in each row and column, and as the permutations in which no two neighbours differ
    by 1. n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(dragon_kings(6), engine="backtrack").value
        90

    References:
        https://oeis.org/A002464
        I. Kaplansky, The asymptotic distribution of runs of consecutive elements,
            Annals of Mathematical Statistics 16 (1945) 200-203.
    """
    return Placement(Board(n, n), {"RF": n})
