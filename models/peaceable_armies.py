"""Armies of any piece on any board, two or three of them."""

from nqsat import Armies, InvalidModel, Placement, family

__all__ = ["peaceable_armies"]

COLOURS = ("white", "black", "red")


@family(
    verify=(
        "board=3x4 piece=N k=2",
        "board=4x4 piece=R k=2",
        "board=torus:5x5 piece=Q k=1",
        "board=4x4 piece=Q k=1 colours=3",
    )
)
def peaceable_armies(board: str, piece: str, k: int, colours: int = 2) -> Placement:
    """Place armies of k equal men each on any board so that no two colours attack one another.

    Counted are labelled boards: rotations, reflections and exchanging the colours count
    separately. Men of one colour may attack one another. k = 0 gives 1.

    Args:
        board: as in ``6x6``, ``torus:5x5``, ``cylinder:4x6`` or ``file:map.txt``.
        piece: in Betza notation or by its common name: ``Q``, ``knight``.
        k: the number of men in each army.
        colours: how many armies: 2 or 3.

    Raises:
        InvalidModel: the board, the piece or a number cannot be read.

    Example:
        >>> import nqsat
        >>> nqsat.count(peaceable_armies("5x5", "Q", 1, colours=3), engine="backtrack").value
        1224
        >>> nqsat.count(peaceable_armies("5x5", "Q", 1, colours=3), modulo="colours").value
        26

    References:
        No published sequence.
    """
    if colours not in (2, 3):
        raise InvalidModel("colours", f"{colours} armies; there are 2 or 3")
    pieces = {f"{colour}:{piece}": k for colour in COLOURS[:colours]}
    return Placement(board, pieces, [Armies()])
