"""As many white queens as black ones, and as many as there can be."""

from nqsat import Armies, Board, Men, Objective, Placement, family

__all__ = ["peaceable_queens"]


@family("A250000", verify="n=0..4")
def peaceable_queens(n: int) -> Placement:
    """Place as many white queens as black ones, as many as can be, so that no two colours attack.

    Counted are labelled boards with the largest armies: rotations, reflections and exchanging
    the colours count separately (``modulo="colours"`` takes each once). Queens of one colour
    may attack one another. A250000 is the size of an army; n = 0 and n = 1 have the empty board.

    Args:
        n: the side of the board.

    Raises:
        InvalidModel: n is negative.

    Example:
        >>> import nqsat
        >>> answer = nqsat.count(peaceable_queens(5), modulo="colours")
        >>> answer.optimum.value, answer.value
        (4, 3)

    References:
        https://oeis.org/A250000
        R. A. Bosch, Peaceably coexisting armies of queens, Optima 62 (1999) 6-9.
        B. M. Smith, K. E. Petrie and I. P. Gent, Models and symmetry breaking for peaceable
            armies of queens, CPAIOR 2004, 271-286.
    """
    white = Men(("white:Q",))
    return Placement(
        Board(n, n),
        {"white:Q": "any", "black:Q": "any"},
        [Armies(equal=True)],
        objective=Objective("maximise", white),
    )
