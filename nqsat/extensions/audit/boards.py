"""The boards that words and files name; nothing is solved here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from nqsat import InvalidModel
from nqsat.chess import clues_in
from nqsat.counting import Question
from nqsat.files import lines_of, read_text
from nqsat.modelling import Model
from nqsat.sources import catalogue, find_family, is_pzpr_file, names_a_file

#: Bytes that a file may have.
LARGEST = 10_000_000


class Entry(NamedTuple):
    """A board that is judged: what people call it, what it was read as, and its model."""

    name: str
    stated: str
    model: Model


#: The name of a board, and what reads it, or raises ``InvalidModel``.
Reader = tuple[str, Callable[[], Entry]]


def boards(words: Sequence[str], grids: str | None = None) -> Iterator[Reader]:
    """Yield the boards that words name, each to be read on its own.

    A word is a file (``-`` is standard input), a folder of files, an address, or a model and its parameters
    (``queens 8``). A file is a model (``.json``), a puzzle of pzpr (``.pzprv3``), a grid of what ``grids``
    says, a model with parameters besides the grid, or has a board on each line.
    """
    for word in chain.from_iterable(_files(word) or [word] for word in words):
        if _is_model(word) or not _is_file(word):
            yield word, partial(_stated, word, word)
        elif grids is not None:
            yield word, partial(_grid, word, grids)
        else:
            yield from _lines(word)


def _files(word: str) -> list[str]:
    with suppress(OSError, ValueError):
        return sorted(str(path) for path in Path(word).iterdir() if path.is_file())
    return []


def _is_model(word: str) -> bool:
    """Whether a word names a file that is one model."""
    return word.lower().endswith(".json") or is_pzpr_file(word)


def _is_file(word: str) -> bool:
    with suppress(OSError, ValueError):  # no file has such a name
        return word == "-" or (Path(word).exists() and not Path(word).is_dir())
    return False


def _lines(path: str) -> Iterator[Reader]:
    try:
        text = read_text("file", Path(path), LARGEST)
    except InvalidModel as error:
        yield path, partial(_refuse, error)
        return
    lines = [(number, line.strip()) for number, line in enumerate(lines_of(text), start=1)]
    kept = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not kept:
        yield path, partial(_refuse, InvalidModel("file", "has no boards"))
    for number, line in kept:
        yield f"{path}:{number}", partial(_line, f"{path}:{number}", line)


def _refuse(error: InvalidModel) -> Entry:
    raise error


def _line(name: str, line: str) -> Entry:
    """A board on a line of a file: as a file is data, it names no other file."""
    model = line.split(maxsplit=1)[0]
    known = {name for each in catalogue() for name in (each.name, each.called.lower())}
    names_files = names_a_file(line) or "file:" in line or _is_model(model)
    if names_files or not ("?" in model or model.lower() in known):
        reason = "is neither an address nor a catalogue model with parameters; --grids is for grids"
        raise InvalidModel("line", f"{line[:60]!r} {reason}")
    return _stated(name, line)


def _stated(name: str, words: str) -> Entry:
    """The board of a model and its parameters, of a file that is a model, or of an address."""
    model, *given = words.split() or [""]
    named = dict(word.split("=", 1) for word in given if "=" in word)
    plain = [word for word in given if "=" not in word]
    if model.endswith(".json") and not given:  # also the question that puzzle -o FILE.json wrote
        question = Question.loads(read_text("model", Path(model), LARGEST))
        if question is not None and question.ask == "solve" and isinstance(question.model, Model):
            return Entry(name, words, question.model)
    return Entry(name, words, find_family(model)(*plain, **named))


def _grid(path: str, stated: str) -> Entry:
    """The board of a grid, which is the first parameter of a model that is not stated."""
    name, *given = stated.split() or [""]
    for word in given:
        if "=" not in word:
            raise InvalidModel("--grids", f"{word!r} has no name; write NAME={word}, as in stars=1")
    family = find_family(name)
    missing = family.missing(dict(word.partition("=")[::2] for word in given))
    if not missing:
        raise InvalidModel("--grids", f"{stated!r} has no parameter that a grid could be")
    text = read_text("file", Path(path), LARGEST)
    grid, *_ = missing
    words = [f"{x}={value}" for x, value in clues_in("file", grid, text, family.parameters).items()]
    return _stated(path, " ".join([name, *words, *given]))
