"""The n princesses problem."""

from nqsat import Board, Placement, family

__all__ = ["princesses"]


@family("A245011", verify="n=0..5")
def princesses(n: int) -> Placement:
    """Place n princesses (bishop and knight in one) on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. n = 0 gives 1,
    A245011 begins at 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(princesses(4), engine="backtrack").value
        86

    References:
        https://oeis.org/A245011
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"BN": n})
