"""The n empresses problem."""

from nqsat import Board, Placement, family

__all__ = ["empresses"]


@family("A137774", verify="n=0..7")
def empresses(n: int) -> Placement:
    """Place n empresses (rook and knight in one) on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. n = 0 gives 1,
    A137774 begins at 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(empresses(6), engine="backtrack").value
        94

    References:
        https://oeis.org/A137774
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"RN": n})
