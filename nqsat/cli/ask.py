"""The commands that ask: count, enumerate, solve."""

from __future__ import annotations

import sys
from dataclasses import replace
from json import loads
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from nqsat.cli.app import INCOMPLETE
from nqsat.cli.clausal import count_clauses, enumerate_clauses, solve_clauses
from nqsat.cli.foretold import foretelling, warning
from nqsat.cli.names import completed
from nqsat.cli.options import Output, Search, Source, command, isolated, kept
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from nqsat.counting import Conflict, Count, Optimum, Question, Sizes
    from nqsat.counting.question import Ask
    from nqsat.engines import Engine
    from nqsat.modelling import Model, Solution

S = TypeVar("S")

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
LimitOption = Annotated[int | None, typer.Option(help="Stop after so many solutions.")]


@command(
    "nqsat count queens -p n=8",
    "nqsat count queens -p n=4..10 --json",
    "nqsat count --board 8x8 --piece Q=8 --modulo symmetry",
    "nqsat count --board torus:5x5 --piece BN=any --engine backtrack",
    "nqsat count --board 6x6 --tour N",
    "nqsat count --board 5x5 --tour N --open --from a1",
    "nqsat count --board 8x8 --piece K=any --by size",
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
    json: AsJson = False,
) -> None:
    """How many solutions a model has."""
    from nqsat.counting import count, count_by_size
    from nqsat.reporting import json_line, progress

    if source.dimacs is not None:
        orbits = {"modulo": modulo != "none", "break_symmetry": break_symmetry, "by": by}
        about, answer = count_clauses(source, search, limit, method=method is not None, **orbits)
        data = {"model": source.dimacs, **about, **_as_json(answer)}
        print(json_line(data) if json else answer, flush=True)
        if not json:
            _note(search, f"{answer.engine}, {answer.method}, {answer.seconds:.2f} s")
        raise typer.Exit(0 if answer.complete else INCOMPLETE)
    complete = True
    questions = _questions(
        source, search, "count", modulo=modulo, method=method, break_symmetry=break_symmetry,
        limit=limit, by=by,
    )  # fmt: skip
    for name, parameters, question in questions:
        model, sizes = cast("Model", question.model), None
        engine = isolated(question.engine, question.options)
        engine = _telling(engine) if verbose else engine
        with progress(not search.quiet) as watch:
            told: Callable[[int], None] = watch
            if not (search.quiet or question.limit or question.time_limit):
                engine, told = warning(engine), foretelling(watch, engine, model)
            if question.by is None:
                answer = kept(
                    count,
                    model,
                    engine=engine,
                    modulo=question.modulo,
                    method=question.method,
                    fixed_by=question.fixed_by,
                    break_symmetry=question.break_symmetry,
                    limit=question.limit,
                    time_limit=question.time_limit,
                    watch=told,
                    stage=watch.stage,
                )
            else:
                sizes = kept(
                    count_by_size,
                    model,
                    engine=engine,
                    fixed_by=question.fixed_by,
                    limit=question.limit,
                    time_limit=question.time_limit,
                    watch=told,
                    stage=watch.stage,
                )
                answer = sizes.total
        notes = [note for note in (answer.note, source.note(model)) if note]
        answer = replace(answer, note="; ".join(notes) or None)
        if json:
            asked = question.to_json(source.told(parameters))
            about = {"model": name, "params": parameters, "question": asked}
            print(json_line(about | _as_json(answer) | _sizes_json(sizes)), flush=True)
        else:
            label = _label(parameters) if ".." in "".join(source.parameter or ()) else ""
            print(*_size_lines(sizes, label), f"{label}{answer}", sep="\n", flush=True)
            because = f": {answer.note}" if answer.note else ""
            _note(search, f"{answer.engine}, {answer.method}, {answer.seconds:.2f} s{because}")
        complete &= answer.complete
        if answer.reason == "interrupted":
            break
    raise typer.Exit(0 if complete else INCOMPLETE)


@command(
    "nqsat enumerate queens -p n=6",
    "nqsat enumerate queens -p n=8 --modulo symmetry --format fen",
    "nqsat enumerate --board 4x4 --piece N=any --limit 10 --format jsonl",
    "nqsat enumerate --dimacs formula.cnf --limit 10",
)
def enumerate_command(
    source: Source,
    search: Search,
    output: Output,
    *,
    modulo: ModuloOption = "none",
    limit: LimitOption = None,
) -> None:
    """Which solutions a model has, as they are found."""
    from nqsat.counting import solutions, up_to
    from nqsat.modelling import plural
    from nqsat.reporting import progress

    if source.dimacs is not None:
        note, answered = enumerate_clauses(
            source, search, limit, output, _whole, modulo=modulo != "none"
        )
        _note(search, note)
        raise typer.Exit(0 if answered else INCOMPLETE)
    _, _, question = _one(source, search, "enumerate", modulo=modulo, limit=limit)
    model = cast("Model", question.model)
    with progress(not search.quiet and not output.on_screen) as watch:
        listing = solutions(
            model,
            engine=isolated(question.engine, question.options),
            modulo=question.modulo,
            fixed_by=question.fixed_by,
            limit=question.limit,
            time_limit=question.time_limit,
            watch=watch,
        )
        with output.writer(one=question.limit == 1) as put:
            try:
                for text in output.texts(_whole(listing)):
                    put(text)
            except KeyboardInterrupt:
                listing.close()  # it may have come between two solutions
    least = "" if listing.complete else "at least "
    reason = "" if listing.complete else f" ({listing.reason})"
    unit = plural(listing.found, model.unit)
    because = f": {said}" if (said := source.note(model)) else ""
    found = f"{least}{listing.found} {unit}{up_to(question.modulo)}{reason}"
    _note(search, f"{found}, {listing.seconds:.2f} s{because}")
    raise typer.Exit(0 if listing.complete or listing.reason == "limit" else INCOMPLETE)


@command(
    "nqsat solve queens -p n=20",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset -@b5",
    "nqsat solve --board 50x50 --tour N",
    "nqsat solve --board 8x8 --piece N=any --maximise men",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a7 --unique",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset Q@b3 --why",
)
def solve_command(
    source: Source,
    search: Search,
    output: Output,
    *,
    only: Annotated[
        bool, typer.Option("--unique", help="Is it the only one? Prints it, or two that differ.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="If there is none: what contradicts what.")
    ] = False,
    json: AsJson = False,
) -> None:
    """One solution of a model, or that it has none; an optimum, where something is to be best."""
    if why and (only or source.dimacs is not None):
        raise InvalidModel("--why", "goes with a model, and not with --unique")
    if json and output.form != "text":
        raise InvalidModel("--format", "does not go with --json")
    if source.dimacs is not None:
        said, answered = solve_clauses(source, search, output, json=json, unique=only)
        _note(search, said)
        raise typer.Exit(0 if answered else INCOMPLETE)
    name, parameters, question = _one(source, search, "solve", unique=only, why=why)
    about: dict[str, object] = {"model": name, "params": parameters}
    if json:
        about["question"] = question.to_json(source.told(parameters))
    note = source.note(cast("Model", question.model))
    answer = _unique if question.unique else _solve
    answer(question, search, output, about if json else None, note)


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
    saved = source.question(ask)
    if saved is not None:
        yield str(source.model), {}, replace(saved, **given)
        return
    for name, parameters, model in source.models():
        yield name, parameters, Question(ask, model, **given)


def _one(
    source: Source, search: Search, ask: Ask, **asked: object
) -> tuple[str, dict[str, Any], Question]:
    several = list(_questions(source, search, ask, **asked))
    if len(several) > 1:
        raise InvalidModel("-p", "a range makes no sense here; give one value")
    return several[0]


def _solve(
    question: Question,
    search: Search,
    output: Output,
    about: dict[str, object] | None,
    note: str | None,
) -> None:
    """One solution, or why there is none; as JSON if there is something to say ``about`` the model."""
    from nqsat.counting import solve, why_not
    from nqsat.engines import Verdict
    from nqsat.reporting import json_line

    model = cast("Model", question.model)
    limits: Any = {"fixed_by": question.fixed_by, "time_limit": question.time_limit}
    engine = isolated(question.engine, question.options)
    outcome = kept(solve, model, engine=engine, **limits)
    found, optimum = outcome.solution, outcome.optimum
    conflict = None
    if question.why and outcome.verdict is Verdict.UNSATISFIABLE:
        conflict = kept(why_not, model, **limits)
    notes = "; ".join(filter(None, (outcome.note, note)))
    if about is not None:
        data = {
            **about,
            "verdict": outcome.verdict.value,
            **({} if optimum is None else {"value": _digits(optimum.value)}),
            **_optimum_json(optimum),
            "solution": None if found is None else _json_of(found),
            **({} if conflict is None else _conflict_json(conflict)),
            "engine": outcome.engine,
            "note": notes or None,
            "seconds": round(outcome.seconds, 3),
        }
        output.put([json_line(data)])
    elif found is not None:
        best = [] if optimum is None or output.form != "text" else [str(optimum)]
        output.put([*output.drawn([found]), *best])
    else:
        unsatisfiable = outcome.verdict is Verdict.UNSATISFIABLE
        print("no solution" if unsatisfiable else "no solution found before the limit")
        for requirement in () if conflict is None else conflict.requirements:
            print(requirement)
    because = f": {notes}" if notes else ""
    _note(search, f"{outcome.verdict.value}, {outcome.engine}, {outcome.seconds:.2f} s{because}")
    answered = outcome.verdict is not Verdict.UNKNOWN and (optimum is None or optimum.proved)
    if conflict is not None:
        less = "" if conflict.minimal else ", not all of them may be needed (stopped)"
        _note(search, f"these contradict each other{less}, {conflict.seconds:.2f} s")
        answered &= conflict.minimal
    raise typer.Exit(0 if answered else INCOMPLETE)


def _unique(
    question: Question,
    search: Search,
    output: Output,
    about: dict[str, object] | None,
    note: str | None,
) -> None:
    """The only solution, or two that differ."""
    from nqsat.counting import unique
    from nqsat.reporting import json_line

    answer = kept(
        unique,
        cast("Model", question.model),
        engine=isolated(question.engine, question.options),
        fixed_by=question.fixed_by,
        time_limit=question.time_limit,
    )
    said = {
        "unique": "the only solution",
        "several": "two solutions, there may be more",
        "none": "no solution",
        "unknown": f"not decided ({answer.reason}); found: {len(answer.found)}",
    }[answer.verdict]
    if about is not None:
        data = {
            **about,
            "unique": None if answer.verdict == "unknown" else answer.verdict == "unique",
            "verdict": answer.verdict,
            "solutions": [_json_of(solution) for solution in answer.found],
            "engine": answer.engine,
            "note": note,
            "seconds": round(answer.seconds, 3),
        }
        output.put([json_line(data)])
    elif output.form == "text":
        output.put([*(f"{drawn}\n" for drawn in output.drawn(answer.found)), said])
    else:
        output.put(output.drawn(answer.found), one=False)
    because = f": {note}" if note else ""
    _note(search, f"{answer.verdict}, {answer.engine}, {answer.seconds:.2f} s{because}")
    raise typer.Exit(0 if answer.decided else INCOMPLETE)


def _conflict_json(conflict: Conflict) -> dict[str, object]:
    return {"why": list(map(str, conflict.requirements)), "minimal": conflict.minimal}


def _digits(value: int | None) -> str | None:
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
        **_optimum_json(answer.optimum),
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


def _optimum_json(optimum: Optimum | None) -> dict[str, object]:
    """What is known of the best value, where the model has an objective; numbers as texts."""
    if optimum is None:
        return {}
    return {
        "objective": f"{optimum.objective.sense} {optimum.objective.measure.name}",
        "optimum": _digits(optimum.value),
        "bound": _digits(optimum.bound),
        "status": optimum.status,
    }


def _json_of(solution: Solution) -> object:
    """A solution as the object that ``enumerate --format jsonl`` prints."""
    from nqsat.reporting import lines

    return loads("".join(lines([solution], "jsonl")))


def _whole(listing: Iterable[S]) -> Iterator[S]:
    """The solutions; Ctrl-C waits while one is being printed, so that none is printed by halves."""
    from nqsat.engines import signals_held_back

    for solution in listing:
        with signals_held_back():
            yield solution


def _label(parameters: dict[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in parameters.items()) + ": "


def _note(search: Search, text: str) -> None:
    if not search.quiet:
        print(text, file=sys.stderr)
