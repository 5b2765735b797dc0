"""Several kinds of men on any board: the general family."""

import re

from nqsat import InvalidModel, Placement, family

__all__ = ["peaceful"]


@family(
    verify=(
        "board=4x4 pieces=Q=1,N=2",
        "board=torus:4x4 pieces=K=any,R=1",
        "board=cylinder:4x5 pieces=B=2,N=1",
        "board=3x6 pieces=(1,4)=2,W=2",
    )
)
def peaceful(board: str, pieces: str) -> Placement:
    """Place men of several kinds on any board so that no man attacks another.

    Counted are labelled boards: rotations and reflections count separately. The men of one kind
    are alike, and nobody attacks anybody, neither of his own kind nor of another. (Armies,
    whose men may attack their own colour, are another problem.) No men at all give 1.

    Args:
        board: as in ``6x6``, ``torus:5x5``, ``cylinder:4x6`` or ``file:map.txt``.
        pieces: kinds and numbers, as in ``Q=2,N=3`` or ``K=any,(1,4)=2``.

    Raises:
        InvalidModel: the board, a piece or a number cannot be read, or a kind is named twice.

    Example:
        >>> import nqsat
        >>> nqsat.count(peaceful("5x5", "Q=2,N=3"), engine="backtrack").value
        32
        >>> nqsat.count(peaceful("torus:4x4", "K=any,R=1"), engine="backtrack").value
        128

    References:
        No published sequence.
    """
    return Placement(board, _numbers(pieces))


def _numbers(pieces: str) -> dict[str, str]:
    """From a kind to how many; a comma inside the brackets of a leap separates nothing."""
    numbers: dict[str, str] = {}
    for part in re.split(r",(?![^(]*\))", pieces) if pieces.strip() else ():
        kind, equals, number = (text.strip() for text in part.rpartition("="))
        if not equals or not kind:
            raise InvalidModel("pieces", f"{part!r} is not KIND=NUMBER, as in Q=2,N=3")
        if kind in numbers:
            raise InvalidModel("pieces", f"{kind} is named twice; give one number for both")
        numbers[kind] = number
    return numbers
