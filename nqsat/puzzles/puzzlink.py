"""Star battles as puzz.link addresses and pzpr files; nothing is downloaded.

An address ends in ``starbattle/COLUMNS/ROWS/STARS/BORDERS``. The borders are bits: for each row from left
to right whether two neighbours lie in different regions, then for each row except the last whether a cell
and the one below do. Five bits are one digit in base 32, the highest bit first; the last digit of each half
is padded with zeros. Regions are the connected components inside the borders.

A file has the lines ``pzprv3``, ``starbattle``, rows, columns, stars, the number of regions, a line of
region numbers for each row, and a line of answers for each row (``#`` a star, ``.`` nothing). Slashes may
replace line breaks.

Reference: the sources of pzpr, https://github.com/robx/pzprjs
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_letters, digits

from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Solution
from nqsat.modelling.sentences import StarBattle, star_battle

#: The prefix of the addresses that are written.
SITE = "https://puzz.link/p?"

_ADDRESS = re.compile(
    r"(?:https?://)?[^?\s]*\?starbattle/([0-9]{1,3})/([0-9]{1,3})/([0-9]{1,2})/([0-9a-v]*)/?",
    re.ASCII,
)
_DIGITS = digits + "abcdefghijklmnopqrstuv"
_NAMES = ascii_letters + digits

Cell = tuple[int, int]


def read_address(text: str) -> tuple[str, int] | None:
    """Return the map of regions, rows separated by slashes, and the number of stars; None for other text.

    Raises:
        InvalidModel: there are no stars, the borders have a wrong length, or there are too many regions.
    """
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return None
    columns, rows, stars = map(int, found.groups()[:3])
    across, down = (columns - 1) * rows, columns * (rows - 1)
    halves = -(-across // 5), -(-down // 5)
    if not columns or not rows or len(found[4]) != sum(halves):
        wanted, given = max(0, sum(halves)), len(found[4])
        reason = f"{columns}×{rows} cells have borders of {wanted} digits, not {given}"
        raise InvalidModel("address", reason)
    if not stars:
        reason = f"has 0 stars; write 1 or more: starbattle/{columns}/{rows}/1/…"
        raise InvalidModel("address", reason)
    vertical, horizontal = _bits(found[4][: halves[0]]), _bits(found[4][halves[0] :])
    joined: dict[Cell, list[Cell]] = {}
    for row in range(rows):
        for column in range(columns):
            if column < columns - 1 and not vertical[row * (columns - 1) + column]:
                _join(joined, (row, column), (row, column + 1))
            if row < rows - 1 and not horizontal[row * columns + column]:
                _join(joined, (row, column), (row + 1, column))
    return _region_map(rows, columns, joined), stars


def read_pzprv3(text: str) -> tuple[str, int]:
    """Return the map of regions, rows separated by slashes, and the number of stars, from a pzpr file.

    Stars and other marks by a player are ignored.

    Raises:
        InvalidModel: it is no star battle, or violates the format; the message has the line.
    """
    lines = [line.strip() for line in text.replace("/", "\n").splitlines()]
    if lines[:2] != ["pzprv3", "starbattle"]:
        reason = "is not a star battle of pzpr: it begins with pzprv3, starbattle"
        raise InvalidModel("file", reason)
    numbers = [_whole(lines, place) for place in range(2, 6)]
    rows, columns, stars, regions = numbers
    if not stars:
        raise InvalidModel("file", "line 5: there are 0 stars; write 1 or more")
    if not 0 < regions <= len(_NAMES):
        raise InvalidModel("file", f"line 6: {regions} regions; up to {len(_NAMES)} can be read")
    found: list[str] = []
    for place in range(6, 6 + rows):
        cells = lines[place].split() if place < len(lines) else []
        known = [x.isdecimal() and x.isascii() and int(x) < regions for x in cells]
        if len(cells) != columns or not columns or not all(known):
            reason = f"line {place + 1}: expected {columns} numbers of regions below {regions}"
            raise InvalidModel("file", reason)
        found.append("".join(_NAMES[int(x)] for x in cells))
    if not found:
        raise InvalidModel("file", "line 3: there are no rows")
    return "/".join(found), stars


def _whole(lines: Sequence[str], place: int) -> int:
    """Return the number on a line of a file."""
    word = lines[place] if place < len(lines) else ""
    if not re.fullmatch("[0-9]{1,3}", word, re.ASCII):
        raise InvalidModel("file", f"line {place + 1}: expected a number, not {word[:20]!r}")
    return int(word)


def _bits(text: str) -> list[bool]:
    return [bool(_DIGITS.index(x) >> bit & 1) for x in text for bit in (4, 3, 2, 1, 0)]


def _join(joined: dict[Cell, list[Cell]], one: Cell, other: Cell) -> None:
    joined.setdefault(one, []).append(other)
    joined.setdefault(other, []).append(one)


def _region_map(rows: int, columns: int, joined: Mapping[Cell, Sequence[Cell]]) -> str:
    """Return the map with a letter for each region, in the order of their first cells."""
    names: dict[Cell, str] = {}
    number = 0
    for start in ((row, column) for row in range(rows) for column in range(columns)):
        if start in names:
            continue
        if number == len(_NAMES):
            raise InvalidModel("address", f"has more than {len(_NAMES)} regions")
        queue = [start]
        for cell in queue:  # the list grows in the loop
            if cell not in names:
                names[cell] = _NAMES[number]
                queue += joined.get(cell, ())
        number += 1
    return "/".join("".join(names[row, column] for column in range(columns)) for row in range(rows))


def address(model: Model) -> str:
    """Return the address of a star battle. ``InvalidModel``: the model is another puzzle."""
    lines, stars, _ = _star_battle(model)
    rows, columns = len(lines), len(lines[0])
    vertical = [line[i] != line[i + 1] for line in lines for i in range(columns - 1)]
    horizontal = [lines[i][j] != lines[i + 1][j] for i in range(rows - 1) for j in range(columns)]
    borders = "".join(_encode_bits(vertical)) + "".join(_encode_bits(horizontal))
    return f"{SITE}starbattle/{columns}/{rows}/{stars}/{borders}"


def _encode_bits(bits: Sequence[bool]) -> Iterator[str]:
    for start in range(0, len(bits), 5):
        five = [*bits[start : start + 5], False, False, False, False][:5]
        yield _DIGITS[sum(bit << 4 - place for place, bit in enumerate(five))]


def pzprv3(model: Model, solution: Solution | None = None) -> str:
    """Return the pzpr file of a star battle, with the stars of the solution if one is given.

    Raises:
        InvalidModel: the model is another puzzle.
    """
    lines, stars, _ = _star_battle(model)
    numbers = {name: str(i) for i, name in enumerate(dict.fromkeys("".join(lines)))}
    men = getattr(solution, "men", ())
    starred = {(man.square.row, man.square.column) for man in men}
    cells: Iterable[list[str]] = (
        ["#" if (row, column) in starred else "." for column in range(len(line))]
        for row, line in enumerate(lines)
    )
    sizes = (len(lines), len(lines[0]), stars, len(numbers))
    head = ["pzprv3", "starbattle", *map(str, sizes)]
    rooms = [" ".join(numbers[name] for name in line) + " " for line in lines]
    return "\n".join([*head, *rooms, *(" ".join(line) + " " for line in cells)]) + "\n"


def _star_battle(model: Model) -> StarBattle:
    """Return the map and the number of stars; raise if the rules are not those of a star battle."""
    battle = star_battle(model)
    if battle is None or "." in "".join(battle.regions):
        reason = "only a star battle can be written so: nqsat puzzle star-battle"
        raise InvalidModel("format", reason)
    return battle
