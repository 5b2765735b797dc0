"""Names for the command line, with a line about each: for ``nqsat list`` and for the shell.

Nothing heavy is imported here: the shell asks while a word is being typed.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, get_args

import nqsat
from nqsat.cli.typed import parts_of
from nqsat.errors import close_to, unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from nqsat.sources import Family

    Names = Iterable[tuple[str, str]]


def _engines() -> Names:
    from nqsat.engines import COUNTERS, ENGINES, FINDERS, AutoEngine, Engine

    kinds: tuple[type[Engine], ...] = (AutoEngine, *ENGINES, *COUNTERS, *FINDERS)
    return ((engine.name, _summary(engine)) for engine in kinds)


def _summary(thing: type) -> str:
    return (thing.__doc__ or "").partition("\n")[0].replace("``", "")


def _pieces() -> Names:
    from nqsat.chess.piece import COMMON_NAMES

    return COMMON_NAMES.items()


def _boards() -> Names:
    from nqsat.chess.surfaces import SURFACES

    for word, surface in SURFACES.items():
        words = f"{surface.noun}: {surface.remark}" if surface.remark else "rows x columns"
        yield "8x8" if surface.is_flat else f"{word}:8x8", words
    yield "hex:6", "a hexagon with six cells on each side"
    yield "4x4x4", "a solid board; 3x3x3x3 has four dimensions"
    yield "file:FILE", "the board that a text file draws, with holes and walls"
    yield "graph:FILE", "the nodes of a graph, for the piece W that moves along its edges"


def _meanings() -> Names:
    from nqsat.chess.cells import Meaning

    return ((name, "") for name in get_args(Meaning))


def _palettes() -> Names:
    from nqsat.reporting.style import PALETTES

    return (
        (name, f"{palette.light} {palette.dark} on {palette.ground}")
        for name, palette in PALETTES.items()
    )


#: Everything that has names, by what it is called.
KINDS: Mapping[str, Callable[[], Names]] = {
    "models": lambda: ((family.name, family.summary) for family in nqsat.sources.catalogue()),
    "rules": lambda: ((rule.name, _summary(rule)) for rule in nqsat.modelling.rules.RULES),
    "engines": _engines,
    "solvers": lambda: ((name, "of PySAT, for --engine sat") for name in nqsat.engines.SOLVERS),
    "encodings": lambda: ((x.name, x.meaning) for x in nqsat.compiling.ENCODINGS),
    "circuits": lambda: ((x.name, x.meaning) for x in nqsat.compiling.CIRCUITS),
    "pieces": _pieces,
    "boards": _boards,
    "symmetries": lambda: (
        (symmetry.name, "of a square board")
        for symmetry in nqsat.chess.symmetries(nqsat.Board(2, 2))
    ),
    "meanings": _meanings,
    "modulo": lambda: ((name, "") for name in get_args(nqsat.counting.Modulo)),
    "formats": lambda: ((name, about.endings[0]) for name, about in nqsat.reporting.TABLE.items()),
    "palettes": _palettes,
}


def is_listed(word: str) -> bool:
    """Whether this is the name of a model, a rule, a piece or anything else that has one."""
    return any(word == name for rows in KINDS.values() for name, _ in rows())


def stems(text: str) -> set[str]:
    """The stems that all forms of a text's words share: tile and tiling, dominate and domination."""
    return {re.sub("(?<=...)(ing|ion|ed|e)$", "", part) for part in parts_of(text)}


def nothing_has(words: str, known: Iterable[str]) -> str:
    """That words are unknown: with what is written alike, or where all can be seen."""
    for names in ([*known], [family.name for family in nqsat.sources.catalogue()]):
        if close_to(words, names):
            return unknown(words, names)
    return f"{words!r} is unknown: no model, rule, piece or board has it; `nqsat list` shows all models"


def found(words: str) -> dict[str, list[tuple[str, str]]]:
    """The models, rules, pieces and boards whose name or line has all these words, in any form.

    If there is none, the models whose explanation has them.
    """
    parts = stems(words)
    families = nqsat.sources.catalogue()
    rows = [("models", f.name, f.title, f"{f.summary} {'puzzle' * f.is_puzzle}") for f in families]
    rows += [(kind, *row, "") for kind in ("rules", "pieces", "boards") for row in KINDS[kind]()]
    having = _rows_with(parts, rows)
    return having or _rows_with(
        parts, [("models", f.name, f.title, f.documentation) for f in families]
    )


def _rows_with(
    parts: set[str], rows: Iterable[tuple[str, str, str, str]]
) -> dict[str, list[tuple[str, str]]]:
    having: dict[str, list[tuple[str, str]]] = {}
    for kind, name, line, more in rows:
        if parts and parts <= stems(f"{name} {line} {more}"):
            having.setdefault(kind, []).append((name, line))
    return having


def found_lines(found: Mapping[str, list[tuple[str, str]]]) -> Iterator[str]:
    """A line for each thing found, below what it is, and what says more of it; of boards nothing does."""
    width = max((len(name) for rows in found.values() for name, _ in rows), default=0)
    for kind, rows in found.items():
        yield f"{kind}:"
        yield from (f"  {name:{width}}  {sentence}" for name, sentence in rows)
    if {*found} - {"boards"}:
        yield "nqsat show NAME explains one"


def family_lines(families: Iterable[Family]) -> Iterator[str]:
    """A line for each family, of at most 80 columns; ``nqsat show`` has the rest."""
    for family in families:
        yield f"{' '.join([family.name, *family.parameters]) + ' ':32} {family.title}"


def completed(kind: str) -> Callable[[], list[tuple[str, str]]]:
    """Completions of a word that names one of these; what follows the kind follows the name."""
    if kind == "kinds":
        return lambda: [(name, "") for name in KINDS]
    if kind == "parameters":
        return _of_model
    plain = kind.removesuffix("=")
    return lambda: [(name + kind[len(plain) :], sentence) for name, sentence in KINDS[plain]()]


def _of_model() -> list[tuple[str, str]]:
    """The parameters of the model that the line names, as far as it is typed."""
    # While an option has no value yet, Typer has not read the line; no file of the user's is run for this.
    typed = [os.environ.get(name, "") for name in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")]
    words = " ".join(typed).split()
    families = [family for family in nqsat.sources.catalogue() if family.name in words]
    return [(f"{name}=", "") for family in families for name in family.parameters]
