"""A user's Python files: what ``file.py:name`` names, loaded once; data alone run none."""

from __future__ import annotations

import importlib
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from nqsat.errors import InvalidModel
from nqsat.files import as_text, read_bytes
from nqsat.modelling.schema import LONGEST

#: How the modules of users' files are called, before the file's name.
_NAMED = "_nqsat_user_"


#: A reference to an object in a Python file.
PYTHON = re.compile(r"(?P<path>.+\.py):(?P<name>[A-Za-z_][A-Za-z0-9_]*)")


def names_a_file(text: str) -> bool:
    """Whether a text, or a part of it, may name something in a Python file: ``file.py:function``.

    Names that come from data are tested by this before anything imports such a file.
    """
    return ".py:" in text


def user_class(
    field: str,
    text: str,
    kind: type | tuple[type, ...],
    digest: str | None = None,
    *,
    values: bool = False,
) -> Any:
    """The class of a user's own that ``file.py:Class`` names; None for a text of another form.

    Args:
        field: what is being named, for messages.
        text: the text.
        kind: what it has to be a subclass of; of several, one of them.
        digest: the SHA-256 that the file must have, or it is not run.
        values: whether it may be a value of such a class as well.

    Raises:
        InvalidModel: the file cannot be used, or has no such class.
    """
    match = PYTHON.fullmatch(text)
    if match is None:
        return None
    found = getattr(load_file(field, Path(match["path"]), digest), match["name"], None)
    if values and isinstance(found, kind):
        return found
    if not isinstance(found, type) or not issubclass(found, kind):
        raise InvalidModel(field, f"{match['path']} has no {field} {match['name']!r}")
    return found


def check_named(field: str, text: str, digest: object, named: str | None) -> tuple[str, str]:
    """See that a call names the file of a user's own that data name: data alone run nothing.

    Args:
        field: what the file has: ``"model"`` or ``"engine"``, which an option is called as well.
        text: what the data say: ``file.py:name``.
        digest: of the file, in the data.
        named: what the call names, if anything.

    Returns:
        what is to be loaded, and the digest that its file must have.

    Raises:
        InvalidModel: the call names nothing, or something else, or the data have no digest.
    """
    if named is None:
        reason = f"data never run code; name its file in this call: --{field} {text}"
        raise InvalidModel(field, reason)
    if not PYTHON.fullmatch(named) or named.rpartition(":")[2] != text.rpartition(":")[2]:
        raise InvalidModel(field, f"{named} is not what the data name: {text}")
    if not isinstance(digest, str):
        reason = f"the data have no SHA-256 of {text}, so nqsat cannot check the file"
        raise InvalidModel(field, reason)
    return named, digest


#: Users' files that have been run, with their text: a class named twice is one class.
_MODULES: dict[Path, tuple[str, ModuleType]] = {}

#: The folders of users' files, which are last on Python's path, the latest first.
_FOLDERS: list[str] = []


def _let_import(folder: Path) -> None:
    """Let a user's file import those in its folder, behind all else, and none of another user's folder."""
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
    sys.dont_write_bytecode = True  # nothing is written there, now or when they import more


def load_file(field: str, path: Path, digest: str | None = None) -> ModuleType:
    """A user's file as a module of its own, run once. It is the user's program: it may do anything."""
    data = read_bytes(field, path, LONGEST)  # this is run, whatever becomes of the file meanwhile
    from hashlib import sha256

    if digest is not None and sha256(data).hexdigest() != digest:
        raise InvalidModel(field, f"{path} has changed: its SHA-256 is not the one in the data")
    text = as_text(field, path, data)
    _let_import(path.resolve().parent)
    known = _MODULES.get(path.resolve())
    if known is not None and known[0] == text:
        return known[1]
    module = ModuleType(_NAMED + path.stem)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, path, "exec", dont_inherit=True), vars(module))
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
