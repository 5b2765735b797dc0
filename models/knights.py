"""k knights on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["knights"]


@family("A244081", "A172132", verify="n=0..4 k=0..8")
def knights(n: int, k: int) -> Placement:
    """Place k knights on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. The triangle
    A244081 has every n and k, A172132 those with k = 2. k = 0 gives 1, the empty board.

    Args:
        n: the side of the board.
        k: how many knights.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(knights(4, 8), engine="backtrack").value
        6

    References:
        https://oeis.org/A244081
        https://oeis.org/A172132
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"N": k})
