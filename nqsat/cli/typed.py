"""Typed words in the form that nqsat has: names in any order, sizes, numbers with units.

``8 queens``, ``knight's tour``, ``8 x 8``, ``1-8``, ``1k`` and ``90s`` mean one thing each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import nqsat
from nqsat.cli.definition import OTHER_WORDS
from nqsat.errors import InvalidModel, in_file
from nqsat.files import read_text

if TYPE_CHECKING:
    from inspect import Parameter

    from nqsat.sources import Family

# -- numbers -----------------------------------------------------------------------------

_INTEGER = re.compile(r"(-?(?:[0-9]{1,3}(?:[,_][0-9]{3}){1,5}|[0-9]{1,18}))(k?)", re.ASCII)

#: Sizes in several words, each after a null character; and what separates two of their numbers.
_BY = re.compile(r"[\0\s]*[xX×*][\0\s]*")
_SIZES = re.compile(rf"(?<![^\0])[0-9]+(?:{_BY.pattern}[0-9]+)+(?![^\0])", re.ASCII)

#: Units and how many of the base unit each is.
_SECONDS = {
    "": 1.0,
    "ms": 0.001,
    "s": 1.0,
    "sec": 1.0,
    "m": 60.0,
    "min": 60.0,
    "h": 3600.0,
    "d": 86400.0,
}
_GIBIBYTES = {"": 1.0, "m": 2.0**-10, "g": 1.0, "t": 2.0**10}


def number(text: str) -> int:
    """The integer that a text is: ``8``, ``1,000``, ``1_000`` or ``1k``; a ValueError for others."""
    if (digits := _INTEGER.fullmatch(text)) is None:
        raise ValueError(f"{text!r} is not an integer")
    return int(re.sub("[,_]", "", digits[1])) * (1000 if digits[2] else 1)


def seconds(text: str) -> float:
    """A duration in seconds: ``90``, ``90s``, ``2m``, ``1h30m``; a ValueError for others."""
    return _quantity(text, _SECONDS, "a number of seconds")


def gibibytes(text: str) -> float:
    """Memory in GiB: ``4``, ``4G``, ``512MB``; a ValueError for others."""
    return _quantity(re.sub("i?b$", "", text, flags=re.IGNORECASE), _GIBIBYTES, "a number of GiB")


def _quantity(text: str, units: dict[str, float], what: str) -> float:
    try:
        return float(text)  # also inf
    except ValueError:
        parts = re.findall(r"([0-9.]+)\s*([a-z]*)\s*", text.lower())
    whole = re.fullmatch(r"(?:[0-9.]+\s*[a-z]+\s*)+", text.lower())
    if not whole or any(unit not in units for _, unit in parts):
        raise ValueError(f"{text!r} is not {what}")
    try:
        return sum(float(value) * units[unit] for value, unit in parts)
    except ValueError:
        raise ValueError(f"{text!r} is not {what}") from None


def plain_number(text: str) -> str:
    """A number, or a range, as digits: ``1k`` is ``1000``, ``1-8`` is ``1..8``; other texts as they are."""
    return str(number(text)) if _INTEGER.fullmatch(text) else nqsat.modelling.dotted(text)


def plain_sizes(words: Iterable[str]) -> list[str]:
    """The words with sizes on one word: ``8 x 8``, ``8*8`` and ``8X8`` are ``8x8``."""
    joined = _SIZES.sub(lambda size: _BY.sub("x", size[0]), "\0".join(words))
    return joined.split("\0") if joined else []


# -- names -------------------------------------------------------------------------------

#: A word that may be a part of a name; not a file, an address or ``n=8``.
_WORD = re.compile(r"[\w '’-]+")

_APART = re.compile(r"[\W_]+")

#: The ends of plurals, and of the words in the singular.
_ENDS = (("ies", "y"), ("oes", "o"), ("ses", "s"), ("zes", "z"), ("ss", "ss"), ("s", ""))

#: The sides of a board where a family has both.
_SIDES = ("rows", "columns")


def spelled(words: Sequence[str], families: Iterable[Family]) -> list[str] | None:
    """The name of a family and its parameters, for words that mean them; None if they do not name one.

    >>> from nqsat.models import FAMILIES
    >>> spelled(["knight", "tour", "8"], FAMILIES)
    ['knights-tours', 'rows=8', 'columns=8']
    """
    stated = [word for word in words if "=" in word]
    if (named_family := named([word for word in words if "=" not in word], families)) is None:
        return None
    family, more = named_family
    return [family.name, *_with_sides(family, [*more, *stated])]


def numbers_last(words: Sequence[str]) -> list[str]:
    """The words, with numbers in front of a name behind all others."""
    return sorted(words, key=str.isdecimal) if words and words[0].isdecimal() else [*words]


def named(words: Sequence[str], families: Iterable[Family]) -> tuple[Family, list[str]] | None:
    """The family that words name, and the words besides; None if they do not name just one.

    Case, plurals and separators in a name make no difference. The longest name wins:
    ``["knight", "tour", "8"]`` are the tours. Numbers may come anywhere, also the parts of a name, and
    a parameter before it (n queens), where nothing is named otherwise. At last a word may begin just one.
    """
    known = [(family, parts_of(family.name)) for family in families]
    ways: tuple[Callable[[list[str], Family, list[str]], bool], ...] = (
        lambda said, _, parts: said == parts,
        lambda said, _, parts: "".join(said) == "".join(parts),
        lambda said, _, parts: sorted(said) == sorted(parts),
        lambda said, family, parts: said[1:] == parts and said[0] in family.parameters,
        lambda said, _, parts: said == parts[: len(said)],
    )
    for fits in ways:
        for end in range(len(words), 0, -1):
            if not all(map(_WORD.fullmatch, words[:end])):
                continue
            parts = [part for word in words[:end] for part in _split(word)]
            said = [_singular(part) for part in parts if not _is_number(part)]
            candidates = [family for family, own in known if said and fits(said, family, own)]
            if len(candidates) == 1:
                return candidates[0], [*filter(_is_number, parts), *words[end:]]
    return None


def _is_number(part: str) -> bool:
    return part[0].isdecimal()


def _split(word: str) -> list[str]:
    """The parts of a word in small letters; a number is one, whatever it has in it."""
    plain = re.sub("['’]|^n(?=queen)", "", word.lower())  # nqueens
    apart = re.sub(r"^([0-9]+)([a-z]{4,})$", r"\1 \2", plain)  # 8queens
    parts = [part for part in _APART.split(apart) if part]
    return [word] if all(map(_is_number, parts)) and " " not in word else parts


def parts_of(text: str) -> list[str]:
    """The words of a name or a sentence as they are compared: small, in the singular, with no hyphens."""
    return [_singular(part) for part in _split(text)]


def _singular(word: str) -> str:
    """A word in the singular; not always that of English, and the same for both."""
    for ending, instead in _ENDS:
        if len(word) > len(ending) + 1 and word.endswith(ending):
            shorter = word.removesuffix(ending) + instead
            return shorter if shorter == word else _singular(shorter)
    return word


def _with_sides(family: Family, words: Sequence[str]) -> list[str]:
    """Parameters with ``8x8`` as the sides of a board where no parameter may be a board or a grid.

    One number alone is both sides, where nothing else is missing. ``8x8`` is never a number of pieces: it
    is the side n, wherever it is.
    """
    known = family.parameters
    whole = (
        "board" in known or "regions" in known or int not in {x.annotation for x in known.values()}
    )
    named = {word.partition("=")[0] for word in words if "=" in word}
    sides = [name for name in _SIDES if name in known and name not in named]
    placed: list[str] = []
    for word in words:
        size = re.fullmatch(r"([0-9]+)x([0-9]+)", word)
        if size is None or whole:
            placed.append(word)
        elif len(sides) == len(_SIDES):
            placed += [f"rows={size[1]}", f"columns={size[2]}"]
            sides = []
        elif size[1] == size[2] and "n" in known and "n" not in named:
            placed.append(f"n={size[1]}")
            named.add("n")
        else:
            placed.append(word)
    bare = [word for word in placed if "=" not in word]
    numbers = [word for word in bare if word.isdecimal()]
    if len(sides) == len(_SIDES) and len(numbers) == 1:
        left = [name for name in family.missing({}) if name not in named]
        if len(left) == len(bare) + 1:
            placed.remove(numbers[0])
            placed += [f"{side}={numbers[0]}" for side in sides]
    return placed


# -- in the place of MODEL ---------------------------------------------------------------------------

#: A parameter of the words of --board, in the place of a MODEL.
_PARAMETER = re.compile(r"[a-z_]+=[^=]+", re.ASCII)

#: Pieces, or a parameter, in the place of a MODEL.
_PIECES = re.compile(r"([\w:(),-]+)=[\w.-]*")


def model_and_rest(words: list[str], board: str | None) -> tuple[str | None, list[str]]:
    """MODEL, if there is one, and the parameters behind it; behind a board all may be parameters."""
    if not words:
        return None, []
    number = words[0].removeprefix("https://oeis.org/").upper()
    model, rest = number if nqsat.sources.OEIS.fullmatch(number) else words[0], words[1:]
    if board is not None:
        return (None, words) if _PARAMETER.fullmatch(model) else (model, rest)
    if len(model.split()) == 1 and nqsat.Board.begins(model):
        raise InvalidModel("model", f"{model} is a board; write --board {model}")
    if pair := _PIECES.fullmatch(model):
        known = nqsat.modelling.kinds.is_kind(pair[1])
        write = f"--board 8x8 --piece {model}" if known else f"the name first: queens {model}"
        raise InvalidModel("model", f"{model} is not a model; write {write}")
    return model, rest


def family_and_rest(words: list[str]) -> list[str] | None:
    """A family and its parameters, for words that mean these; None if they name none."""
    families = nqsat.sources.catalogue()
    if (found := spelled(words, families)) is None and words and words[0].isalpha():
        for start in range(1, len(words)):
            if meant := spelled(words[start:], families):
                hint = OTHER_WORDS.get(f"--{words[0]}", f"did you mean {' '.join(meant)}?")
                raise InvalidModel("model", f"{words[0]!r} is not a name; {hint}")
    return found


# -- parameters --------------------------------------------------------------------------


def pair(word: str) -> tuple[str, str]:
    """``n=8`` as name and value; the name is empty where the word has none."""
    whole = "=" not in word or (word.count("=") > 1 and not word.partition("=")[0].islower())
    name, equals, value = ("", "", word) if whole else word.partition("=")  # Q=2,N=3 is a value
    if not value or (equals and not name):
        raise InvalidModel("-p", f"{word!r}: write NAME=VALUE, as in -p n=8")
    return name, value


def fits(value: str, parameter: Parameter, of_numbers: Container[str]) -> bool:
    """Whether a word may be the value of a parameter, by its form; those ``of_numbers`` may be numbers."""
    if value.removeprefix("-").isdecimal() or nqsat.sources.is_range(value):
        return parameter.annotation is not str or parameter.name in of_numbers
    if nqsat.Board.begins(value):
        return parameter.name in ("board", "regions")
    return parameter.annotation is str and parameter.name != "board"


#: The name of a file; and those that no clues look like, whether the file is there or not.
_FILE = re.compile(r"[^:=]+\.[a-z]\w{0,6}", re.IGNORECASE)
_SURELY = re.compile(r"\.(txt|csv|tsv|map|fen)$", re.IGNORECASE)


def file_word(text: str) -> str:
    """A board or a grid: ``map.txt`` as ``file:map.txt``, other texts as they are."""
    named = _FILE.fullmatch(text) and (_SURELY.search(text) or Path(text).is_file())
    return f"file:{text}" if named else text


def clues(name: str, value: str, others: Iterable[str]) -> dict[str, str]:
    """The clues of a puzzle as a file has them, with other parameters in it; nothing if it is no file."""
    from nqsat.chess.grid import clues_in, file_named
    from nqsat.modelling.schema import LONGEST

    if (file := file_named(value)) is None:
        return {}
    with in_file(file):
        return clues_in(name, name, read_text(name, file, LONGEST), others)
