"""The commands that show: list, show, export."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nqsat.cli.options import Source, command
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.modelling import Model

__all__ = ["export_command", "list_command", "show_command"]

EXPORTS = ("dimacs", "opb", "cpsat", "json")


@command("nqsat list", "nqsat list --json")
def list_command(
    *,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """The catalogue: what there is, one line each."""
    from nqsat.modelling import catalogue
    from nqsat.reporting import json_line, screen, table

    rows = []
    for family in catalogue():
        parameters = list(family.parameters)
        if json:
            data = {
                "model": family.name,
                "params": parameters,
                "oeis": list(family.oeis),
                "summary": family.summary,
            }
            print(json_line(data))
        rows.append((family.name, " ".join(parameters), " ".join(family.oeis), family.summary))
    if json:
        return
    shown = screen()
    if shown["width"] is not None:  # what is asked first; `nqsat show` has the rest
        short = [(f"{name} {parameters}", what) for name, parameters, _, what in rows]
        print(table(None, ("model", "what"), short, **shown))
    else:
        print(table(None, ("model", "parameters", "OEIS", "what"), rows))


@command("nqsat show queens -p n=8", "nqsat show --board cylinder:5x6 --piece NN=any")
def show_command(source: Source) -> None:
    """A model: declaration, board, formula sizes.

    Published counts are shown too; they are never used to answer.
    """
    from nqsat.compiling import lower, to_cnf
    from nqsat.evidence import known_counts
    from nqsat.reporting import draw, screen, table

    name, parameters, model = source.one()
    formula = lower(model)  # refuses what is too large before anything is printed
    print(repr(model))
    if source.family is not None and source.family.documentation:
        print("\n" + source.family.documentation)
    print("\n" + draw(model.board, **screen()) + "\n")
    cnf = to_cnf(formula)
    sizes = formula.statistics()
    rows = [
        (
            "formula (native in CP-SAT)",
            str(sizes["variables"]),
            ", ".join(f"{sizes[name]} {name}" for name in ("cardinalities", "circuits", "clauses")),
        ),
        (f"CNF, encoding {cnf.encoding}", str(cnf.variables), f"{len(cnf.clauses)} clauses"),
    ]
    print(table(None, ("form", "variables", "constraints"), rows, **screen()))
    print(f"symmetries that preserve the model: {_group_size(model)}")
    known = known_counts(name, parameters)
    if known:
        print("\npublished counts (never used to answer):")
    for count in known:
        asked = " ".join(f"{key}={value}" for key, value in count.question.items())
        print(f"  {count.value} {asked} {count.oeis}: {count.convention}")


def _group_size(model: Model) -> str:
    try:
        return str(len(model.symmetries()))
    except InvalidModel as error:  # a rule of the user's own does not say
        return f"unknown ({error})"


@command(
    "nqsat export queens -p n=8 --format dimacs > queens8.cnf",
    "nqsat export queens -p n=8 --format cpsat -o queens8.pbtxt",
    "nqsat export --board 8x8 --piece N=any --maximise men --format opb -o knights8.opb",
    "nqsat export --board 6x6 --tour N --circuit lfsr -o tours6.cnf",
)
def export_command(
    source: Source,
    form: Annotated[str, typer.Option("--format", help=f"{', '.join(EXPORTS)}.")] = EXPORTS[0],
    encoding: Annotated[
        str, typer.Option(help="How cardinalities become clauses (dimacs).")
    ] = "auto",
    circuit: Annotated[
        str, typer.Option(help="How a tour becomes clauses (dimacs, opb).")
    ] = "one-hot",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write there, not to stdout.")
    ] = None,
) -> None:
    """A model as DIMACS, OPB, CP-SAT text or JSON.

    DIMACS has the projection (c p show) and the table of variables, so that model counters such as
    Ganak, d4 and ApproxMC can be run on it as it is. OPB (pseudo-Boolean) has both as comments; there
    cardinalities stay what they are, and an objective is kept, as in CP-SAT and JSON.
    """
    from nqsat.reporting import written

    _, _, model = source.one()
    if circuit == "lazy":
        raise InvalidModel("circuit", "lazy is no complete formula; choose another for a file")
    if form not in EXPORTS:
        raise InvalidModel("format", f"{form!r} is unknown; choose from {', '.join(EXPORTS)}")
    if output is None:
        sys.stdout.write(_exported(model, form, encoding, circuit))
        return
    with written(output) as making:
        making.write_text(_exported(model, form, encoding, circuit), encoding="utf-8")


def _exported(model: Model, form: str, encoding: str, circuit: str) -> str:
    """The text of the file, which ends with a line end."""
    from nqsat.compiling import (
        dimacs_lines,
        find_circuit,
        find_encoding,
        lower,
        opb_lines,
        to_cnf,
        to_cp_text,
    )
    from nqsat.modelling import dumps

    find_encoding(encoding)
    find_circuit(circuit)
    if form == "json":
        return dumps(model)
    formula = lower(model)
    if form == "cpsat":
        return to_cp_text(formula).rstrip("\n") + "\n"
    if form == "opb":
        lines = opb_lines(formula, circuit)
    elif formula.goal is not None:
        raise InvalidModel("objective", "DIMACS has none; choose opb, cpsat or json")
    else:
        lines = dimacs_lines(formula, to_cnf(formula, encoding, circuit))
    return "\n".join(lines) + "\n"
