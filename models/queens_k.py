"""k queens on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["queens_k"]


@family("A348129", verify=("n=0..5 k=0..5", "n=6 k=5..6"))
def queens_k(n: int, k: int) -> Placement:
    """Place k queens on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. k = 0 gives 1, the
    empty board; k > n gives 0, where the triangle A348129 ends.

    Args:
        n: the side of the board.
        k: how many queens.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_k(5, 3), engine="backtrack").value
        204
        >>> nqsat.count(queens_k(3, 3), engine="backtrack").value
        0

    References:
        https://oeis.org/A348129
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"Q": k})
