"""Where answers go, and how they look: formats, files and pictures."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import nqsat
from nqsat.cli.definition import PICTURES as LOOKS
from nqsat.cli.definition import Options, flag_of
from nqsat.errors import InvalidModel
from nqsat.files import format_of, print_drawn, writer

if TYPE_CHECKING:
    from nqsat.chess import Board
    from nqsat.engines import Listing
    from nqsat.formulas import Assignment
    from nqsat.modelling import Block, Model, Solution
    from nqsat.reporting.progress_display import Watch
    from nqsat.reporting.style import PictureStyle

#: Codes that shade squares on a terminal, of no width.
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def style(options: Options, model: object = None, **more: object) -> PictureStyle:
    """The look that is asked for, if it makes sense here; a model shows its regions and clues."""
    from nqsat.reporting.model_svg import look_with
    from nqsat.reporting.style import look_of

    given: dict[str, Any] = {
        name: getattr(options, name) for name in LOOKS if options.given(flag_of(name))
    }
    given |= {"marks": given.pop("mark", ()), "arrows": given.pop("arrow", ()), **more}
    board: Board | None = getattr(model, "board", None)
    if board is None:
        return look_of(given)
    look = look_with(cast("Model", model), look_of(given))
    look.read_marks(board)
    look.read_arrows(board)
    return look


def print_json(data: Mapping[str, object]) -> None:
    """Print data as one line of JSON, at once."""
    print(nqsat.reporting.json_line(data), flush=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under headings."""
    print_drawn(nqsat.reporting.table_on_screen(columns, rows))


def size_lines(numbers: Iterable[tuple[int, int]], before: str = "") -> Iterator[str]:
    """A line for each number of pieces, in two columns."""
    decimal = nqsat.counting.decimal
    rows = [(str(size), decimal(number)) for size, number in numbers]
    left, right = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
    for size, number in rows:
        yield f"{before}{size:>{left}} {number:>{right}}"


def check_pictured(options: Options, form: str) -> None:
    """Refuse options of pictures where there will be none."""
    if form not in nqsat.reporting.PICTURES:
        options.refuse("is for pictures: give --format svg, png or pdf", *map(flag_of, LOOKS))


def picture_converter(form: str, place: Path | None) -> Callable[[str], bytes] | None:
    """A converter of SVG, if the picture goes into a file and can be made here; None for SVG."""
    from nqsat.reporting.rendering import check_convertible, convert_svg

    if form == "svg":
        return None
    if place is None:
        raise InvalidModel("output", f"{form} goes into a file: give -o FILE")
    check_convertible(form)
    return partial(convert_svg, form=form)


@dataclass(frozen=True)
class Output:
    """In which format solutions are shown, and where."""

    options: Options
    form: str
    place: Path | None
    first: int = 1

    @classmethod
    def of(cls, options: Options, known: Sequence[str] = (), **more: Any) -> Self:
        """As the options say, or the name of the file; else in the first of some formats, or of all."""
        known = known or tuple(nqsat.reporting.TABLE)
        endings = nqsat.reporting.endings(*known)
        form = format_of(options.place, endings, given=options.form, default=known[0])
        return cls(options, form, options.place, **more)

    @property
    def is_picture(self) -> bool:
        """Whether each solution makes a picture, which is a file."""
        return self.form in nqsat.reporting.PICTURES

    @property
    def on_screen(self) -> bool:
        """Whether solutions appear on the terminal."""
        return self.place is None and sys.stdout.isatty()

    def check_for(self, model: object) -> None:
        """Refuse what cannot be shown of a model, as boards of a formula, before it is solved."""
        check_pictured(self.options, self.form)
        if self.is_picture:
            style(self.options, model)
            picture_converter(self.form, self.place)
        if isinstance(model, nqsat.formulas.CnfProblem) and self.form not in ("text", "jsonl"):
            reason = f"{self.form!r} is not for {model.called}; choose from text, jsonl"
            raise InvalidModel("format", reason)

    def texts(self, solutions: Iterable[Solution | Block], model: Model) -> Iterator[str]:
        """The solutions of a model in this format, as they come."""
        if isinstance(model, nqsat.formulas.CnfProblem):
            return self.values(cast("Iterable[Assignment]", solutions))
        form = self.form if self.form in nqsat.reporting.FORMATS else "svg"
        screen = nqsat.reporting.screen(self.place)
        look = style(self.options, model)
        texts = nqsat.reporting.lines(solutions, form, **screen, look=look, first=self.first)
        return (nqsat.reporting.starred(text, model) for text in texts) if form == "text" else texts

    def values(self, assignments: Iterable[Assignment]) -> Iterator[str]:
        """The solutions of a formula in this format, as they come."""
        if self.form == "text":
            return map(str, assignments)
        return (nqsat.reporting.json_line(assignment.to_json()) for assignment in assignments)

    def drawings(self, solutions: Iterable[Any], model: Any) -> list[str]:
        """One or two solutions of a model, whatever it is, without numbers on top."""
        shown = list(solutions)
        if not all(isinstance(solution, nqsat.modelling.Solution) for solution in shown):
            return list(self.values(shown))
        if self.form != "text":
            return list(self.texts(shown, model))
        screen, look = nqsat.reporting.screen(self.place), style(self.options, model)
        drawn = [
            nqsat.reporting.starred(
                nqsat.reporting.drawing(solution.board, solution, look, **screen), model
            )
            for solution in shown
        ]
        lines = [line for text in drawn for line in _COLOURS.sub("", text).split("\n")]
        wide = max(map(len, lines), default=0)
        if screen["width"] is None or wide <= screen["width"]:
            return drawn
        note = f"the board needs {wide} columns, and the terminal has {screen['width']}"
        self.options.note(note, "its squares are named; -o board.svg draws it")
        return list(map(str, shown))

    def writer(self, *, one: bool) -> AbstractContextManager[Callable[[str], object]]:
        """A writer of texts, if the place can be written; of ``one`` at most."""
        form, place = self.form, self.place
        if form == "text" and place is None:
            return nullcontext(print_drawn)
        if not self.is_picture:
            return writer(place)
        endings = nqsat.reporting.endings(form)[form]
        if place is not None and place.suffix.lower() in endings and not one:
            reason = f"{place} would have several pictures: "
            reason += f"write -o {place.stem} --format {form} for a folder of them"
            raise InvalidModel("output", reason)
        return writer(place, pictures="" if one else form, made=picture_converter(form, place))

    def stream(self, listing: Listing[Any], unit: str, live: Watch, *, one: bool = False) -> str:
        """Write solutions as they are found, and show them; a note of how many there were."""
        model: Any = listing.model
        with self.writer(one=one) as put:
            on_screen = self.on_screen
            try:
                for text in self.texts(_whole_batches(listing, live), model):
                    if on_screen:
                        live.clear()
                    put(text)
            except KeyboardInterrupt:
                listing.close()  # it may have come between two solutions
        least, reason = ("", "") if listing.complete else ("at least ", f" ({listing.reason})")
        what = nqsat.modelling.plural(listing.found, unit) + listing.besides
        return f"{least}{listing.found} {what}{reason}, {listing.seconds:.2f} s"

    def put(self, texts: Iterable[str], *, one: bool = True) -> None:
        """Write texts, one after the other."""
        with self.writer(one=one) as put:
            for text in texts:
                put(text)


def _whole_batches(listing: Listing[Any], live: Watch) -> Iterator[Any]:
    """The solutions, and blocks of them; Ctrl-C waits while they are printed, so that none is by halves."""
    shown, begun = 0, None
    left: Iterator[Any] = iter(())
    try:
        for batch in listing.batches():
            with nqsat.engines.block_signals():
                begun, left = batch, _printed_as(batch)
                live.show(batch)
                yield from left
                shown += len(batch)
    except KeyboardInterrupt:
        if listing.found > shown:  # it came when they were counted, and not printed yet
            yield from left if begun is listing.latest else _printed_as(listing.latest)
        raise


def _printed_as(batch: Sequence[Any]) -> Iterator[Any]:
    """The solutions of a batch one by one; a block as a whole."""
    return iter([batch] if isinstance(batch, nqsat.modelling.Block) else batch)
