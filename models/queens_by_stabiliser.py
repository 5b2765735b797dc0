"""Queens with exactly this symmetry."""

from nqsat import Board, NonAttacking, Placement, Stabiliser, family

__all__ = ["queens_by_stabiliser"]


@family(
    "A260318",
    "A260319",
    "A260320",
    verify=("n=1..8 group=identity", "n=1..8 group=rot180", "n=1..9 group=rot90"),
)
def queens_by_stabiliser(n: int, group: str) -> Placement:
    """Place n queens on an n × n board so that none attacks another, with exactly this symmetry.

    Counted are labelled boards: rotations and reflections count separately. The rotations and
    reflections that leave the arrangement as it is are those that ``group`` generates and no others.
    Modulo symmetry and from n = 2 on, those without symmetry (``identity``) are A260320, those with a
    half turn only (``rot180``) A260319, those with a quarter turn (``rot90``) A260318; together they
    are all n-queens solutions, for a reflection would bring two queens into one line. On the 1 × 1
    board every name is a name of the identity.

    Args:
        n: the side of the board.
        group: names of symmetries between commas: ``identity``, ``rot180``, ``rot90``, …

    Raises:
        InvalidModel: n is negative, or the board has no symmetry of that name.

    Example:
        >>> import nqsat
        >>> nqsat.count(queens_by_stabiliser(8, "identity"), engine="backtrack").value
        88
        >>> nqsat.count(queens_by_stabiliser(8, "rot180"), engine="backtrack").value
        4

    References:
        https://oeis.org/A260318
        https://oeis.org/A260319
        https://oeis.org/A260320
        M. Kraitchik, Mathematical Recreations, 2nd ed., Dover 1953, pp. 247-255.
    """
    symmetries = tuple(name.strip() for name in group.split(","))
    return Placement(Board(n, n), {"Q": n}, [NonAttacking(), Stabiliser(symmetries)])
