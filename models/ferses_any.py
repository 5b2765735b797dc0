"""Any number of ferses."""

from nqsat import Board, Placement, family

__all__ = ["ferses_any"]


@family("A067965", verify="n=0..4")
def ferses_any(n: int) -> Placement:
    """Place any number of ferses on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A fers steps one
    square diagonally. The empty board counts; n = 0 gives 1, A067965 begins at 1.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(ferses_any(3), engine="backtrack").value
        119

    References:
        https://oeis.org/A067965
    """
    return Placement(Board(n, n), {"F": "any"})
