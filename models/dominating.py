"""Men of one kind that dominate a board: the general family."""

from nqsat import Domination, Placement, family

__all__ = ["dominating"]


@family(
    verify=(
        "board=4x4 piece=N variant=total k=..6",
        "board=torus:4x4 piece=B variant=plain k=4",
        "board=cylinder:3x4 piece=W variant=plain k=4",
        "board=2x5 piece=fhN variant=plain k=any",
        "board=5x5 piece=Q variant=independent k=any",
        "board=3x4 piece=K variant=plain,minimal k=any",
    )
)
def dominating(board: str, piece: str, variant: str, k: str) -> Placement:
    """Place men of one kind, any piece, on a board so that they dominate it.

    Counted are labelled boards: rotations and reflections count separately. Walls and holes need
    no attack. The variants: ``plain``, every square is occupied or attacked; ``independent``, so too,
    and none attacks another; ``total``, every square, occupied or not, is attacked.

    Args:
        board: as text: ``8x8``, ``torus:7x7``, ``cylinder:5x6``.
        piece: Betza notation (``BN``, ``(1,4)``) or a common name (``camel``).
        variant: ``plain``, ``independent`` or ``total``, or more of what may stand after
            ``--rule domination=``: ``plain,minimal``.
        k: how many men: a number, bounds such as ``3..5``, or ``any``.

    Raises:
        InvalidModel: board, piece, variant or k cannot be read.

    Example:
        >>> import nqsat
        >>> nqsat.count(dominating("6x6", "queen", "plain", "3"), engine="backtrack").value
        4
        >>> nqsat.count(dominating("4x4", "N", "total", "6")).value
        36

    References:
        No published sequence.
        T. W. Haynes, S. T. Hedetniemi and P. J. Slater, Fundamentals of Domination in Graphs,
            Marcel Dekker, 1998.
    """
    return Placement(board, {piece: k}, [Domination.parse(variant)])
