"""k queens on an n × n board, each attacking exactly d others."""

from nqsat import Board, Degrees, Placement, family

__all__ = ["queens_each_attacking"]


@family(verify=("n=0..3 k=0..3 d=1", "n=4 k=4 d=0..3", "n=4 k=6 d=3"))
def queens_each_attacking(n: int, k: int, d: int) -> Placement:
    """Place k queens on an n × n board so that each attacks exactly d others.

    Counted are labelled boards: rotations and reflections count separately. A queen attacks the
    nearest queen in each direction and nobody behind her. d = 0 gives queens of which none
    attacks another, k = 0 the empty board, 1.

    Args:
        n: the side of the board.
        k: how many queens.
        d: how many others each of them attacks.

    Raises:
        InvalidModel: n, k or d is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_each_attacking(4, 4, 0)).value
        2
        >>> nqsat.count(queens_each_attacking(4, 4, 3)).value
        18

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"Q": k}, [Degrees(d, blocking=True)])
