"""The commands that write certificates, and check what stands in a folder: a certificate, or a job."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import Quiet, argument, command, option, until_interrupted
from nqsat.cli.job import UserFiles, said
from nqsat.cli.options import AsJson
from nqsat.cli.question import AskedQuestion
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nqsat.evidence import Certificate


@dataclass(frozen=True)
class CertifyOptions:
    """What is to be proved, how, and where the proof goes."""

    output: Path = option("The folder to write.", "-o", "--output", default=..., metavar="DIR")
    modulo: str = option("none, or symmetry to prove the number of orbits.", default="none")
    proof: str | None = option(
        "list, recount or layers; the default depends on the count.", metavar="WAY"
    )
    force: bool = option("Replace an existing certificate.", "--force", default=False)
    no_check: bool = option("Skip the independent check.", "--no-check", default=False)
    foreign: Path | None = option(
        "Also write proofs for other checkers: LRAT, DRUP of a list, CPOG, Coq of a recount.",
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
            made = until_interrupted(
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
    "nqsat certify --board torus:5x5 --piece NN=3 -o riders --foreign proofs",
    "nqsat certify --board 12x12 --piece K=any -o kings12 --foreign kings12.proof",
    "nqsat check queens8",
)
def certify_command(source: Source, how: CertifyOptions, *, quiet: Quiet = False) -> int:
    """Write a certificate of a count, which others can check.

    A list certificate holds the model, every solution, and LRAT proofs that there are no others; the
    checker makes the clauses itself. A recount certificate holds the model, an order and the number; the
    checker counts itself. `nqsat check` reads both. For a CNF (--dimacs) nqsat writes a CPOG proof for
    other checkers. If anything fails, nothing is written.
    """
    if source.dimacs is not None:
        _prove(source, how)
        return 0
    name, parameters, model = source.only_model()
    certificate, foreign = how.made(model, quiet=quiet)
    if how.json:
        modulo: Any = how.modulo
        asked = AskedQuestion(
            name, parameters, nqsat.counting.Question("count", model, modulo=modulo), source
        )
        data = {**asked.json_fields(), **certificate.to_json()}
        print(nqsat.reporting.json_line(data), flush=True)
    else:
        print(certificate, flush=True)
        if foreign:
            print(_kinds(foreign), flush=True)
    return 0 if certificate.folder is not None else INCOMPLETE


def _prove(source: Source, how: CertifyOptions) -> None:
    """Write the proof of how many models a CNF has."""
    if how != CertifyOptions(how.output):
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
        if (written[0].parent / "count.v").exists():
            what += ", count.v a theorem"
    more = f"; {len(written) - 1} more" if len(written) > 1 else ""
    return f"{written[0].parent}: {name}.cnf has clauses, {what}{more}"


# -- checking ----------------------------------------------------------------------------


@command(
    "nqsat check DIR",
    "nqsat check DIR --step 7",
    "nqsat check DIR --verified",
    "nqsat check DIR --verified --zarith",
    "nqsat check JOB",
    "python nqsat/evidence/checker.py DIR",
)
def check_command(
    named: UserFiles,
    folder: Path = argument("The folder of a certificate, or the file of a job.", "DIR"),
    *,
    max_states: int | None = option("The most states that a recount may have.", min=0, metavar="N"),
    step: int | None = option("Check one step of a recount in layers only.", min=1, metavar="K"),
    verified: bool = option(
        "The program that is proved in Coq counts in a recount.", default=False
    ),
    zarith: bool = option(
        "Zarith adds the numbers of that program: faster if they are long.", default=False
    ),
    json: AsJson = False,
) -> int:
    """Check a certificate or a job: what it establishes.

    The checker is one file that imports nothing of nqsat; you can copy it and run it alone. The exit code
    is 1 if the certificate is rejected, and 3 if a recount needs more states than --max-states. With
    --verified a program that is proved in Coq counts in place of the checker; ocamlopt builds it, with
    --zarith from the library of that name, too. A job is checked as by nqsat job verify. If a job needs a
    Python file of yours and neither --model nor --engine names it, only the rows are checked (exit code 3).
    """
    from nqsat.counting.ledger import is_job

    if folder.exists() and is_job(folder):
        for name, value in (
            ("--max-states", max_states),
            ("--step", step),
            ("--verified", verified or None),
            ("--zarith", zarith or None),
        ):
            if value is not None:
                raise InvalidModel(name, f"is for recounts; {folder} is a job")
        return _check_job(folder, named, json=json)
    for name in ("model", "engine"):
        if getattr(named, name) is not None:
            raise InvalidModel(f"--{name}", "is for jobs: a certificate has no file of yours")
    accepted = nqsat.evidence.check(folder, max_states, step=step, verified=verified, zarith=zarith)
    if not json:
        print("\n".join(nqsat.evidence.checker.summary(accepted)))
        return 0
    answer = {
        "accepted": True,
        **({} if step is None else {"step": step}),
        "value": str(accepted.value),
        "unit": accepted.unit,
        "modulo": accepted.modulo,
        "labelled": str(accepted.labelled),
        "established": list(accepted.established),
        "trusted": list(accepted.trusted),
    }
    print(nqsat.reporting.json_line(answer))
    return 0


def _check_job(folder: Path, named: UserFiles, *, json: bool) -> int:
    """What a job establishes; exit code 1 if something is wrong with it, 3 if parts are left."""
    from nqsat.counting.job import named_in, verify

    named.check([folder])
    for name, known in named_in(folder).items():
        if known is not None and getattr(named, name) is None:
            return _check_rows(
                folder, f"data import nothing; to have it, add --{name} {known}", json=json
            )
    found, wrong = verify(named.open(folder))
    if json:
        rest = {} if found is None else found.to_json()
        data = {"accepted": not wrong, **rest, "faults": wrong}
        print(nqsat.reporting.json_line(data))
    else:
        said(wrong)
        if found is not None:
            print(found)
            print(*(f"  established: {line}" for line in found.established), sep="\n")
            print(*(f"  trusted: {line}" for line in found.trusted), sep="\n")
    done = found is not None and found.count.complete
    return WRONG if wrong else 0 if done else INCOMPLETE


def _check_rows(folder: Path, reason: str, *, json: bool) -> int:
    """What can be seen of a job without the file that it is from: its rows."""
    from nqsat.counting.job import rows_of

    number = rows_of(folder)
    skipped = f"the audit was skipped: {reason}"
    if json:
        data = {"accepted": None, "rows": number, "skipped": skipped}
        print(nqsat.reporting.json_line({**data, "faults": []}))
    else:
        print(f"{number:,} rows are as they were written; {skipped}")
    return INCOMPLETE
