"""k nightriders on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["nightriders"]


@family("A172141", verify=("n=0..4 k=0..4", "n=5 k=3", "n=5..7 k=2"))
def nightriders(n: int, k: int) -> Placement:
    """Place k nightriders on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A nightrider
    repeats one knight's leap in a straight line. A172141 has k = 2, from n = 1. k = 0 gives 1,
    the empty board.

    Args:
        n: the side of the board.
        k: how many nightriders.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(nightriders(5, 2), engine="backtrack").value
        240

    References:
        https://oeis.org/A172141
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"NN": k})
