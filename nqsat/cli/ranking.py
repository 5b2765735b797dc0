"""Commands that number solutions: sample, the solutions of some numbers, counts by square."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command
from nqsat.cli.definition import Options
from nqsat.cli.output import Output, style
from nqsat.cli.question import AskedQuestion, asked_question
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, blaming

if TYPE_CHECKING:
    from nqsat.counting import Numbering
    from nqsat.modelling import Solution

#: A number, or two.
_AT = re.compile(r"([0-9]{1,4000})(?:\.\.([0-9]{1,4000}))?", re.ASCII)


@command(
    "nqsat sample queens 12 -n 3 --seed 7",
    "nqsat sample --board 12x12 --piece K=any --format fen -n 100 --seed 1",
    "nqsat sample --board 6x6 --tour N --seed 2",
    "nqsat sample queens 8 --diverse 6 --seed 1",
    "nqsat sample --dimacs formula.cnf -n 10",
)
def sample_command(options: Options) -> int:
    """Draw solutions at random, each as likely as any other.

    If a formula has weights, its assignments are drawn in proportion to them. If the tours cannot be
    counted in half of the time limit, nqsat draws random tours and reports that they are not uniform.
    """
    from secrets import randbelow

    from nqsat.counting.ranking.ordinals import draw_solutions, numbered_or_walked

    seed = randbelow(1_000_000) if options.seed is None else options.seed
    if options.draws < 1:
        raise InvalidModel("-n", f"{options.draws} is not an integer above 0")
    output = Output.of(options)
    asked = _asked_by_number(replace(options, seed=None), output)
    if options.diverse is not None:
        return _put_diverse(asked, output, options.diverse, seed)
    with nqsat.reporting.progress(not options.quiet) as watch:
        numbering = numbered_or_walked(asked.ready, seed, nqsat.Run(watch=watch, stage=watch.stage))
    if not isinstance(numbering, nqsat.counting.Numbering):
        tours = islice(numbering, options.draws)
        number, stopped = _put(output, asked.model, tours, options.draws)
        options.note(f"{number}{stopped}, {nqsat.engines.NOT_UNIFORM}, seed {seed}, shuffle")
        return INCOMPLETE if stopped else 0
    drawn = draw_solutions(numbering, options.draws, seed)
    number, stopped = _put(output, numbering.model, drawn, options.draws)
    wanted = f"of {options.draws:,} wanted{stopped} " if stopped else ""
    weighed = (
        ", in proportion to their weights" if options.dimacs and numbering.model.weights else ""
    )
    draws = f"{number} {wanted}of {numbering.total:,} at random{weighed}"
    options.note(f"{draws}, seed {seed}, {numbering.engine}", numbering.note)
    return INCOMPLETE if stopped else 0


def _put_diverse(asked: AskedQuestion, output: Output, number: int, seed: int) -> int:
    from nqsat.counting.ranking.diverse import choose_diverse

    numbering = _numbered(asked, output)
    chosen = choose_diverse(numbering, number, seed)
    shown, stopped = _put(output, numbering.model, chosen.solutions, len(chosen.solutions))
    output.options.note(
        f"{shown}{stopped} of {numbering.total:,}: {chosen}, seed {seed}, {numbering.engine}",
        numbering.note,
    )
    return INCOMPLETE if stopped else 0


def print_at(options: Options, at: str) -> int:
    """The solutions of some numbers: ``K``, or ``K..L``; the exit code."""
    from nqsat.counting.ranking.ordinals import check_number

    numbers = _AT.fullmatch(at)
    if numbers is None:
        raise InvalidModel("--at", f"{at!r}: expected a number such as 7, or a range such as 7..16")
    begin, end = int(numbers[1]), int(numbers[2] or numbers[1])
    if end < begin:
        raise InvalidModel("--at", f"{at} is empty; write the smaller number first")
    output = Output.of(options, first=begin)
    numbering = _numbered(_asked_by_number(options, output), output)
    with blaming("--at"):
        for number in (begin, end):
            check_number(numbering, number)
    many = end - begin + 1
    solutions = (numbering.at(number - 1) for number in range(begin, end + 1))
    number, stopped = _put(output, numbering.model, solutions, many)
    wanted = f"{number:,} of {many:,} wanted{stopped}, " if stopped else ""
    options.note(
        f"{wanted}of {numbering.total:,}, {numbering.order}; {numbering.engine}", numbering.note
    )
    return INCOMPLETE if stopped else 0


def print_by_square(options: Options) -> None:
    """In how many solutions each square is occupied, or each move is made."""
    from nqsat.reporting.heat import heat

    options.refuse(
        "does not go with --by square",
        "--dimacs", "--show", "--modulo", "--method", "--limit", "--job", "--dask", "--plan",
        "--workers", "--verbose",
    )  # fmt: skip
    if options.json:
        options.refuse("does not go with --json; -o FILE.json has both", "-o")
    pictures = nqsat.reporting.PICTURES
    known = ("text", "json", "csv", *pictures)
    output = Output.of(replace(options, form="json" if options.json else ""), known)
    numbering = _numbered(_asked_by_number(options, output), output)
    model = numbering.model
    width = nqsat.reporting.screen(output.place)["width"]
    form = "svg" if output.form in pictures else output.form
    besides = nqsat.counting.left_alone_by(options.fixed_by)
    look = style(options, model, title=besides.strip())
    held, total = numbering.marginals(), numbering.total
    texts = list(heat(model, held, total, form, besides=besides, width=width, look=look))
    output.put(texts, one=len(texts) == 1)
    options.note(f"{total:,} {model.unit}{besides}, {numbering.engine}", numbering.note)


def _numbered(asked: AskedQuestion, output: Output) -> Numbering:
    with nqsat.reporting.progress(not output.options.quiet) as watch:
        run = nqsat.Run(watch=watch, stage=watch.stage)
        numbering: Numbering = nqsat.counting.answer(asked.ready, run)
    return numbering


def _asked_by_number(options: Options, output: Output) -> AskedQuestion:
    """The question about solutions by their numbers; whether they can be shown is checked."""
    asked = asked_question(Source(options), "enumerate", numbered=True)
    output.check_for(asked.model)
    return asked


def _put(output: Output, model: Any, solutions: Iterable[Solution], wanted: int) -> tuple[int, str]:
    """Write solutions as they are found: how many there were, and what put an end to them before."""
    number, stopped = 0, ""

    def found() -> Iterator[Solution]:
        nonlocal number, stopped
        try:
            for solution in solutions:
                number += 1
                yield solution
        except KeyboardInterrupt:
            stopped = " (interrupted)"

    output.put(output.texts(found(), model), one=wanted == 1)
    return number, stopped
