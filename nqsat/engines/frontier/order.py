"""Variable orders; the one with the narrowest frontier is chosen.

Candidates are by ranks, by files, all pieces before all auxiliaries, a greedy order that next decides the
variable that leaves the fewest bits open, and by colour and diagonal: bishops and camels keep their colour,
so half of their constraints are open at once. Finding the best order is NP-hard (it is the pathwidth of a
hypergraph); these orders are good on boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from nqsat.chess.square import column_of
from nqsat.compiling import Formula
from nqsat.engines.frontier.residuals import past_bits
from nqsat.modelling import Sum

#: With more variables there is no greedy order: it would take seconds.
GREEDY = 150

#: The name of a square: its file, and its rank.
_SQUARE = re.compile("([a-z]+)([0-9]+)")


class VariableOrder(NamedTuple):
    """A named order of all variables, with the bits of its layers: see ``past_bits``."""

    name: str
    variables: Sequence[int]
    bits: Sequence[float]


def candidate_orders(formula: Formula, constraints: Sequence[Sum]) -> list[VariableOrder]:
    """Return all orders, the one with the fewest bits first."""
    orders = _orders(formula, constraints)
    found = (VariableOrder(name, order, past_bits(constraints, order)) for name, order in orders)
    return sorted(found, key=lambda ordered: max(ordered.bits, default=0.0))


def _orders(formula: Formula, constraints: Sequence[Sum]) -> Iterator[tuple[str, list[int]]]:
    every = list(range(1, formula.variables + 1))
    yield "ranks", _with_auxiliaries(every[: len(formula.projection)], formula, constraints)
    files = sorted(formula.projection, key=lambda x: _file_key(formula.reader.name(x)))
    yield "files", _with_auxiliaries(files, formula, constraints)
    if len(every) > len(formula.projection):
        yield "pieces first", every  # on small boards: the pieces determine the auxiliaries
    if len(every) <= GREEDY:
        yield "greedy", greedy_order(every, constraints)
    keys = {x: _colour_key(formula.reader.name(x)) for x in formula.projection}
    if None not in keys.values():
        colours = sorted(keys, key=lambda x: cast("tuple[int, int, int]", keys[x]))
        yield "colours", _with_auxiliaries(colours, formula, constraints)


def _colour_key(name: str) -> tuple[int, int, int] | None:
    """Sort key of a piece's name, by the colour of its square and then by diagonal; None without them."""
    square = _SQUARE.fullmatch(_first_square(name))
    if square is None:
        return None
    file = column_of(square[1]) + 1
    diagonal = file + int(square[2])
    return diagonal % 2, diagonal, file


def _file_key(name: str) -> tuple[int, str]:
    """Sort key of a piece's name, file by file: ``Q@b3`` comes after ``Q@a8=Q@h1``."""
    square = _first_square(name)
    letters = square.rstrip("0123456789")
    return len(letters), f"{letters}{square[len(letters) :]:>9}"


def _first_square(name: str) -> str:
    return name.partition("=")[0].rpartition("@")[2]


def _with_auxiliaries(
    order: Sequence[int], formula: Formula, constraints: Sequence[Sum]
) -> list[int]:
    """Insert each auxiliary right after the last variable it shares a short constraint with."""
    place = {x: float(index) for index, x in enumerate(order)}
    beside: dict[int, list[int]] = {}
    for bounds in constraints:
        if len(bounds.literals) <= 3:
            for literal in bounds.literals:
                beside.setdefault(abs(literal), []).extend(map(abs, bounds.literals))
    for x in range(len(formula.projection) + 1, formula.variables + 1):
        near = [place[other] for other in beside.get(x, ()) if other in place]
        place[x] = (max(near) if near else len(order)) + 0.5
    return sorted(place, key=lambda x: (place[x], x))


def greedy_order(variables: Sequence[int], constraints: Sequence[Sum]) -> list[int]:
    """Repeatedly decide the variable that opens the fewest constraints, minus those that it closes."""
    groups = [{*map(abs, bounds.literals)} for bounds in constraints]
    sizes = [*map(len, groups)]
    left = [*sizes]
    having: dict[int, list[int]] = {x: [] for x in variables}
    for place, group in enumerate(groups):
        for x in group:
            having[x].append(place)
    order: list[int] = []
    rest = dict.fromkeys(variables)

    def cost(x: int) -> tuple[int, int, int]:
        opened = touched = 0
        for place in having[x]:
            if left[place] < sizes[place]:
                touched += 1
                opened -= left[place] == 1
            elif sizes[place] > 1:
                opened += 1
        return opened, -touched, x

    while rest:
        x = min(rest, key=cost)
        del rest[x]
        order.append(x)
        for place in having[x]:
            left[place] -= 1
    return order
