"""The fewest queens that dominate a board."""

from nqsat import Board, Domination, Men, Objective, Placement, family

__all__ = ["queens_domination"]


@family("A002564", "A002563", "A075458", verify="n=0..6")
def queens_domination(n: int) -> Placement:
    """Place as few queens as can be on an n × n board so that every square is occupied or attacked.

    Counted are labelled boards, with as few queens as can be: rotations and reflections count
    separately. How many queens that takes is A075458; in how many ways is A002564, and up to
    symmetry A002563. The queens may attack one another. n = 0 takes none, in 1 way.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(queens_domination(6)))
        4 placements with 3 men, the minimum
        >>> print(nqsat.count(queens_domination(5)))
        186 placements with 3 men, the minimum

    References:
        https://oeis.org/A002564
        https://oeis.org/A002563
        https://oeis.org/A075458
        M. D. Kearse and P. B. Gibbons, Computational methods and new results for chessboard
            problems, Australasian Journal of Combinatorics 23 (2001) 253-284.
    """
    fewest = Objective("minimise", Men())
    return Placement(Board(n, n), {"Q": "any"}, [Domination()], objective=fewest)
