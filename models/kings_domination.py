"""The fewest kings that dominate a board."""

from nqsat import Board, Domination, Men, Objective, Placement, family

__all__ = ["kings_domination"]


@family("A347554", "A075561", verify="n=0..6")
def kings_domination(n: int) -> Placement:
    """Place as few kings as can be on an n × n board so that every square is occupied or attacked.

    Counted are labelled boards, with as few kings as can be: rotations and reflections count
    separately. That takes ⌈n/3⌉² kings, A075561; in how many ways is A347554: in one only, if 3
    divides n. n = 0 takes none, in 1 way.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(kings_domination(5)))
        79 placements with 4 men, the minimum

    References:
        https://oeis.org/A347554
        https://oeis.org/A075561
    """
    fewest = Objective("minimise", Men())
    return Placement(Board(n, n), {"K": "any"}, [Domination()], objective=fewest)
