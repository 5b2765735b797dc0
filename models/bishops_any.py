"""Any number of bishops."""

from nqsat import Board, Placement, family

__all__ = ["bishops_any"]


@family("A201862", verify="n=0..4")
def bishops_any(n: int) -> Placement:
    """Place any number of bishops on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The empty board
    counts; n = 0 gives 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(bishops_any(3), engine="backtrack").value
        70

    References:
        https://oeis.org/A201862
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"B": "any"})
