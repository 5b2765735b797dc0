"""The answer *none*, with its reason: tours that a short argument rules out.

Theorems about sizes and colours (``existence``) and counting arguments on the graph of moves, each of
which is a proof; nothing is searched. What they do not rule out is for the other engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from nqsat.chess import Square, Symmetry, attacks
from nqsat.engines.contract import Engine
from nqsat.engines.existence import why_no_tour
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Solution, Tour

#: Tours of more moves to choose from are left to the engines: the argument needs a table of them.
LARGEST = 500_000


@dataclass(frozen=True, slots=True)
class ProofEngine(Engine):
    """Lists nothing, because there is nothing.

    Args:
        reason: the proof, in one line; without one nothing is answered.
    """

    name: ClassVar[str] = "proof"
    reason: str = ""

    @property
    def title(self) -> str:
        return self.name

    @property
    def note(self) -> str:
        return self.reason

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        if not self.reason:
            raise UnsupportedByEngine(self.name, "no argument tells that there is none", ("auto",))
        return iter(())


def why_impossible(tour: Tour) -> str | None:
    """Why there is no tour, in one line; None if none of the arguments applies."""
    reason = why_no_tour(tour)
    if reason is not None or tour.size > LARGEST:
        return reason
    squares = tour.board.squares
    ways = attacks(tour.piece, tour.board)
    beside: dict[Square, set[Square]] = {square: set(ways[square]) for square in squares}
    for here, targets in ways.items():
        for there in targets:
            beside[there].add(here)
    return _lonely(tour, beside) or _parted(tour, beside) or _too_far(tour, ways)


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
    # Where there is one square more of a colour, an open tour begins and ends on that colour.
    first = None if zeros == ones else int(ones > zeros)
    for number, square in _given(tour):
        begins = (colour[square] + number - 1) % 2
        if first is not None and begins != first:
            return f"{difference}: not with {square.name(tour.board.rows)} as square {number}"
        first = begins
    return None


def _too_far(tour: Tour, ways: Mapping[Square, Iterable[Square]]) -> str | None:
    """Between two squares whose numbers are given there are as many moves as these differ by."""
    given = _given(tour)
    total, rows = len(ways), tour.board.rows
    legs = list(pairwise(given))
    if tour.closed and len(given) > 1:
        legs.append((given[-1], (given[0][0] + total, given[0][1])))  # once around
    for (number, start), (later, end) in legs:
        moves = later - number
        if end not in _within(ways, start, moves):
            way = f"from {start.name(rows)} to {end.name(rows)}"
            return f"{way} it takes more moves than the numbers leave ({moves})"
    return None


def _within(ways: Mapping[Square, Iterable[Square]], start: Square, moves: int) -> set[Square]:
    """The squares that so many moves or fewer lead to."""
    found = edge = {start}
    for _ in range(moves):
        edge = {there for here in edge for there in ways[here]} - found
        if not edge:
            break
        found = found | edge
    return found


def _given(tour: Tour) -> list[tuple[int, Square]]:
    """The squares whose place in the tour is given, by that number, which begins with 1."""
    given = {number: square for square, number in tour.numbers}
    if tour.start is not None:
        given[1] = tour.start
    if tour.end is not None:
        given[len(tour.board.squares)] = tour.end
    return sorted(given.items())
