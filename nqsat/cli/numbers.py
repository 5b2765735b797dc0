"""The commands that know more than the number: sample, rank, heat."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

import nqsat
from nqsat.cli.asked import AsJson, Asked, one
from nqsat.cli.commands import command, option
from nqsat.cli.options import Output, Search
from nqsat.cli.source import Source
from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from nqsat.counting import Numbered


@dataclass(frozen=True)
class SourceAndWords(Source):
    """A model, and words behind it that are no part of it."""

    def __post_init__(self) -> None:
        """Take all words."""

    def parted(self) -> tuple[Source, str]:
        """The model, and the words."""
        words = [word for word in (self.model, *(self.more or ())) if word is not None]
        given: dict[str, Any] = {x.name: getattr(self, x.name) for x in fields(self)}
        model = words.pop(0) if words and self.board is None else None
        return Source(**{**given, "model": model, "more": None}), " ".join(words)


@command(
    "nqsat sample queens -p n=12 -n 3 --seed 7",
    "nqsat sample --board 12x12 --piece K=any --format fen -n 100 --seed 1",
    "nqsat sample --board 6x6 --tour N --seed 2",
)
def sample_command(
    source: Source,
    search: Search,
    output: Output,
    *,
    draws: int = option("How many.", "-n", "--draws", default=1),
) -> None:
    """Solutions at random, each as likely as any other; --seed says which, and is printed."""
    from secrets import randbelow

    from nqsat.counting.ordinals import drawn

    seed = randbelow(1_000_000) if search.seed is None else search.seed
    if draws < 0:
        raise InvalidModel("-n", f"{draws} is no number of solutions")
    asked = one(source, replace(search, seed=None), "enumerate")
    every = _numbered(asked, search, output)
    found = list(drawn(every, draws, seed))
    output.put(output.texts(found, every.model), one=draws == 1)
    search.note(f"{draws} of {every.total:,} at random, seed {seed}, {every.engine}")


def print_at(source: Source, search: Search, output: Output, at: str, *, others: bool) -> None:
    """The solutions of some numbers: ``K``, or ``K..L``."""
    from nqsat.counting.ordinals import check_number

    if others or source.dimacs is not None:
        raise InvalidModel("--at", "goes without --modulo, --limit, --watch and --dimacs")
    first, dots, last = at.partition("..")
    try:
        begin, end = int(first), int(last if dots else first)
    except ValueError:
        raise InvalidModel("--at", f"{at!r} is no number; write it as 7, or 7..16") from None
    every = _numbered(one(source, search, "enumerate"), search, output)
    for number in (begin, end):
        check_number(every, number)
    solutions = (every.at(number - 1) for number in range(begin, end + 1))
    with output.writer(one=begin == end) as put:
        for text in output.texts(solutions, every.model):
            put(text)
    search.note(_told(every))


@command(
    'nqsat rank queens -p n=8 "a1 b5 c8 d6 e3 f7 g2 h4"',
    "nqsat rank --board 4x4 --piece Q=4 2Q1/Q3/3Q/1Q2",
)
def rank_command(source: SourceAndWords, search: Search, *, json: AsJson = False) -> None:
    """The number of a solution, in the order that is said; `enumerate --at` gives it back.

    SOLUTION is what nqsat prints: squares, men, FEN, or a line of jsonl.
    """
    from nqsat.counting.ordinals import check_solution
    from nqsat.modelling.written import EXPECTED, read_solution

    plain, text = source.parted()
    if not text:
        raise InvalidModel("solution", f"is missing; {EXPECTED}")
    asked = one(plain, search, "enumerate")
    solution = read_solution(asked.restricted, text)
    check_solution(asked.restricted, solution)
    every = _numbered(asked, search)
    number = every.before(solution) + 1
    if json:
        of = {"total": str(every.total), "order": every.order, "engine": every.engine}
        question = asked.about()["question"]
        print(nqsat.reporting.json_line({"number": str(number), "question": question, **of}))
    else:
        print(number, flush=True)
        search.note(_told(every))


@command(
    "nqsat heat queens -p n=8",
    "nqsat heat --board 6x6 --tour N --format csv",
    "nqsat heat --board 8x8 --piece N=any --format svg -o knights.svg",
)
def heat_command(source: Source, search: Search, output: Output) -> None:
    """For every square and kind (of tours, for every move) in how many solutions it is there.

    Formats are text, json, csv, svg, png and pdf.
    """
    from nqsat.reporting.heat import FORMS, heat
    from nqsat.reporting.rendering import RENDERED

    if output.form not in (*FORMS, *RENDERED):
        raise InvalidModel(
            "--format", f"{output.form!r} is unknown; choose from {', '.join((*FORMS, *RENDERED))}"
        )
    every = _numbered(one(source, search, "enumerate"), search, output)
    model = every.model
    width = nqsat.reporting.screen(output.place)["width"]
    form = "svg" if output.form in RENDERED else output.form
    texts = list(
        heat(model, every.holding(), every.total, form, width=width, look=output.look(model))
    )
    output.put(texts, one=len(texts) == 1)
    search.note(f"{every.total:,} {model.unit}, {every.engine}")


def _told(every: Numbered) -> str:
    """Of how many a number is one, in which order, and who says so."""
    return f"of {every.total:,}, {every.order}; {every.engine}"


def _numbered(asked: Asked, search: Search, output: Output | None = None) -> Numbered:
    """The solutions of a model in their order; whether they can be shown is checked before."""
    model = asked.restricted
    if output is not None:
        output.check_for(model)
    with nqsat.reporting.progress(not search.quiet):
        every = nqsat.counting.numbered(model, engine=asked.engine)
    if every.note:
        search.note(every.note)
    return every
