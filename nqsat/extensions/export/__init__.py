"""Models for other programs: the command export.

command   DIMACS, OPB, MPS, CP-SAT text, a program in Python, or JSON
opb       a formula as pseudo-Boolean constraints, and as an integer program
program   a formula as a program that needs OR-Tools only
"""

from typing import Any

from nqsat.arguments import ARGUMENTS
from nqsat.extensions import MODEL, Command, Extension

#: Whatever says which model is meant, and what is required of it.
_ARGUMENTS = (name for name, row in ARGUMENTS.items() if row.help)
_MODEL = (*MODEL, "tour", "factor", *_ARGUMENTS, "maximise", "minimise")

EXTENSION = Extension(
    "nqsat export: models as DIMACS, OPB, MPS, CP-SAT text, Python or JSON",
    commands={
        "export": Command(
            run=f"{__name__}:export_command",
            takes=(*_MODEL, "show", "encoding", "circuit", "output", "form"),
            examples=(
                "nqsat export queens 8 --format dimacs > queens8.cnf",
                "nqsat export queens 8 --format cpsat -o queens8.pbtxt",
                "nqsat export --board 8x8 --piece N=any --maximise pieces -o knights8.opb",
                "nqsat export --board 6x6 --tour N --circuit binary -o tours6.cnf",
                "nqsat export queens 8 --show a1 -o corner.cnf",
            ),
        )
    },
)


def export_command(options: Any, source: Any) -> None:
    """Write a model as DIMACS, OPB, MPS, CP-SAT text, Python or JSON.

    DIMACS includes the projection (c p show) and a table of variables, so model counters such as Ganak, d4
    and ApproxMC can read it; --show chooses it. OPB (pseudo-Boolean) and MPS (integer programs)
    have both as comments. OPB, MPS, CP-SAT and JSON keep cardinalities and the objective. The Python
    program needs only OR-Tools, and prints all solutions.
    """
    from nqsat.extensions.export.command import write_model

    write_model(options, source)
