"""The n queens problem."""

from nqsat import Board, Placement, family

__all__ = ["queens"]


@family("A000170", "A002562", "A032522", verify="n=1..10")
def queens(n: int) -> Placement:
    """Place n queens on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. Up to symmetry they
    are A002562 (``modulo="symmetry"``); those that half a turn leaves as they are, A032522
    (``fixed_by="rot180"``). n = 0 gives 1, the empty board.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens(8), engine="backtrack").value
        92

    References:
        https://oeis.org/A000170
        J. Bell and B. Stevens, A survey of known results and research areas for n-queens,
            Discrete Mathematics 309 (2009) 1-31.
    """
    return Placement(Board(n, n), {"Q": n})
