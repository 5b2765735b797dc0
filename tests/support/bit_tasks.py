"""The tasks of ``bitboard``'s searches, and their lists."""

from __future__ import annotations

from typing import Any

from nqsat import Placement
from nqsat.engines import BitboardEngine
from nqsat.engines.bitboard.reading import Task, formula_and_task
from nqsat.errors import UnsupportedByEngine


def task_of(model: Placement) -> Task | None:
    """Return the task of a model; None if the engine does not support it."""
    try:
        return formula_and_task(BitboardEngine(), model)[1]
    except UnsupportedByEngine:
        return None


def listed_once(search: Any, model: Placement) -> set[Any]:
    """Return the solutions that a search lists, after checking that none comes twice."""
    reader = formula_and_task(BitboardEngine(), model)[0].reader
    listed = [
        reader.decode(item + 1 for item in line if item >= 0)
        for lines in search.solution_rows()
        for line in lines.tolist()
    ]
    assert len(listed) == len({*listed})
    return {*listed}
