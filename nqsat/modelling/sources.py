"""Where models come from: the catalogue, a user's Python file, a JSON file, or words on a command line."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
import sys
import traceback
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nqsat.chess import Board
from nqsat.chess.files import read_text
from nqsat.errors import InvalidModel
from nqsat.modelling.family import Family
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import NonAttacking, Objective, Rule, find_rule
from nqsat.modelling.schema import LONGEST, loads
from nqsat.modelling.tour import Tour

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

__all__ = ["catalogue", "find_family", "in_place", "tour_in_place"]

_PYTHON = re.compile(r"(?P<path>.+\.py):(?P<name>[A-Za-z_][A-Za-z0-9_]*)")


def catalogue() -> tuple[Family, ...]:
    """The families that come with nqsat, in the catalogue's order."""
    families: tuple[Family, ...] = importlib.import_module("nqsat.models").FAMILIES
    return families


def find_family(source: str) -> Family:
    """The family that a text names: ``queens``, ``file.py:function`` or ``model.json``.

    Raises:
        InvalidModel: there is none of that name, or the file cannot be used.
        InvalidNotation: the JSON cannot be read.
    """
    if match := _PYTHON.fullmatch(source):
        return _from_python(Path(match["path"]), match["name"])
    if source.endswith(".json"):
        model = loads(read_text("model", source, LONGEST))
        return Family(Path(source).name, lambda: model)
    wanted = source.replace("_", "-")
    names = {family.name: family for family in catalogue()}
    if wanted in names:
        return names[wanted]
    near = difflib.get_close_matches(wanted, names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`nqsat list` has their names"
    raise InvalidModel(
        "model",
        f"{source[:60]!r} is not in the catalogue; {hint} (or file.py:function, model.json)",
    )


def in_place(
    board: str,
    pieces: Iterable[str],
    rules: Iterable[str] = (),
    presets: Iterable[str] = (),
    *,
    maximise: str | None = None,
    minimise: str | None = None,
) -> Placement:
    """The model that command-line words describe.

    Args:
        board: ``8x8``, ``torus:7x7``, ``cylinder:5x6``, ``file:map.txt``.
        pieces: ``Q=8``, ``white:Q=any``, ``N=3..5``.
        rules: ``NAME`` or ``NAME=VALUE``; non-attacking where none is given.
        presets: ``Q@a1``, ``-@b2``.
        maximise: a measure: ``men``, ``men=white:Q``, ``unattacked``.
        minimise: the same; one of the two at most.

    Raises:
        InvalidModel: a word cannot be read; a piece without a number is refused with that hint.
    """
    numbers: dict[str, str] = {}
    for word in pieces:
        name, equals, number = word.rpartition("=")
        if not equals or not name or not number:
            raise InvalidModel("piece", f"{word!r} has no number: write {word}=8 or {word}=any")
        if name in numbers:
            raise InvalidModel("piece", f"{name!r} is given twice; give one number for both")
        numbers[name] = number
    if not numbers:
        raise InvalidModel("piece", "none is given: add --piece Q=8")
    stated: list[Rule] = []
    for word in rules:
        name, equals, value = word.partition("=")
        stated.append(find_rule(name).parse(value if equals else None))
    objective = _objective(maximise, minimise)
    return Placement(Board.parse(board), numbers, stated or [NonAttacking()], presets, objective)


def _objective(maximise: str | None, minimise: str | None) -> Objective | None:
    if maximise is not None and minimise is not None:
        raise InvalidModel("minimise", "one objective only: leave out maximise or minimise")
    if maximise is not None:
        return Objective.parse("maximise", maximise)
    return None if minimise is None else Objective.parse("minimise", minimise)


def tour_in_place(
    board: str,
    piece: str,
    *,
    closed: bool = True,
    start: str | None = None,
    end: str | None = None,
    through: Iterable[str] = (),
    avoiding: Iterable[str] = (),
    numbers: Iterable[str] = (),
) -> Tour:
    """The tour that command-line words describe; numbers are ``a1=1``, the others as for ``Tour``.

    Raises:
        InvalidModel: a word cannot be read, or two do not go together.
    """
    places: dict[str, int] = {}
    for word in numbers:
        square, equals, number = word.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise InvalidModel("number", f"{word!r}: write SQUARE=NUMBER, as in a1=1")
        if square in places:
            raise InvalidModel("number", f"{square} is given twice")
        places[square] = int(number)
    return Tour(
        board,
        piece,
        closed=closed,
        start=start,
        end=end,
        through=through,
        avoiding=avoiding,
        numbers=places,
    )


def _from_python(path: Path, name: str) -> Family:
    module = _load(path)
    function = getattr(module, name, None)
    if not callable(function):
        found = [key for key, value in vars(module).items() if isinstance(value, Family)]
        hint = f"; it has {', '.join(found)}" if found else ""
        raise InvalidModel("model", f"{path} has no function {name}{hint}")
    # Its name says where it is from, so that nobody takes it for the catalogue's.
    return replace(Family.of(function), name=f"{path.name}:{name}")


def _load(path: Path) -> ModuleType:
    """Run a user's file as a module of its own. It is the user's program: it may do anything."""
    read_text("model", path, LONGEST)
    spec = importlib.util.spec_from_file_location(f"_nqsat_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InvalidModel("model", f"{path} cannot be loaded as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        line = error.lineno if isinstance(error, SyntaxError) else None
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == str(path):
                line = frame.lineno
        text = str(error).partition("\n")[0]
        raise InvalidModel(
            "model", f"{path}, line {line}: {type(error).__name__}: {text}"
        ) from error
    return module
