"""The fewest queens that attack every square of a board, their own too."""

from nqsat import Board, Domination, Men, Objective, Placement, family

__all__ = ["queens_total_domination"]


@family("A002566", verify="n=0..6")
def queens_total_domination(n: int) -> Placement:
    """Place as few queens as can be on an n × n board so that every square, occupied or not, is attacked.

    Counted are labelled boards, with as few queens as can be: rotations and reflections count
    separately. So each queen is attacked by another. In how many ways that can be is A002566. n
    = 0 takes none, in 1 way; n = 1 cannot be done, 0.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(queens_total_domination(5)))
        70 placements with 3 men, the minimum

    References:
        https://oeis.org/A002566
        https://mathworld.wolfram.com/TotalDominatingSet.html
    """
    fewest = Objective("minimise", Men())
    return Placement(Board(n, n), {"Q": "any"}, [Domination("total")], objective=fewest)
