"""The command that counts term after term: table."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

import nqsat
from nqsat.cli import INCOMPLETE, WRONG
from nqsat.cli.commands import command, option
from nqsat.cli.completion import completed
from nqsat.cli.options import AsJson, PlotOption, SearchOptions, WorkersOption
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, NqsatError, unknown
from nqsat.files import make_folder, write

if TYPE_CHECKING:
    from nqsat.counting import Modulo, Question
    from nqsat.evidence import Term, Terms
    from nqsat.modelling import Model

#: Seconds of compiling that are told: those of a kernel or two are not missed in the table.
LONG = 2.0


@dataclass(frozen=True)
class TableOptions:
    """Which numbers are terms, when they are stated, and where they go."""

    modulo: str = option(
        "none, symmetry or another group of nqsat count; several with commas.",
        "--modulo",
        default="none",
        autocompletion=completed("modulo"),
    )
    agree: int = option("Print a term only when this many engines agree on it.", default=1)
    workers: WorkersOption = None
    keep: Path | None = option(
        "Keep what is found there, and go on from it.", "--keep", "--job", metavar="DIR"
    )
    output: Path | None = option(
        "Write text, CSV, JSON and a b-file.", "-o", "--output", metavar="DIR"
    )
    plot: PlotOption = None
    recurrence: bool = option(
        "Find the linear recurrence of the terms, and say whether it is proved.",
        "--recurrence", default=False,
    )  # fmt: skip
    oeis: bool = option(
        "Print a draft of an entry of OEIS; with -o write it, too.", "--oeis", default=False
    )
    json: AsJson = False

    @property
    def groups(self) -> list[Modulo]:
        """What is asked for of each term."""
        groups, names = self.modulo.split(","), get_args(nqsat.counting.Modulo)
        for group in groups:
            if group not in names:
                raise InvalidModel("modulo", unknown(group, names))
        return cast("list[Modulo]", list(dict.fromkeys(groups)))

    def prepare(self) -> None:
        """See that what is found can be written."""
        if self.output is not None:
            make_folder("output", self.output)
        if self.plot is not None:
            nqsat.reporting.plots.check_plot(self.plot)

    def terms(self, name: str, say: Callable[[str], None]) -> Terms:
        """The object that counts the terms of the sequence ``name``, with these options."""
        known = nqsat.evidence.known_counts(name)
        return nqsat.evidence.Terms(name, self.agree, self.workers, self.keep, known, say)


@command(
    "nqsat table queens -p n=1..12",
    "nqsat table kings -p n=1..6 --modulo none,symmetry --agree 2 -o kings",
    "nqsat table queens -p n=1..18 --keep queens --workers 2",
    "nqsat table queens -p n=4..12 --plot queens.svg",
    'nqsat table --board "4x{n}" --piece K=any -p n=1..16 --recurrence',
)
def table_command(source: Source, search: SearchOptions, how: TableOptions) -> int:
    """Count the terms of a sequence, beside the published ones."""
    from nqsat.counting.answers import left_alone_by
    from nqsat.evidence.term_table import plot_points

    models = list(source.models())
    name, groups = models[0][0], how.groups
    how.prepare()
    for word, given in (("--recurrence", how.recurrence), ("--oeis", how.oeis)):
        if given and len(source.ranges) != 1:
            raise InvalidModel(word, "is of one parameter that goes on, as in -p n=1..20")
    first = _question(search, models[0][2], groups[0])
    found: list[Term] = []
    with nqsat.reporting.progress(not search.quiet) as watch:
        in_place = (
            source.family is None
        )  # what was kept is of all the words, not of board and pieces
        terms = how.terms(
            " ".join([name, *source.requirement_words]) if in_place else name, watch.say
        )
        terms.check_engines(first)
        left_alone = left_alone_by(search.fixed_by)
        width = max(len(nqsat.modelling.text_of(given) + left_alone) for _, given, _ in models)
        asked = (
            (given, _question(search, model, group))
            for _, given, model in models
            for group in groups
        )
        for term in terms.of(asked):
            found.append(term)
            if how.json:
                data = {"model": name, **term.to_json()}
                print(nqsat.reporting.json_line(data), flush=True)
            else:
                print(_line(found, width, several=len(groups) > 1), flush=True)
            if how.output is not None:
                _write(how.output, name + left_alone, found, _file_words(source, name))
    if how.recurrence:
        _recurrences(found, [model for _, _, model in models], source.ranges[0], name, how)
    if how.oeis:
        _print_drafts(found, models, source, how)
    if how.plot is not None:
        single = len(source.ranges) == 1 and source.ranges[0] in models[0][1]
        index = source.ranges[0] if single else None
        plots, title = nqsat.reporting.plots, name + left_alone
        series = {
            group: [plots.Point(*one) for one in some]
            for group, some in plot_points(title, found, index).items()
        }
        plots.terms(title, index or "term", series, how.plot)
    if (seconds := nqsat.engines.contract.compile_seconds()) >= LONG:
        search.note(f"{seconds:.0f} s more were for compiling kernels, which this machine keeps")
    _print_forecast(source, search, terms, found)
    wrong = any(term.agrees is False for term in found)
    missing = any(term.value is None for term in found)
    return WRONG if wrong else INCOMPLETE if missing else 0


def _question(search: SearchOptions, model: Model, modulo: Modulo) -> Question:
    """What is asked for a term, of one engine first."""
    return nqsat.counting.Question(
        "count", model, search.make(),
        modulo=modulo, fixed_by=search.fixed_by, time_limit=search.time_limit,
    )  # fmt: skip


def _line(terms: Sequence[Term], width: int, *, several: bool) -> str:
    """The last term on a line, as it comes."""
    from nqsat.evidence.term_table import row_of

    name, modulo, value, growth, known, engines, seconds = row_of(terms)
    words = [f"{name:{width}}", *([f"{modulo:8}"] if several else []), f"{value:>12}"]
    words += [f"×{growth}" if growth else "", known, f"({engines}, {seconds} s)" if engines else ""]
    return "  ".join(word for word in words if word)


def _file_words(source: Source, name: str) -> str:
    """What a b-file is called after: a number of OEIS, the model's name, or the words in its place."""
    if source.sequence is not None:
        return str(source.model)
    in_place = source.model is None and source.family is None
    return " ".join([source.board or "", *source.given("--piece")]) if in_place else name


def _write(folder: Path, name: str, terms: Sequence[Term], words: str) -> None:
    """All that is known, in every form; each file is whole at any moment."""
    from nqsat.evidence.term_table import COLUMNS, b_files, row_of

    rows = [row_of(terms[:end]) for end in range(1, len(terms) + 1)]
    data = {"model": name, "terms": [term.to_json() for term in terms]}
    texts = {
        "table.txt": nqsat.reporting.table(name, COLUMNS, rows) + "\n",
        "table.csv": nqsat.reporting.comma_separated(COLUMNS, rows),
        "table.json": nqsat.reporting.json_line(data) + "\n",
        **b_files(terms, words),
    }
    for file, text in texts.items():
        if text:
            write(folder / file, text)
        else:
            (folder / file).unlink(missing_ok=True)


def _recurrences(
    found: Sequence[Term], models: Sequence[Model], index: str, name: str, how: TableOptions
) -> None:
    """Print the recurrence of each group's terms, or that there is none."""
    from nqsat.counting.answers import left_alone_by
    from nqsat.evidence.term_table import group_terms, recurrence_of_group

    for modulo, terms in group_terms(found).items():
        one = recurrence_of_group(terms, models, index)
        if how.json:
            said = {"model": name, "modulo": modulo, "recurrence": one and one.to_json()}
            print(nqsat.reporting.json_line(said), flush=True)
            continue
        of = left_alone_by(terms[0].fixed_by) + nqsat.counting.up_to(modulo)
        if one is None:
            most = len(terms) // 3
            print(
                f"no linear recurrence of order {most} or less{of}: {len(terms)} terms were tried"
            )
            continue
        print(f"recurrence of order {one.order}{of}: {one.equation}")
        print(f"generating function: {one.generating_function}")
        print(one.proof_status, flush=True)


def _print_drafts(
    found: Sequence[Term],
    models: Sequence[tuple[str, Any, Model]],
    source: Source,
    how: TableOptions,
) -> None:
    """Print a draft for each group, and write it where other files go."""
    from nqsat.evidence.draft import draft
    from nqsat.evidence.term_table import group_terms

    name, last, model = models[-1]
    family = None if name == "in place" else source.family
    what = (
        f"{' '.join(nqsat.modelling.sentences(model))} (Here for {nqsat.modelling.text_of(last)}.)"
    )
    if family is not None and family.summary:
        fixed = {name: value for name, value in last.items() if name != source.ranges[0]}
        what = nqsat.modelling.statement_of(family, fixed)
    for modulo, terms in group_terms(found).items():
        words = [
            str(word)
            for word in cast("Any", source.words_and_digests(terms[-1].parameters)["arguments"])
        ]
        group = [] if modulo == "none" else ["--modulo", modulo]
        group += [] if terms[0].fixed_by is None else ["--fixed-by", terms[0].fixed_by]
        lines = draft(
            terms,
            [one for _, _, one in models],
            source.ranges[0],
            what=what,
            command=shlex.join(["nqsat", "count", *words, *group]),
        )
        if how.json:
            said = {"model": name, "modulo": modulo, "draft": lines}
            print(nqsat.reporting.json_line(said), flush=True)
        else:
            print("\n".join(lines), flush=True)
        if how.output is not None:
            write(how.output / f"draft-{modulo}.txt", "\n".join(lines) + "\n")


def _print_forecast(
    source: Source, search: SearchOptions, terms: Terms, found: Sequence[Term]
) -> None:
    """What the next term would take, where there is one parameter that goes on."""
    from nqsat.engines.plans.plan import format_duration
    from nqsat.evidence.term_table import extrapolate_seconds

    family = source.family
    last: dict[str, Any] = dict(found[-1].parameters)
    if family is None or source.sequence is not None or len(source.ranges) != 1 or search.quiet:
        return
    last[source.ranges[0]] += 1
    name = replace(found[-1], parameters=last).title
    try:
        engine, cost = terms.estimate(
            _question(search, source.refined(family(**last)), found[-1].modulo)
        )
    except NqsatError as error:
        search.note(f"next: {name} cannot be counted", str(error))
        return
    grown = extrapolate_seconds(found)
    before = f"about {format_duration(grown)} by the terms before, " if grown is not None else ""
    search.note(f"next: {name}, estimate: {before}{cost.core_time}, {engine}")
