"""The options that say which model is meant, as they were typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

import nqsat
from nqsat.cli.commands import argument, option
from nqsat.cli.completion import completed, of_model
from nqsat.cli.options import OwnModelOption
from nqsat.errors import InvalidModel
from nqsat.files import read_text

#: Options that make a model, and those that require more of it, wherever it is from.
IN_PLACE = ("--piece", "--tour", "--open", "--factor", "--degree", "--maximal")
OF_MEN = ("--preset", "--maximise", "--minimise")
PLACING = ("--rule", *OF_MEN)
TOURING = ("--from", "--to", "--through", "--avoiding", "--number")
#: All options that say which model is meant, but -p.
OTHERS = ("--dimacs", "--board", *IN_PLACE, *PLACING, *TOURING, "--unit")
#: Those whose words may have parameters in braces, where they stand in place of a MODEL.
TEMPLATES = ("--board", "--piece", "--tour", *PLACING, *TOURING)
#: A parameter of the words of --board, in the place of a MODEL.
_PARAMETER = re.compile(r"[a-z_]+=[^=]+", re.ASCII)

#: The end of the name of a file of clauses.
_CLAUSES = re.compile(r"\.(cnf|dimacs)(\.(gz|bz2|xz))?$")

_FIELDS = {"-p": "parameter", "--from": "start", "--to": "end", "--model": "own"}

Word = str | None
Words = list[str] | None


@dataclass(frozen=True)
class ModelWords:
    """Which model: named, or given in place."""

    model: Word = argument(
        "A catalogue name (nqsat list), file.py:function, model.json, clauses.cnf, or a star battle: "
        "its address on puzz.link or FILE.pzprv3; parameters may follow: queens 8, kings n=4 k=3.",
        "MODEL",
        default=None,
        autocompletion=completed("models"),
    )
    more: Words = argument("", "-p NAME=VALUE", default=None, hidden=True)
    own: OwnModelOption = None
    parameter: Words = option(
        "A parameter of MODEL; n=4..8 is a range.",
        "-p",
        metavar="NAME=VALUE",
        autocompletion=of_model,
    )
    dimacs: Word = option(
        "A DIMACS file instead of MODEL (count, enumerate, solve); - is standard input.",
        metavar="FILE",
    )
    board: Word = option(
        "A board instead of MODEL: 8x8, torus:7x7, cylinder:5x6, 4x4x4, hex:6, file:map.txt, "
        "asp:facts.lp; '{n}x{n+1}' with -p n=3..8 is a family."
    )
    graph: Word = option(
        "A graph as --board, on which W moves along the edges: a list of edges or of neighbours, a "
        "matrix, DIMACS, TSPLIB (HCP), graph6 or sparse6.",
        metavar="FILE",
    )
    piece: Words = option(
        "A piece and how many: Q=8, N=any, BN=3..5, white:Q=2; repeatable (nqsat list pieces).",
        metavar="PIECE=NUMBER",
        autocompletion=completed("pieces", "="),
    )
    rule: Words = option(
        "A further rule of MODEL; a rule of --board, where the default is non-attacking. Repeatable "
        "(nqsat list rules).",
        metavar="NAME[=VALUE]",
        autocompletion=completed("rules"),
    )
    preset: Words = option(
        "Q@a1 (a piece there), -@b2 (none there) or fen:8/8/3Q4/8/8/8/8/8; repeatable.",
        metavar="PIECE@SQUARE",
    )
    maximise: Word = option(
        "Only solutions with the most pieces (men), white queens (men=white:Q) or unattacked squares.",
        metavar="MEASURE",
    )
    minimise: Word = option("Only solutions with the fewest; as --maximise.", metavar="MEASURE")

    tour: Word = option(
        "Closed tours of --board by PIECE, as in N.",
        metavar="PIECE",
        autocompletion=completed("pieces"),
    )
    factor: Word = option(
        "Sets of PIECE's moves on --board, with the same number at every square.",
        metavar="PIECE",
        autocompletion=completed("pieces"),
    )
    degree: Word = option(
        "Moves at every square of a factor: 2 (the default), 1 (perfect matchings), ..1.",
        metavar="NUMBER",
    )
    maximal: bool = option(
        "Only factors to which no move can be added.", "--maximal", default=False
    )
    open: bool = option(
        "Open tours: the last square need not lead to the first. (In view without --tour: open the page.)",
        "--open",
        default=False,
    )
    start: Word = option(
        "The first square of an open tour. (In puzzle: an address of puzz.link.)",
        "--from",
        metavar="SQUARE",
    )
    end: Word = option("The last square of an open tour.", "--to", metavar="SQUARE")
    through: Words = option("A move that the tour makes: a1-b3; repeatable.", metavar="MOVE")
    avoiding: Words = option("A move that the tour does not make; repeatable.", metavar="MOVE")
    number: Words = option(
        "The step at which the tour visits a square: c3=13; repeatable.", metavar="SQUARE=NUMBER"
    )
    unit: Word = option("Count tours as undirected or directed.")

    def __post_init__(self) -> None:
        """Read words behind MODEL as parameters, a graph as a board, clauses by the name of their file."""
        if self.graph is not None:
            if self.board is not None:
                raise InvalidModel("--graph", "stands in place of --board; leave one out")
            object.__setattr__(self, "board", f"graph:{self.graph}")
            object.__setattr__(self, "graph", None)
        if self.more:
            object.__setattr__(self, "parameter", [*(self.parameter or ()), *self.more])
            object.__setattr__(self, "more", None)
        if self.board is not None and _PARAMETER.fullmatch(self.model or ""):
            object.__setattr__(self, "parameter", [str(self.model), *(self.parameter or ())])
            object.__setattr__(self, "model", None)
        if self.model is not None and (found := _star_battle(self.model)) is not None:
            given = [f"regions={found[0]}", f"stars={found[1]}"]
            object.__setattr__(self, "parameter", [*given, *(self.parameter or ())])
            object.__setattr__(self, "model", "star-battle")
        if self.model is not None and _CLAUSES.search(self.model.lower()):
            if self.dimacs is not None:
                raise InvalidModel("--dimacs", f"stands in place of {self.model}; give one file")
            object.__setattr__(self, "dimacs", self.model)
            object.__setattr__(self, "model", None)

    @property
    def is_empty(self) -> bool:
        """Whether no model is asked for at all."""
        return not any(getattr(self, field.name) for field in fields(self))

    @property
    def only_a_board(self) -> bool:
        """Whether a board is given, and nothing that stands on it or is required."""
        return {field.name for field in fields(self) if getattr(self, field.name)} == {"board"}

    def filled(self, values: Mapping[str, Any]) -> Self:
        """The same words with these values in its braces."""
        words: dict[str, Any] = {}
        for flag in TEMPLATES:
            given = [nqsat.modelling.filled(word, values) for word in self.given(flag)]
            name = _FIELDS.get(flag, flag.removeprefix("--"))
            if given:
                words[name] = given if isinstance(getattr(self, name), list) else given[0]
        return replace(self, parameter=None, **words)

    @property
    def requirement_words(self) -> list[str]:
        """What is required of a model besides what it is."""
        options = ("--open", *PLACING, *TOURING, "--unit")
        given = [(option, self.given(option)) for option in options]
        return [f"{option} {word}".strip() for option, words in given for word in words]

    def given(self, option: str) -> list[str]:
        """The values of an option, as they were given."""
        value = getattr(self, _FIELDS.get(option, option.removeprefix("--")))
        if isinstance(value, list):
            return value
        return [value] if isinstance(value, str) else [""] if value else []

    @property
    def tour_arguments(self) -> dict[str, Any]:
        """What is required of a tour."""
        return {
            "start": self.start,
            "end": self.end,
            "through": self.through or (),
            "avoiding": self.avoiding or (),
            "numbers": self.number or (),
        }

    def refuse(self, reason: str, *options: str) -> None:
        """Complain about the first of these options that is given."""
        for name in options:
            if self.given(name):
                raise InvalidModel(name, reason)

    def refuse_more(self, reason: str, *options: str) -> None:
        """Complain of whatever says more of a model than its name; and of these options."""
        self.refuse(reason, *options, *OTHERS)

    def refuse_clauses(self) -> None:
        """Complain of clauses where a model is needed."""
        self.refuse("clauses are for count, enumerate and solve", "--dimacs")


def _star_battle(word: str) -> tuple[str, int] | None:
    """The regions and stars of a star battle: of an address of puzz.link, or of a file of pzpr."""
    address, file = "?starbattle/" in word, word.lower().endswith((".pzprv3", ".pzpr"))
    if not (address or file):
        return None
    from nqsat.puzzles.puzzlink import read_address, read_pzprv3

    if address:
        return read_address(word)
    return read_pzprv3(read_text("model", Path(word), 100_000))
