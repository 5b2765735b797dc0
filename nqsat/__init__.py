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
        Assignment,
        CnfProblem,
        Formula,
        dimacs_lines,
        lower,
        opb_lines,
        read_dimacs,
        to_cnf,
        to_cp_model,
    )
    from nqsat.counting import (
        METHODS,
        Conflict,
        Count,
        Optimum,
        Outcome,
        Sizes,
        Uniqueness,
        assignments,
        count,
        count_assignments,
        count_by_size,
        optimise,
        solutions,
        solve,
        unique,
        why_not,
    )
    from nqsat.engines import (
        COUNTERS,
        ENGINES,
        SOLVERS,
        AutoEngine,
        BacktrackEngine,
        BitboardEngine,
        Counter,
        CpSatEngine,
        Engine,
        Estimate,
        FrontierEngine,
        Listing,
        MatesEngine,
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
    from nqsat.evidence import Certificate, certify, check
    from nqsat.modelling import (
        MEASURES,
        Among,
        Amount,
        Armies,
        Arrangement,
        AtLeast,
        AtMost,
        Clause,
        Constraint,
        Degrees,
        DistinctDifferences,
        Domination,
        Exactly,
        Family,
        Invariant,
        Kind,
        Man,
        Maximal,
        Measure,
        Men,
        Model,
        NonAttacking,
        NoThreeInLine,
        Number,
        Objective,
        Path,
        Permutation,
        Placement,
        Preset,
        Recolouring,
        Regions,
        Requirement,
        Rule,
        Solution,
        Stabiliser,
        Stands,
        Tour,
        Unattacked,
        Variables,
        at_least,
        at_most,
        catalogue,
        clause,
        dumps,
        exactly,
        family,
        find_family,
        find_measure,
        implies,
        loads,
    )
    from nqsat.reporting import draw, svg

__all__ = [
    "CIRCUITS",
    "COUNTERS",
    "ENCODINGS",
    "ENGINES",
    "MEASURES",
    "METHODS",
    "SOLVERS",
    "Among",
    "Amount",
    "Armies",
    "Arrangement",
    "Assignment",
    "AtLeast",
    "AtMost",
    "AutoEngine",
    "BacktrackEngine",
    "BitboardEngine",
    "Board",
    "Certificate",
    "CertificateRejected",
    "Clause",
    "CnfProblem",
    "Conflict",
    "Constraint",
    "Count",
    "Counter",
    "CpSatEngine",
    "Degrees",
    "Disagreement",
    "DistinctDifferences",
    "Domination",
    "Engine",
    "EngineFailure",
    "Estimate",
    "Exactly",
    "Family",
    "Formula",
    "FrontierEngine",
    "InvalidModel",
    "InvalidNotation",
    "Invariant",
    "Kind",
    "Listing",
    "Man",
    "MatesEngine",
    "Maximal",
    "Measure",
    "Men",
    "Model",
    "NoThreeInLine",
    "NonAttacking",
    "NqsatError",
    "Number",
    "Objective",
    "Optimum",
    "Outcome",
    "Path",
    "Permutation",
    "Piece",
    "Placement",
    "Preset",
    "Recolouring",
    "Regions",
    "Requirement",
    "Rule",
    "SatEngine",
    "Sizes",
    "Solution",
    "Square",
    "Stabiliser",
    "Stands",
    "Symmetry",
    "Tour",
    "Unattacked",
    "Uniqueness",
    "UnsupportedByEngine",
    "Variables",
    "Verdict",
    "WrongSolution",
    "assignments",
    "at_least",
    "at_most",
    "attacks",
    "catalogue",
    "certify",
    "check",
    "clause",
    "count",
    "count_assignments",
    "count_by_size",
    "dimacs_lines",
    "draw",
    "dumps",
    "exactly",
    "family",
    "find_family",
    "find_measure",
    "find_symmetry",
    "implies",
    "loads",
    "lower",
    "opb_lines",
    "optimise",
    "read_dimacs",
    "solutions",
    "solve",
    "svg",
    "symmetries",
    "to_cnf",
    "to_cp_model",
    "unique",
    "why_not",
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
