"""The fewest rooks that dominate a board."""

from nqsat import Board, Domination, Men, Objective, Placement, family

__all__ = ["rooks_domination"]


@family("A248744", verify="n=0..4")
def rooks_domination(n: int) -> Placement:
    """Place as few rooks as can be on an n × n board so that every square is occupied or attacked.

    Counted are labelled boards, with as few rooks as can be: rotations and reflections count
    separately. That takes n rooks: one in every row or one in every column, 2nⁿ − n! ways. n = 0
    takes none, in 1 way.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(rooks_domination(4)))
        488 placements with 4 men, the minimum

    References:
        https://oeis.org/A248744
        A. M. Yaglom and I. M. Yaglom, Challenging Mathematical Problems with Elementary
            Solutions, volume 1, Holden-Day, 1964.
    """
    fewest = Objective("minimise", Men())
    return Placement(Board(n, n), {"R": "any"}, [Domination()], objective=fewest)
