"""k ferses on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["ferses"]


@family("A201243", "A201861", verify=("n=0..4 k=0..4", "n=5..7 k=2"))
def ferses(n: int, k: int) -> Placement:
    """Place k ferses on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A fers steps one
    square diagonally. A201243 has k = 2 and A201861 k = n, both from n = 1. k = 0 gives 1, the
    empty board.

    Args:
        n: the side of the board.
        k: how many ferses.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(ferses(5, 2), engine="backtrack").value
        268

    References:
        https://oeis.org/A201243
        https://oeis.org/A201861
        V. Kotesovec, Non-attacking chess pieces, 6th ed., 2013,
            https://oeis.org/wiki/User:Vaclav_Kotesovec
    """
    return Placement(Board(n, n), {"F": k})
