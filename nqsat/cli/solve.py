"""The command that asks for one solution, for the best, or why there is none: solve."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command, until_interrupted
from nqsat.cli.definition import Options
from nqsat.cli.output import Output, print_json
from nqsat.cli.question import AskedQuestion, asked_questions
from nqsat.cli.source import Source, only_one
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.files import print_note

if TYPE_CHECKING:
    from nqsat.counting import Hint, Outcome, Question, Uniqueness
    from nqsat.modelling import Model

#: Seconds for steps of reasoning, by default.
REASONING = 10.0


@command(
    "nqsat solve queens 20",
    "nqsat solve queens 1..9",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset -@b5",
    "nqsat solve --board 50x50 --tour N",
    "nqsat solve --board 8x8 --piece N=any --maximise pieces --watch",
    "nqsat solve --board 9x9 --piece Q=any --rule domination --minimise pieces",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a7 --unique",
    "nqsat solve --board 8x8 --piece Q=8 --preset Q@a1 --preset Q@b3 --why",
)
def solve_command(options: Options) -> int:
    """Find one solution or the best one, or prove that none exists.

    With a range of parameters, solve prints a table: time, engine and first solution of each model.
    (nqsat table --first has the nodes and dead ends of several searches.)
    """
    source = Source(options)
    several = asked_questions(source, "solve", unique=options.unique, why=options.why)
    if options.dimacs is None and source.ranges:
        return _print_table(several, options)
    output = Output.of(options, ("json", "jsonl", "text") if options.json else ())
    asked = only_one(several)
    if options.json:
        output = replace(output, form="text")
    output.check_for(asked.model)
    answer = _answer(asked)
    steps = _steps(answer, asked.question) if asked.question.why else iter(())
    if options.json:
        told = {"steps": [step.text for step in steps]} if asked.question.why else {}
        data = {**asked.json_fields(), **answer.to_json(), **told}
        output.put([nqsat.reporting.json_line(data)])
    elif asked.question.unique:
        _print_uniqueness(answer, output, asked.model)
    else:
        _print_outcome(answer, output, asked.model)
        for number, step in enumerate(steps, start=1):
            print_note(f"{number}. {step.text}", sys.stdout)
    verdict = answer.verdict if asked.question.unique else answer.verdict.value
    if not asked.question.unique and answer.optimum is not None and output.form != "text":
        verdict += f", {answer.optimum}"
    options.note(f"{verdict}, {answer.by}", answer.note)
    return 0 if answer.settled else INCOMPLETE


def _answer(asked: AskedQuestion) -> Any:
    options = asked.source.options
    board = None if asked.is_formula else asked.model
    what = "improvements" if getattr(board, "objective", None) else "solutions"
    shown = nqsat.reporting.live(board, what, board=options.watch, enabled=not options.quiet)
    with shown as seen:
        seen.stage("searching")
        answer = until_interrupted(
            nqsat.counting.answer, asked.ready, nqsat.Run(watch=seen), improved=seen.improved
        )
    none = not asked.question.unique and answer.verdict is nqsat.engines.Verdict.UNSATISFIABLE
    from nqsat.counting.answers import append_notes

    return append_notes(answer, asked.note(none=none))


def _print_table(several: Iterator[AskedQuestion], options: Options) -> int:
    reason = "needs one model; leave it out, or give no range"
    options.refuse(reason, "--unique", "--why", "--watch", "--format", "-o")
    questions, settled, notes = list(several), True, dict[str | None, list[str]]()
    width = max(len(nqsat.modelling.text_of(asked.parameters)) for asked in questions)
    for asked in questions:
        answer = _answer(asked)
        settled &= answer.settled
        name = nqsat.modelling.text_of(asked.parameters)
        notes.setdefault(answer.note, []).append(name)
        if options.json:
            print_json({**asked.json_fields(), **answer.to_json()})
        else:
            how = f"{answer.seconds:>7.2f} s  {answer.engine:14}"
            print(f"{name:{width}}  {how}  {_on_one_line(answer)}", flush=True)
        if answer.reason == "interrupted":
            break
    for note, names in notes.items():  # a note of many models is printed once
        if note:
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            options.note(f"{names[0]}{more}", note)
    return 0 if settled else INCOMPLETE


def _steps(outcome: Outcome[Any], question: Question) -> Iterator[Hint]:
    """The steps that requirements alone take to the solution, or to a contradiction."""
    from nqsat.counting import Hint, reasoning

    conflict, model = outcome.conflict, question.restricted
    if not isinstance(question.model, nqsat.modelling.Model) or outcome.optimum is not None:
        return
    if conflict is not None and conflict.requirements:
        model = nqsat.modelling.relaxed(model, conflict.requirements)
    with suppress(InvalidModel, UnsupportedByEngine):  # it has none
        seconds = question.time_limit or REASONING
        yield from reasoning(model, time_limit=seconds)
        if conflict is None and nqsat.unique(model, time_limit=seconds).verdict == "several":
            yield Hint("There are other solutions: no reasoning leads to this one alone.")


def _on_one_line(outcome: Outcome[Any]) -> str:
    if outcome.solution is None:
        return _denial(outcome)
    from nqsat.reporting.text import heading

    best = "" if outcome.optimum is None else f" ({outcome.optimum})"
    return heading(outcome.solution) + best


def _denial(outcome: Outcome[Any]) -> str:
    unsatisfiable = outcome.verdict is nqsat.engines.Verdict.UNSATISFIABLE
    stopped = f"no solution found before it was stopped ({outcome.reason})"
    return "no solution" if unsatisfiable else stopped


def _print_outcome(outcome: Outcome[Any], output: Output, model: Model) -> None:
    solution, optimum = outcome.solution, outcome.optimum
    if solution is not None:
        value = [] if optimum is None or output.form != "text" else [str(optimum)]
        output.put([*output.drawings([solution], model), *value])
        return
    conflict = outcome.conflict
    reasons = () if conflict is None else conflict.requirements
    less = "" if conflict is None or conflict.minimal else " (stopped: not all may be needed)"
    print(_denial(outcome) + (f", since this cannot all hold{less}:" if reasons else ""))
    for requirement in reasons:
        print_note(f"- {nqsat.reporting.sentence_of(requirement, model)}", sys.stdout)


def _print_uniqueness(answer: Uniqueness, output: Output, model: Model) -> None:
    drawn = output.drawings(answer.found, model)
    if output.form != "text":
        output.put(drawn, one=False)
        return
    one = "solution" if isinstance(model, nqsat.modelling.Model) else "projection"
    verdict = {
        "unique": f"the only {one}",
        "several": f"two {one}s, there may be more",
        "none": "no solution",
        "unknown": f"not decided ({answer.reason}); found: {len(answer.found)}",
    }[answer.verdict]
    output.put([*(f"{drawing}\n" for drawing in drawn), verdict])
