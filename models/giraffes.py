"""k giraffes on an n × n board."""

from nqsat import Board, Placement, family

__all__ = ["giraffes"]


@family(verify=("n=0..3 k=0..3", "n=5..6 k=2..3"))
def giraffes(n: int, k: int) -> Placement:
    """Place k giraffes on an n × n board so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A giraffe leaps
    four squares one way and one across, so it moves only from n = 5 on. k = 0 gives 1, the
    empty board.

    Args:
        n: the side of the board.
        k: how many giraffes.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(giraffes(5, 2), engine="backtrack").value
        284

    References:
        No published sequence.
    """
    return Placement(Board(n, n), {"(1,4)": k})
