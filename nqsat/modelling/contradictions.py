"""Whether what was read from a grid can be meant so: it may contradict the question at once."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from nqsat.chess import Square, attacks
from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Number
from nqsat.modelling.model import Model
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules.measures import Regions
from nqsat.modelling.tour import Tour


def check_what_was_read(model: Model, read_as: str | None = None) -> None:
    """Refuse more pieces given than asked for, more regions than pieces, and impossible steps of a tour.

    Args:
        model: the model.
        read_as: what the question says that cells mean; steps are then not judged.

    Raises:
        InvalidModel: they are there; it names other meanings that such a grid may have.
    """
    reason = None
    if isinstance(model, Placement):
        reason = _too_many_pieces(model) or _too_many_regions(model)
    elif isinstance(model, Tour) and model.board.read is not None and read_as is None:
        reason = _impossible_step(model)
    if reason is not None:
        read = model.board.read
        field = "regions" if "regions" in reason else "board" if read else "preset"
        raise InvalidModel(field, read.or_as(reason) if read else reason)


def _too_many_pieces(model: Placement) -> str | None:
    given = Counter(preset.kind for preset in model.presets)
    for kind in model.kinds:
        if kind.number.high is not None and given[kind.name] > kind.number.high:
            asked = f"{kind.name}={kind.number}"
            return f"{given[kind.name]} {kind.name} are given, and {asked} is asked for"
    return None


def _too_many_regions(model: Placement) -> str | None:
    highs = [kind.number.high for kind in model.kinds]
    most = sum(high for high in highs if high is not None)
    for rule in model.rules if None not in highs else ():
        if type(rule) is Regions and rule.kinds is None:
            regions, each = len(rule.sets(model.board)), Number.parse(rule.number).low
            if regions * each > most:
                board = model.board.title
                return f"{regions} regions with {each} each, and {most} pieces in all on {board}"
    return None


def _impossible_step(tour: Tour) -> str | None:
    """The first step that the piece cannot make: it takes more moves from the step before, or others."""
    steps = sorted((number, square) for square, number in tour.numbers)
    name = tour.board.name
    for (number, start), (later, end) in pairwise(steps):
        moves = later - number
        if _distances(tour, start).get((end, moves % 2), moves + 1) > moves:
            away = f"{moves} move{'s' * (moves > 1)} after {name(start)}"
            return f"{name(end)} cannot be step {later}, {away}"
    return None


def _distances(tour: Tour, start: Square) -> dict[tuple[Square, int], int]:
    """The fewest moves from a square to each other, if their number is even (0), and if it is odd (1)."""
    ways = attacks(tour.piece, tour.board)
    edge, moves = [start], 0
    found = {(start, 0): 0}
    while edge:
        moves += 1
        new = {there for here in edge for there in ways[here] if (there, moves % 2) not in found}
        found |= dict.fromkeys(((there, moves % 2) for there in new), moves)
        edge = [*new]
    return found
