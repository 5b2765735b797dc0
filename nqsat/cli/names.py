"""What can be named on the command line, with a line about each: for ``nqsat list`` and for the shell.

Nothing heavy is imported here: the shell asks while a word is being typed.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, get_args

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Names = Iterable[tuple[str, str]]


def _models() -> Names:
    from nqsat.modelling import catalogue

    return ((family.name, family.summary) for family in catalogue())


def _engines() -> Names:
    from nqsat.engines import COUNTERS, ENGINES, FINDERS, AutoEngine, Engine

    every: tuple[type[Engine], ...] = (AutoEngine, *ENGINES, *COUNTERS, *FINDERS)
    return ((engine.name, _summary(engine)) for engine in every)


def _solvers() -> Names:
    from nqsat.engines import SOLVERS

    return ((name, "of PySAT, for --engine sat") for name in SOLVERS)


def _encodings() -> Names:
    from nqsat.compiling import ENCODINGS

    return ((encoding.name, encoding.meaning) for encoding in ENCODINGS)


def _circuits() -> Names:
    from nqsat.compiling import CIRCUITS

    return ((circuit.name, circuit.meaning) for circuit in CIRCUITS)


def _rules() -> Names:
    from nqsat.modelling.rules import RULES

    return ((rule.name, _summary(rule)) for rule in RULES)


def _pieces() -> Names:
    from nqsat.chess.piece import COMMON_NAMES

    return COMMON_NAMES.items()


def _symmetries() -> Names:
    from nqsat.chess import Board, symmetries

    return ((symmetry.name, "of a square board") for symmetry in symmetries(Board(2, 2)))


def _modulo() -> Names:
    from nqsat.counting import Modulo

    return ((name, "") for name in get_args(Modulo))


def _formats() -> Names:
    from nqsat.reporting import FORMATS
    from nqsat.reporting.rendering import RENDERED

    return ((name, "") for name in (*FORMATS, *RENDERED))


def _palettes() -> Names:
    from nqsat.reporting.look import PALETTES

    return ((name, f"{one.light} {one.dark} on {one.ground}") for name, one in PALETTES.items())


def _sets() -> Names:
    from nqsat.bench import SETS

    return ((one.name, one.about) for one in SETS)


def _peers() -> Names:
    from nqsat.bench import PEERS

    return ((peer.name, peer.about) for peer in PEERS)


#: Everything that has names, by what it is called.
KINDS: Mapping[str, Callable[[], Names]] = {
    "models": _models,
    "rules": _rules,
    "engines": _engines,
    "solvers": _solvers,
    "encodings": _encodings,
    "circuits": _circuits,
    "pieces": _pieces,
    "symmetries": _symmetries,
    "modulo": _modulo,
    "formats": _formats,
    "palettes": _palettes,
    "sets": _sets,
    "peers": _peers,
}


def completed(kind: str, end: str = "") -> Callable[[], list[tuple[str, str]]]:
    """What a word may become that names one of these; ``end`` follows the name."""
    return lambda: [(name + end, what) for name, what in KINDS[kind]()]


def several(kind: str) -> Callable[[str], list[tuple[str, str]]]:
    """The same of the last of some words between commas."""

    def words(incomplete: str) -> list[tuple[str, str]]:
        before, comma, _ = incomplete.rpartition(",")
        return [(before + comma + name, what) for name, what in KINDS[kind]()]

    return words


def of_model() -> list[tuple[str, str]]:
    """The parameters of the model of the catalogue that stands on the line, as far as it is typed."""
    from nqsat.modelling import catalogue

    # While an option has no value yet, Typer has not read the line; no file of the user's is run for this.
    typed = [os.environ.get(name, "") for name in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")]
    words = " ".join(typed).split()
    found = [family for family in catalogue() if family.name in words]
    return [(f"{name}=", "") for family in found for name in family.parameters]


def _summary(thing: type) -> str:
    return (thing.__doc__ or "").partition("\n")[0].replace("``", "")
