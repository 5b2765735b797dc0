"""Any piece on any board: the general families."""

import re
from typing import Annotated

from nqsat import Board, InvalidModel, Placement, family
from nqsat.rules import Domination

from .words import Bounds, Columns, Of, OnBoard, Rows


@family(
    title="non-attacking pieces of one kind",
    verify=(
        "piece=D rows=2..4 columns=3..4 k=3",
        "piece=fhN rows=3 columns=3..5 k=any",
        "piece=(1,4) rows=2 columns=5..6 k=3",
        "piece=BW rows=4 columns=4 k=any",
    ),
    examples={"piece=dabbaba rows=3 columns=4 k=3": 128, "piece=fW rows=3 columns=3 k=any": 125},
)
def independent(piece: Of, rows: Rows, columns: Columns, k: Bounds) -> Placement:
    """Place pieces of one kind on a rectangular board so that none attacks another.

    A pair is excluded if either piece attacks the other, also if the piece moves in one direction only.

    References:
        https://www.chessvariants.com/d.betza/chessvar/pieces/notation.html
    """
    return Placement(Board(rows, columns), {piece: k})


@family(
    title="pieces of one kind that dominate the board",
    verify=(
        "board=4x4 piece=N variant=total k=..6",
        "board=torus:4x4 piece=B variant=plain k=4",
        "board=cylinder:3x4 piece=W variant=plain k=4",
        "board=2x5 piece=fhN variant=plain k=any",
        "board=5x5 piece=Q variant=independent k=any",
        "board=3x4 piece=K variant=plain,minimal k=any",
        "board=torus:5x5 piece=W variant=efficient k=5",
        "board=3x4 piece=K variant=total,times=2 k=any",
    ),
    examples={
        "board=6x6 piece=queen variant=plain k=3": 4,
        "board=4x4 piece=N variant=total k=6": 36,
        "board=torus:5x5 piece=W variant=efficient k=any": 10,
    },
)
def dominating(
    board: OnBoard,
    piece: Of,
    variant: Annotated[
        str, "plain, independent, total, efficient, or any value of --rule domination="
    ],
    k: Bounds,
) -> Placement:
    """Place pieces of one kind on a board so that they dominate it.

    Walls and holes need not be attacked. The variants: ``plain``, every square is occupied or attacked;
    ``independent``, the same, and no piece attacks another; ``total``, every square, occupied or not, is
    attacked; ``efficient``, every square is occupied or attacked exactly once (a perfect code). With
    ``plain,times=2``, every square is covered at least twice.

    References:
        T. W. Haynes, S. T. Hedetniemi and P. J. Slater, Fundamentals of Domination in Graphs,
        Marcel Dekker, 1998.
    """
    return Placement(board, {piece: k}, [Domination.parse(variant)])


@family(
    title="non-attacking pieces of several kinds",
    verify=(
        "board=4x4 pieces=Q=1,N=2",
        "board=torus:4x4 pieces=K=any,R=1",
        "board=cylinder:4x5 pieces=B=2,N=1",
        "board=3x6 pieces=(1,4)=2,W=2",
    ),
    examples={"board=5x5 pieces=Q=2,N=3": 32, "board=torus:4x4 pieces=K=any,R=1": 128},
)
def peaceful(
    board: OnBoard, pieces: Annotated[str, "kinds and numbers, as in Q=2,N=3 or K=any,(1,4)=2"]
) -> Placement:
    """Place pieces of several kinds on any board so that no piece attacks another.

    Pieces of one kind are indistinguishable. No piece attacks another of any kind.
    (Armies, whose pieces may attack their own colour, are another problem.)
    """
    return Placement(board, _numbers(pieces))


def _numbers(pieces: str) -> dict[str, str]:
    """Parse the number of each kind; a comma inside the parentheses of a leap does not separate."""
    numbers: dict[str, str] = {}
    for part in re.split(r",(?![^(]*\))", pieces) if pieces.strip() else ():
        kind, equals, number = (text.strip() for text in part.rpartition("="))
        if not equals or not kind:
            raise InvalidModel("pieces", f"{part!r} is not KIND=NUMBER, as in Q=2,N=3")
        if kind in numbers:
            raise InvalidModel("pieces", f"{kind} is named twice; give one number for both")
        numbers[kind] = number
    return numbers
