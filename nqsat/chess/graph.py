"""User-defined attack relations: pairs of squares (from, to), read and checked.

Such a pair is an attack that nothing in between can block. Squares are given as (row, column),
because algebraic names would depend on the height of the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nqsat.chess.square import Square
from nqsat.errors import InvalidModel

Cell = tuple[int, int]
Pair = tuple[Square, Square]
Pairs = Iterable[tuple[Cell, Cell]] | Mapping[Cell, Iterable[Cell]]


def read_pairs(graph: object, *, two_way: bool = False) -> frozenset[Pair]:
    """Read a relation, pairs or a mapping from squares to squares; ``two_way`` adds the reverse of each."""
    if isinstance(graph, str) or not isinstance(graph, Iterable):
        raise InvalidModel(("piece", "graph"), f"{graph!r} is not a list of pairs of squares")
    if isinstance(graph, frozenset) and not two_way and all(map(_is_normalised, graph)):
        return graph
    items = graph
    if isinstance(graph, Mapping):
        items = [
            (start, target) for start, targets in graph.items() for target in _as_targets(targets)
        ]
    found = set()
    for item in items:
        if not isinstance(item, tuple | list) or len(item) != 2:
            raise InvalidModel(("piece", "graph"), f"{item!r} is not a pair of squares (from, to)")
        start, target = (Square.of(end, ("piece", "graph")) for end in item)
        if start == target:
            raise InvalidModel(("piece", "graph"), f"{tuple(start)} attacks itself; leave that out")
        found.add((start, target))
    if two_way:
        found |= {(target, start) for start, target in found}
    return frozenset(found)


def _is_normalised(item: object) -> bool:
    """Whether this is already a pair of different squares, so that large graphs are read only once."""
    if type(item) is not tuple or len(item) != 2:
        return False
    return type(item[0]) is type(item[1]) is Square and item[0] != item[1]


def _as_targets(targets: object) -> Iterable[object]:
    if isinstance(targets, str) or not isinstance(targets, Iterable):
        raise InvalidModel(("piece", "graph"), f"{targets!r} is not a list of squares")
    return targets
