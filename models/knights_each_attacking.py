"""k knights on an n × n board, each attacking exactly d others."""

from nqsat import Board, Degrees, Placement, family

__all__ = ["knights_each_attacking"]


@family(verify=("n=0..3 k=0..3 d=1", "n=3 k=8 d=2", "n=4 k=4 d=0..2"))
def knights_each_attacking(n: int, k: int, d: int) -> Placement:
    """Place k knights on an n × n board so that each attacks exactly d others.

    Counted are labelled boards: rotations and reflections count separately. With d = 1 the
    knights stand in pairs that attack one another and nobody else; with d = 2 they are the
    corners of closed circuits of knight's moves without any move across. d = 0 gives knights of
    which none attacks another, k = 0 the empty board, 1.

    Args:
        n: the side of the board.
        k: how many knights.
        d: how many others each of them attacks.

    Raises:
        InvalidModel: n, k or d is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(knights_each_attacking(3, 8, 2)).value
        1
        >>> nqsat.count(knights_each_attacking(4, 2, 1)).value
        24

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"N": k}, [Degrees(d)])
