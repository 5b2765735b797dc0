"""Options that several commands share: the question, the engine, the output. Each has one meaning."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

import typer

import nqsat
from nqsat.cli.commands import Quiet, option
from nqsat.cli.completion import completed
from nqsat.errors import InvalidModel
from nqsat.files import PICTURES, ends_as, format_of, print_drawn, writer

if TYPE_CHECKING:
    from nqsat.chess import Board
    from nqsat.compiling import Assignment
    from nqsat.engines import Engine, Listing
    from nqsat.modelling import Block, Model, Solution
    from nqsat.reporting.progress import Watch
    from nqsat.reporting.style import PictureStyle


AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on a line.")]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        help="Count this many parts at a time.", show_default="all cores where it is worth it"
    ),
]
PlotOption = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", help="Plot the counts: .svg, .png or .pdf (needs nqsat[plot])."
    ),
]
WatchOption = Annotated[
    bool,
    typer.Option("--watch", help="Show a live board on stderr: the latest or the best solution."),
]
LimitOption = Annotated[int | None, typer.Option(help="Stop after this many solutions.")]
TimeLimitOption = Annotated[
    float | None, typer.Option(metavar="SECONDS", help="Stop then; keep what was found.")
]
FileOption = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to FILE instead of stdout."),
]
OwnModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="FILE.py:f",
        help="Your file from which a question, an answer or a job takes its model; "
        "it must be unchanged.",
    ),
]
OwnEngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine", metavar="FILE.py:Class", help="Your file from which a job takes its engine."
    ),
]
ModuloOption = Annotated[
    str,
    typer.Option(
        "--modulo",
        help="none, symmetry (count each orbit once), rotations or translations (these alone), "
        "colours (exchange colours too).",
        autocompletion=completed("modulo"),
    ),
]


@dataclass(frozen=True)
class CountedUnit:
    """What of a model is counted."""

    modulo: ModuloOption = "none"
    method: str | None = option(
        "How orbits are counted: canonical, blocking or burnside.", show_default="by engine"
    )
    break_symmetry: bool = option("Gone.", "--break-symmetry", default=False, hidden=True)
    by: str | None = option(
        "size: the count for each number of pieces, all at once.", metavar="size"
    )

    def asked(self) -> dict[str, Any]:
        """What of a ``Question`` is asked for here.

        Raises:
            InvalidModel: what is asked for is no longer there.
        """
        asked = {one.name: getattr(self, one.name) for one in fields(self)}
        if asked.pop("break_symmetry"):
            reason = "is gone; examples/break_symmetry.py does it with a rule of its own"
            raise InvalidModel("--break-symmetry", reason)
        return asked


@dataclass(frozen=True)
class SearchOptions:
    """Which engine searches, and for how long."""

    engine: str | None = option(
        "auto, sat, cpsat, backtrack or bitboard; for counts also frontier, mates, sharpsat; "
        "for one tour also construct, warnsdorff (nqsat list engines).",
        show_default="by question",
        autocompletion=completed("engines"),
    )
    solver: str | None = option(
        "The PySAT solver for --engine sat (nqsat list solvers).",
        show_default="by model",
        autocompletion=completed("solvers"),
    )
    circuit: str | None = option(
        "How a tour becomes clauses for --engine sat (nqsat list circuits).",
        show_default="lazy",
        autocompletion=completed("circuits"),
    )
    encoding: str | None = option(
        "How cardinalities become clauses for --engine sat (nqsat list encodings).",
        show_default="auto",
        autocompletion=completed("encodings"),
    )
    seed: int | None = option("Random seed for --engine cpsat, sharpsat or warnsdorff.")
    memory: float | None = option(
        "Memory that a count may use, for frontier, mates and auto.",
        metavar="GIB",
        show_default="6, or three quarters of what is free",
    )
    fixed_by: str | None = option(
        "Only solutions invariant under SYMMETRY, as in rot180.",
        metavar="SYMMETRY",
        autocompletion=completed("symmetries"),
    )
    time_limit: TimeLimitOption = None
    quiet: Quiet = False

    def asked(self) -> dict[str, Any]:
        """What of a ``Question`` is asked for here; the engine with its options."""
        names = ("solver", "encoding", "circuit", "seed")
        values: dict[str, str | int | None] = {name: getattr(self, name) for name in names}
        if self.memory is not None:
            values["memory"] = self._bytes(self.memory)
        options = tuple((name, value) for name, value in values.items() if value is not None)
        of_sat = self.solver or self.encoding or self.circuit
        asked: dict[str, Any] = {"fixed_by": self.fixed_by, "time_limit": self.time_limit}
        if self.engine or options:
            asked["engine"] = self.engine or ("sat" if of_sat else "auto")
            asked["options"] = options
        return asked

    @staticmethod
    def _bytes(memory: float) -> int:
        """Memory in bytes; refused unless it is some."""
        if not 0 < memory < math.inf:
            raise InvalidModel(
                "--memory", f"{memory:g} is no number of GiB above 0, as in --memory 4"
            )
        return max(1, int(memory * 2**30))

    def note(self, text: str, because: str | None = None) -> None:
        """Say something on stderr, unless quiet."""
        if not self.quiet:
            print(f"{text}: {because}" if because else text, file=sys.stderr)

    def check_watch(self, *, watch: bool, boards: bool) -> None:
        """Refuse a live board where there are none, or nothing is to be shown."""
        if watch and not boards:
            raise InvalidModel("--watch", "is for models; it does not go with clauses")
        if watch and self.quiet:
            raise InvalidModel("--watch", "does not go with --quiet")

    def check_lists(self) -> None:
        """Refuse what is for counts only, where nothing is counted."""
        if self.memory is not None:
            raise InvalidModel("--memory", "is for counts; a list takes what it needs")

    def make(self) -> Engine:
        """The engine; of ``auto``, or in a process of its own, see ``make_engine``."""
        asked = self.asked()
        return isolated(asked.get("engine", "auto"), asked.get("options", ()))


def isolated(engine: str, options: Iterable[tuple[str, str | float]]) -> Engine:
    """An engine whose solver runs in a process of its own, so that Ctrl-C and limits bite."""
    return nqsat.engines.make_engine(engine, isolated=True, **dict(options))


@dataclass(frozen=True)
class PictureOptions:
    """How pictures look, and what is put on them."""

    size: int | None = option(
        "Pictures: the side of a square.", metavar="PIXELS", show_default="45"
    )
    colours: str | None = option(
        "Pictures: a palette (nqsat list palettes), parts (light=#eee,path=#a00), or both.",
        metavar="NAMES",
        show_default="wood",
        autocompletion=completed("palettes"),
    )
    coordinates: bool | None = option(
        "Pictures: whether ranks and files are named.",
        "--coordinates/--no-coordinates",
        show_default="they are",
    )
    orientation: str | None = option(
        "Pictures: turned by rot90, rot180, rot270, flip-rows …",
        metavar="SYMMETRY",
        autocompletion=completed("symmetries"),
    )
    title: str | None = option("Pictures: a title above the board.", metavar="TEXT")
    mark: list[str] | None = option(
        "Pictures: mark a square: d4, d4=cross, d4=dot, d4=star, d4=tint.", metavar="SQUARE"
    )
    arrow: list[str] | None = option("Pictures: an arrow: a1-b3.", metavar="MOVE")

    def style(self, model: object = None) -> PictureStyle:
        """The look that is asked for, if it makes sense here; a model that has regions shows them."""
        from nqsat.reporting.model_svg import regions_of
        from nqsat.reporting.style import look_of

        given = self._given()
        given["marks"], given["arrows"] = given.pop("mark", ()), given.pop("arrow", ())
        board: Board | None = getattr(model, "board", None)
        if board is None:
            return look_of(given)
        look = look_of({**given, "regions": regions_of(cast("Model", model))})
        look.read_marks(board)
        look.read_arrows(board)
        return look

    def check_pictured(self, form: str) -> None:
        """Refuse options of pictures where there will be none."""
        given = self._given()
        if given and form not in PICTURES:
            raise InvalidModel(
                f"--{next(iter(given))}", "is for pictures: give --format svg, png or pdf"
            )

    def _given(self) -> dict[str, Any]:
        """The options that are given."""
        values = {one.name: getattr(self, one.name) for one in fields(PictureOptions)}
        return {name: value for name, value in values.items() if value is not None and value != []}


def picture_converter(form: str, place: Path | None) -> Callable[[str], bytes] | None:
    """What makes a picture of an SVG, if it goes into a file and can be made here; None for SVG."""
    from nqsat.reporting.rendering import convert_svg

    if form == "svg":
        return None
    if place is None:
        raise InvalidModel("output", f"{form} goes into a file: give -o FILE")
    convert_svg("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>", form)
    return partial(convert_svg, form=form)


@dataclass(frozen=True)
class OutputOptions(PictureOptions):
    """In which format solutions are shown, where, and how pictures look."""

    #: The formats that there are; the first is the default.
    known: ClassVar[tuple[str, ...]] = ("text", "jsonl", "csv", "fen", *PICTURES)

    form: str = option(
        "text, jsonl, csv, fen, svg, png or pdf.",
        "--format",
        default="",
        show_default="as FILE is named, or text",
        autocompletion=completed("formats"),
    )
    place: Path | None = option(
        "Write to FILE instead of stdout; several pictures go into a folder.",
        "-o",
        "--output",
        metavar="FILE",
    )

    def __post_init__(self) -> None:
        """Take the format from the name of the file, if none is given."""
        form = format_of(self.place, self.known, given=self.form, default=self.known[0])
        object.__setattr__(self, "form", form)

    @property
    def on_screen(self) -> bool:
        """Whether solutions appear on the terminal."""
        return self.place is None and sys.stdout.isatty()

    def check_for(self, model: object) -> None:
        """Refuse what cannot be shown of a model, as boards of a CNF, before it is solved."""
        self.check_pictured(self.form)
        if self.form in PICTURES:
            self.style(model)
            picture_converter(self.form, self.place)
        if isinstance(model, nqsat.compiling.CnfProblem) and self.form not in ("text", "jsonl"):
            reason = f"{self.form!r} is not for clauses; choose from text, jsonl"
            raise InvalidModel("format", reason)

    def texts(self, solutions: Iterable[Solution | Block], model: Model) -> Iterator[str]:
        """The solutions of a model in this format, as they come."""
        form = "svg" if self.form in PICTURES else self.form
        screen = nqsat.reporting.screen(self.place)
        return nqsat.reporting.lines(solutions, form, **screen, look=self.style(model))

    def values(self, assignments: Iterable[Assignment]) -> Iterator[str]:
        """The solutions of a CNF in this format, as they come."""
        if self.form == "text":
            return map(str, assignments)
        return (nqsat.reporting.json_line(one.to_json()) for one in assignments)

    def drawings(self, solutions: Iterable[Any], model: Any) -> list[str]:
        """One or two solutions of a model, whatever it is, without numbers on top."""
        found = list(solutions)
        if not all(isinstance(one, nqsat.modelling.Solution) for one in found):
            return list(self.values(found))
        if self.form != "text":
            return list(self.texts(found, model))
        screen = nqsat.reporting.screen(self.place)
        return [nqsat.reporting.draw(one.board, one, **screen) for one in found]

    def writer(self, *, one: bool) -> AbstractContextManager[Callable[[str], object]]:
        """What takes one text after the other, if it can be written there; there may be ``one`` at most."""
        form, place = self.form, self.place
        if form == "text" and place is None:
            return nullcontext(print_drawn)
        if form not in PICTURES:
            return writer(place)
        if place is not None and ends_as(place, form) and not one:
            reason = f"{place} would have several pictures: name a folder, or give --limit 1"
            raise InvalidModel("output", reason)
        return writer(place, pictures="" if one else form, made=picture_converter(form, place))

    def stream(
        self,
        listing: Listing[Any],
        unit: str,
        modulo: str,
        live: Watch,
        *,
        one: bool = False,
    ) -> str:
        """Write solutions as they are found, and show them; a note of how many there were."""
        model: Any = listing.model
        clauses = isinstance(model, nqsat.compiling.CnfProblem)
        texts = self.values if clauses else partial(self.texts, model=model)
        with self.writer(one=one) as put:
            on_screen = self.on_screen
            try:
                for text in texts(_whole_batches(listing, live)):
                    if on_screen:
                        live.clear()
                    put(text)
            except KeyboardInterrupt:
                listing.close()  # it may have come between two solutions
        least, reason = ("", "") if listing.complete else ("at least ", f" ({listing.reason})")
        what = nqsat.modelling.plural(listing.found, unit) + nqsat.counting.up_to(modulo)
        number = f"{least}{listing.found} {what}{reason}"
        return f"{number}, {listing.seconds:.2f} s"

    def put(self, texts: Iterable[str], *, one: bool = True) -> None:
        """Write texts, one after the other."""
        with self.writer(one=one) as put:
            for text in texts:
                put(text)


def _whole_batches(listing: Listing[Any], live: Watch) -> Iterator[Any]:
    """The solutions, and blocks of them; Ctrl-C waits while they are printed, so that none is by halves."""
    for batch in listing.batches():
        left = iter([batch] if isinstance(batch, nqsat.modelling.Block) else batch)
        try:
            with nqsat.engines.block_signals():
                live.show(batch)
                yield from left
        except KeyboardInterrupt:
            yield from left  # they are counted, and it came before they could be printed
            raise
