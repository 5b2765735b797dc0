"""The command that asks for one solution, for the best, or why there is none: solve."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import Options
from nqsat.cli.output import Output
from nqsat.cli.question import asked_question
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, UnsupportedByEngine

if TYPE_CHECKING:
    from nqsat.counting import Outcome, Question, Uniqueness
    from nqsat.modelling import Model
    from nqsat.puzzles import Hint

#: Seconds for steps of reasoning, unless told otherwise.
REASONING = 10.0


@command(
    "nqsat solve queens -p n=20",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset -@b5",
    "nqsat solve --board 50x50 --tour N",
    "nqsat solve --board 8x8 --piece N=any --maximise men --watch",
    "nqsat solve --board 9x9 --piece Q=any --rule domination --minimise men",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a7 --unique",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset Q@b3 --why",
)
def solve_command(options: Options) -> int:
    """Find one solution or the best one, or prove that there is none.

    --why says which requirements leave no solution, and takes the steps of reasoning that single ranks,
    files and regions allow: to the solution, if they go as far, or to the contradiction.
    """
    output = Output.of(options, ("json", "jsonl", "text") if options.json else ())
    asked = asked_question(Source(options), "solve", unique=options.unique, why=options.why)
    if options.json:
        output = replace(output, form="text")
    output.check_for(asked.model)
    board = None if options.dimacs else asked.model
    what = "improvements" if getattr(board, "objective", None) else "solutions"
    shown = nqsat.reporting.live(board, what, board=options.watch, enabled=not options.quiet)
    with shown as seen:
        seen.stage("searching")
        found = until_interrupted(
            nqsat.counting.answer, asked.ready, nqsat.Run(watch=seen), improved=seen.improved
        )
    none = not asked.question.unique and found.verdict is nqsat.engines.Verdict.UNSATISFIABLE
    from nqsat.counting.answers import append_notes

    answer = append_notes(found, asked.note(none=none))
    why = asked.question.why
    steps = _steps(answer, asked.question) if why else iter(())
    if options.json:
        told = {"steps": [step.text for step in steps]} if why else {}
        data = {**asked.json_fields(), **answer.to_json(), **told}
        output.put([nqsat.reporting.json_line(data)])
    elif asked.question.unique:
        _print_uniqueness(answer, output, asked.model)
    else:
        _print_outcome(answer, output, asked.model)
        for number, step in enumerate(steps, start=1):
            print(f"{number}. {step.text}", flush=True)
    verdict = answer.verdict if asked.question.unique else answer.verdict.value
    options.note(f"{verdict}, {answer.by}", answer.note)
    conflict = None if asked.question.unique else answer.conflict
    if conflict is not None:
        less = "" if conflict.minimal else ", not all of them may be needed (stopped)"
        options.note(f"these contradict each other{less}, {conflict.seconds:.2f} s")
    return 0 if answer.settled else INCOMPLETE


def _steps(outcome: Outcome[Any], question: Question) -> Iterator[Hint]:
    """The steps that requirements alone take to the solution, or to a contradiction."""
    from nqsat.puzzles import reasoning
    from nqsat.puzzles.clues import has_givens

    if not isinstance(question.model, nqsat.modelling.Model):
        return
    conflict, model = outcome.conflict, question.restricted
    if conflict is None and not has_givens(model):  # nothing leads to one of many solutions
        return
    if conflict is not None and conflict.requirements:
        model = nqsat.modelling.relaxed(model, conflict.requirements)
    with suppress(InvalidModel, UnsupportedByEngine):  # it has none
        yield from reasoning(model, time_limit=question.time_limit or REASONING)


def _print_outcome(outcome: Outcome[Any], output: Output, model: Model) -> None:
    """One solution, or that there is none, and why."""
    found, optimum = outcome.solution, outcome.optimum
    if found is not None:
        value = [] if optimum is None or output.form != "text" else [str(optimum)]
        output.put([*output.drawings([found], model), *value])
        return
    unsatisfiable = outcome.verdict is nqsat.engines.Verdict.UNSATISFIABLE
    stopped = f"no solution found before it was stopped ({outcome.reason})"
    print("no solution" if unsatisfiable else stopped)
    for requirement in () if outcome.conflict is None else outcome.conflict.requirements:
        print(requirement)


def _print_uniqueness(answer: Uniqueness, output: Output, model: Model) -> None:
    """The only solution, or two that differ."""
    drawn = output.drawings(answer.found, model)
    if output.form != "text":
        output.put(drawn, one=False)
        return
    verdict = {
        "unique": "the only solution",
        "several": "two solutions, there may be more",
        "none": "no solution",
        "unknown": f"not decided ({answer.reason}); found: {len(answer.found)}",
    }[answer.verdict]
    output.put([*(f"{drawing}\n" for drawing in drawn), verdict])
