"""Orders in which the variables are decided: the narrowest frontier wins.

Candidates are the ranks, the files, all men before any auxiliary, and a greedy order that decides next
what leaves the fewest bits open. Finding the best order is NP-hard (it is the pathwidth of a hypergraph);
on boards these are good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nqsat.compiling import Formula
from nqsat.engines.frontier.residuals import past_bits
from nqsat.modelling import Sum

#: More variables than this are not ordered greedily: it takes seconds.
GREEDY = 150


class VariableOrder(NamedTuple):
    """All variables in an order, what it is called, and the bits of its layers: see ``past_bits``."""

    name: str
    variables: Sequence[int]
    bits: Sequence[float]


def narrowest(formula: Formula, constraints: Sequence[Sum], wanted: str = "") -> VariableOrder:
    """The order with the fewest bits in its widest layer; or the one of that name."""
    orders = (
        VariableOrder(name, order, past_bits(constraints, order))
        for name, order in _orders(formula, constraints)
        if wanted in ("", name)
    )
    return min(orders, key=lambda ordered: max(ordered.bits, default=0.0))


def _orders(formula: Formula, constraints: Sequence[Sum]) -> Iterator[tuple[str, list[int]]]:
    every = list(range(1, formula.variables + 1))
    yield "ranks", _with_auxiliaries(every[: len(formula.projection)], formula, constraints)
    files = sorted(formula.projection, key=lambda x: _file(formula.reader.name(x)))
    yield "files", _with_auxiliaries(files, formula, constraints)
    if len(every) > len(formula.projection):
        yield "men first", every  # on small boards: then auxiliaries have nothing left to choose
    if len(every) <= GREEDY:
        yield "greedy", greedy(every, constraints)


def _file(name: str) -> tuple[int, str]:
    """What a man's name is sorted by to go file by file: ``Q@b3`` comes after ``Q@a8=Q@h1``."""
    square = name.partition("=")[0].rpartition("@")[2]
    letters = square.rstrip("0123456789")
    return len(letters), f"{letters}{square[len(letters) :]:>9}"


def _with_auxiliaries(
    order: Sequence[int], formula: Formula, constraints: Sequence[Sum]
) -> list[int]:
    """The order with each auxiliary right after the last of the variables it meets, or before it."""
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


def greedy(every: Sequence[int], constraints: Sequence[Sum]) -> list[int]:
    """Decide next the variable that opens the fewest constraints less those that it closes."""
    groups = [{*map(abs, bounds.literals)} for bounds in constraints]
    sizes = [*map(len, groups)]
    left = [*sizes]
    having: dict[int, list[int]] = {x: [] for x in every}
    for place, group in enumerate(groups):
        for x in group:
            having[x].append(place)
    order: list[int] = []
    rest = dict.fromkeys(every)

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
