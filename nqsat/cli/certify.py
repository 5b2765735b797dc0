"""The command that writes certificates."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import nqsat
from nqsat.cli.app import INCOMPLETE
from nqsat.cli.asked import AsJson, Asked, count_json
from nqsat.cli.commands import Quiet, command, kept, option
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nqsat.evidence import Certificate


@dataclass(frozen=True)
class Certifying:
    """What is to be proved, how, and where the proof goes."""

    output: Path = option("The folder to write.", "-o", "--output", default=..., metavar="DIR")
    modulo: str = option("none, or symmetry to prove the number of orbits.", default="none")
    proof: str | None = option(
        "list, recount or layers; by itself, what the number allows.", metavar="WAY"
    )
    force: bool = option("Replace a certificate that is there already.", "--force", default=False)
    no_check: bool = option("Leave the independent check to others.", "--no-check", default=False)
    foreign: Path | None = option(
        "Write proofs for other checkers there: LRAT and DRUP of a list, CPOG of a recount.",
        metavar="DIR",
    )
    time_limit: float | None = option("Stop then; nothing is written.", metavar="SECONDS")
    json: AsJson = False

    def made(self, model: Any, *, quiet: bool) -> tuple[Certificate, list[Path]]:
        """The certificate of a model, written, and the files for other checkers."""
        proof: Any = self.proof
        modulo: Any = self.modulo
        if self.foreign is not None:
            nqsat.evidence.check_foreign(self.output, self.foreign)  # before the work, as the rest
            proof = nqsat.evidence.foreign_proof(model, modulo, proof)
        with nqsat.reporting.progress(not quiet) as watch:
            made = kept(
                nqsat.evidence.certify,
                model,
                self.output,
                modulo=modulo,
                proof=proof,
                check=not self.no_check,
                force=self.force,
                time_limit=self.time_limit,
                watch=watch,
            )
        if made.folder is None or self.foreign is None:
            return made, []
        return made, nqsat.evidence.write_foreign(made.folder, self.foreign)


@command(
    "nqsat certify queens -p n=8 -o queens8",
    "nqsat certify queens -p n=8 --modulo symmetry -o fundamental8",
    "nqsat certify --board 6x6 --tour N -o tours6",
    "nqsat certify --board 12x12 --piece K=any -o kings12",
    "nqsat certify --board torus:5x5 --piece NN=3 -o nightriders --foreign nightriders.proofs",
    "nqsat certify --board 12x12 --piece K=any -o kings12 --foreign kings12.proof",
    "nqsat check queens8",
)
def certify_command(source: Source, how: Certifying, *, quiet: Quiet = False) -> None:
    """A certificate of a count, for somebody who trusts neither nqsat nor its solvers.

    A list has the model, every solution, and LRAT proofs that there are no others; the clauses that these
    refute the checker makes. Where it would be long the checker counts itself (a recount): then there is
    the model, an order and the number. `nqsat check` reads it. Nothing is written unless all of it is.
    Of a CNF (--dimacs) there is a CPOG proof for other checkers.
    """
    if source.dimacs is not None:
        _prove(source, how)
        return
    name, parameters, model = source.one()
    certificate, foreign = how.made(model, quiet=quiet)
    if how.json:
        modulo: Any = how.modulo
        asked = Asked(
            name, parameters, nqsat.counting.Question("count", model, modulo=modulo), source
        )
        data = {**asked.about(), **_as_json(certificate)}
        print(nqsat.reporting.json_line(data), flush=True)
    else:
        print(certificate, flush=True)
        if foreign:
            print(_kinds(foreign), flush=True)
    raise typer.Exit(0 if certificate.folder is not None else INCOMPLETE)


def _prove(source: Source, how: Certifying) -> None:
    """Write the proof of how many models a CNF has."""
    if how != Certifying(how.output, force=how.force, no_check=how.no_check):
        raise InvalidModel("--dimacs", "goes with -o alone: a CNF has a CPOG proof and no more")
    problem: Any
    ((_, _, problem),) = source.problems()
    number = nqsat.evidence.write_cpog(problem, how.output)
    unit = nqsat.modelling.plural(number, "assignments")
    print(f"{nqsat.counting.decimal(number)} {unit}", flush=True)
    print(_kinds([how.output / "count.cnf"]), flush=True)


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
        **count_json(count, "complete", "unit", "modulo"),
        "labelled": None if certificate.folder is None else str(certificate.labelled),
        "reason": count.reason,
        "certificate": None if certificate.folder is None else str(certificate.folder),
        "bytes": certificate.size,
        "proof": "list" if certificate.cubes else "recount",
        "cubes": certificate.cubes,
        "seconds": round(certificate.seconds, 3),
        "checked": None if checked is None else round(checked, 3),
    }
