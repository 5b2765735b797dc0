"""Queens in a cube."""

from nqsat import Board, Men, Objective, Placement, family

__all__ = ["queens_in_a_cube"]


@family("A068940", verify="n=0..3")
def queens_in_a_cube(n: int) -> Placement:
    """Place as many queens as possible in an n × n × n cube so that none attacks another.

    Counted are labelled cubes with the largest number of queens; the 48 rotations and reflections count
    separately. A068940 is that largest number, the optimum. A queen moves along all 26 directions, in
    steps of -1, 0 or 1 along each axis. n = 0 gives the empty arrangement, 1.

    Args:
        n: the side of the cube.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(queens_in_a_cube(3), engine="backtrack"))
        16 placements with 4 men, the maximum

    References:
        https://oeis.org/A068940
    """
    return Placement(Board.solid(n, n, n), {"Q": "any"}, objective=Objective("maximise", Men()))
