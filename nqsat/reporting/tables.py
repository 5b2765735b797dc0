"""Tables for a terminal or a file, laid out by rich; nothing in a cell is ever cut off or styled. JSON.

Only the layout is decided here: which columns there are and what they say is the caller's.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Literal

from nqsat.files import escaped

if TYPE_CHECKING:
    from rich.console import Console

_NUMERIC = re.compile(r"[-+~<>≥≤]? ?[0-9][0-9,_]*(\.[0-9]+)?(e[-+]?[0-9]+)?%?")
_NOTHING = frozenset({"", "-", "–", "—", "?"})
# Words up to here are not folded.
_WORD = 12
# How long a line may be where no window limits it.
_UNLIMITED = 1_000_000
# Obeyed by terminals, read as ends of lines by some (str.splitlines), or not writable as UTF-8.
_UNSAFE = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def table(
    title: str | None,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    colour: bool = False,
    width: int | None = None,
) -> str:
    """Rows under headings, without a final newline; columns of numbers are aligned at the right.

    Args:
        title: a line above, or None.
        columns: the headings.
        rows: as many cells each as there are headings; of their text only control characters are replaced.
        colour: headings are bold.
        width: the most characters a line may have: columns move together and cells are folded, between
            words where that is enough; nothing is cut off.

    Raises:
        ValueError: a row with another number of cells.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    body = [list(row) for row in rows]
    grid = Table(
        title=None if title is None else Text(escaped(title), style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, 1) if width is None else (0, 1, 0, 0),
    )
    cells = [*zip(columns, *body, strict=True)]
    least = [min(_WORD, max(map(len, " ".join(column).split()), default=1)) for column in cells]
    wide = [max(map(len, column)) for column in cells]
    while width is not None and sum(wide) > max(width - 2 * len(wide) + 2, len(wide)):
        # The first column names things, and may be folded within words.
        wide[max(range(len(wide)), key=lambda i: (wide[i] > (least[i] if i else 1), wide[i]))] -= 1
    for column, most in zip(cells, wide, strict=True):
        how, room = _justify(column[1:]), (width and most) or None
        grid.add_column(Text(column[0]), justify=how, overflow="fold", max_width=room)
    for row in body:
        grid.add_row(*(Text(escaped(cell)) for cell in row))
    console = _console(colour=colour, width=width)
    with console.capture() as capture:
        console.print(grid)
    return "\n".join(line.rstrip() for line in capture.get().rstrip("\n").split("\n"))


def comma_separated(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under headings as CSV (RFC 4180, lines end in a newline); None is an empty cell."""
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


def json_line(data: Mapping[str, object]) -> str:
    """One object as one line of JSON, readable beyond ASCII.

    Counts belong into it as decimal strings (``Count.digits``): other readers lose digits of large numbers.

    Raises:
        ValueError: NaN or an infinity, which JSON does not have.
        TypeError: a value that JSON cannot express.
    """
    text = json.dumps(dict(data), ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _justify(cells: Sequence[str]) -> Literal["left", "right"]:
    """Right where every cell is a number or says that there is none, and one is a number."""
    said = [cell.strip() for cell in cells if cell.strip() not in _NOTHING]
    return "right" if said and all(_NUMERIC.fullmatch(cell) for cell in said) else "left"


def _console(*, colour: bool, width: int | None) -> Console:
    """A console that obeys the caller alone: no variable of the environment turns colour on or off."""
    from rich.console import Console

    return Console(
        file=StringIO(),
        force_terminal=colour,
        force_jupyter=False,
        color_system="256" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        width=_UNLIMITED if width is None else width,
    )
