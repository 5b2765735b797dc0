"""The fewest knights that dominate a board."""

from nqsat import Board, Domination, Men, Objective, Placement, family

__all__ = ["knights_domination"]


@family("A103315", "A006076", "A006075", verify="n=0..5")
def knights_domination(n: int) -> Placement:
    """Place as few knights as can be on an n × n board so that every square is occupied or attacked.

    Counted are labelled boards, with as few knights as can be: rotations and reflections count
    separately. How many knights that takes is A006075; in how many ways is A103315, and up to
    symmetry A006076. n = 0 takes none, in 1 way.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> print(nqsat.count(knights_domination(5)))
        47 placements with 5 men, the minimum

    References:
        https://oeis.org/A103315
        https://oeis.org/A006076
        https://oeis.org/A006075
        F. Rubin, Improved knight coverings, Ars Combinatoria 69 (2003) 185-196.
    """
    fewest = Objective("minimise", Men())
    return Placement(Board(n, n), {"N": "any"}, [Domination()], objective=fewest)
