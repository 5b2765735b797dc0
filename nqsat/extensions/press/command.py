"""What ``nqsat puzzle`` does besides: ``--repair``, and sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from nqsat.extensions.press.repair import Repair, repair
from nqsat.extensions.press.sheets import PrintedPuzzle, save_sheets
from nqsat.modelling import Model
from nqsat.puzzles import Puzzle
from nqsat.reporting import PictureStyle

#: Seconds for a repair, unless told otherwise.
REPAIRING = 60.0


def repaired(options: Any, model: Model, say: Callable[[str], None]) -> Repair | None:
    """Return the model with the fewest changes that leave one solution, if that is asked for."""
    if not options.value("repair"):
        return None
    limit = REPAIRING if options.time_limit is None else options.time_limit
    return repair(model, time_limit=limit, watch=say)


def written(
    puzzles: Sequence[tuple[Puzzle, str]], path: str | PathLike[str], look: PictureStyle, foot: str
) -> Sequence[Path]:
    """Write puzzles on sheets, each below how hard it is; return the files."""
    printed = [
        PrintedPuzzle(one.model, one.solution, words, one.family.task if one.family else ())
        for one, words in puzzles
    ]
    return save_sheets(printed, path, look, foot=foot)
