"""The commands that write certificates, and check what stands in a folder: a certificate, or a job."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import Options
from nqsat.cli.job import check_named, opened, print_faults
from nqsat.cli.output import print_json
from nqsat.cli.question import isolated
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.extensions import Argument, hooked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nqsat.counting import Count, Modulo
    from nqsat.counting.job import Job
    from nqsat.evidence import Certificate
    from nqsat.modelling import Model


@command(
    "nqsat certify queens -p n=8 -o queens8",
    "nqsat certify queens -p n=8 --modulo symmetry -o fundamental8",
    "nqsat certify --board 6x6 --tour N -o tours6",
    "nqsat certify --board 12x12 --piece K=any -o kings12",
    "nqsat certify queens -p n=1..12 --evidence queens",
    "nqsat certify --job queens14.db -o queens14",
    "nqsat check queens8",
)
def certify_command(options: Options) -> int:
    """Write a certificate of a count, which others can check.

    A list certificate holds the model, every solution, and LRAT proofs that there are no others; the
    checker makes the clauses itself. A recount certificate holds the model, an order and the number; the
    checker counts itself. `nqsat check` reads both. If anything fails, or --time-limit is over, nothing
    is written. With --evidence it writes all that supports the terms of a sequence; what is finished stays,
    and the same command goes on. A finished job counts in place of an engine; without a MODEL it is what is
    certified.
    """
    source = Source(options)
    if options.evidence is not None:
        return _collect(source, options.evidence)
    if not source.is_empty:
        options.refuse("is of a model of its own: leave out MODEL, or add --evidence DIR", "--job")
    folder = options.output
    if folder is None:
        reason = "is missing; name the folder to write, or --evidence of a sequence"
        raise InvalidModel("-o", reason)
    # An extension may answer in its place: its exit code.
    if (done := hooked("certify begin", options, source)) is not None:
        return int(done)
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


def _collect(source: Source, folder: Path) -> int:
    """Write evidence for the terms of a sequence; exit code 3 if some are left out."""
    from nqsat.evidence.folder import SequenceQuestion, write_evidence

    options = source.options
    options.refuse("goes with -o", "--force", "--no-check")
    if len(source.ranges) != 1:
        raise InvalidModel("--evidence", "is for one parameter that goes on, as in -p n=1..12")
    (index,), modulo = source.ranges, cast("Modulo", options.modulo)
    every = list(source.models())
    models = {int(given[index]): (given, model) for _, given, model in every}
    words = source.typed_words(source.parameters)
    words += [] if modulo == "none" else ["--modulo", modulo]
    name = " ".join([every[0][0], *(source.requirement_words if source.family is None else [])])
    question = SequenceQuestion(
        name=name,
        about=source.statement(),
        index=index,
        models=models,
        modulo=modulo,
        command=shlex.join(["nqsat", *sys.argv[1:]]),
        program=shlex.join(["nqsat", "table", *words]),
        title=source.file_words,
        known=nqsat.evidence.known_counts(name),
        jobs=_jobs_by_term(options, {n: model for n, (_, model) in models.items()}, modulo),
    )
    with nqsat.reporting.progress(not options.quiet) as watch:
        made = until_interrupted(
            write_evidence, question, folder, engine=isolated("auto", ()),
            time_limit=options.time_limit, watch=watch.say,
        )  # fmt: skip
    if options.json:
        print_json({"model": name, **made.to_json()})
    else:
        print(made)
    return WRONG if made.differing else INCOMPLETE if made.left else 0


def _jobs_by_term(options: Options, models: Mapping[int, Model], modulo: Modulo) -> dict[int, Job]:
    """The jobs, each by the term that it counts."""
    found: dict[int, Job] = {}
    for place in options.job or ():
        job = opened(place, options)
        asked = job.question
        same = (modulo, None, None) == (asked.modulo, asked.fixed_by, asked.by)
        term = next((n for n, model in models.items() if same and model == asked.model), None)
        if term is None:
            raise InvalidModel("--job", f"{place} counts none of these terms")
        found[term] = job
    return found


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
    """Check a certificate or a job: what it establishes.

    The checker is one file that imports nothing of nqsat; you can copy it and run it alone. The exit code
    is 1 if the certificate is rejected, and 3 if a recount needs more states than --max-states. With
    --verified a program that is proved in Coq counts in place of the checker; ocamlopt builds it, with
    --zarith from the library of that name, too. A job is checked as by nqsat job verify. If a job needs a
    Python file of yours and neither --model nor --engine names it, only the rows are checked (exit code 3).
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
