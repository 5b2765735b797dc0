"""Star battles as puzz.link addresses and pzpr files; nothing is downloaded.

The borders of an address are bits; ``nqsat.modelling.pzpr`` decodes them.

A file has the lines ``pzprv3``, ``starbattle``, rows, columns, stars, the number of regions, a line of
region numbers for each row, and a line of answers for each row (``#`` a star, ``.`` nothing). Slashes may
replace line breaks.

Reference: the sources of pzpr, https://github.com/robx/pzprjs
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Solution
from nqsat.modelling.pzpr import DIGITS, NAMES, parse_address, star_battle_map
from nqsat.modelling.statements import StarBattle, star_battle

#: The prefix of the addresses that are written.
SITE = "https://puzz.link/p?"


def read_address(text: str) -> tuple[str, int] | None:
    """Return the map of regions, rows separated by slashes, and the number of stars; None for other text.

    Raises:
        InvalidModel: there are no stars, the borders have a wrong length, or there are too many regions.
    """
    address = parse_address(text)
    if address is None or address.genre != "starbattle":
        return None
    return star_battle_map(address)


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
    if not 0 < regions <= len(NAMES):
        raise InvalidModel("file", f"line 6: {regions} regions; up to {len(NAMES)} can be read")
    found: list[str] = []
    for place in range(6, 6 + rows):
        cells = lines[place].split() if place < len(lines) else []
        known = [x.isdecimal() and x.isascii() and int(x) < regions for x in cells]
        if len(cells) != columns or not columns or not all(known):
            reason = f"line {place + 1}: expected {columns} numbers of regions below {regions}"
            raise InvalidModel("file", reason)
        found.append("".join(NAMES[int(x)] for x in cells))
    if not found:
        raise InvalidModel("file", "line 3: there are no rows")
    return "/".join(found), stars


def _whole(lines: Sequence[str], place: int) -> int:
    """Return the number on a line of a file."""
    word = lines[place] if place < len(lines) else ""
    if not re.fullmatch("[0-9]{1,3}", word, re.ASCII):
        raise InvalidModel("file", f"line {place + 1}: expected a number, not {word[:20]!r}")
    return int(word)


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
        yield DIGITS[sum(bit << 4 - place for place, bit in enumerate(five))]


def pzprv3(model: Model, solution: Solution | None = None) -> str:
    """Return the pzpr file of a star battle, with the stars of the solution if one is given.

    Raises:
        InvalidModel: the model is another puzzle.
    """
    lines, stars, _ = _star_battle(model)
    numbers = {name: str(i) for i, name in enumerate(dict.fromkeys("".join(lines)))}
    pieces = getattr(solution, "pieces", ())
    starred = {(piece.square.row, piece.square.column) for piece in pieces}
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
