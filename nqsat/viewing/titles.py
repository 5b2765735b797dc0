"""The title of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nqsat.modelling import Model, Placement
from nqsat.modelling.rules import NonAttacking
from nqsat.reporting import name_of, placed, star_battle
from nqsat.reporting.givens import is_on_paper
from nqsat.reporting.statements import the_board

_WORDS = "no one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {str(number): word for number, word in enumerate(_WORDS.split())}

#: Puzzles in which numbers are given, by the piece that goes from each to the next.
_NUMBERED = {"W": "Numbrix", "K": "Hidato"}

#: Characters of a parameter that is in a title; a map of regions has more.
_LONGEST = 20


def title_of(model: Model, family: str = "", parameters: Mapping[str, object] | None = None) -> str:
    """A model, perhaps of a family of the catalogue, in a few words: ``Closed knight's tours of 6×6``."""
    place = re.sub(r"^an? (\d+) × (\d+) board", r"\1×\2", the_board(model.board))
    family = family.rpartition(":")[2]  # of mine.py:own
    short = [f"{name} = {x}" for name, x in (parameters or {}).items() if len(str(x)) <= _LONGEST]
    plain = model.rules == (NonAttacking(),) and not model.given and model.objective is None
    numbered = getattr(model, "numbers", ())
    if (battle := star_battle(model)) is not None:
        title = f"{'Queens puzzle' if battle.queens else 'Star battle'} on {place}"
    elif isinstance(model, Placement) and (plain or not family):
        title = re.sub(r"\b\d+\b", lambda x: _NUMBERS.get(x[0], x[0]), placed(model))
        if placed(model).split()[0] + f"×{model.board.rows}" != place:
            title += f" on {place}"
    elif numbered and model.kinds[0].piece.notation in _NUMBERED:
        title = f"{_NUMBERED[model.kinds[0].piece.notation]} on {place}"
    elif model.full_tour and not is_on_paper(model):
        title = f"{model.full_tour} {name_of(model.kinds[0].piece)}'s tours of {place}"
    elif family:
        title = ", ".join([family.replace("-path", "").replace("-", " "), *short])
    else:
        title = f"{name_of(model.kinds[0].piece)}'s moves on {place}"
    return title[0].upper() + title[1:]
