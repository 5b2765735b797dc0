"""Completing one queen to n."""

from nqsat import Board, Placement, family

__all__ = ["queens_completion"]


@family("A059963", verify=("n=4..8 at=a1", "n=4..8 at=d1", "n=5..7 at=c3"))
def queens_completion(n: int, at: str) -> Placement:
    """Place n queens on an n × n board, one of them on a given square, so that none attacks another.

    Counted are labelled boards: rotations and reflections count separately. A059963 lists the
    squares of the first row, from column 1 to n; its first row may be rank 1 as well as rank n,
    since reflection changes no count. There is no square to give for n = 0.

    Args:
        n: the side of the board.
        at: the square of the given queen, as in ``a1``.

    Raises:
        InvalidModel: n is negative, or the board has no such square.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_completion(8, "a1"), engine="backtrack").value
        4
        >>> nqsat.count(queens_completion(8, "d1"), engine="backtrack").value
        18

    References:
        https://oeis.org/A059963
        I. P. Gent, C. Jefferson and P. Nightingale, Complexity of n-queens completion,
            Journal of Artificial Intelligence Research 59 (2017) 815-848.
    """
    return Placement(Board(n, n), {"Q": n}, presets=[f"Q@{at}"])
