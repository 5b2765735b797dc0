"""The command that asks for one solution, for the best, or why there is none: solve."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from json import loads
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command, option, until_interrupted
from nqsat.cli.options import Output, Search
from nqsat.cli.question import AsJson, Asked, WatchOption, digits, one, optimum_json
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel
from nqsat.files import format_of

if TYPE_CHECKING:
    from nqsat.counting import Conflict
    from nqsat.modelling import Model, Solution
    from nqsat.reporting.progress import Watch


@dataclass(frozen=True)
class Answered(Output):
    """Where the answer goes: the solution in one of its formats, or all that is known as JSON."""

    json: AsJson = False

    def __post_init__(self) -> None:
        """One of the two says what is written."""
        if not self.json:
            super().__post_init__()
            return
        if self.form:
            raise InvalidModel("--format", "does not go with --json")
        format_of(self.place, ("json", "jsonl", "text"), default="json")
        object.__setattr__(self, "form", "text")


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
    output: Answered,
    *,
    only: bool = option(
        "Is it the only one? Prints it, or two that differ.", "--unique", default=False
    ),
    why: bool = option("If there is none: what contradicts what.", "--why", default=False),
    watch: WatchOption = False,
) -> int:
    """One solution of a model, or that it has none; an optimum, where something is to be best."""
    if why and (only or source.dimacs is not None):
        raise InvalidModel("--why", "goes with a model, and not with --unique")
    search.check_lists()
    asked = one(source, search, "solve", unique=only, why=why)
    output.check_for(asked.model)
    search.check_watch(watch=watch, boards=source.dimacs is None)
    board = None if source.dimacs else asked.model
    what = "improvements" if getattr(board, "objective", None) else "solutions"
    shown = nqsat.reporting.live(board, what, board=watch, enabled=not search.quiet)
    answer = _unique if asked.question.unique else _solve
    answered = answer(asked, search, output, shown)
    return 0 if answered else INCOMPLETE


def _solve(
    asked: Asked,
    search: Search,
    output: Answered,
    shown: AbstractContextManager[Watch],
) -> bool:
    """One solution, or why there is none; whether that is settled."""
    question, verdicts, conflict = asked.question, nqsat.engines.Verdict, None
    with shown as watch:
        watch.stage("searching")
        told: Any = {"watch": watch, "improved": watch.improved}
        outcome = until_interrupted(nqsat.counting.solve, asked.model, **asked.given(), **told)
        if question.why and outcome.verdict is verdicts.UNSATISFIABLE:
            limits: Any = {"fixed_by": question.fixed_by, "time_limit": question.time_limit}
            conflict = until_interrupted(nqsat.counting.why_not, asked.model, **limits, watch=watch)
    found, optimum = outcome.solution, outcome.optimum
    notes = "; ".join(filter(None, (outcome.note, asked.note)))
    if output.json:
        data = {
            **asked.about(),
            "verdict": outcome.verdict.value,
            **({} if optimum is None else {"value": digits(optimum.value)}),
            **optimum_json(optimum),
            "solution": None if found is None else _json_of(found, asked.model),
            **({} if conflict is None else _conflict_json(conflict)),
            "engine": outcome.engine,
            "note": notes or None,
            "seconds": round(outcome.seconds, 3),
        }
        output.put([nqsat.reporting.json_line(data)])
    elif found is not None:
        value = [] if optimum is None or output.form != "text" else [str(optimum)]
        output.put([*output.drawn([found], asked.model), *value])
    else:
        unsatisfiable = outcome.verdict is verdicts.UNSATISFIABLE
        print("no solution" if unsatisfiable else "no solution found before the limit")
        for requirement in () if conflict is None else conflict.requirements:
            print(requirement)
    search.note(f"{outcome.verdict.value}, {outcome.engine}, {outcome.seconds:.2f} s", notes)
    if conflict is not None:
        less = "" if conflict.minimal else ", not all of them may be needed (stopped)"
        search.note(f"these contradict each other{less}, {conflict.seconds:.2f} s")
    settled = outcome.verdict is not verdicts.UNKNOWN
    best = optimum is None or optimum.proved
    return settled and best and (conflict is None or conflict.minimal)


def _unique(
    asked: Asked,
    search: Search,
    output: Answered,
    shown: AbstractContextManager[Watch],
) -> bool:
    """The only solution, or two that differ; whether that is settled."""
    with shown as watch:
        watch.stage("searching")
        answer = until_interrupted(nqsat.counting.unique, asked.model, **asked.given(), watch=watch)
    if output.json:
        data = {
            **asked.about(),
            "unique": None if answer.verdict == "unknown" else answer.verdict == "unique",
            "verdict": answer.verdict,
            "solutions": [_json_of(solution, asked.model) for solution in answer.found],
            "engine": answer.engine,
            "note": asked.note,
            "seconds": round(answer.seconds, 3),
        }
        output.put([nqsat.reporting.json_line(data)])
    elif output.form == "text":
        said = {
            "unique": "the only solution",
            "several": "two solutions, there may be more",
            "none": "no solution",
            "unknown": f"not decided ({answer.reason}); found: {len(answer.found)}",
        }[answer.verdict]
        output.put([*(f"{drawn}\n" for drawn in output.drawn(answer.found, asked.model)), said])
    else:
        output.put(output.drawn(answer.found, asked.model), one=False)
    search.note(f"{answer.verdict}, {answer.engine}, {answer.seconds:.2f} s", asked.note)
    return answer.complete


def _conflict_json(conflict: Conflict) -> dict[str, object]:
    return {"why": list(map(str, conflict.requirements)), "minimal": conflict.minimal}


def _json_of(solution: Solution, model: Model) -> object:
    """A solution as the object that ``enumerate --format jsonl`` prints."""
    return loads("".join(Output(form="jsonl").drawn([solution], model)))
