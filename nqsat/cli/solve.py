"""The command that asks for one solution, for the best, or why there is none: solve."""

from __future__ import annotations

from json import loads
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from nqsat.cli.app import INCOMPLETE
from nqsat.cli.ask import AsJson, WatchOption, digits, one, optimum_json
from nqsat.cli.commands import command, kept
from nqsat.cli.options import Output, Search, isolated
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from nqsat.counting import Conflict, Question
    from nqsat.modelling import Model, Solution
    from nqsat.reporting.progress import Watch


@command(
    "nqsat solve queens -p n=20",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset -@b5",
    "nqsat solve --board 50x50 --tour N",
    "nqsat solve --board 8x8 --piece N=any --maximise men",
    "nqsat solve --board 9x9 --piece Q=any --rule domination --minimise men --watch",
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
    watch: WatchOption = False,
    json: AsJson = False,
) -> None:
    """One solution of a model, or that it has none; an optimum, where something is to be best."""
    if why and (only or source.dimacs is not None):
        raise InvalidModel("--why", "goes with a model, and not with --unique")
    if json and output.form != "text":
        raise InvalidModel("--format", "does not go with --json")
    from nqsat.reporting.live import live

    name, parameters, question = one(source, search, "solve", unique=only, why=why)
    output.check_for(question.model)
    search.check_watch(watch=watch, boards=source.dimacs is None)
    about: dict[str, object] = {"model": name, "params": parameters}
    if json:
        about["question"] = question.to_json(source.told(parameters))
    note = source.note(cast("Model", question.model))
    answer = _unique if question.unique else _solve
    board = None if source.dimacs else cast("Model", question.model)
    what = "improvements" if getattr(board, "objective", None) else "solutions"
    shown = live(board, what, board=watch, enabled=not search.quiet)
    answer(question, search, output, shown, about if json else None, note)


def _solve(
    question: Question,
    search: Search,
    output: Output,
    shown: AbstractContextManager[Watch],
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
    conflict = None
    with shown as watch:
        watch.stage("searching")
        told: Any = {"watch": watch, "improved": watch.improved}
        outcome = kept(solve, model, engine=engine, **limits, **told)
        if question.why and outcome.verdict is Verdict.UNSATISFIABLE:
            conflict = kept(why_not, model, **limits, watch=watch)
    found, optimum = outcome.solution, outcome.optimum
    notes = "; ".join(filter(None, (outcome.note, note)))
    if about is not None:
        data = {
            **about,
            "verdict": outcome.verdict.value,
            **({} if optimum is None else {"value": digits(optimum.value)}),
            **optimum_json(optimum),
            "solution": None if found is None else _json_of(found, model),
            **({} if conflict is None else _conflict_json(conflict)),
            "engine": outcome.engine,
            "note": notes or None,
            "seconds": round(outcome.seconds, 3),
        }
        output.put([json_line(data)])
    elif found is not None:
        best = [] if optimum is None or output.form != "text" else [str(optimum)]
        output.put([*output.drawn([found], model), *best])
    else:
        unsatisfiable = outcome.verdict is Verdict.UNSATISFIABLE
        print("no solution" if unsatisfiable else "no solution found before the limit")
        for requirement in () if conflict is None else conflict.requirements:
            print(requirement)
    search.note(f"{outcome.verdict.value}, {outcome.engine}, {outcome.seconds:.2f} s", notes)
    answered = outcome.verdict is not Verdict.UNKNOWN and (optimum is None or optimum.proved)
    if conflict is not None:
        less = "" if conflict.minimal else ", not all of them may be needed (stopped)"
        search.note(f"these contradict each other{less}, {conflict.seconds:.2f} s")
        answered &= conflict.minimal
    raise typer.Exit(0 if answered else INCOMPLETE)


def _unique(
    question: Question,
    search: Search,
    output: Output,
    shown: AbstractContextManager[Watch],
    about: dict[str, object] | None,
    note: str | None,
) -> None:
    """The only solution, or two that differ."""
    from nqsat.counting import unique
    from nqsat.reporting import json_line

    model = cast("Model", question.model)
    with shown as watch:
        watch.stage("searching")
        answer = kept(
            unique,
            model,
            engine=isolated(question.engine, question.options),
            fixed_by=question.fixed_by,
            time_limit=question.time_limit,
            watch=watch,
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
            "solutions": [_json_of(solution, model) for solution in answer.found],
            "engine": answer.engine,
            "note": note,
            "seconds": round(answer.seconds, 3),
        }
        output.put([json_line(data)])
    elif output.form == "text":
        output.put([*(f"{drawn}\n" for drawn in output.drawn(answer.found, model)), said])
    else:
        output.put(output.drawn(answer.found, model), one=False)
    search.note(f"{answer.verdict}, {answer.engine}, {answer.seconds:.2f} s", note)
    raise typer.Exit(0 if answer.complete else INCOMPLETE)


def _conflict_json(conflict: Conflict) -> dict[str, object]:
    return {"why": list(map(str, conflict.requirements)), "minimal": conflict.minimal}


def _json_of(solution: Solution, model: Model) -> object:
    """A solution as the object that ``enumerate --format jsonl`` prints."""
    return loads("".join(Output(form="jsonl").drawn([solution], model)))
