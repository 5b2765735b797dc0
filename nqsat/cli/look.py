"""The commands that show: list, show, export."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from nqsat.cli.options import Source, command
from nqsat.errors import InvalidModel

__all__ = ["export_command", "list_command", "show_command"]

EXPORTS = ("dimacs", "cpsat", "json")


@command("nqsat list", "nqsat list --json")
def list_command(
    *,
    json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """The catalogue: what there is, one line each."""
    from nqsat.modelling import catalogue
    from nqsat.reporting import json_line, table

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
    if not json:
        print(table(None, ("model", "parameters", "OEIS", "what"), rows))


@command("nqsat show queens -p n=8", "nqsat show --board cylinder:5x6 --piece NN=any")
def show_command(source: Source) -> None:
    """A model: declaration, board, formula sizes.

    Published counts are shown too; they are never used to answer.
    """
    from nqsat.compiling import lower, to_cnf
    from nqsat.evidence import known_counts
    from nqsat.reporting import draw, table

    name, parameters, model = source.one()
    formula = lower(model)  # refuses what is too large before anything is printed
    print(repr(model))
    if source.family is not None and source.family.documentation:
        print("\n" + source.family.documentation)
    print("\n" + draw(model.board, colour=sys.stdout.isatty()) + "\n")
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
    print(table(None, ("form", "variables", "constraints"), rows))
    print(f"symmetries that preserve the model: {len(model.symmetries())}")
    known = known_counts(name, parameters)
    if known:
        print("\npublished counts (never used to answer):")
    for count in known:
        asked = " ".join(f"{key}={value}" for key, value in count.question.items())
        print(f"  {count.value} {asked} {count.oeis}: {count.convention}")


@command(
    "nqsat export queens -p n=8 --format dimacs > queens8.cnf",
    "nqsat export queens -p n=8 --format cpsat -o queens8.pbtxt",
)
def export_command(
    source: Source,
    form: Annotated[str, typer.Option("--format", help=f"{', '.join(EXPORTS)}.")] = EXPORTS[0],
    encoding: Annotated[
        str, typer.Option(help="How cardinalities become clauses (dimacs).")
    ] = "auto",
    circuit: Annotated[str, typer.Option(help="How a tour becomes clauses (dimacs).")] = "one-hot",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write there, not to stdout.")
    ] = None,
) -> None:
    """A model as DIMACS, CP-SAT text or JSON.

    DIMACS has the projection (c p show) and the table of variables, so that model counters such as
    Ganak, d4 and ApproxMC can be run on it as it is.
    """
    from nqsat.compiling import dimacs_lines, lower, to_cnf, to_cp_text
    from nqsat.modelling import dumps

    _, _, model = source.one()
    if circuit == "lazy":
        raise InvalidModel("circuit", "lazy is no complete formula; choose another for a file")
    if form not in EXPORTS:
        raise InvalidModel("format", f"{form!r} is unknown; choose from {', '.join(EXPORTS)}")
    if form == "json":
        text = dumps(model)
    elif form == "cpsat":
        text = to_cp_text(lower(model))
    else:
        formula = lower(model)
        text = "\n".join(dimacs_lines(formula, to_cnf(formula, encoding, circuit))) + "\n"
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidModel("output", f"{output} cannot be written: {error.strerror}") from None
