"""What the searches of ``bitboard`` are given, and what they list."""

from __future__ import annotations

from typing import Any

from nqsat import Placement
from nqsat.engines.bitboard.reading import Task, formula_of, read


def task_of(model: Placement) -> Task | None:
    """What is searched; None where this engine does not take it."""
    try:
        return read(*formula_of(model))
    except ValueError:
        return None


def listed_once(search: Any, model: Placement) -> set[Any]:
    """The solutions that a search lists, none of them twice."""
    reader = formula_of(model)[0].reader
    listed = [
        reader.decode(item + 1 for item in line if item >= 0)
        for lines in search.lines()
        for line in lines.tolist()
    ]
    assert len(listed) == len({*listed})
    return {*listed}
