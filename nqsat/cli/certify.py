"""The command that writes certificates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from nqsat.cli.app import INCOMPLETE
from nqsat.cli.commands import Quiet, command, kept
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nqsat.compiling import CnfProblem
    from nqsat.counting import Modulo
    from nqsat.evidence import Certificate
    from nqsat.evidence.certificate import Proof


@command(
    "nqsat certify queens -p n=8 -o queens8",
    "nqsat certify queens -p n=8 --modulo symmetry -o fundamental8",
    "nqsat certify --board 6x6 --tour N -o tours6",
    "nqsat certify --board 12x12 --piece K=any -o kings12",
    "nqsat certify --board torus:5x5 --piece NN=3 -o nightriders --foreign nightriders.proofs",
    "nqsat certify --board 12x12 --piece K=any -o kings12 --foreign kings12.proof",
    "nqsat check queens8",
)
def certify_command(
    source: Source,
    *,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder to write.")
    ],
    modulo: Annotated[
        str, typer.Option("--modulo", help="none, or symmetry to prove the number of orbits.")
    ] = "none",
    proof: Annotated[
        str | None,
        typer.Option(
            metavar="WAY", help="list, recount or layers; by itself, what the number allows."
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a certificate that is there already.")
    ] = False,
    no_check: Annotated[
        bool, typer.Option("--no-check", help="Leave the independent check to others.")
    ] = False,
    foreign: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write proofs for other checkers there: LRAT and DRUP of a list, CPOG of a recount.",
        ),
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Stop then; nothing is written.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on one line.")] = False,
    quiet: Quiet = False,
) -> None:
    """A certificate of a count, for somebody who trusts neither nqsat nor its solvers.

    A list has the model, every solution, and LRAT proofs that there are no others; the clauses that these
    refute the checker makes. Where it would be long the checker counts itself (a recount): then there is
    the model, an order and the number. `nqsat check` reads it. Nothing is written unless all of it is.
    Of a CNF (--dimacs) there is a CPOG proof for other checkers.
    """
    from nqsat.evidence import certify, check_foreign, foreign_proof, write_foreign
    from nqsat.reporting import json_line, progress

    if source.dimacs is not None:
        if (modulo, proof, foreign, time_limit, json) != ("none", None, None, None, False):
            raise InvalidModel("--dimacs", "goes with -o alone: a CNF has a CPOG proof and no more")
        _prove(source, output)
        return
    name, parameters, model = source.one()
    if foreign is not None:
        check_foreign(output, foreign)  # before the work, as the rest of the request
        proof = foreign_proof(model, cast("Modulo", modulo), cast("Proof | None", proof))
    with progress(not quiet) as watch:
        certificate = kept(
            certify,
            model,
            output,
            modulo=cast("Modulo", modulo),
            proof=cast("Proof | None", proof),
            check=not no_check,
            force=force,
            time_limit=time_limit,
            watch=watch,
        )
    written = []
    if certificate.folder is not None and foreign is not None:
        written = write_foreign(certificate.folder, foreign)
    if json:
        asked = source.asked(model, parameters, cast("Modulo", modulo))
        about = {"model": name, "params": parameters, "question": asked}
        print(json_line({**about, **_as_json(certificate)}), flush=True)
    else:
        print(certificate, flush=True)
        if written:
            print(_kinds(written), flush=True)
    raise typer.Exit(0 if certificate.folder is not None else INCOMPLETE)


def _prove(source: Source, output: Path) -> None:
    """Write the proof of how many models a CNF has."""
    from nqsat.counting import decimal
    from nqsat.evidence import write_cpog
    from nqsat.modelling import plural

    ((_, _, problem),) = source.problems()
    number = write_cpog(cast("CnfProblem", problem), output)
    print(f"{decimal(number)} {plural(number, 'assignments')}", flush=True)
    print(_kinds([output / "count.cnf"]), flush=True)


def _kinds(written: Sequence[Path]) -> str:
    """Which of the files for others is what."""
    name = written[0].stem
    what = f"{name}.lrat and {name}.drup the proofs that they have no model"
    if name == "count":
        what = "count.cpog the proof of how many models they have"
    more = f"; {len(written) - 1} more" if len(written) > 1 else ""
    return f"{written[0].parent}: {name}.cnf has clauses, {what}{more}"


def _as_json(certificate: Certificate) -> dict[str, object]:
    count, checked = certificate.count, certificate.checked
    return {
        "value": count.digits,
        "complete": count.complete,
        "unit": count.unit,
        "modulo": count.modulo,
        "labelled": None if certificate.folder is None else str(certificate.labelled),
        "reason": count.reason,
        "certificate": None if certificate.folder is None else str(certificate.folder),
        "bytes": certificate.size,
        "proof": "list" if certificate.cubes else "recount",
        "cubes": certificate.cubes,
        "seconds": round(certificate.seconds, 3),
        "checked": None if checked is None else round(checked, 3),
    }
