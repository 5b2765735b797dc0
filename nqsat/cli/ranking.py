"""The commands that know more than the number: sample, rank, heat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

import nqsat
from nqsat.cli import INCOMPLETE
from nqsat.cli.commands import command, option
from nqsat.cli.options import AsJson, OutputOptions, SearchOptions
from nqsat.cli.question import AskedQuestion, asked_question
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel, Undecided, blaming
from nqsat.files import PICTURES

if TYPE_CHECKING:
    from nqsat.counting import Numbering
    from nqsat.modelling import Solution

#: A number, or two.
_AT = re.compile(r"([0-9]{1,4000})(?:\.\.([0-9]{1,4000}))?", re.ASCII)


#: A parameter of a model before a solution, as in ``rank queens 6 "a2 b4 …"``.
_PARAMETER = re.compile(r"\d+|[a-z_]+=\S+", re.ASCII)


@dataclass(frozen=True)
class SourceAndWords(Source):
    """A model, and words behind it that are no part of it."""

    def __post_init__(self) -> None:
        """Take all words."""

    def split_words(self) -> tuple[Source, str]:
        """The model, and the words after it and its parameters."""
        words = [word for word in (self.model, *(self.more or ())) if word is not None]
        given: dict[str, Any] = {x.name: getattr(self, x.name) for x in fields(self)}
        model = words.pop(0) if words and self.board is None else None
        named = list(given["parameter"] or ())
        while model is not None and words and _PARAMETER.fullmatch(words[0]):
            named.append(words.pop(0))
        return Source(**{**given, "model": model, "more": None, "parameter": named}), " ".join(
            words
        )


@command(
    "nqsat sample queens -p n=12 -n 3 --seed 7",
    "nqsat sample --board 12x12 --piece K=any --format fen -n 100 --seed 1",
    "nqsat sample --board 6x6 --tour N --seed 2",
)
def sample_command(
    source: Source,
    search: SearchOptions,
    output: OutputOptions,
    *,
    draws: int = option("How many.", "-n", "--draws", default=1),
) -> int:
    """Draw solutions at random, each as likely as any other.

    The seed is printed; --seed SEED draws the same solutions again.
    """
    from secrets import randbelow

    from nqsat.counting.ranking.ordinals import draw_solutions

    if not all("=" in word for word in source.number or ()):
        raise InvalidModel("--number", "is a square's number on a tour; how many are drawn is -n")
    seed = randbelow(1_000_000) if search.seed is None else search.seed
    if draws < 1:
        raise InvalidModel("-n", f"{draws} is no number of solutions to draw; write 1 or more")
    every = _numbered(source, replace(search, seed=None), output)
    found = _DrawnSolution(draw_solutions(every, draws, seed))
    output.put(output.texts(found, every.model), one=draws == 1)
    wanted = "" if found.complete else f"of {draws:,} wanted{found.stopped} "
    search.note(f"{found.number} {wanted}of {every.total:,} at random, seed {seed}, {every.engine}")
    return 0 if found.complete else INCOMPLETE


def print_at(
    source: Source, search: SearchOptions, output: OutputOptions, at: str, *, others: bool
) -> int:
    """The solutions of some numbers: ``K``, or ``K..L``; the exit code."""
    from nqsat.counting.ranking.ordinals import check_number

    if others or source.dimacs is not None:
        reason = "goes without --modulo, --limit, --watch, --workers and clauses"
        raise InvalidModel("--at", reason)
    numbers = _AT.fullmatch(at)
    if numbers is None:
        raise InvalidModel("--at", f"{at!r} is no number; write it as 7, or 7..16")
    begin, end = int(numbers[1]), int(numbers[2] or numbers[1])
    if end < begin:
        raise InvalidModel("--at", f"{at} is empty; write the smaller number first")
    every = _numbered(source, search, output)
    with blaming("--at"):
        for number in (begin, end):
            check_number(every, number)
    found = _DrawnSolution(every.at(number - 1) for number in range(begin, end + 1))
    output.put(output.texts(found, every.model), one=begin == end)
    wanted = f"{found.number:,} of {end - begin + 1:,} wanted{found.stopped}, "
    search.note(("" if found.complete else wanted) + _numbering_line(every))
    return 0 if found.complete else INCOMPLETE


@command(
    'nqsat rank queens -p n=8 "a1 b5 c8 d6 e3 f7 g2 h4"',
    "nqsat rank --board 4x4 --piece Q=4 2Q1/Q3/3Q/1Q2",
)
def rank_command(source: SourceAndWords, search: SearchOptions, *, json: AsJson = False) -> None:
    """Print the number of a solution; enumerate --at gives it back.

    A note says in which order solutions are numbered. SOLUTION is as nqsat prints it: squares, pieces on
    squares, FEN, or a line of jsonl.
    """
    from nqsat.counting.ranking.ordinals import check_solution
    from nqsat.modelling.read_solution import EXPECTED, read_solution

    source.refuse_clauses()
    plain, text = source.split_words()
    if not text:
        raise InvalidModel("solution", f"is missing; {EXPECTED}")
    asked = asked_question(plain, search, "enumerate", numbered=True)
    model = asked.question.restricted
    solution = read_solution(model, text)
    check_solution(model, solution)
    every = _run_numbering(asked, search)
    number = every.before(solution) + 1
    if json:
        of = {"total": str(every.total), "order": every.order, "engine": every.engine}
        question = asked.json_fields()["question"]
        print(nqsat.reporting.json_line({"number": str(number), "question": question, **of}))
    else:
        print(number, flush=True)
        search.note(_numbering_line(every))


@dataclass(frozen=True)
class HeatOptions(OutputOptions):
    """In which format the numbers are shown, and where."""

    known: ClassVar[tuple[str, ...]] = ("text", "json", "csv", *PICTURES)
    form: str = option(
        "text, json, csv, svg, png or pdf.",
        "--format",
        default="",
        show_default="as FILE is named, or text",
    )


@command(
    "nqsat heat queens -p n=8",
    "nqsat heat --board 6x6 --tour N --format csv",
    "nqsat heat --board 8x8 --piece N=any --format svg -o knights.svg",
)
def heat_command(source: Source, search: SearchOptions, output: HeatOptions) -> None:
    """Print, per square, how many solutions occupy it; per move of a tour.

    Formats are text, json, csv, svg, png and pdf.
    """
    from nqsat.reporting.heat import heat

    every = _numbered(source, search, output)
    model = every.model
    width = nqsat.reporting.screen(output.place)["width"]
    form = "svg" if output.form in PICTURES else output.form
    texts = list(
        heat(model, every.holding(), every.total, form, width=width, look=output.style(model))
    )
    output.put(texts, one=len(texts) == 1)
    search.note(f"{every.total:,} {model.unit}, {every.engine}")


def _numbering_line(every: Numbering) -> str:
    """Of how many a number is one, in which order, and by which engine."""
    return f"of {every.total:,}, {every.order}; {every.engine}"


def _numbered(source: Source, search: SearchOptions, output: OutputOptions) -> Numbering:
    """The solutions of a model in their order; whether they can be shown is checked before."""
    source.refuse_clauses()
    asked = asked_question(source, search, "enumerate", numbered=True)
    output.check_for(asked.model)
    return _run_numbering(asked, search)


def _run_numbering(asked: AskedQuestion, search: SearchOptions) -> Numbering:
    """The solutions that are asked for, in their order."""
    with nqsat.reporting.progress(not search.quiet):
        every: Numbering = nqsat.counting.answer(asked.ready)
    if every.note:
        search.note(every.note)
    return every


class _DrawnSolution:
    """Solutions as they are found, until all are, or a limit or Ctrl-C puts an end to it.

    Attributes:
        number: how many there have been.
        stopped: why there are no more, in brackets; empty while there are.
    """

    def __init__(self, solutions: Iterable[Solution]) -> None:
        self._solutions = solutions
        self.number, self.stopped = 0, ""

    @property
    def complete(self) -> bool:
        """Whether nothing has put an end to it."""
        return not self.stopped

    def __iter__(self) -> Iterator[Solution]:
        try:
            for solution in self._solutions:
                self.number += 1
                yield solution
        except Undecided:
            self.stopped = " (time limit)"
        except KeyboardInterrupt:
            self.stopped = " (interrupted)"
