"""Every error that nqsat raises deliberately, and what causes each.

    NqsatError
    ├── InvalidModel          caller's error: an invalid value
    │   └── InvalidNotation   caller's error: a text that cannot be parsed, with the position
    ├── MissingPackage        missing: an optional package is not installed
    ├── UnsupportedByEngine   caller's choice of engine: other engines can answer
    │   └── OutOfMemory       limit: a count reached its memory limit
    ├── Disagreement          bug in nqsat: two engines give different answers
    ├── CertificateRejected   fault of the certificate: a check failed
    ├── Undecided             limit: it was reached before there was a verdict
    └── EngineFailure         fault of the solver or its adapter: it failed
        └── WrongSolution     it returned a non-solution, or the same solution twice

``Interrupted`` is outside the tree: it is a KeyboardInterrupt (Ctrl-C) that carries the partial answer.

Errors of a user's own code are shown without the frames of nqsat (``in_user_code``).

This module is the lowest layer and imports nothing from nqsat.
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Protocol, TypeVar

_LONGEST = 280


def _printable(text: str) -> str:
    """Return the text with line breaks and other control characters escaped."""
    return "".join(x if x.isprintable() else ascii(x)[1:-1] for x in text)


def one_line(text: str, longest: int = _LONGEST) -> str:
    """Return the text on one printable line, with its middle left out if it is long."""
    shown = _printable(text)
    if len(shown) <= longest:
        return shown
    half = (longest - 3) // 2
    first, last = shown[:half], shown[-half:]
    return f"{first.rpartition(' ')[0] or first} … {last.partition(' ')[2] or last}"


def _again(kind: type[NqsatError], *args: object) -> NqsatError:
    return kind.__new__(kind, *args)


class NqsatError(Exception):
    """Base of all errors that nqsat raises deliberately; the text is one printable line."""

    def __init__(self, text: str = "") -> None:
        super().__init__(_printable(text))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error without calling ``__init__``, whose arguments are not the error's text."""
        return _again, (type(self), *self.args), self.__dict__


#: Where an error is: the name of a field, or the path to it: ``("presets", 0, "square")``.
Place = str | tuple[str | int, ...]


class InvalidModel(NqsatError):
    """The caller's error: a value that a model cannot have.

    Args:
        place: the field at fault, as the caller knows it: ``"board"``, ``("pieces", "Q")``.
        reason: what is wrong with it and what to write instead.

    Attributes:
        path: the place as a tuple.
    """

    def __init__(self, place: Place, reason: str) -> None:
        super().__init__()
        self.reason = reason
        self.place(place)

    @property
    def field(self) -> str:
        """The path as text: ``presets[0].square``."""
        parts = [f"[{x}]" if isinstance(x, int) else f".{x}" for x in self.path]
        return one_line("".join(parts).removeprefix("."))

    def place(self, place: Place) -> None:
        """Name another field as the one at fault."""
        self.path = (place,) if isinstance(place, str) else place
        self.args = (one_line(f"{self.field}: {self.reason}"),)

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows: the user's own lines that led here, without those of nqsat."""
        from traceback import StackSummary, TracebackException

        inner = [__file__, getattr(sys.modules.get("IPython"), "__file__", None) or __file__]
        folders = tuple(str(Path(file).parent) for file in inner)
        said = TracebackException.from_exception(self)
        part: TracebackException | None = said
        while part is not None:
            own = [frame for frame in part.stack if not frame.filename.startswith(folders)]
            part.stack = StackSummary.from_list(own)
            part = part.__cause__
        return "".join(said.format()).splitlines()

    def within(self, *place: str | int) -> None:
        """Prefix the path with the place of the enclosing value: ``"presets", 0``.

        If the path begins with the last name of the place, the two overlap: within ``pieces[0]`` the path
        ``pieces.Q.symbol`` becomes ``pieces[0].symbol``. A path that already begins with the place stays.
        """
        own = self.path
        if own[: len(place)] == place:
            return
        if own[:1] == (next(x for x in reversed(place) if isinstance(x, str)),):
            # The index in the place replaces the name in the path.
            own = own[2 if isinstance(place[-1], int) and len(own) > 2 else 1 :]
        self.place((*place, *own))


@contextmanager
def _amending(amend: Callable[[InvalidModel], None]) -> Iterator[None]:
    try:
        yield
    except InvalidModel as error:
        amend(error)
        raise


def inside(*place: str | int) -> AbstractContextManager[None]:
    """Prefix the path of an ``InvalidModel`` raised in the block; see ``InvalidModel.within``."""
    return _amending(lambda error: error.within(*place))


def blaming(*place: str | int) -> AbstractContextManager[None]:
    """Replace the path of an ``InvalidModel`` raised in the block."""
    return _amending(lambda error: error.place(place))


def in_file(path: object) -> AbstractContextManager[None]:
    """Name the file that an ``InvalidModel`` raised in the block is about."""

    def name_it(error: InvalidModel) -> None:
        error.reason = f"{path}: {error.reason}"
        error.place(error.path)

    return _amending(name_it)


class InvalidNotation(InvalidModel):
    """The caller's error: a text (Betza, board map, square, JSON) that cannot be parsed.

    Args:
        place: what the text should be (``piece``, ``board``, ``square``).
        text: the text as given.
        reason: what is wrong and what to write instead.
        line, column: the position, counted from 1; None if the whole text is at fault.
    """

    def __init__(
        self,
        place: Place,
        text: str,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        shown = text if len(text) <= 40 else text[:37] + "..."
        places = (("line", line), ("column", column))
        where = "".join(f", {name} {value}" for name, value in places if value)
        super().__init__(place, f"{shown!r}{where}: {reason}")
        self.text = text
        self.line = line
        self.column = column


class MissingPackage(NqsatError):
    """An optional package is not installed; the text says how to get it."""

    def __init__(self, package: str) -> None:
        super().__init__(f"{package} is not installed: {how_to_install(package)}")


def how_to_install(package: str) -> str:
    """The command that adds a package to the environment of this program, made by pip, pipx or uv.

    In a browser there is none.
    """
    if sys.platform == "emscripten":
        return "it does not run in a browser; use nqsat on a computer"
    if Path(sys.prefix, "pipx_metadata.json").is_file():
        return f"pipx inject nqsat {package}"
    if Path(sys.prefix, "uv-receipt.toml").is_file():
        return f"uv tool install nqsat --with {package}"
    return f"pip install {package}"


class UnsupportedByEngine(NqsatError):
    """The question is valid but this engine cannot answer it; the text names engines that can.

    Args:
        engine: the engine; or in several words, what cannot be made: ``"formula of 2000x2000"``.
        reason: what it cannot do.
        instead: names of engines (or options) that can; may be empty.
    """

    def __init__(self, engine: str, reason: str, instead: tuple[str, ...] = ()) -> None:
        hint = f"; use {' or '.join(instead)}" if instead else ""
        where = engine if " " in engine else f"engine {engine}"
        super().__init__(f"{where}: {reason}{hint}")
        self.engine = engine
        self.reason = reason
        self.instead = instead


class OutOfMemory(UnsupportedByEngine):
    """A count reached its memory limit; the text reports its progress."""


class Disagreement(NqsatError):
    """A bug in nqsat: two independent answers differ.

    Args:
        text: which two answers differ, and how.
        witness: the first solution that one has and the other lacks; None if there is none.
    """

    def __init__(self, text: str, witness: object | None = None) -> None:
        super().__init__(text)
        self.witness = witness


class CertificateRejected(NqsatError):
    """The certificate is wrong: one of its steps does not follow. The text names the step."""


class Undecided(NqsatError):
    """A limit was reached before there was a verdict; the text names the limit."""


class EngineFailure(NqsatError):
    """The solver or its adapter failed."""


class WrongSolution(EngineFailure):
    """An engine returned a non-solution of the model, or the same solution twice.

    Args:
        text: which engine, and what is wrong.
        solution: what it returned.
    """

    def __init__(self, text: str, solution: object) -> None:
        super().__init__(text)
        self.solution = solution


def integer(value: object) -> int | None:
    """Return an integer of any type, NumPy's included, as ``int``; None for other values and for bools."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def no_attribute(value: object, name: str, now: str | None = None) -> AttributeError:
    """Return the error for an attribute that is not there; ``now`` is what it is called."""
    words = f"'{type(value).__name__}' has no attribute '{name}'"
    if now is None and name in _DRAWING and hasattr(type(value), "svg"):
        text = "draw() is its text, and " if hasattr(type(value), "draw") else ""
        return AttributeError(f"{words}; {text}svg() is a picture to write to a file")
    return AttributeError(words + (f"; it is called {now}" if now else ""))


#: Names in other libraries.
_DRAWING = ("draw", "save", "savefig", "show", "display", "plot", "to_svg", "render", "print")


def no_truth(value: object, ask: str) -> TypeError:
    """Return the error for a value used as a bool that is none; ``ask`` is the code to write instead."""
    return TypeError(f"{type(value).__name__} is neither true nor false; ask {ask}")


def no_and(_: object, __: object) -> NoReturn:
    """Refuse ``a & b``, of literals, rules and models; a method of these."""
    words = "a & b is two rules: model + a + b, and ~(a & b) is ~a | ~b"
    raise TypeError(f"{words}; of the premises of a rule, implies([a, b], c)")


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed while a question was being answered.

    ``except Exception`` does not catch it, so a loop over questions ends.

    Args:
        answer: the partial answer, of the type that the question returns: a ``Count`` that says "at
            least", an ``Outcome`` that is unknown; for ``solutions`` the iterator, with ``found``.
    """

    def __init__(self, answer: Any) -> None:
        super().__init__(str(answer))
        self.answer = answer


class _Named(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=_Named)


def choose(field: Place, name: str, options: Iterable[T]) -> T:
    """Return the option with this name; case, hyphens and underscores make no difference.

    Args:
        field: the field that is set, for the message.
        name: the name.
        options: the options to choose from.

    Raises:
        InvalidModel: no option has that name; the message lists all names.
    """
    known = {option.name: option for option in options}
    if name in known:
        return known[name]
    same = [option for option in known.values() if folded(option.name) == folded(name)]
    if len(same) != 1:
        raise InvalidModel(field, unknown(name, known))
    return same[0]


def folded(name: str) -> str:
    """Return a name without what people write in several ways: ``Non_Attacking`` is ``nonattacking``.

    >>> folded("Dragon King") == folded("dragon-king")
    True
    """
    return re.sub("[-_ ]", "", name.strip().lower())


def unknown(word: object, known: Iterable[str]) -> str:
    """Return the message for an unknown word: the known words close to it, and all known words.

    If these are too many for a line, the close ones are enough.

    >>> unknown("dominate", ["domination", "maximal"])
    "'dominate' is unknown (did you mean domination?); choose from domination, maximal"
    """
    words = [*known]
    near = close_to(str(word), words)
    choices, close = f"choose from {', '.join(words)}", f"did you mean {' or '.join(near)}?"
    if near and len(choices) + len(close) > _LONGEST - 50:  # what is wrong comes before it
        return f"{word!r} is unknown; {close}"
    return f"{word!r} is unknown{f' ({close})' if near and len(words) > 2 else ''}; {choices}"


def check_free(field: str, name: str, known: type | None, new: type) -> None:
    """Refuse a class that is registered by a name which another class has.

    The same class from a file that is read again counts as the same.
    """
    if known and (known.__module__, known.__qualname__) != (new.__module__, new.__qualname__):
        reason = f"{known.__qualname__} has the name {name!r}; give {new.__qualname__} another"
        raise InvalidModel(field, reason)


def close_to(word: str, known: Iterable[str], cutoff: float = 0.66) -> list[str]:
    """Return at most three known words that this one may be a misspelling of, the closest first."""
    import difflib  # slow to import, and needed for error messages only

    small = {name.lower(): name for name in known}
    return [
        small[name] for name in difflib.get_close_matches(word.lower(), small, n=3, cutoff=cutoff)
    ]


def in_user_code(error: BaseException) -> BaseException:
    """The error with the frames of the user's own code only, also if it ends the program.

    Whoever has set ``sys.excepthook`` keeps it.
    """
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _show_users_frames
    return error.with_traceback(_users_frames(error.__traceback__))


def _show_users_frames(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    shown = _users_frames(trace) or trace
    sys.__excepthook__(kind, error.with_traceback(shown), shown)


def _users_frames(trace: TracebackType | None) -> TracebackType | None:
    if trace is None:
        return None
    rest, frame = _users_frames(trace.tb_next), trace.tb_frame
    if frame.f_globals.get("__name__", "").partition(".")[0] == "nqsat":
        return rest
    return TracebackType(rest, frame, trace.tb_lasti, trace.tb_lineno)


def error_text(error: BaseException) -> str:
    """The error, and in which line of the user's own files it came up."""
    import traceback  # slow to import, as difflib

    place, frames = "", traceback.extract_tb(_users_frames(error.__traceback__))
    for frame in frames:  # it may continue in a library
        if frame.filename == frames[0].filename:
            place = f", line {frame.lineno}"
    text = str(error).partition("\n")[0]
    return f"{type(error).__name__}{place}: {text}"
