"""n + k rooks on an n × n board, kept apart by k pawns: alternating sign matrices."""

from nqsat import Board, NonAttacking, Placement, family

__all__ = ["rooks_with_pawns"]


@family(verify="n=0..4 k=0..2")
def rooks_with_pawns(n: int, k: int) -> Placement:
    """Place n + k rooks and k pawns on an n × n board so that no two rooks attack each other.

    Counted are labelled boards: rotations and reflections count separately. A rook does not see
    past a pawn; the pawns are alike, attack nobody and may be attacked. n = k = 0 gives 1.

    A line with p pawns has room for p + 1 rooks at most, so each has just so many: rooks and pawns
    alternate, and a rook stands at either end. With 1 for a rook and -1 for a pawn these are the
    n × n alternating sign matrices with k entries -1; over all k there are A005130(n).

    Args:
        n: the side of the board.
        k: how many pawns, and rooks more than n.

    Raises:
        InvalidModel: n or k is negative.

    Example:
        >>> import nqsat
        >>> [nqsat.count(rooks_with_pawns(4, k)).value for k in range(4)]
        [24, 16, 2, 0]

    References:
        https://oeis.org/A005130
        W. H. Mills, D. P. Robbins and H. Rumsey, Alternating sign matrices and descending plane
            partitions, Journal of Combinatorial Theory A 34 (1983) 340-359.
    """
    apart = NonAttacking(between=frozenset({("R", "R")}), blocking=True)
    return Placement(Board(n, n), {"R": n + k, "pawn:blocker": k}, [apart])
