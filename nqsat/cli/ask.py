"""The commands that ask how many and which: count, enumerate."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from nqsat.cli.app import INCOMPLETE
from nqsat.cli.commands import command, kept
from nqsat.cli.foretold import foretelling, warning
from nqsat.cli.names import completed
from nqsat.cli.options import Output, Search, isolated
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nqsat.counting import Count, Optimum, Question, Sizes
    from nqsat.counting.question import Ask
    from nqsat.engines import Engine, Listing
    from nqsat.modelling import Model

A = TypeVar("A")

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on one line.")]
ModuloOption = Annotated[
    str,
    typer.Option(
        "--modulo",
        help="none; symmetry to take each orbit once; rotations or translations for these alone; "
        "colours to exchange these too.",
        autocompletion=completed("modulo"),
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(help="How many parts at a time.", show_default="all cores where it is worth it"),
]
PlotOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw it there, .svg, .png or .pdf (nqsat[plot])."),
]
WatchOption = Annotated[
    bool, typer.Option("--watch", help="A live board on stderr: the last solution, or the best.")
]
LimitOption = Annotated[int | None, typer.Option(help="Stop after so many solutions.")]


@command(
    "nqsat count queens -p n=8",
    "nqsat count queens -p n=4..10 --json",
    "nqsat count --board 8x8 --piece Q=8 --modulo symmetry",
    "nqsat count --board torus:5x5 --piece BN=any --engine backtrack",
    "nqsat count --board 6x6 --tour N",
    "nqsat count --board 5x5 --tour N --open --from a1",
    "nqsat count --board 8x8 --piece K=any --by size",
    "nqsat count kings-any -p n=4..8 --by size --plot kings.svg",
    "nqsat count queens -p n=17 --workers 2",
    "nqsat count queens -p n=20 --plan",
    "nqsat count --dimacs formula.cnf",
)
def count_command(
    source: Source,
    search: Search,
    *,
    modulo: ModuloOption = "none",
    method: Annotated[
        str | None,
        typer.Option(
            help="How orbits are counted: canonical, blocking or burnside.",
            show_default="by engine",
        ),
    ] = None,
    break_symmetry: Annotated[
        bool, typer.Option("--break-symmetry", help="Search leaders of orbits; same count, sooner.")
    ] = False,
    limit: LimitOption = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="size", help="size: how many for each number of men, all at once."),
    ] = None,
    verbose: Annotated[
        bool,
        typer.Option("-v", "--verbose", help="Say what engines would take, and which is taken."),
    ] = False,
    workers: WorkersOption = None,
    plan: Annotated[
        bool,
        typer.Option(
            "--plan", help="Say who would count, in which parts, what it takes; and stop."
        ),
    ] = False,
    job: Annotated[
        Path | None,
        typer.Option(metavar="JOB", help="In a folder, begun or gone on with: see nqsat job."),
    ] = None,
    plot: PlotOption = None,
    json: AsJson = False,
) -> None:
    """How many solutions a model has."""
    from nqsat.modelling import text_of
    from nqsat.reporting import json_line
    from nqsat.reporting.plots import distribution

    if source.dimacs is not None and job is not None:
        raise InvalidModel("--job", "is for models, not for --dimacs")
    _check_plot(plot, None if plan else by)
    complete = True
    spread: dict[str, Sizes] = {}
    questions = _questions(
        source, search, "count", modulo=modulo, method=method, break_symmetry=break_symmetry,
        limit=limit, by=by,
    )  # fmt: skip
    if job is not None:
        questions = iter([_alone(list(questions))])
    for name, parameters, question in questions:
        if plan:
            _tell_plan(question, workers, text_of(parameters), json=json)
            continue
        if job is not None:
            told = source.told(parameters)
            answer, sizes = _counted_in(job, question, search, workers, told)
        else:
            answer, sizes = _counted(question, search, workers, verbose=verbose)
        notes = filter(None, (answer.note, source.note(cast("Model", question.model))))
        answer = replace(answer, note="; ".join(notes) or None)
        if json:
            asked = question.to_json(source.told(parameters))
            about = {"model": name, "params": parameters, "question": asked}
            print(json_line(about | _as_json(answer) | _sizes_json(sizes)), flush=True)
        else:
            label = f"{text_of(parameters)}: " if ".." in "".join(source.parameter or ()) else ""
            print(*_size_lines(sizes, label), f"{label}{answer}", sep="\n", flush=True)
            search.note(_by(answer), answer.note)
        if sizes is not None:
            spread[text_of(parameters)] = sizes
        complete &= answer.complete
        if answer.reason == "interrupted":
            break
    if plot is not None:
        title = name if len(spread) > 1 else " ".join(filter(None, [name, *spread, f"({answer})"]))
        distribution(title, answer.unit, spread, plot)
    raise typer.Exit(0 if complete else INCOMPLETE)


def _check_plot(plot: Path | None, by: str | None) -> None:
    from nqsat.reporting.plots import check_plot

    if plot is not None and by is None:
        raise InvalidModel("--plot", "goes with --by size; nqsat table draws how counts grow")
    if plot is not None:
        check_plot(plot)


def _counted_in(
    job: Path,
    question: Question,
    search: Search,
    workers: int | None,
    told: Mapping[str, object],
) -> tuple[Count, Sizes | None]:
    """The same in a folder, where it can be killed and gone on with."""
    from nqsat.counting import Sizes
    from nqsat.counting.job import begun, run_job
    from nqsat.engines.machine import cores
    from nqsat.reporting import progress

    begun(job, replace(question, time_limit=None), told=told)
    with progress(not search.quiet) as watch:
        found = kept(
            run_job,
            job,
            workers=cores() if workers is None else workers,
            time_limit=question.time_limit,
            watch=watch.say,
        )
    return found.count, Sizes(found.sizes, found.count) if question.by else None


def _tell_plan(question: Question, workers: int | None, label: str, *, json: bool) -> None:
    """What a count would do."""
    from nqsat.cli.planned import plan_lines
    from nqsat.counting import planned
    from nqsat.reporting import json_line

    found = planned(question, isolated(question.engine, question.options), workers)
    if json:
        print(json_line(found.to_json()))
    else:
        print(*plan_lines(found, label), sep="\n")


def _counted(
    question: Question, search: Search, workers: int | None, *, verbose: bool
) -> tuple[Count, Sizes | None]:
    """The answer to a question, and the numbers by size where these are asked for."""
    from nqsat.compiling import CnfProblem
    from nqsat.counting import count, count_by_size
    from nqsat.reporting import progress

    model, engine = cast("Model", question.model), isolated(question.engine, question.options)
    engine = _telling(engine) if verbose else engine
    with progress(not search.quiet) as watch:
        told: Callable[[int], None] = watch
        plain = not (question.limit or question.time_limit or isinstance(model, CnfProblem))
        if plain and not search.quiet:
            engine, told = warning(engine), foretelling(watch, engine, model)
        asked: Any = {
            "engine": engine,
            "fixed_by": question.fixed_by,
            "limit": question.limit,
            "time_limit": question.time_limit,
            "watch": told,
            "stage": watch.stage,
            "workers": workers,
        }
        if question.by is not None:
            sizes = kept(count_by_size, model, **asked)
            return sizes.total, sizes
        answer = kept(
            count,
            model,
            modulo=question.modulo,
            method=question.method,
            break_symmetry=question.break_symmetry,
            **asked,
        )
        return answer, None


@command(
    "nqsat enumerate queens -p n=6",
    "nqsat enumerate queens -p n=8 --modulo symmetry --format fen",
    "nqsat enumerate --board 4x4 --piece N=any --limit 10 --format jsonl",
    "nqsat enumerate --board 8x8 --piece K=any --at 1000000000..1000000002 --format fen",
    "nqsat enumerate queens -p n=14 --format fen --workers 2 -o fourteen.fen",
    "nqsat enumerate --dimacs formula.cnf --limit 10",
    "nqsat enumerate --board 9x9 --tour N --open -o tours.jsonl --limit 20000 --watch",
)
def enumerate_command(
    source: Source,
    search: Search,
    output: Output,
    *,
    modulo: ModuloOption = "none",
    limit: LimitOption = None,
    at: Annotated[
        str | None,
        typer.Option(metavar="K", help="Only the K-th, from 1 on, or K..L: see nqsat rank."),
    ] = None,
    workers: WorkersOption = None,
    watch: WatchOption = False,
) -> None:
    """Which solutions a model has, as they are found."""
    if at is not None:
        from nqsat.cli.numbers import print_at

        others = modulo != "none" or limit is not None or watch
        print_at(source, search, output, at, others=others)
        return
    from nqsat.counting import solutions
    from nqsat.reporting.live import live

    _, _, question = one(source, search, "enumerate", modulo=modulo, limit=limit)
    model = cast("Model", question.model)
    output.check_for(question.model)
    search.check_watch(watch=watch, boards=source.dimacs is None)
    enabled = not search.quiet and (watch or not output.on_screen)
    with live(
        None if source.dimacs else model, model.unit, board=watch, enabled=enabled
    ) as watching:
        listing: Listing[Any] = solutions(
            model,
            engine=isolated(question.engine, question.options),
            modulo=question.modulo,
            fixed_by=question.fixed_by,
            limit=question.limit,
            time_limit=question.time_limit,
            watch=watching,
            workers=workers,
        )
        single = question.limit == 1
        said = output.stream(listing, model.unit, question.modulo, watching, one=single)
    search.note(said, source.note(model))
    raise typer.Exit(0 if listing.complete or listing.reason == "limit" else INCOMPLETE)


def _questions(
    source: Source, search: Search, ask: Ask, **asked: object
) -> Iterator[tuple[str, dict[str, Any], Question]]:
    """What is asked of each model, or the question of a file with what is asked besides."""
    from nqsat.counting import Question

    everything = {**search.asked(), **asked}
    given: Any = {  # a limit of 0 is asked for, and refused
        name: value
        for name, value in everything.items()
        if not (value is None or value is False or value == "none")
    }
    if source.dimacs is not None:
        _check_clausal({**dict(given.get("options", ())), **given})
    saved = source.question(ask)
    if saved is not None:
        yield str(source.model), {}, replace(saved, **given)
        return
    for name, sizes, model in source.problems():
        yield name, sizes, Question(ask, model, **given)


def _check_clausal(given: Mapping[str, object]) -> None:
    """Refuse what makes sense for models only; what no engine takes, the engine refuses."""
    others = ("engine", "options", "limit", "time_limit", "solver", "mode", "seed", "memory")
    for name in given:
        if name not in others:
            option = "--" + name.replace("_", "-")
            raise InvalidModel(option, "is for models; it does not go with --dimacs")


def one(
    source: Source, search: Search, ask: Ask, **asked: object
) -> tuple[str, dict[str, Any], Question]:
    """What is asked, where a range makes no sense: the model's name, its parameters, the question."""
    return _alone(list(_questions(source, search, ask, **asked)))


def _alone(several: list[A]) -> A:
    if len(several) > 1:
        raise InvalidModel("-p", "a range makes no sense here; give one value")
    return several[0]


def digits(value: int | None) -> str | None:
    """A number as a text, as JSON has it."""
    return None if value is None else str(value)


def _as_json(answer: Count) -> dict[str, object]:
    return {
        "value": answer.digits,
        "complete": answer.complete,
        "unit": answer.unit,
        "modulo": answer.modulo,
        "fixed_by": answer.fixed_by,
        "engine": answer.engine,
        "method": answer.method,
        "reason": answer.reason,
        "note": answer.note,
        "seconds": round(answer.seconds, 3),
        **optimum_json(answer.optimum),
    }


def _sizes_json(sizes: Sizes | None) -> dict[str, object]:
    """The numbers by size, where these were asked for; all of them as texts."""
    from nqsat.counting import decimal

    if sizes is None:
        return {}
    return {"sizes": {str(men): decimal(number) for men, number in sizes.numbers}}


def _size_lines(sizes: Sizes | None, label: str) -> Iterator[str]:
    """A line for each number of men, in two columns."""
    from nqsat.counting import decimal

    rows = [] if sizes is None else [(str(men), decimal(number)) for men, number in sizes.numbers]
    left, right = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
    for men, number in rows:
        yield f"{label}{men:>{left}} {number:>{right}}"


def _telling(engine: Engine) -> Engine:
    """The engine; if it chooses others, it says on stderr what it has to choose from."""
    from nqsat.engines import AutoEngine

    if not isinstance(engine, AutoEngine):
        return engine
    return replace(engine, tell=lambda line: print(line, file=sys.stderr))


def optimum_json(optimum: Optimum | None) -> dict[str, object]:
    """What is known of the best value, where the model has an objective; numbers as texts."""
    if optimum is None:
        return {}
    return {
        "objective": f"{optimum.objective.sense} {optimum.objective.measure.name}",
        "optimum": digits(optimum.value),
        "bound": digits(optimum.bound),
        "status": optimum.status,
    }


def _by(answer: Count) -> str:
    """Who came to the answer, and in which time."""
    return f"{answer.engine}, {answer.method}, {answer.seconds:.2f} s"
