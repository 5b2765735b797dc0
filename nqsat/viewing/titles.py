"""What a page is called."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nqsat.modelling import Factor, Model, Placement, Tour, name_of, placed, star_battle
from nqsat.modelling.rules import NonAttacking
from nqsat.modelling.statements import the_board

_WORDS = "no one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {str(number): word for number, word in enumerate(_WORDS.split())}

#: Characters of a parameter that is in a title; a map of regions has more.
_LONGEST = 20


def title_of(model: Model, family: str = "", parameters: Mapping[str, object] | None = None) -> str:
    """A model in a few words for people: ``Eight queens``, ``Closed knight's tours of 6×6``.

    Args:
        model: of any kind.
        family: the name of its family in the catalogue; empty if it has none.
        parameters: of the family.
    """
    place = re.sub(r"^an? (\d+) × (\d+) board", r"\1×\2", the_board(model.board))
    short = [f"{name} = {x}" for name, x in (parameters or {}).items() if len(str(x)) <= _LONGEST]
    if (battle := star_battle(model)) is not None:
        title = f"{'Queens puzzle' if battle.queens else 'Star battle'} on {place}"
    elif isinstance(model, Placement) and not (family and _has_rules(model)):
        title = re.sub(r"\b\d+\b", _number_word, placed(model))
        if placed(model).split()[0] + f"×{model.board.rows}" != place:
            title += f" on {place}"
    elif isinstance(model, Tour) and model.visit is None:
        title = f"{'closed' if model.closed else 'open'} {name_of(model.piece)}'s tours of {place}"
    elif family:
        title = ", ".join([family.replace("-", " "), *short])
    elif isinstance(model, Tour | Factor):
        title = f"{name_of(model.piece)}'s moves on {place}"
    else:
        title = place
    return title[0].upper() + title[1:]


def _has_rules(model: Placement) -> bool:
    """Whether more is asked for than that no piece attacks another."""
    return model.rules != (NonAttacking(),) or bool(model.presets) or model.objective is not None


def _number_word(found: re.Match[str]) -> str:
    return _NUMBERS.get(found[0], found[0])
