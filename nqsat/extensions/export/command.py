"""The command export: it writes a model for other programs."""

from __future__ import annotations

import sys
from typing import Any

from nqsat import compiling
from nqsat.errors import InvalidModel
from nqsat.extensions.export.opb import mps_lines, opb_lines
from nqsat.extensions.export.program import program_lines
from nqsat.files import format_of, writer
from nqsat.modelling import Model, dumps

#: The formats of models, and how the names of such files end.
EXPORTS = {
    "dimacs": (".cnf", ".dimacs"),
    "opb": (".opb",),
    "mps": (".mps",),
    "cpsat": (".pbtxt", ".txtpb"),
    "python": (".py",),
    "json": (".json",),
}

#: The formats of a file in which cardinalities, or tours, become clauses in one of several ways.
CLAUSAL = {"encoding": ("dimacs",), "circuit": ("dimacs", "opb", "mps")}


def write_model(options: Any, source: Any) -> None:
    """Write the model in the format that the options say."""
    asked = "dimacs" if options.form == "cnf" else options.form
    form = format_of(options.place, EXPORTS, given=asked, default="dimacs")
    for name, forms in CLAUSAL.items():
        if form not in forms:
            reason = f"is for {', '.join(forms)}; {form} has no such clauses"
            options.refuse(reason, f"--{name}")
    if form != "dimacs":
        options.refuse(f"is for dimacs; {form} has no projection", "--show")
    encoding, circuit = options.encoding or "auto", options.circuit or "one-hot"
    if circuit == "lazy":
        raise InvalidModel("circuit", "lazy is not a complete formula; choose another for a file")
    compiling.find_encoding(encoding)
    compiling.find_circuit(circuit)
    _, _, model = source.only_model()
    with writer(options.place) as put:
        text = (
            "\n".join(
                compiling.projection_lines(
                    compiling.project(model, options.show, encoding, circuit)
                )
            )
            if options.show
            else _export_text(model, form, encoding, circuit)
        )
        put(text.rstrip("\n"))
    if options.place is None and sys.stdout.isatty():
        options.note(f"this is {form}: -o model{EXPORTS[form][0]} writes it to a file")


def _export_text(model: Model, form: str, encoding: str, circuit: str) -> str:
    if form == "json":
        return dumps(model)
    formula = compiling.lower(model)
    if form == "cpsat":
        return compiling.to_cp_text(formula)
    if form == "python":
        lines = program_lines(formula, " ".join(model.text.split()))
    elif form in ("opb", "mps"):
        lines = (opb_lines if form == "opb" else mps_lines)(formula, circuit)
    elif formula.goal is not None:
        raise InvalidModel("objective", "DIMACS has none; choose opb, mps, cpsat or json")
    else:
        lines = compiling.dimacs_lines(formula, compiling.to_cnf(formula, encoding, circuit))
    return "\n".join(lines)
