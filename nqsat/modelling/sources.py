"""Where models come from: the catalogue, a user's Python file, a JSON file, or words on a command line."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from nqsat.errors import InvalidModel
from nqsat.files import read_text
from nqsat.modelling.family import Family
from nqsat.modelling.kinds import usual_name
from nqsat.modelling.placement import Placement
from nqsat.modelling.rules import NonAttacking, Objective, Rule, find_rule
from nqsat.modelling.rules.measures import Sense
from nqsat.modelling.schema import LONGEST, load
from nqsat.modelling.tour import Model, Tour
from nqsat.modelling.words import fault

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
        model = load(source)
        return Family(Path(source).name, lambda: model)
    wanted = source.replace("_", "-")
    names = {family.name: family for family in catalogue()}
    if wanted in names:
        return names[wanted]
    near = difflib.get_close_matches(wanted, names, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`nqsat list` has their names"
    reason = f"{source[:60]!r} is not in the catalogue; {hint} (or file.py:function, model.json)"
    raise InvalidModel("model", reason)


def own_class(field: str, text: str, kind: type) -> Any:
    """The class of a user's own that ``file.py:Class`` names; None for a text of another form.

    Args:
        field: what is being named, for messages.
        text: the text.
        kind: what it has to be a subclass of.

    Raises:
        InvalidModel: the file cannot be used, or has no such class.
    """
    match = _PYTHON.fullmatch(text)
    if match is None:
        return None
    found = getattr(_load(field, Path(match["path"])), match["name"], None)
    if not isinstance(found, type) or not issubclass(found, kind):
        reason = f"{match['path']} has no class {match['name']} that is {kind.__name__}"
        raise InvalidModel(field, reason)
    return found


def model_of(given: Model | str, parameters: Mapping[str, int | str]) -> Model:
    """The model that a question is about: what is given, or that of a name and its parameters.

    Args:
        given: a model, or a text as for ``find_family``.
        parameters: of the family that the text names.

    Raises:
        InvalidModel: it is neither, or there are parameters beside a model; otherwise as ``find_family``.
    """
    if isinstance(given, str):
        return find_family(given)(**parameters)
    for name in parameters:
        raise InvalidModel(name, "is no option here; parameters follow a name: ('queens', n=8)")
    if not isinstance(given, Model):
        raise InvalidModel("model", f"{given!r} is none; give a Placement, a Tour or a name")
    return given


def in_place(
    board: str,
    pieces: Iterable[str],
    rules: Iterable[str] = (),
    presets: Iterable[str] = (),
    *,
    maximise: str | None = None,
    minimise: str | None = None,
) -> Model:
    """The placement that command-line words describe.

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
    usual = () if (stated := tuple(rules)) else (NonAttacking(),)
    model = Placement(board, numbers, usual)
    return refined(model, rules=stated, presets=presets, maximise=maximise, minimise=minimise)


def refined(
    model: Model,
    *,
    rules: Iterable[str] = (),
    presets: Iterable[str] = (),
    maximise: str | None = None,
    minimise: str | None = None,
    start: str | None = None,
    end: str | None = None,
    through: Iterable[str] = (),
    avoiding: Iterable[str] = (),
    numbers: Iterable[str] = (),
) -> Model:
    """A model of which more is required, in words as for ``in_place``; numbers of a tour are ``a1=1``.

    Raises:
        InvalidModel: a word cannot be read, is not for this kind of model, or contradicts the model.
    """
    placing = {"rule": rules, "preset": presets, "maximise": maximise, "minimise": minimise}
    touring = {"from": start, "to": end, "through": through, "avoiding": avoiding}
    touring["number"] = numbers
    wrong, kind = (placing, "placements") if isinstance(model, Tour) else (touring, "tours")
    for option, words in wrong.items():
        if words:
            raise InvalidModel(f"--{option}", f"is for models of {kind}")
    if isinstance(model, Tour):
        places = _places(numbers)
        for field, given, own in (("start", start, model.start), ("end", end, model.end)):
            if given is not None and own is not None:
                raise InvalidModel(field, f"is {own.name(model.board.rows)} in the model already")
        return model.changed(
            start=start or model.start,
            end=end or model.end,
            through=(*model.through, *through),
            avoiding=(*model.avoiding, *avoiding),
            numbers=(*model.numbers, *places.items()),
            **({"unit": None} if start or end or places else {}),
        )
    names = [kind.name for kind in model.kinds]
    objective = _objective(maximise, minimise, names)
    if objective is not None and model.objective is not None:
        reason = f"the model has one: {model.objective.sense} {model.objective.measure.name}"
        raise InvalidModel(objective.sense, reason)
    return model.changed(
        rules=(*model.rules, *(_rule(word, names) for word in rules)),
        presets=(*model.presets, *presets),
        objective=objective or model.objective,
    )


def _rule(word: str, kinds: Collection[str]) -> Rule:
    name, equals, value = word.partition("=")
    kind = own_class("rule", name, Rule) or find_rule(name)
    try:
        rule: Rule = kind.parse(value if equals else None)
    except TypeError as error:  # of a class of the user's own that has to be told something
        raise InvalidModel(f"rule {name}", fault(kind, error)) from error
    return rule.called(partial(usual_name, kinds))


def _objective(
    maximise: str | None, minimise: str | None, kinds: Collection[str]
) -> Objective | None:
    if maximise is not None and minimise is not None:
        raise InvalidModel("minimise", "one objective only: leave out maximise or minimise")
    if maximise is None and minimise is None:
        return None
    sense: Sense = "minimise" if maximise is None else "maximise"
    wanted = Objective.parse(sense, maximise or minimise or "")
    return replace(wanted, measure=wanted.measure.called(partial(usual_name, kinds)))


def _places(numbers: Iterable[str]) -> dict[str, int]:
    """Numbers of squares, from words as in ``a1=1``."""
    places: dict[str, int] = {}
    for word in numbers:
        square, equals, number = word.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or len(number) > 9:
            raise InvalidModel("number", f"{word!r}: write SQUARE=NUMBER, as in a1=1")
        if square in places:
            raise InvalidModel("number", f"{square} is given twice")
        places[square] = int(number)
    return places


def _from_python(path: Path, name: str) -> Family:
    module = _load("model", path)
    function = getattr(module, name, None)
    if not callable(function):
        found = [key for key, value in vars(module).items() if isinstance(value, Family)]
        hint = f"; it has {', '.join(found)}" if found else ""
        raise InvalidModel("model", f"{path} has no function {name}{hint}")
    # Its name says where it is from, so that nobody takes it for the catalogue's.
    return replace(Family.of(function), name=f"{path.name}:{name}")


#: Users' files that have been run, with their text: a class named twice is one class.
_MODULES: dict[Path, tuple[str, ModuleType]] = {}

#: The folders of users' files, which stand last on Python's path, the latest first.
_FOLDERS: list[str] = []


def _let_import(folder: Path) -> None:
    """Let a user's file import those beside it; they stand behind all else and replace nothing.

    What was imported from beside another user's file and has one of their names is forgotten.
    """
    here = str(folder)
    others = [other for other in _FOLDERS if other != here]
    names = {place.stem for place in folder.iterdir()} if others else set()
    for name, module in list(sys.modules.items()):
        parents = map(str, Path(getattr(module, "__file__", None) or "").parents)
        if name.partition(".")[0] in names and not set(others).isdisjoint(parents):
            del sys.modules[name]
    sys.path[:] = [*(place for place in sys.path if place not in _FOLDERS), here, *others]
    _FOLDERS[:] = [here, *others]
    importlib.invalidate_caches()


def _load(field: str, path: Path) -> ModuleType:
    """A user's file as a module of its own, run once. It is the user's program: it may do anything."""
    text = read_text(field, path, LONGEST)
    _let_import(path.resolve().parent)
    known = _MODULES.get(path.resolve())
    if known is not None and known[0] == text:
        return known[1]
    spec = importlib.util.spec_from_file_location(f"_nqsat_user_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InvalidModel(field, f"{path} cannot be loaded as Python")
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
        reason = f"{path}, line {line}: {type(error).__name__}: {text}"
        raise InvalidModel(field, reason) from error
    _MODULES[path.resolve()] = text, module
    return module
