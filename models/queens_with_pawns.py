"""n + k queens on an n × n board, kept apart by k pawns."""

from nqsat import Board, NonAttacking, Placement, family

__all__ = ["queens_with_pawns"]


@family("A103330", verify=("n=0..5 k=0..1", "n=6 k=1", "n=4 k=2"))
def queens_with_pawns(n: int, k: int) -> Placement:
    """Place n + k queens and k pawns on an n × n board so that no two queens attack each other.

    Counted are labelled boards: rotations and reflections count separately. A queen does not see
    past a pawn; the pawns are alike, attack nobody and may be attacked. A103330 has those with
    k = 1; k = 0 gives the n-queens problem, and n = k = 0 the empty board, 1.

    Args:
        n: the side of the board.
        k: how many pawns, and queens more than n.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_with_pawns(6, 1)).value
        16

    References:
        https://oeis.org/A103330
        R. D. Chatham, G. H. Fricke and R. D. Skaggs, The queens separation problem,
            Utilitas Mathematica 69 (2006) 129-141.
    """
    apart = NonAttacking(between=frozenset({("Q", "Q")}), blocking=True)
    return Placement(Board(n, n), {"Q": n + k, "pawn:blocker": k}, [apart])
