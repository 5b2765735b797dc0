"""Solutions as streams of lines, one format after the other: for people, files and programs.

Every writer is a generator: it holds one solution at a time, however many come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from nqsat.chess import Square
from nqsat.errors import InvalidModel, unknown
from nqsat.extension_points import Format, added, load
from nqsat.modelling import Arrangement, Block, Moves, Path, Solution
from nqsat.reporting.canvas import svg_text
from nqsat.reporting.paper_text import drawing
from nqsat.reporting.pictures import drawn_solution
from nqsat.reporting.style import PLAIN, PictureStyle
from nqsat.reporting.tables import comma_separated, json_line
from nqsat.reporting.text import drawn_block, heading


def lines(
    solutions: Iterable[Solution | Block],
    format: str,  # noqa: A002 (the name of the option on the command line)
    *,
    colour: bool = False,
    width: int | None = None,
    look: PictureStyle = PLAIN,
    first: int = 1,
) -> Iterator[str]:
    """Write the solutions of one model, each without its last newline, as they come.

    Args:
        solutions: solutions of one model, also in blocks; never held together.
        format: ``text``: a numbered heading in algebraic notation (of a path of more than 64 squares only
            how many) and the board drawn; ``jsonl``: one object a line: the squares of each kind and the
            FEN, or a path's squares in order, ``closed``, ``directed`` and the matrix of its ``numbers``
            (0: not visited); ``csv``: a header, then one row each: a column a kind and the FEN, or a path's
            squares; ``svg``: one document a line. For placements alone: ``fen``: field 1 of FEN;
            ``permutation``: for each file from a the rank of its piece, ``3 1 4 2``; ``permutation=ranks``:
            for each rank from 1 the file of its piece, ``2 4 1 3``; ``pairs``: (file, rank) of each piece,
            ``[(1, 3), (2, 1)]``, of several kinds a dictionary; ``matrix``: 0 and 1 for each square, a line
            for each rank from the top, and an empty line (several kinds have the numbers 1, 2, …).
        colour: draw boards in colour; of no effect on the other formats.
        width: of a line where boards are drawn, see ``draw``.
        look: of pictures.
        first: the number of the first one, in the headings of ``text``.

    Raises:
        InvalidModel: an unknown format, at once and not at the first line; a format of placements for a
            path, before anything is written; ``permutation`` where a file has not one piece, or
            ``permutation=ranks`` a rank; these and ``pairs`` on a board without ranks and files.
    """
    if format not in FORMATS:
        raise InvalidModel("format", unknown(format, FORMATS))
    about = TABLE[format]
    write: Any = load(about.write) if isinstance(about.write, str) else about.write
    if about.placed:
        return _placed(format, solutions, write)
    shown = solutions if write is _text else _each(solutions)
    texts: Iterator[str] = write(shown, colour=colour, width=width, look=look, first=first)
    return texts


def endings(*names: str) -> dict[str, tuple[str, ...]]:
    """Return how names of files end, by the names of formats: of solutions, and ``json`` and ``html``."""
    more = {"json": (".json",), "html": (".html", ".htm")}
    return {name: more[name] if name in more else TABLE[name].endings for name in names}


def _each(solutions: Iterable[Solution | Block]) -> Iterator[Solution]:
    for solution in solutions:
        if isinstance(solution, Block):
            yield from solution
        else:
            yield solution


def _text(
    solutions: Iterable[Solution | Block], *, colour: bool, width: int | None, look: Any, first: int
) -> Iterator[str]:
    number = first
    for solution in solutions:
        if isinstance(solution, Block) and not look.white:
            drawn = drawn_block(solution, colour=colour, width=width)
        else:
            drawn = (
                (heading(shown), drawing(shown.board, shown, look, colour=colour, width=width))
                for shown in _each([solution])
            )
        for name, picture in drawn:
            gap = "\n" if number > first else ""
            yield f"{gap}{number}. {name}\n{picture}"
            number += 1


def _jsonl(solutions: Iterable[Solution], **_how: object) -> Iterator[str]:
    return (json_line(solution.to_json()) for solution in solutions)


def _svg(solutions: Iterable[Solution], *, look: PictureStyle, **_how: object) -> Iterator[str]:
    return (svg_text(drawn_solution(solution.board, solution, look)) for solution in solutions)


def _csv(solutions: Iterable[Solution], **_how: object) -> Iterator[str]:
    """The header is that of the first solution; without any it is ``fen`` alone."""
    header: list[str] = []
    for solution in solutions:
        data: dict[str, Any] = solution.to_json()
        if isinstance(solution, Moves):
            fields = {"moves": " ".join(data["moves"])}
        elif isinstance(solution, Path):
            fields = {"squares": " ".join(data["squares"])}
        else:
            fields = {kind: " ".join(squares) for kind, squares in data["squares"].items()}
            fields["fen"] = data["fen"]
        if not header:
            header = list(fields)
            yield comma_separated(header, ()).removesuffix("\n")
        yield comma_separated(list(fields.values()), ()).removesuffix("\n")
    if not header:
        yield "fen"


def _placed(
    form: str, solutions: Iterable[Solution | Block], text: Callable[[Arrangement], str]
) -> Iterator[str]:
    for solution in solutions:
        if isinstance(solution, Block):
            yield from solution.fens() if text is _fen else map(text, solution)
        elif isinstance(solution, Arrangement):
            yield text(solution)
        else:
            general = ", ".join(name for name in FORMATS if not TABLE[name].placed)
            reason = f"{form} is for placements; tours and sets of moves have {general}"
            raise InvalidModel("format", reason)


def _permutation(arrangement: Arrangement) -> str:
    ranks = [(file, rank) for _, file, rank in _places("permutation", arrangement)]
    return _one_each("permutation", "file", ranks, arrangement.board.columns)


def _permutation_of_ranks(arrangement: Arrangement) -> str:
    files = [(rank, file) for _, file, rank in _places("permutation=ranks", arrangement)]
    return _one_each("permutation=ranks", "rank", files, arrangement.board.rows)


def _one_each(form: str, line: str, pairs: Iterable[tuple[int, int]], number: int) -> str:
    """The second numbers of pairs, in the order of the first, which are 1 to ``number``, each once."""
    ordered = sorted(pairs)
    if [first for first, _ in ordered] != [*range(1, number + 1)]:
        raise InvalidModel("format", f"{form} is for placements of one piece on each {line}")
    return " ".join(str(second) for _, second in ordered)


def _pairs(arrangement: Arrangement) -> str:
    """(file, rank) of each piece, as Python writes a list; of several kinds by their names."""
    places: dict[str, list[tuple[int, int]]] = {kind.name: [] for kind in arrangement.kinds}
    for kind, file, rank in _places("pairs", arrangement):
        places[kind].append((file, rank))
    lists = {kind: sorted(pairs) for kind, pairs in places.items()}
    return str(next(iter(lists.values())) if len(lists) == 1 else lists)


def _places(form: str, arrangement: Arrangement) -> Iterator[tuple[str, int, int]]:
    """The kind, the file from 1 and the rank from 1 of each piece."""
    board = arrangement.board
    if not (board.geometry.has_ranks and len(board.geometry.sizes) == 2):
        reason = f"{form} needs ranks and files, and {board.title} has none; choose jsonl"
        raise InvalidModel("format", reason)
    for square, kind in arrangement.pieces:
        yield kind, square.column + 1, board.rows - square.row


def _matrix(arrangement: Arrangement) -> str:
    """A line for each rank from the top: the number of the kind that stands on each square, or 0."""
    board = arrangement.board
    number = {kind.name: place for place, kind in enumerate(arrangement.kinds, start=1)}
    there = {square: str(number[kind]) for square, kind in arrangement.pieces}
    rows = ((Square(i, j) for j in range(board.columns)) for i in range(board.rows))
    return "\n".join(" ".join(there.get(cell, "0") for cell in row) for row in rows) + "\n"


def _fen(arrangement: Arrangement) -> str:
    return arrangement.fen


#: The formats of nqsat; the first is the default.
_OWN: Mapping[str, Format] = {
    "text": Format((".txt", ".text"), _text),
    "jsonl": Format((".jsonl", ".ndjson"), _jsonl),
    "csv": Format((".csv",), _csv),
    "fen": Format((".fen",), _fen, placed=True),
    "permutation": Format((".perm",), _permutation, placed=True),
    "permutation=ranks": Format((".ranks",), _permutation_of_ranks, placed=True),
    "pairs": Format((".pairs",), _pairs, placed=True),
    "matrix": Format((".matrix",), _matrix, placed=True),
    "svg": Format((".svg",), _svg),
    "png": Format((".png",)),
    "pdf": Format((".pdf",)),
}

#: The formats of solutions; those that ``lines`` writes; and those of pictures, of which each is a file.
TABLE: Mapping[str, Format] = {**_OWN, **dict(added("formats", _OWN))}
FORMATS = tuple(name for name, about in TABLE.items() if about.write is not None)
PICTURES = ("svg", "png", "pdf")
