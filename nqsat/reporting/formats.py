"""Arrangements as streams of lines, one format after the other: for people, files and programs.

Every writer is a generator: it holds one arrangement at a time, however many come.
"""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

from nqsat.errors import InvalidModel
from nqsat.reporting.jsontext import json_line
from nqsat.reporting.svg import svg
from nqsat.reporting.text import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from nqsat.modelling import Arrangement

__all__ = ["FORMATS", "lines"]


def lines(
    arrangements: Iterable[Arrangement],
    format: str,  # noqa: A002 (the name of the option on the command line)
    *,
    colour: bool = False,
) -> Iterator[str]:
    """Write arrangements of one model as lines without their newlines, as they come.

    Args:
        arrangements: solutions of one model; never held together.
        format: ``text``: a numbered heading in algebraic notation and the board drawn;
            ``jsonl``: one object a line, the squares of each kind and the FEN; ``csv``: a header,
            then one row each, a column a kind and the FEN; ``fen``: field 1 of FEN; ``svg``: one
            document a line.
        colour: draw boards in colour; of no effect on the other formats.

    Raises:
        InvalidModel: an unknown format, at once and not at the first line.
    """
    if format == "text":
        return _text(arrangements, colour=colour)
    if format not in _WRITERS:
        raise InvalidModel("format", f"{format!r} is unknown; choose from {', '.join(FORMATS)}")
    return _WRITERS[format](arrangements)


def _text(arrangements: Iterable[Arrangement], *, colour: bool = False) -> Iterator[str]:
    for number, arrangement in enumerate(arrangements, 1):
        if number > 1:
            yield ""
        yield f"{number}. {arrangement}"
        yield from draw(arrangement.board, arrangement, colour=colour).split("\n")


def _jsonl(arrangements: Iterable[Arrangement]) -> Iterator[str]:
    for arrangement in arrangements:
        squares = {kind.name: arrangement.squares_of(kind.name) for kind in arrangement.kinds}
        yield json_line({"squares": squares, "fen": arrangement.fen})


def _csv(arrangements: Iterable[Arrangement]) -> Iterator[str]:
    """The header names the kinds of the first arrangement; without any it is ``fen`` alone."""
    header: list[str] = []
    for arrangement in arrangements:
        names = [kind.name for kind in arrangement.kinds]
        if not header:
            header = [*names, "fen"]
            yield _row(header)
        yield _row([*(" ".join(arrangement.squares_of(name)) for name in names), arrangement.fen])
    if not header:
        yield _row(["fen"])


def _row(cells: Sequence[str]) -> str:
    buffer = StringIO()
    csv.writer(buffer, lineterminator="").writerow(cells)
    return buffer.getvalue()


def _fen(arrangements: Iterable[Arrangement]) -> Iterator[str]:
    return (arrangement.fen for arrangement in arrangements)


def _svg(arrangements: Iterable[Arrangement]) -> Iterator[str]:
    return (svg(arrangement.board, arrangement) for arrangement in arrangements)


_WRITERS: dict[str, Callable[[Iterable[Arrangement]], Iterator[str]]] = {
    "text": _text,
    "jsonl": _jsonl,
    "csv": _csv,
    "fen": _fen,
    "svg": _svg,
}

#: The names of the formats; the first is the default.
FORMATS: tuple[str, ...] = tuple(_WRITERS)
