"""nqsat: how many ways, and which? Men on a board, declared once, counted by independent engines.

    chess  ->  modelling  ->  compiling  ->  engines  ->  counting  ->  evidence  ->  reporting  ->  cli
    facts      what holds     formula        search       the answer    why trust it  for people     shell

>>> import nqsat
>>> model = nqsat.Placement("6x6", {"Q": 6})
>>> print(nqsat.count(model).value)
4
>>> print(next(nqsat.solutions(model, engine="backtrack")))
a3 b6 c2 d5 e1 f4
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nqsat.chess import Board, Piece, Square, Symmetry, attacks, find_symmetry, symmetries
    from nqsat.compiling import (
        CIRCUITS,
        ENCODINGS,
        Formula,
        dimacs_lines,
        lower,
        to_cnf,
        to_cp_model,
    )
    from nqsat.counting import METHODS, Count, Outcome, count, solutions, solve
    from nqsat.engines import (
        ENGINES,
        SOLVERS,
        BacktrackEngine,
        CpSatEngine,
        Engine,
        Listing,
        SatEngine,
        Verdict,
    )
    from nqsat.errors import (
        CertificateRejected,
        Disagreement,
        EngineFailure,
        InvalidModel,
        InvalidNotation,
        NqsatError,
        UnsupportedByEngine,
        WrongSolution,
    )
    from nqsat.modelling import (
        Arrangement,
        AtLeast,
        AtMost,
        Clause,
        Exactly,
        Family,
        Invariant,
        Kind,
        Man,
        Model,
        NonAttacking,
        Number,
        Path,
        Placement,
        Preset,
        Rule,
        Solution,
        Tour,
        Variables,
        catalogue,
        dumps,
        family,
        find_family,
        loads,
    )
    from nqsat.reporting import draw, svg

__all__ = [
    "CIRCUITS",
    "ENCODINGS",
    "ENGINES",
    "METHODS",
    "SOLVERS",
    "Arrangement",
    "AtLeast",
    "AtMost",
    "BacktrackEngine",
    "Board",
    "CertificateRejected",
    "Clause",
    "Count",
    "CpSatEngine",
    "Disagreement",
    "Engine",
    "EngineFailure",
    "Exactly",
    "Family",
    "Formula",
    "InvalidModel",
    "InvalidNotation",
    "Invariant",
    "Kind",
    "Listing",
    "Man",
    "Model",
    "NonAttacking",
    "NqsatError",
    "Number",
    "Outcome",
    "Path",
    "Piece",
    "Placement",
    "Preset",
    "Rule",
    "SatEngine",
    "Solution",
    "Square",
    "Symmetry",
    "Tour",
    "UnsupportedByEngine",
    "Variables",
    "Verdict",
    "WrongSolution",
    "attacks",
    "catalogue",
    "count",
    "dimacs_lines",
    "draw",
    "dumps",
    "family",
    "find_family",
    "find_symmetry",
    "loads",
    "lower",
    "solutions",
    "solve",
    "svg",
    "symmetries",
    "to_cnf",
    "to_cp_model",
]

__version__ = "0.1.0"

# The rooms in the order of the pipeline. A name is looked for in them when it is first used, so that
# `nqsat --help` need not load what it does not use.
_ROOMS = (
    "errors",
    "chess",
    "modelling",
    "compiling",
    "engines",
    "counting",
    "evidence",
    "reporting",
)


def __getattr__(name: str) -> object:
    if name in __all__:
        import_module("nqsat.reporting.notebook").install()
        for room in _ROOMS:
            module = import_module(f"nqsat.{room}")
            if name in module.__all__:
                value = globals()[name] = getattr(module, name)
                return value
    raise AttributeError(f"module 'nqsat' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
