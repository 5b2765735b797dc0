"""The command that writes certificates: certify."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import NAMES, Options
from nqsat.cli.output import print_json
from nqsat.cli.question import projected
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.extension_points import hooked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nqsat.counting import Count, Modulo
    from nqsat.evidence import Certificate


@command(
    "nqsat certify queens 8 -o queens8",
    "nqsat certify queens 8 --modulo symmetry -o fundamental8",
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
        options.refuse(f"has its own model: {instead}", "--job")
    folder = options.place
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
        model = projected(model, options)
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
    from nqsat.counting.job import result

    place, *others = places
    if others:
        raise InvalidModel("--job", "a certificate is of one count; give one file")
    options.refuse("is set by the job; leave it out", "--modulo")
    with closing(options.open_job(place)) as job:
        count = result(job).count
        if not count.complete:
            raise InvalidModel("--job", f"{place} is not finished: {count}")
        if count.fixed_by is not None:
            raise InvalidModel("--job", f"{place} counts {count}: no certificate is of these alone")
        return job.question.model, count


def _made(
    options: Options, model: Any, modulo: Modulo, folder: Path, counted: Count | None
) -> Certificate:
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
