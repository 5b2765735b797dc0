"""The engine ``proof``: the answer *none*, with its reason, for tours that a short argument rules out.

Published theorems about sizes and colours, and counting arguments on the graph of moves, each of which is a
proof; nothing is searched. Other cases are left to the other engines. Every fact about small boards that is
used here is confirmed by exhaustive search in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from itertools import pairwise
from typing import ClassVar, Literal

from nqsat.chess import Board, Piece, Square, Symmetry, attacks
from nqsat.engines.contract import Engine
from nqsat.engines.plans.plan import Estimate, Facts, Plan
from nqsat.engines.stream import close
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model, Solution, Tour
from nqsat.modelling.rules.tours import GivenPlaces

_SCHWENK = (
    "A. J. Schwenk, Which rectangular chessboards have a knight's tour?, "
    "Mathematics Magazine 64 (1991) 325-332"
)
_CULL = "P. Cull and J. De Curtins, Knight's tour revisited, Fibonacci Quarterly 16 (1978) 276-285"

#: With more possible moves only theorems about knights are used: the other arguments need a table of moves.
LARGEST = 500_000


@dataclass(frozen=True, slots=True)
class ProofEngine(Engine):
    """Lists nothing, because there is nothing; it finds the argument itself.

    Args:
        reason: the argument, in one line, for the note.
    """

    name: ClassVar[str] = "proof"
    ground: ClassVar[Literal["formula", "meaning", "moves"]] = "moves"
    reason: str = field(default="", compare=False)

    @property
    def note(self) -> str:
        return self.reason

    def batches(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Solution]]:
        # Other rules do not matter: a further rule leaves no tour where there was none.
        if why_impossible(model) is None:
            raise UnsupportedByEngine(self.name, "knows no argument that there is none", ("auto",))
        return iter(())

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        from nqsat.engines.contract import CubePlan

        close(self.batches(model))  # refuses at once
        cost = Estimate(0.0, 0, "nothing to list")
        return CubePlan(self, model, Facts(self.title, "listing", self.note, cost), by_size, most=1)


@singledispatch
def why_impossible(_model: Model) -> str | None:
    """The reason why there is no tour, in one line; None if no argument applies."""
    return None


@why_impossible.register
def _(tour: Tour) -> str | None:
    if tour.visit is not None:
        return None
    reason = why_no_tour(tour)
    if reason is not None or tour.size > LARGEST:
        return reason
    squares = tour.board.squares
    ways = attacks(tour.piece, tour.board)
    beside: dict[Square, set[Square]] = {square: set(ways[square]) for square in squares}
    for here, targets in ways.items():
        for there in targets:
            beside[there].add(here)
    return (
        _degree_reason(tour, beside)
        or _component_reason(tour, beside)
        or _distance_reason(tour, ways)
    )


# -- arguments on the graph of moves -----------------------------------------------------


def _degree_reason(tour: Tour, adjacency: Mapping[Square, set[Square]]) -> str | None:
    """A closed tour enters and leaves every square; an open one only enters or leaves its two ends."""
    few = [square for square, others in adjacency.items() if len(others) < 2]
    if tour.closed and few:
        return f"{tour.board.name(few[0])} has fewer than two neighbours"
    alone = [square for square, others in adjacency.items() if not others]
    if alone and len(adjacency) > 1:
        return f"no move leads to or from {tour.board.name(alone[0])}"
    if len(few) > 2:
        return f"{len(few)} squares have fewer than two neighbours, and a tour has two ends"
    return None


def _component_reason(tour: Tour, adjacency: Mapping[Square, set[Square]]) -> str | None:
    """A disconnected board has no tour; on a bipartite one, colours alternate."""
    colour = {min(adjacency): 0}
    queue = list(colour)
    two_coloured = True
    for here in queue:
        for there in adjacency[here]:
            if there not in colour:
                colour[there] = 1 - colour[here]
                queue.append(there)
            two_coloured &= colour[there] != colour[here]
    if len(colour) < len(adjacency):
        return f"moves lead from one square to {len(colour)} of {len(adjacency)} squares only"
    if not two_coloured:
        return None
    ones = sum(colour.values())
    zeros = len(colour) - ones
    difference = f"every move changes colour, and there are {zeros} and {ones} squares of each"
    if abs(zeros - ones) > (0 if tour.closed else 1):
        return difference
    # If one colour has one square more, an open tour begins and ends on that colour.
    first = None if zeros == ones else int(ones > zeros)
    for number, square in _numbered_squares(tour):
        begins = (colour[square] + number - 1) % 2
        if first is not None and begins != first:
            return f"{difference}: not with {tour.board.name(square)} as square {number}"
        first = begins
    return None


def _distance_reason(tour: Tour, adjacency: Mapping[Square, Iterable[Square]]) -> str | None:
    """Two squares with given numbers must be connected by as many moves as the numbers differ by."""
    given = _numbered_squares(tour)
    total, board = len(adjacency), tour.board
    legs = list(pairwise(given))
    if tour.closed and len(given) > 1:
        legs.append((given[-1], (given[0][0] + total, given[0][1])))  # once around
    for (number, start), (later, end) in legs:
        moves = later - number
        if end not in _reachable(adjacency, start, moves):
            way = f"from {board.name(start)} to {board.name(end)}"
            return f"{way} it takes more moves than the numbers leave ({moves})"
    return None


def _reachable(
    adjacency: Mapping[Square, Iterable[Square]], start: Square, moves: int
) -> set[Square]:
    found = edge = {start}
    for _ in range(moves):
        edge = {there for here in edge for there in adjacency[here]} - found
        if not edge:
            break
        found = found | edge
    return found


def _numbered_squares(tour: Tour) -> list[tuple[int, Square]]:
    given = GivenPlaces(tour.start, tour.end, tour.numbers).given(len(tour.board.squares))
    return sorted({(number, square) for square, number in given})


# -- theorems: they depend on the size of the board alone, whose squares are not listed ---------


def why_no_tour(tour: Tour) -> str | None:
    """The reason why a model has no solution, in one line with the reference; None if no theorem applies.

    None proves nothing, except for the knight on a full flat board without given moves or numbers: there is
    a tour unless a reason is returned (not regarding given ends).
    """
    board = tour.board
    squares = board.rows * board.columns - len(board.walls) - len(board.holes)
    if squares < (3 if tour.closed else 1):
        return f"{squares} squares: a {'closed tour needs 3' if tour.closed else 'tour needs 1'}"
    if not is_plain_knight(tour):
        return None
    short, long = sorted((board.rows, board.columns))
    size_reason = _closed_tour_reason if tour.closed else _open_tour_reason
    return _colour_reason(tour) or size_reason(short, long)


def is_plain_knight(tour: Tour) -> bool:
    """Whether the model is of a knight on a flat rectangular board without walls and holes."""
    board = tour.board
    return board == Board(board.rows, board.columns) and tour.piece == Piece.parse("N")


def _colour_reason(tour: Tour) -> str | None:
    """A knight's tour has equally many squares of both colours, or one more of that of its two ends."""
    half, odd = divmod(tour.board.rows * tour.board.columns, 2)  # a corner has the colour of more
    ends = [sum(cell) % 2 for cell in (tour.start, tour.end) if cell is not None]
    if odd and tour.closed:
        reason = f"there are {half + 1} squares of one against {half}"
    elif odd and any(ends):
        reason = "an end given has the rarer"
    elif not odd and not tour.closed and len(ends) == 2 and ends[0] == ends[1]:
        reason = "the ends given have the same"
    else:
        return None
    return f"every move changes colour, and {reason}"


def _closed_tour_reason(short: int, long: int) -> str | None:
    if short in (1, 2, 4):
        return f"{short}x{long}: no closed knight's tour with a side of 1, 2 or 4 ({_SCHWENK})"
    if short == 3 and long in (4, 6, 8):  # if both sides are odd, colours exclude it
        return f"3x{long}: no closed knight's tour on 3x4, 3x6, 3x8 ({_SCHWENK})"
    return None


def _open_tour_reason(short: int, long: int) -> str | None:
    if short <= 2 and long > 1:
        return f"{short}x{long}: a knight cannot reach every square where a side is 1 or 2"
    if (short, long) in ((3, 3), (3, 5), (3, 6), (4, 4)):
        return f"{short}x{long}: no knight's tour on 3x3, 3x5, 3x6, 4x4, by exhaustion (compare {_CULL})"
    return None
