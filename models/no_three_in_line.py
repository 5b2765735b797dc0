"""No three in line."""

from nqsat import Board, NoThreeInLine, Permutation, Placement, family

__all__ = ["no_three_in_line"]


@family("A000755", "A000769", verify="n=0..4")
def no_three_in_line(n: int) -> Placement:
    """Place 2n men on an n × n board so that no three stand on a straight line, of any slope.

    Counted are labelled boards: rotations and reflections count separately (A000755); modulo
    symmetry it is A000769. Lines are those of the plane through the centres of the squares. Two men
    stand in every row and column then; the model says so too, which changes no count. n = 0 gives
    1, n = 1 gives 0.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> nqsat.count(no_three_in_line(4), engine="backtrack").value
        11
        >>> nqsat.count(no_three_in_line(6), engine="sat", modulo="symmetry").value
        11

    References:
        https://oeis.org/A000755
        https://oeis.org/A000769
        A. Flammenkamp, Progress in the no-three-in-line problem, II,
            Journal of Combinatorial Theory A 81 (1998) 108-113.
    """
    return Placement(Board(n, n), {"blocker": 2 * n}, [NoThreeInLine(), Permutation(2)])
