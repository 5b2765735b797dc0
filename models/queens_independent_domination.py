"""The fewest queens that dominate a board and do not attack one another."""

from nqsat import Board, Domination, Men, Objective, Placement, family

__all__ = ["queens_independent_domination"]


@family("A002568", "A002567", "A075324", verify="n=0..7")
def queens_independent_domination(n: int) -> Placement:
    """Place as few queens as can be, none attacking another, so that every square is occupied or attacked.

    Counted are labelled boards, with as few queens as can be: rotations and reflections count
    separately. How many queens that takes is A075324; in how many ways is A002568, and up to
    symmetry A002567. n = 0 takes none, in 1 way.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(queens_independent_domination(7)))
        8 placements with 4 men, the minimum

    References:
        https://oeis.org/A002568
        https://oeis.org/A002567
        https://oeis.org/A075324
        M. D. Kearse and P. B. Gibbons, Computational methods and new results for chessboard
            problems, Australasian Journal of Combinatorics 23 (2001) 253-284.
    """
    fewest = Objective("minimise", Men())
    return Placement(Board(n, n), {"Q": "any"}, [Domination("independent")], objective=fewest)
