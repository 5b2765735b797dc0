"""Puzzles as addresses of puzz.link, pzv.jp and other sites that run pzpr, and as its files.

Nothing is downloaded. An address ends in ``?GENRE/COLUMNS/ROWS/BODY``; before the columns there may be a
flag. What a body holds depends on the genre. A table of genres says which model of the catalogue each is,
and by which codes it is read and written; a new genre is one more row.

A file has the lines ``pzprv3``, the genre, rows, columns, perhaps a number of stars, a number of regions
and a line of their numbers for each row, then a line of clues for each row, and what a player has drawn,
which is not read. Slashes may replace line breaks.

Reference: the sources of pzpr, https://github.com/robx/pzprjs
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress
from string import ascii_letters, digits
from typing import NamedTuple, TypeVar

from nqsat.errors import InvalidModel, unknown
from nqsat.extensions.pzpr import codes
from nqsat.extensions.pzpr.codes import WAYS, Code, Value
from nqsat.modelling import clue_rows

#: An example, for messages.
EXAMPLE = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"

_ADDRESS = re.compile(
    r"(?:https?://)?[^?\s]*\?(?:[a-z]+=[a-z]+&)*(?P<genre>[a-z][a-z0-9-]*)(?:_edit|_play)?/"
    r"(?P<flag>(?:v:[a-z]*|[a-z]+)/)?(?P<columns>[0-9]{1,3})/(?P<rows>[0-9]{1,3})(?:/(?P<body>\S*?))?/?",
    re.ASCII,
)

#: The prefix of the addresses that are written.
SITE = "https://puzz.link/p?"

#: The names of regions in a map.
NAMES = ascii_letters + digits

A = TypeVar("A")

#: The parameters of a model of the catalogue; and with its name.
Parameters = Mapping[str, int | str]
Named = tuple[str, dict[str, int | str]]

#: Flags that change how a puzzle looks, and not what is asked, by the genre.
_LOOKS = {"yajilin": "b", "yajirin": "b"}


class Address(NamedTuple):
    """The parts of an address.

    Args:
        genre: the puzzle, as pzpr calls it.
        flag: the text before the columns; empty for none.
        columns, rows: the size.
        body: the clues.
    """

    genre: str
    flag: str
    columns: int
    rows: int
    body: str

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.columns * self.rows

    def grid(self, marks: Sequence[str]) -> list[list[str]]:
        """Return the rows of marks that are given cell by cell."""
        return [[*marks[i : i + self.columns]] for i in range(0, self.cells, self.columns)]


def parse_address(text: str) -> Address | None:
    """Return the parts of an address; None for other text."""
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    flag = (found["flag"] or "").rstrip("/")
    return Address(
        found["genre"], flag, int(found["columns"]), int(found["rows"]), found["body"] or ""
    )


def read_address(text: str) -> Named | None:
    """Return the model of the catalogue that an address means, and its parameters; None for other text.

    Raises:
        InvalidModel: the genre is not read, or the body is damaged.
    """
    address = parse_address(text)
    if address is None:
        return None
    genre, flag = address.genre, address.flag
    if genre not in GENRES:
        raise InvalidModel("address", f"genre {unknown(genre, GENRES)}")
    if flag and flag != _LOOKS.get(genre):
        raise InvalidModel("address", f"has the flag {flag!r}, which is not read")
    if not address.cells:
        raise InvalidModel("address", f"has {address.columns}×{address.rows} cells")
    return GENRES[genre].family, GENRES[genre].read(address)


# -- what an address holds ---------------------------------------------------------------


def _decoded(body: str, decode: Callable[[str], tuple[A, str]]) -> A:
    """Return what a decoder makes of a body, of which nothing may be left."""
    try:
        found, rest = decode(body)
    except ValueError as error:
        raise InvalidModel("address", str(error)) from None
    if rest:
        raise InvalidModel("address", f"has {rest[:20]!r} after the last cell")
    return found


# -- files -------------------------------------------------------------------------------


#: The first line of a file.
_HEAD = re.compile(r"pzprv3(\.[0-9])?")


class _Lines:
    """The lines of a file, read one after the other; messages have their numbers."""

    def __init__(self, text: str) -> None:
        self._lines = [line.strip() for line in text.replace("/", "\n").splitlines()]
        self._next = 0

    @property
    def left(self) -> bool:
        return self._next < len(self._lines)

    def line(self) -> str:
        """The next line; empty behind the last one."""
        self._next += 1
        return self._lines[self._next - 1] if self._next <= len(self._lines) else ""

    def number(self) -> int:
        word = self.line()
        if not re.fullmatch("[0-9]{1,3}", word, re.ASCII):
            raise self.refusal(f"expected a number, not {word[:20]!r}")
        return int(word)

    def cells(self, columns: int, what: str, fits: Callable[[str], object]) -> list[str]:
        cells = self.line().split()
        if len(cells) != columns or not columns or not all(map(fits, cells)):
            raise self.refusal(f"expected {columns} {what}")
        return cells

    def refusal(self, reason: str) -> InvalidModel:
        return InvalidModel("file", f"line {self._next}: {reason}")


def read_pzprv3(text: str) -> Named:
    """Return the model of the catalogue that a file of pzpr means, and its parameters.

    Raises:
        InvalidModel: it is none, its genre is not read, or a line is wrong, which the message has.
    """
    lines = _Lines(text)
    if not _HEAD.fullmatch(lines.line()):
        raise InvalidModel("file", "is not a puzzle of pzpr: it begins with pzprv3, and its genre")
    name = lines.line()
    if name not in GENRES:
        raise lines.refusal(f"genre {unknown(name, GENRES)}")
    rows, columns = lines.number(), lines.number()
    if not rows:
        raise InvalidModel("file", "line 3: there are no rows")
    genre = GENRES[name]
    parameters = genre.read_file(lines, rows, columns)
    while lines.left:  # cells that somebody filled in may follow
        if _HEAD.fullmatch(lines.line()):
            raise lines.refusal("here another puzzle begins; give each a file of its own")
    return genre.family, parameters


def address(family: str, parameters: Parameters) -> str:
    """Return the address of a puzzle of the catalogue. ``InvalidModel``: there are none of this sort."""
    name = _genre_of(family)
    columns, rows, body = GENRES[name].written(parameters)
    return f"{SITE}{name}/{columns}/{rows}/{body}"


def pzprv3(family: str, parameters: Parameters, solution: object = None) -> str:
    """Return the file of a puzzle of the catalogue; of a star battle with the stars of a solution.

    Raises:
        InvalidModel: there are none of this sort.
    """
    name = _genre_of(family)
    lines = GENRES[name].file_lines(parameters, solution)
    return "\n".join(["pzprv3", name, *lines]) + "\n"


def _genre_of(family: str) -> str:
    for name, genre in GENRES.items():
        if genre.family == family:
            return name
    known = ", ".join(dict.fromkeys(genre.family for genre in GENRES.values()))
    raise InvalidModel("format", f"{family} cannot be written in this form; these can: {known}")


# -- genres ------------------------------------------------------------------------------


def _text(rows: Sequence[Sequence[str]]) -> str:
    """The marks of cells as clues of the catalogue: with commas where one has several letters."""
    if len(rows[0]) == 1 and max(map(len, chain(*rows))) > 1:
        raise InvalidModel("address", "has one column and long numbers, which is not read")
    comma = "," if max(map(len, chain(*rows))) > 1 else ""
    return "/".join(map(comma.join, rows))


def _numeral(text: str) -> str:
    """A number in a file. ``ValueError``: it is none."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError
    return text


@dataclass(frozen=True)
class Clued:
    """Puzzles whose cells have clues.

    Args:
        family: the model of the catalogue, whose only parameter has the clues.
        code: of the values of cells.
        values: what clues of the catalogue are as values; other clues are numbers, or are their values.
        tokens: what clues are in files, where they are something else.
        unread: what stands for cells without a clue in files, besides ``.``; ``?`` in addresses.
        joined: whether clues of several letters follow one another without commas.
        token, clue: what a clue is in a file, and back, where no table says it.
    """

    family: str
    code: Code
    values: Mapping[str, Value] = field(default_factory=dict)
    tokens: Mapping[str, str] = field(default_factory=dict)
    unread: str = ""
    joined: bool = False
    token: Callable[[str], str] = str
    clue: Callable[[str], str] = _numeral

    def read(self, address: Address) -> dict[str, int | str]:
        """The parameters that an address has."""
        body = address.body
        if not body and self.code is codes.BITS:
            body = "0" * -(-address.cells // 5)  # no square is shaded
        values = _decoded(body, lambda text: self.code.decode(text, address.cells))
        clues = {value: clue for clue, value in self.values.items()}
        clues |= {"?": "."} if "?" in self.unread else {}
        if "?" in values and "?" not in clues:
            reason = f"has a ? for a number of {address.genre}, which is not read"
            raise InvalidModel("address", reason)
        return self._parameters(address.grid([clues.get(x, str(x)) for x in values]))

    def written(self, parameters: Parameters) -> tuple[int, int, str]:
        """Columns, rows and body of an address."""
        rows = self._rows(parameters)
        values = [self.values.get(clue, clue) for clue in chain(*rows)]
        return len(rows[0]), len(rows), self.code.encode(values)

    def read_file(self, lines: _Lines, rows: int, columns: int) -> dict[str, int | str]:
        """The parameters in the lines of a file behind its size."""
        clues = {token: clue for clue, token in self.tokens.items()} | dict.fromkeys(
            self.unread, "."
        )
        found = []
        for _ in range(rows):
            words = lines.cells(columns, "cells", str)
            try:
                found.append([clues.get(x) or (x if x == "." else self.clue(x)) for x in words])
            except ValueError:
                raise lines.refusal(f"{' '.join(words)[:40]!r} has no valid clue here") from None
        return self._parameters(found)

    def file_lines(self, parameters: Parameters, solution: object) -> Iterator[str]:
        """The lines of a file from its size on."""
        rows = self._rows(parameters)
        yield from (str(len(rows)), str(len(rows[0])))
        for row in rows:
            words = (self.tokens.get(x) or (x if x == "." else self.token(x)) for x in row)
            yield "".join(f"{word} " for word in words)

    def _parameters(self, rows: Sequence[Sequence[str]]) -> dict[str, int | str]:
        name = "numbers" if self.family == "hitori" else "clues"
        return {name: "/".join(map("".join, rows)) if self.joined else _text(rows)}

    def _rows(self, parameters: Parameters) -> list[list[str]]:
        """The cells, with numbers for the letters of Numberlink."""
        (text,) = parameters.values()
        rows = clue_rows(str(text), _ARROWS if self.joined else ())
        if self.family == "numberlink":
            marks = dict.fromkeys(mark for mark in chain(*rows) if mark != ".")
            if not all(mark == "zero" or mark.isdecimal() for mark in marks):
                numbers = {mark: str(k) for k, mark in enumerate(marks, start=1)}
                rows = [[numbers.get(mark, mark) for mark in row] for row in rows]
        return rows


def _arrow_clue(token: str) -> str:
    """The clue of Yajilin; one without a number or an arrow is none."""
    way, _, number = token.partition(",")
    if number == "-":
        return "x"
    if way not in ("1", "2", "3", "4"):
        raise ValueError
    return _numeral(number) + WAYS[int(way) - 1]


class Parted:
    """Puzzles with a map of regions: Heyawake, with the numbers of some, and Star Battle."""

    def __init__(self, family: str) -> None:
        self.family = family

    def read(self, address: Address) -> dict[str, int | str]:
        """The parameters that an address has."""
        stars, body = "", address.body
        if self.family == "star-battle":
            stars, _, body = address.body.partition("/")
            example = f"starbattle/{address.columns}/{address.rows}/1/…"
            if not re.fullmatch("[0-9]{1,2}", stars):
                raise InvalidModel("address", f"has no number of stars: {example}")
            if not int(stars):
                raise InvalidModel("address", f"has 0 stars; write 1 or more: {example}")
        regions, rest = _regions(address, body)
        if stars:
            _decoded(rest, lambda text: (None, text))
            return {"regions": regions, "stars": int(stars)}
        names = [*dict.fromkeys(regions.replace("/", ""))]
        numbers = _decoded(rest, lambda text: codes.NUMBER16.decode(text, len(names)))
        given = zip(names, numbers, strict=True)
        return _rooms(regions, {name: str(number) for name, number in given if type(number) is int})

    def written(self, parameters: Parameters) -> tuple[int, int, str]:
        """Columns, rows and body of an address."""
        rows, numbers = _parted(parameters)
        body = codes.encode_borders(rows)
        if "stars" in parameters:
            body = f"{parameters['stars']}/{body}"
        else:
            names = dict.fromkeys("".join(rows))
            body += codes.NUMBER16.encode([numbers.get(name) for name in names])
        return len(rows[0]), len(rows), body

    def read_file(self, lines: _Lines, rows: int, columns: int) -> dict[str, int | str]:
        """The parameters in the lines of a file behind its size."""
        stars = lines.number() if self.family == "star-battle" else None
        if stars == 0:
            raise lines.refusal("there are 0 stars; write 1 or more")
        number = lines.number()
        if not 0 < number <= len(NAMES):
            raise lines.refusal(f"{number} regions; up to {len(NAMES)} can be read")
        what = f"numbers of regions below {number}"
        names = [
            [NAMES[int(x)] for x in lines.cells(columns, what, lambda x: _below(x, number))]
            for _ in range(rows)
        ]
        regions = "/".join(map("".join, names))
        if stars is not None:
            return {"regions": regions, "stars": stars}
        given = dict[str, str]()
        for row in names:
            words = lines.cells(
                columns, "numbers of rooms, or .", lambda x: x in ".-" or x.isdecimal()
            )
            given |= {name: x for name, x in zip(row, words, strict=True) if x not in ".-"}
        return _rooms(regions, given)

    def file_lines(self, parameters: Parameters, solution: object) -> Iterator[str]:
        """The lines of a file from its size on."""
        rows, given = _parted(parameters)
        numbers = {name: str(i) for i, name in enumerate(dict.fromkeys("".join(rows)))}
        yield from (str(len(rows)), str(len(rows[0])))
        yield from [str(parameters["stars"])] if "stars" in parameters else []
        yield str(len(numbers))
        yield from ("".join(f"{numbers[name]} " for name in row) for row in rows)
        pieces = {(x.square.row, x.square.column) for x in getattr(solution, "pieces", ())}
        for r, row in enumerate(rows):
            if "stars" in parameters:
                yield "".join("# " if (r, c) in pieces else ". " for c in range(len(row)))
            else:  # the number of a room is on its first cell
                yield "".join(f"{given.pop(name, '.')} " for name in row)


def _below(text: str, most: int) -> bool:
    return text.isdecimal() and text.isascii() and int(text) < most


def _rooms(rooms: str, given: Mapping[str, str]) -> dict[str, int | str]:
    numbers = ",".join(f"{name}={number}" for name, number in given.items())
    return {"rooms": rooms, "numbers": numbers or "none"}


def _parted(parameters: Parameters) -> tuple[list[str], dict[str, str]]:
    """The rows of a map, each region connected, and the numbers of rooms."""
    regions, numbers = map(str, parameters.values())
    rows = regions.split("/")
    if "." in regions:
        raise InvalidModel("format", "has squares in no region, which this form cannot hold")
    return rows, dict(re.findall(r"(\w)=(\d+)", numbers))


def _regions(address: Address, body: str) -> tuple[str, str]:
    """Return the map of the regions inside the borders with which a body begins, and the rest of it.

    A letter names each region, in the order of their first cells.
    """
    import networkx as nx

    columns, rows = address.columns, address.rows
    try:
        (vertical, horizontal), rest = codes.decode_borders(body, rows, columns)
    except ValueError as error:
        raise InvalidModel("address", str(error)) from None
    cells = nx.grid_2d_graph(rows, columns)
    between = [cell for cell in cells if cell[1] < columns - 1]
    cells.remove_edges_from(((r, c), (r, c + 1)) for r, c in compress(between, vertical))
    cells.remove_edges_from(((r, c), (r + 1, c)) for r, c in compress([*cells], horizontal))
    regions = [*nx.connected_components(cells)]
    if len(regions) > len(NAMES):
        raise InvalidModel("address", f"has more than {len(NAMES)} regions")
    names = {cell: name for name, region in zip(NAMES, regions, strict=False) for cell in region}
    return "/".join("".join(names[r, c] for c in range(columns)) for r in range(rows)), rest


#: The clues of Yajilin.
_ARROWS = [f"{number}{way}" for number in range(100) for way in WAYS]

_NUMBERLINK = Clued("numberlink", codes.NUMBER16, {".": None, "zero": 0}, {"zero": "0"})
_SIMPLE_LOOP = Clued("simple-loop", codes.BITS, {".": 0, "x": 1}, {"x": "*"})
_SLITHERLINK = Clued("slitherlink", codes.FOUR_CELL, {".": None}, unread="-?")
_MASYU = Clued("masyu", codes.CIRCLES, {".": 0, "W": 1, "B": 2}, {"W": "1", "B": "2"}, "-")
_YAJILIN = Clued(
    "yajilin", codes.ARROWS, tokens={"x": "0,-"}, joined=True,
    token=lambda clue: f"{WAYS.index(clue[-1]) + 1},{clue[:-1]}", clue=_arrow_clue,
)  # fmt: skip
_NURIKABE = Clued("nurikabe", codes.NUMBER16, {".": None}, unread="#+")
_HITORI = Clued(
    "hitori", codes.HITORI, unread="-", token=lambda clue: str(codes.hitori_number(clue)),
)  # fmt: skip
_AKARI = Clued("akari", codes.FOUR_CELL, {".": None, "x": "?"}, {"x": "-"}, "#+")
_HEYAWAKE, _STAR_BATTLE = Parted("heyawake"), Parted("star-battle")

#: The genres by the names that pzpr and its sites have for them; of several the first is written.
GENRES: Mapping[str, Clued | Parted] = {
    "numlin": _NUMBERLINK,
    "simpleloop": _SIMPLE_LOOP,
    "starbattle": _STAR_BATTLE,
    "slither": _SLITHERLINK,
    "slitherlink": _SLITHERLINK,
    "mashu": _MASYU,
    "masyu": _MASYU,
    "pearl": _MASYU,
    "yajilin": _YAJILIN,
    "yajirin": _YAJILIN,
    "nurikabe": _NURIKABE,
    "hitori": _HITORI,
    "lightup": _AKARI,
    "akari": _AKARI,
    "heyawake": _HEYAWAKE,
}
