"""The commands that write certificates, and check what stands in a folder: a certificate, or a job."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import NAMES, Options
from nqsat.cli.job import check_named, opened, print_faults
from nqsat.cli.output import print_json
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.extensions import Argument, hooked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nqsat.counting import Count, Modulo
    from nqsat.evidence import Certificate


@command(
    "nqsat certify queens -p n=8 -o queens8",
    "nqsat certify queens -p n=8 --modulo symmetry -o fundamental8",
    "nqsat certify --board 6x6 --tour N -o tours6",
    "nqsat certify --board 12x12 --piece K=any -o kings12",
    "nqsat certify --job queens14.db -o queens14",
    "nqsat check queens8",
)
def certify_command(options: Options) -> int:
    """Write a certificate of a count, which others can check.

    A list certificate holds the model, every solution, and LRAT proofs that there are no others. The
    checker makes the clauses itself. A recount certificate holds the model, an order of the squares and the
    number; the checker counts again. `nqsat check` reads both. If anything fails, or if --time-limit is
    reached, nothing is written. Without MODEL, --job FILE names the finished job to certify.
    """
    source = Source(options)
    # An extension may answer in its place: its exit code.
    if (done := hooked("certify begin", options, source)) is not None:
        return int(done)
    sequences = "--evidence" in NAMES
    if not source.is_empty:
        instead = "leave out MODEL" + ", or add --evidence DIR" * sequences
        options.refuse(f"is of a model of its own: {instead}", "--job")
    folder = options.output
    if folder is None:
        also = ", or --evidence of a sequence" * sequences
        raise InvalidModel("-o", f"is missing; name the folder to write{also}")
    modulo: Any = options.modulo
    parameters: Mapping[str, Any] = {}
    arguments: dict[str, object]
    counted: Count | None = None
    if options.job:
        name, arguments = str(options.job[0]), {"job": str(options.job[0])}
        model, counted = _finished(options.job, options)
        modulo = counted.modulo
    else:
        name, parameters, model = source.only_model()
        arguments = source.words_and_digests(parameters)
    certificate = _made(options, model, modulo, folder, counted)
    if options.json:
        question = nqsat.counting.Question("count", model, modulo=modulo).to_json(arguments)
        asked = {"model": name, "params": dict(parameters), "question": question}
        print_json({**asked, **certificate.to_json()})
    else:
        print(certificate, flush=True)
    if certificate.folder is None:
        return INCOMPLETE
    hooked("certify end", options, certificate)
    return 0


def _finished(places: Sequence[Path], options: Options) -> tuple[Any, Count]:
    """The model of a finished job, and its count."""
    from nqsat.counting.job import result

    place, *others = places
    if others:
        raise InvalidModel("--job", "a certificate is of one count; give one file")
    options.refuse("is that of the job", "--modulo")
    with closing(opened(place, options)) as job:
        count = result(job).count
        if not count.complete:
            raise InvalidModel("--job", f"{place} is not finished: {count}")
        if count.fixed_by is not None:
            raise InvalidModel("--job", f"{place} counts {count}: no certificate is of these alone")
        return job.question.model, count


def _made(
    options: Options, model: Any, modulo: Modulo, folder: Path, counted: Count | None
) -> Certificate:
    """The certificate of a count, written."""
    # An extension may need another kind of proof.
    proof: Any = hooked("certify proof", options, model, modulo) or options.proof
    with nqsat.reporting.progress(not options.quiet) as watch:
        return until_interrupted(
            nqsat.evidence.certify,
            model,
            folder,
            modulo=modulo,
            proof=proof,
            check=not options.no_check,
            force=options.force,
            time_limit=options.time_limit,
            counted=counted,
            watch=watch,
        )


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
    options: Options,
    folder: Annotated[Path, Argument("The folder of a certificate, or the file of a job.", "DIR")],
) -> int:
    """Check a certificate or a job, and say what it establishes.

    The checker is one file that imports nothing from nqsat; you can copy it and run it alone. The exit code
    is 1 if it rejects the certificate, and 3 if a recount needs more states than --max-states. --verified
    recounts with a program whose correctness is proved in Coq; ocamlopt builds it, and --zarith adds the
    library of that name. nqsat checks a job like nqsat job verify. If a job needs a Python file of yours,
    name it by --model or --engine; otherwise only the rows are checked (exit code 3).
    """
    from nqsat.counting.ledger import is_job

    if folder.exists() and is_job(folder):
        reason = f"is for recounts; {folder} is a job"
        options.refuse(reason, "--max-states", "--step", "--verified", "--zarith")
        return _check_job(folder, options)
    options.refuse("is for jobs: a certificate has no file of yours", "--model", "--engine")
    accepted = nqsat.evidence.check(
        folder,
        options.max_states,
        step=options.step,
        verified=options.verified,
        zarith=options.zarith,
    )
    if not options.json:
        print("\n".join(nqsat.evidence.checker.summary(accepted)))
        return 0
    step = {} if options.step is None else {"step": options.step}
    answer = {
        "value": str(accepted.value),
        "unit": accepted.unit,
        "modulo": accepted.modulo,
        "labelled": str(accepted.labelled),
        "established": list(accepted.established),
        "trusted": list(accepted.trusted),
    }
    print_json({"accepted": True, **step, **answer})
    return 0


def _check_job(folder: Path, options: Options) -> int:
    """What a job establishes; exit code 1 if something is wrong with it, 3 if parts are left."""
    from nqsat.counting.job import named_in, verify

    check_named([folder], options)
    for flag, known in named_in(folder).items():
        if known is not None and not options.given(f"--{flag}"):
            reason = f"data import nothing; to have it, add --{flag} {known}"
            return _check_rows(folder, reason, json=options.json)
    found, wrong = verify(opened(folder, options))
    if options.json:
        rest = {} if found is None else found.to_json()
        print_json({"accepted": not wrong, **rest, "faults": wrong})
    else:
        print_faults(wrong)
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
        print_json({"accepted": None, "rows": number, "skipped": skipped, "faults": []})
    else:
        print(f"{number:,} rows are as they were written; {skipped}")
    return INCOMPLETE
