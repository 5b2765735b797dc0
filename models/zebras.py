"""k zebras on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["zebras"]


@family("A172137", "A244284", verify=("n=0..4 k=0..4", "n=5..8 k=2"))
def zebras(n: int, k: int) -> Placement:
    """Place k zebras on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A zebra leaps three
    squares one way and two across. A172137 has k = 2 and A244284 k = n, both from n = 1. k = 0
    gives 1, the empty board.

    Args:
        n: the side of the board.
        k: how many zebras.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(zebras(5, 2), engine="backtrack").value
        276

    References:
        https://oeis.org/A172137
        https://oeis.org/A244284
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"Z": k})
