"""Solutions as streams of lines, one format after the other: for people, files and programs.

Every writer is a generator: it holds one solution at a time, however many come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from nqsat.chess import Square
from nqsat.errors import InvalidModel, unknown
from nqsat.files import TEXTS
from nqsat.modelling import Arrangement, Block, Moves, Path, Solution
from nqsat.reporting.canvas import svg_text
from nqsat.reporting.style import PLAIN, PictureStyle
from nqsat.reporting.svg import drawn_solution
from nqsat.reporting.tables import comma_separated, json_line
from nqsat.reporting.text import draw, drawn_block, heading

#: The names of the formats; the first is the default.
FORMATS = (*TEXTS, "svg")


def lines(
    solutions: Iterable[Solution | Block],
    format: str,  # noqa: A002 (the name of the option on the command line)
    *,
    colour: bool = False,
    width: int | None = None,
    look: PictureStyle = PLAIN,
) -> Iterator[str]:
    """Write the solutions of one model, each without its last newline, as they come.

    Args:
        solutions: solutions of one model, also in blocks; never held together.
        format: ``text``: a numbered heading in algebraic notation (of a path of more than 64
            squares only how many) and the board drawn; ``jsonl``: one object a line: the squares
            of each kind and the FEN, or a path's squares in order, ``closed``, ``directed`` and the
            matrix of its ``numbers`` (0: not visited); ``csv``: a header, then one row each: a
            column a kind and the FEN, or a path's squares; ``svg``: one document a line. For placements
            alone: ``fen``: field 1 of FEN; ``permutation``: for each file from a the rank of its piece,
            ``3 1 4 2``; ``matrix``: 0 and 1 for each square, a line for each rank from the top, with an
            empty line behind the last (several kinds have the numbers 1, 2, …).
        colour: draw boards in colour; of no effect on the other formats.
        width: of a line where boards are drawn, see ``draw``.
        look: of pictures.

    Raises:
        InvalidModel: an unknown format, at once and not at the first line; a format of placements for a
            path, before anything is written; ``permutation`` where a file has not one piece.
    """
    if format not in FORMATS:
        raise InvalidModel("format", unknown(format, FORMATS))
    if format in PLACED:
        return _placed(format, solutions, PLACED[format])
    if format == "text":
        return _text(solutions, colour=colour, width=width)
    each = _each(solutions)
    if format == "svg":
        drawn = (drawn_solution(solution.board, solution, look) for solution in each)
        return (svg_text(solution) for solution in drawn)
    if format == "csv":
        return _csv(each)
    return (json_line(solution.to_json()) for solution in each)


def _each(solutions: Iterable[Solution | Block]) -> Iterator[Solution]:
    for solution in solutions:
        if isinstance(solution, Block):
            yield from solution
        else:
            yield solution


def _text(
    solutions: Iterable[Solution | Block], *, colour: bool, width: int | None
) -> Iterator[str]:
    number = 0
    for solution in solutions:
        if isinstance(solution, Block):
            drawn = drawn_block(solution, colour=colour, width=width)
        else:
            picture = draw(solution.board, solution, colour=colour, width=width)
            drawn = iter([(heading(solution), picture)])
        for name, picture in drawn:
            gap = "\n" if number else ""
            number += 1
            yield f"{gap}{number}. {name}\n{picture}"


def _csv(solutions: Iterable[Solution]) -> Iterator[str]:
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
    """One text for each arrangement."""
    for solution in solutions:
        if isinstance(solution, Block):
            yield from solution.fens() if form == "fen" else map(text, solution)
        elif isinstance(solution, Arrangement):
            yield text(solution)
        else:
            others = ", ".join(name for name in FORMATS if name not in PLACED)
            reason = f"{form} is for placements; tours and sets of moves have {others}"
            raise InvalidModel("format", reason)


def _permutation(arrangement: Arrangement) -> str:
    """For each file its rank."""
    board = arrangement.board
    ranks = {square.column: board.rows - square.row for square, _ in arrangement.men}
    if not len(ranks) == len(arrangement.men) == board.columns:
        reason = "permutation is for placements of one piece on each file"
        raise InvalidModel("format", reason)
    return " ".join(str(ranks[column]) for column in range(board.columns))


def _matrix(arrangement: Arrangement) -> str:
    """A line for each rank from the top: the number of the kind that stands on each square, or 0."""
    board = arrangement.board
    number = {kind.name: place for place, kind in enumerate(arrangement.kinds, start=1)}
    there = {square: str(number[kind]) for square, kind in arrangement.men}
    rows = ((Square(i, j) for j in range(board.columns)) for i in range(board.rows))
    return "\n".join(" ".join(there.get(cell, "0") for cell in row) for row in rows) + "\n"


#: The formats of placements alone.
PLACED: Mapping[str, Callable[[Arrangement], str]] = {
    "fen": lambda arrangement: arrangement.fen,
    "permutation": _permutation,
    "matrix": _matrix,
}
