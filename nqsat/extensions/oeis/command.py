"""Evidence for a sequence (``certify --evidence``), its drafts and recurrences (``table``)."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from nqsat.counting import Job, Modulo, left_alone_by, up_to
from nqsat.engines import make_engine
from nqsat.errors import Interrupted, InvalidModel
from nqsat.evidence import known_counts
from nqsat.extensions.oeis import term_table
from nqsat.extensions.oeis.draft import Statement, draft, statement
from nqsat.extensions.oeis.folder import SequenceQuestion, write_evidence
from nqsat.extensions.oeis.recurrence import Recurrence, prove_recurrence, recurrence_of
from nqsat.extensions.oeis.terms import Term
from nqsat.files import write
from nqsat.modelling import Model
from nqsat.reporting import json_line, progress, statement_of

#: Models asked for: of each the family's name, the parameters, and itself.
Models = Sequence[tuple[str, Mapping[str, Any], Model]]

#: The exit codes of evidence that differs from what is published, and of terms that are left out.
WRONG, INCOMPLETE = 1, 3


# -- evidence ----------------------------------------------------------------------------


def collected(options: Any, source: Any) -> int | None:
    """Write evidence for the terms of a sequence; exit code 3 if some are left out. None if not asked."""
    folder: Path | None = options.value("evidence")
    if folder is None:
        return None
    options.refuse("needs -o", "--force", "--no-check")
    if len(source.ranges) != 1:
        raise InvalidModel("--evidence", "needs one parameter with a range, as in -p n=1..12")
    (index,), modulo = source.ranges, cast("Modulo", options.modulo)
    every = list(source.models())
    models = {int(parameters[index]): (parameters, model) for _, parameters, model in every}
    words = source.typed_words(source.parameters)
    words += [] if modulo == "none" else ["--modulo", modulo]
    name = " ".join([every[0][0], *(source.requirement_words if source.family is None else [])])
    question = SequenceQuestion(
        name=name,
        about=_statement(source),
        index=index,
        models=models,
        modulo=modulo,
        command=shlex.join(["nqsat", *sys.argv[1:]]),
        program=shlex.join(["nqsat", "table", *words]),
        title=source.file_words,
        known=known_counts(name),
        jobs=_jobs_by_term(options, {n: model for n, (_, model) in models.items()}, modulo),
    )
    engine = make_engine("auto", isolated=True)
    with progress(not options.quiet) as watch:
        try:
            made = write_evidence(
                question, folder, engine=engine, time_limit=options.time_limit, watch=watch.say
            )
        except Interrupted as stopped:
            made = cast("Any", stopped.answer)
    print_data(options, {"model": name, **made.to_json()}, str(made))
    return WRONG if made.differing else INCOMPLETE if made.left else 0


def _jobs_by_term(options: Any, models: Mapping[int, Model], modulo: Modulo) -> dict[int, Job]:
    found: dict[int, Job] = {}
    for place in options.job or ():
        job = options.open_job(place)
        asked = job.question
        same = (modulo, None, None) == (asked.modulo, asked.fixed_by, asked.by)
        term = next((n for n, model in models.items() if same and model == asked.model), None)
        if term is None:
            raise InvalidModel("--job", f"{place} counts none of these terms")
        found[term] = job
    return found


def _statement(source: Any) -> Statement:
    """The sentence about the sequence, for all values of the parameter with several."""
    (index,), family = source.ranges, source.family
    *_, (_, last, _) = source.models()
    fixed = {name: value for name, value in last.items() if name != index}
    plain = family is not None and family.summary and not source.requirement_words
    sentence = statement_of(family, fixed) if plain else ""

    def make(n: int) -> Model:
        model: Model = next(source.with_parameter(index, n).models())[2]
        return model

    return statement(make, int(last[index]), index, sentence)


# -- tables ------------------------------------------------------------------------------


def check_sequence(options: Any, source: Any) -> None:
    """Refuse what is of one parameter that continues, where there is none."""
    if len(source.ranges) != 1:
        reason = "needs one parameter with a range, as in -p n=1..20"
        options.refuse(reason, "--recurrence", "--oeis")


def print_more(options: Any, source: Any, models: Models, terms: Sequence[Term]) -> None:
    """Print the recurrences and the drafts that are asked for."""
    if options.value("recurrence"):
        _print_recurrences(options, source, models, terms)
    if options.value("oeis"):
        _print_drafts(options, source, models, terms)


def _print_recurrences(options: Any, source: Any, models: Models, found: Sequence[Term]) -> None:
    for modulo, terms in term_table.group_terms(found).items():
        made = recurrence_of_group(terms, [model for _, _, model in models], source.ranges[0])
        of = left_alone_by(options.fixed_by) + up_to(modulo)
        lines = [f"no linear recurrence of order ≤ {len(terms) // 3} in {len(terms)} terms{of}"]
        if made is not None:
            lines = [
                f"recurrence of order {made.order}{of}: {made.equation}",
                f"generating function: {made.generating_function}",
                made.proof_status,
            ]
        data = {"model": models[0][0], "modulo": modulo, "recurrence": made and made.to_json()}
        print_data(options, data, *lines)


def recurrence_of_group(
    terms: Sequence[Term], models: Sequence[Model], index: str
) -> Recurrence | None:
    """Return a linear recurrence of a group's terms, for consecutive parameters; None if none is found."""
    values = [term.value for term in terms if term.value is not None]
    first = terms[0].parameters[index]
    if len(values) < len(terms) or not isinstance(first, int):
        return None
    found = recurrence_of(first, values)
    plain = terms[0].modulo == "none" and terms[0].fixed_by is None
    return prove_recurrence(found, values, models) if found and plain else found


def _print_drafts(options: Any, source: Any, models: Models, found: Sequence[Term]) -> None:
    about = _statement(source)
    for modulo, terms in term_table.group_terms(found).items():
        words = source.typed_words(source.parameters)
        words += [] if modulo == "none" else ["--modulo", modulo]
        words += [] if options.fixed_by is None else ["--fixed-by", options.fixed_by]
        command = shlex.join(["nqsat", "table", *words])
        each = [model for _, _, model in models]
        lines = draft(terms, each, source.ranges[0], about=about, command=command)
        print_data(options, {"model": models[0][0], "modulo": modulo, "draft": lines}, *lines)
        if options.place is not None:
            write(options.place / f"draft-{modulo}.txt", "\n".join(lines) + "\n")


def print_data(options: Any, data: Mapping[str, object], *lines: str) -> None:
    """Print data as JSON, or these lines."""
    print(*([json_line(data)] if options.json else lines), sep="\n", flush=True)
