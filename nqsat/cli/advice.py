"""Advice for a model that was asked for with the wrong words."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from nqsat.errors import InvalidModel
from nqsat.modelling import text_of as text_of_parameters
from nqsat.sources import catalogue

if TYPE_CHECKING:
    from nqsat.sources import Family


class AskedModel(Protocol):
    """The options about a model, see ``nqsat.cli.source``."""

    @property
    def family(self) -> Family | None: ...
    @property
    def parameters(self) -> Mapping[str, int | str]: ...
    @property
    def ranges(self) -> list[str]: ...


def in_place_of(model: str, asked: AskedModel, board: str) -> str:
    """Advice for a MODEL with a board: pieces, or the model's text on this board."""
    if "=" in model:
        return f"write --piece {model}"
    if text := text_of(asked, board):
        return f"write '{text}' in place of both"
    return "leave it out, or write --piece, --tour or --factor in place of the name"


def text_of(asked: AskedModel, board: str | None = None) -> str:
    """The text of a MODEL, perhaps on another board; empty if its clues or numbers are not known."""
    try:
        family, given = cast("Family", asked.family), dict[str, Any](asked.parameters)
        guessed = bool(family.missing(given))
        model = family(**[*family.cases()][-1] if guessed else given)
    except (InvalidModel, IndexError):
        return ""
    if family.is_puzzle or (guessed and model.is_placement):
        return ""
    title = model.board.title  # which leaves out what a file says
    return (board or given.get("board", title)) + model.text.removeprefix(title)


def of_squares(asked: AskedModel, family: Family, missing: str) -> str:
    """How to ask for squares, where there are several heights and no width; else nothing."""
    if (missing, asked.ranges) != ("columns", ["rows"]):
        return ""
    model = family(**[*family.cases()][-1])
    _, key, words = model.text.split(maxsplit=2)
    command = f"--board '{{n}}x{{n}}' --{key} {shlex.quote(words)} -p n={asked.parameters['rows']}"
    return "" if model.is_placement else f"; squares are {command}"


def of_unexpected(value: str, family: Family | None, named: Mapping[str, str]) -> str:
    """That a word is left when a family has its parameters, and which relative takes one more."""
    said = text_of_parameters(named)
    having = f"all its parameters: {said}" if said else "no parameters"
    reason = f"unexpected {value!r}; {family.name if family else 'it'} has {having}"
    for more in catalogue():
        if family is not None and more.name == f"{family.name}-k":
            reason += f"; {more.name} takes {', '.join(more.parameters)}"
    return reason
