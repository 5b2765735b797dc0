"""The command that writes a model for other programs: export."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import format_of, writer

if TYPE_CHECKING:
    from nqsat.modelling import Model

#: The formats of models, and how the names of such files end.
EXPORTS = {
    "dimacs": (".cnf", ".dimacs"),
    "opb": (".opb",),
    "cpsat": (".pbtxt", ".txtpb"),
    "python": (".py",),
    "json": (".json",),
}

#: The formats of a file in which cardinalities, or tours, become clauses in one of several ways.
CLAUSAL = {"encoding": ("dimacs",), "circuit": ("dimacs", "opb")}


@command(
    "nqsat export queens -p n=8 --format dimacs > queens8.cnf",
    "nqsat export queens -p n=8 --format cpsat -o queens8.pbtxt",
    "nqsat export --board 8x8 --piece N=any --maximise pieces -o knights8.opb",
    "nqsat export --board 6x6 --tour N --circuit binary -o tours6.cnf",
    "nqsat export queens 8 --show a1 -o corner.cnf",
)
def export_command(options: Options) -> None:
    """Write a model as DIMACS, OPB, CP-SAT text, Python or JSON.

    DIMACS includes the projection (c p show) and a table of variables, so model counters such as Ganak, d4
    and ApproxMC can read it; --show makes it what you name. OPB (pseudo-Boolean) has both as comments. OPB,
    CP-SAT and JSON keep cardinalities and the objective. The Python program needs only OR-Tools, and prints
    all solutions.
    """
    form = format_of(options.output, EXPORTS, given=options.form, default="dimacs")
    for name, forms in CLAUSAL.items():
        if form not in forms:
            reason = f"is for {' and '.join(forms)}; {form} has no such clauses"
            options.refuse(reason, f"--{name}")
    if form != "dimacs":
        options.refuse(f"is for dimacs; {form} has no projection", "--show")
    encoding, circuit = options.encoding or "auto", options.circuit or "one-hot"
    if circuit == "lazy":
        raise InvalidModel("circuit", "lazy is not a complete formula; choose another for a file")
    nqsat.compiling.find_encoding(encoding)
    nqsat.compiling.find_circuit(circuit)
    _, _, model = Source(options).only_model()
    with writer(options.output) as put:
        text = (
            _shown_text(model, options.show, encoding, circuit)
            if options.show
            else _export_text(model, form, encoding, circuit)
        )
        put(text.rstrip("\n"))
    if options.output is None and sys.stdout.isatty():
        options.note(f"this is {form}: -o model{EXPORTS[form][0]} writes it to a file")


def _export_text(model: Model, form: str, encoding: str, circuit: str) -> str:
    """The text of the file."""
    compiling = nqsat.compiling
    if form == "json":
        return nqsat.modelling.dumps(model)
    formula = compiling.lower(model)
    if form == "cpsat":
        return compiling.to_cp_text(formula)
    if form == "python":
        lines = compiling.program_lines(formula, " ".join(model.text.split()))
    elif form == "opb":
        lines = compiling.opb_lines(formula, circuit)
    elif formula.goal is not None:
        raise InvalidModel("objective", "DIMACS has none; choose opb, cpsat or json")
    else:
        lines = compiling.dimacs_lines(formula, compiling.to_cnf(formula, encoding, circuit))
    return "\n".join(lines)


def _shown_text(model: Model, show: Iterable[str], encoding: str, circuit: str) -> str:
    """The text of a DIMACS file of a projection."""
    shown = nqsat.compiling.project(model, show, encoding, circuit)
    return "\n".join(nqsat.compiling.projection_lines(shown))
