"""The arguments of ``Tour`` and ``Factor`` besides board, piece and rules: a row each.

A row is data. The constructor, JSON, the text of a model and its inverse, copies, requirements and the
options of the command line are loops over the rows. How values of a type are read and written is in
``nqsat.modelling.argument_types``; what an argument means, if it restricts solutions, is a rule, see
``nqsat.modelling.rules.tours``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ArgumentRow:
    """One argument.

    Args:
        word: what comes before its value in the text of a model, and after ``--`` on the command line;
            of a flag, all that says that it is not as usual.
        type: how its value is read and written: a name in ``TYPES``.
        of: the kinds of models that have it.
        usual: what it is where a text says nothing, or a function of the model; ``...`` if a text always
            says it.
        attribute: the attribute of the model, if that is not its name. It is for arguments that are no
            rules.
        several: whether a text may say it several times.
        stated: whether JSON says it even then.
        needed: whether JSON must say it.
        added: whether a model that is there can be given it, as what is required besides.
        directs: whether a tour has a direction because of it.
        help: of its option on the command line; without one there is none.
        metavar: what its value is; None for a flag.
    """

    word: str
    type: str
    of: tuple[str, ...] = ("tour",)
    usual: Any = None
    attribute: str = ""
    several: bool = False
    stated: bool = False
    needed: bool = False
    added: bool = False
    directs: bool = False
    help: str = ""
    metavar: str | None = None


_BOTH = ("tour", "factor")

#: All of them by their names, in the order of a text.
ARGUMENTS: dict[str, ArgumentRow] = {
    "closed": ArgumentRow(
        "open", "flag", usual=True, stated=True,
        help="Ask for open tours: the last square need not lead to the first.",
    ),
    "visit": ArgumentRow("visit", "visit"),
    "unit": ArgumentRow(
        "unit", "direction", usual=lambda tour: tour.natural_unit, attribute="direction", stated=True,
        added=True,
        help="Count tours as undirected (a set of moves) or directed.", metavar="UNIT",
    ),
    "degree": ArgumentRow(
        "degree", "number", ("factor",), usual=..., stated=True, needed=True,
        help="Make this many moves at every square of a factor: 2 (the default), 1 (perfect "
        "matchings), ..1.",
        metavar="NUMBER",
    ),
    "maximal": ArgumentRow(
        "maximal", "flag", ("factor",), usual=False,
        help="Keep only factors to which no move can be added.",
    ),
    "objective": ArgumentRow("", "objective", ("factor",)),
    "start": ArgumentRow(
        "from", "square", added=True, directs=True,
        help="Start an open tour on this square.", metavar="SQUARE",
    ),
    "end": ArgumentRow(
        "to", "square", added=True, directs=True,
        help="End an open tour on this square.", metavar="SQUARE",
    ),
    "through": ArgumentRow(
        "through", "moves", _BOTH, several=True, added=True,
        help="Require this move of the tour: a1-b3.", metavar="MOVE",
    ),
    "avoiding": ArgumentRow(
        "avoiding", "moves", _BOTH, several=True, added=True,
        help="Forbid this move of the tour.", metavar="MOVE",
    ),
    "ends": ArgumentRow("ends", "pairs", ("factor",), several=True),
    "moves": ArgumentRow("moves", "number", ("factor",)),
    "visiting": ArgumentRow("visiting", "squares", several=True),
    "order": ArgumentRow("order", "order", several=True, added=True, directs=True),
    "numbers": ArgumentRow(
        "number", "numbers", several=True, added=True, directs=True,
        help="Visit a square at this step of the tour: c3=13.", metavar="SQUARE=NUMBER",
    ),
    "fixed_by": ArgumentRow("fixed-by", "symmetries", _BOTH, several=True),
}  # fmt: skip


def arguments_of(kind: str) -> Mapping[str, ArgumentRow]:
    """The rows of a kind of model: ``tour`` or ``factor``."""
    return {name: row for name, row in ARGUMENTS.items() if kind in row.of}
