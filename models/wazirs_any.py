"""Any number of wazirs."""

from nqsat import Board, Placement, family

__all__ = ["wazirs_any"]


@family("A006506", verify="n=0..4")
def wazirs_any(n: int) -> Placement:
    """Place any number of wazirs on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A wazir steps one
    square along its row or column. The empty board counts; n = 0 gives 1, A006506 begins at 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(wazirs_any(3), engine="backtrack").value
        63

    References:
        https://oeis.org/A006506
        S. R. Finch, Mathematical Constants, Cambridge, 2003, pp. 342-349 (hard squares).
    """
    return Placement(Board(n, n), {"W": "any"})
