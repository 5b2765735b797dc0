"""k wazirs on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["wazirs"]


@family("A232833", "A201511", verify="n=0..4 k=0..8")
def wazirs(n: int, k: int) -> Placement:
    """Place k wazirs on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A wazir steps one
    square along its row or column. The triangle A232833 has every k from n = 1, A201511 has k =
    n. k = 0 gives 1, the empty board.

    Args:
        n: the side of the board.
        k: how many wazirs.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(wazirs(5, 2), engine="backtrack").value
        260

    References:
        https://oeis.org/A232833
        https://oeis.org/A201511
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"W": k})
