"""The answer *none*, with its reason: tours that a short argument rules out.

Theorems about sizes and colours (``existence``) and counting arguments on the graph of moves, each of
which is a proof; nothing is searched. What they do not rule out is for the other engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nqsat.chess import attacks
from nqsat.engines.contract import Engine
from nqsat.engines.existence import why_no_tour

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nqsat.chess import Square, Symmetry
    from nqsat.modelling import Model, Solution, Tour

__all__ = ["ProofEngine", "why_impossible"]

#: Boards of more squares than this are left to the engines: the argument needs a table of moves.
LARGEST = 50_000


@dataclass(frozen=True, slots=True)
class ProofEngine(Engine):
    """Lists nothing, because there is nothing.

    Args:
        reason: the proof, in one line.
    """

    name: ClassVar[str] = "proof"
    reason: str

    @property
    def title(self) -> str:
        return self.name

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        return iter(())


def why_impossible(tour: Tour) -> str | None:
    """Why there is no tour, in one line; None if none of the arguments applies."""
    reason = why_no_tour(tour)
    if reason is not None or tour.board.rows * tour.board.columns > LARGEST:
        return reason
    squares = tour.board.squares
    ways = attacks(tour.piece, tour.board)
    beside: dict[Square, set[Square]] = {square: set(ways[square]) for square in squares}
    for here, targets in ways.items():
        for there in targets:
            beside[there].add(here)
    return _lonely(tour, beside) or _parted(tour, beside)


def _lonely(tour: Tour, beside: Mapping[Square, set[Square]]) -> str | None:
    """A closed tour enters and leaves every square; an open one may do without at its two ends."""
    few = [square for square, others in beside.items() if len(others) < 2]
    if tour.closed and few:
        return f"{few[0].name(tour.board.rows)} has fewer than two neighbours"
    alone = [square for square, others in beside.items() if not others]
    if alone and len(beside) > 1:
        return f"no move leads to or from {alone[0].name(tour.board.rows)}"
    if len(few) > 2:
        return f"{len(few)} squares have fewer than two neighbours, and a tour has two ends"
    return None


def _parted(tour: Tour, beside: Mapping[Square, set[Square]]) -> str | None:
    """A board that falls into pieces has no tour; on a two-coloured one, colours alternate."""
    colour = {min(beside): 0}
    queue = list(colour)
    two_coloured = True
    for here in queue:
        for there in beside[here]:
            if there not in colour:
                colour[there] = 1 - colour[here]
                queue.append(there)
            two_coloured &= colour[there] != colour[here]
    if len(colour) < len(beside):
        return f"moves lead from one square to {len(colour)} of {len(beside)} squares only"
    if not two_coloured:
        return None
    ones = sum(colour.values())
    zeros = len(colour) - ones
    difference = f"every move changes colour, and there are {zeros} and {ones} squares of each"
    if abs(zeros - ones) > (0 if tour.closed else 1):
        return difference
    ends = [square for square in (tour.start, tour.end) if square is not None]
    if tour.closed or not ends:
        return None
    if zeros != ones:  # the first and the last square have the colour of which there is one more
        more = int(ones > zeros)
        wrong = [square for square in ends if colour[square] != more]
    else:
        wrong = ends if len(ends) == 2 and colour[ends[0]] == colour[ends[1]] else []
    names = " or ".join(square.name(tour.board.rows) for square in wrong)
    return f"{difference}: not with such ends as {names}" if wrong else None
