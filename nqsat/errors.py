"""Every error that nqsat raises on purpose, and whose mistake each one is.

    NqsatError
    ├── InvalidModel          the caller's: a value that no model can have
    │   └── InvalidNotation   the caller's: a text that could not be read, with the position
    ├── MissingPackage        no mistake: an optional package is not installed
    ├── UnsupportedByEngine   the caller's choice of engine: others can answer
    │   └── OutOfMemory       no mistake: a count that was begun met its limit of memory
    ├── Disagreement          nqsat's: two engines give different answers
    ├── CertificateRejected   the certificate's: a check did not go through
    ├── Undecided             no mistake: a limit was met before there was a verdict
    └── EngineFailure         the solver's (or its adapter's): it broke
        └── WrongSolution     it handed out what is no solution, or one twice

``Interrupted`` stands outside the tree: it is Ctrl-C, a KeyboardInterrupt, with what was known by then.

This module stands below everything and imports nothing of nqsat.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

_LONGEST = 280


def _printable(text: str) -> str:
    """The text with line breaks and other control characters shown."""
    return "".join(x if x.isprintable() else ascii(x)[1:-1] for x in text)


def one_line(text: str) -> str:
    """The same, its middle left out if it is long."""
    shown = _printable(text)
    if len(shown) <= _LONGEST:
        return shown
    return f"{shown[: _LONGEST // 2]} … {shown[-_LONGEST // 2 :]}"


def _again(kind: type[NqsatError], *args: object) -> NqsatError:
    return kind.__new__(kind, *args)


class NqsatError(Exception):
    """Base of all errors raised on purpose; its text is one line fit for a terminal."""

    def __init__(self, text: str = "") -> None:
        super().__init__(_printable(text))

    def __reduce__(self) -> tuple[Any, ...]:
        """It comes out of another process as it was; its text is not what it was made of."""
        return _again, (type(self), *self.args), self.__dict__


#: Where a mistake is: the name of a field, or the way to it: ``("presets", 0, "square")``.
Place = str | tuple[str | int, ...]


class InvalidModel(NqsatError):
    """The caller's mistake: a value that a model cannot have.

    Args:
        place: the field at fault, as the caller knows it: ``"board"``, ``("pieces", "Q")``.
        reason: what is wrong with it and what to write instead.

    Attributes:
        path: the same as a tuple.
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
        """Say of another field that it is at fault."""
        self.path = (place,) if isinstance(place, str) else place
        self.args = (one_line(f"{self.field}: {self.reason}"),)

    def within(self, *place: str | int) -> None:
        """Say that the field is part of something larger: ``"presets", 0``.

        Where the path begins as the place ends, it goes on from there: within ``pieces[0]`` the fault of
        ``pieces.Q.symbol`` is one of ``pieces[0].symbol``. A path that begins with all of the place stays.
        """
        own = self.path
        if own[: len(place)] == place:
            return
        if own[:1] == (next(x for x in reversed(place) if isinstance(x, str)),):
            # An index of the place stands for a name of the path.
            own = own[2 if isinstance(place[-1], int) and len(own) > 2 else 1 :]
        self.place((*place, *own))


@contextmanager
def inside(*place: str | int) -> Iterator[None]:
    """What is wrong in here is wrong at this place of something larger; see ``InvalidModel.within``."""
    try:
        yield
    except InvalidModel as error:
        error.within(*place)
        raise


@contextmanager
def blaming(*place: str | int) -> Iterator[None]:
    """Whatever field is wrong in here, to the caller it is this one."""
    try:
        yield
    except InvalidModel as error:
        error.place(place)
        raise


class InvalidNotation(InvalidModel):
    """The caller's mistake: a text (Betza, board map, square, JSON) that cannot be read.

    Args:
        place: what the text was meant to be (``piece``, ``board``, ``square``).
        text: the text as given.
        reason: what is wrong and what would be right.
        line, column: where, counted from 1; left out where the whole text is at fault.
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
        where = "".join(
            f", {name} {value}" for name, value in (("line", line), ("column", column)) if value
        )
        super().__init__(place, f"{shown!r}{where}: {reason}")
        self.text = text
        self.line = line
        self.column = column


class MissingPackage(NqsatError):
    """No mistake: an optional package is not installed; the text says how to get it.

    Args:
        package: its name.
        extra: the extra of nqsat that brings it.
    """

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: pip install 'nqsat[{extra}]'")


class UnsupportedByEngine(NqsatError):
    """The question is sound but this engine cannot answer it; the text names engines that can.

    Args:
        engine: the engine that was asked.
        reason: what it cannot do.
        instead: names of engines (or options) that can; empty where none can.
    """

    def __init__(self, engine: str, reason: str, instead: tuple[str, ...] = ()) -> None:
        hint = f"; use {' or '.join(instead)}" if instead else ""
        super().__init__(f"engine {engine}: {reason}{hint}")
        self.engine = engine
        self.reason = reason
        self.instead = instead


class OutOfMemory(UnsupportedByEngine):
    """Nobody's mistake: a count has met its limit of memory; the text says how far it came."""


class Disagreement(NqsatError):
    """nqsat's mistake: two independent answers differ. Carries the witness.

    Args:
        text: which two answers differ, and how.
        witness: the first solution that one has and the other lacks, where there is one.
    """

    def __init__(self, text: str, witness: object | None = None) -> None:
        super().__init__(text)
        self.witness = witness


class CertificateRejected(NqsatError):
    """The certificate's mistake: one of its steps does not follow. The text names the step."""


class Undecided(NqsatError):
    """No mistake: a limit was met before there was a verdict; the text says which."""


class EngineFailure(NqsatError):
    """The solver's mistake, or its adapter's: it broke."""


class WrongSolution(EngineFailure):
    """The engine's mistake: what it handed out is no solution of the model, or came before.

    Args:
        text: which engine, and what is wrong.
        solution: what it handed out.
    """

    def __init__(self, text: str, solution: object) -> None:
        super().__init__(text)
        self.solution = solution


def integer(value: object) -> int | None:
    """A whole number of any sort, NumPy's too, as Python's; None for what is none, as a truth value."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def no_truth(value: object, ask: str) -> TypeError:
    """The complaint of a value that means more than yes or no and is taken for a bool; ``ask`` is code."""
    return TypeError(f"{type(value).__name__} is neither true nor false; ask {ask}")


class Interrupted(KeyboardInterrupt):
    """No mistake: Ctrl-C came while a question was being answered.

    No ``except Exception`` takes it for an error, and a loop over questions ends.

    Args:
        answer: what was known by then, as the question would have returned it: a ``Count`` that says "at
            least", an ``Outcome`` that is not known; of ``solutions`` the iterator, with ``found``.
    """

    def __init__(self, answer: Any) -> None:
        super().__init__(str(answer))
        self.answer = answer


class _Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=_Named)


def choose(field: Place, name: str, options: Iterable[T]) -> T:
    """The option of this name.

    Args:
        field: what is being chosen, for the message.
        name: the name asked for.
        options: what there is to choose from.

    Raises:
        InvalidModel: none has that name; the message has all of them.
    """
    known = {option.name: option for option in options}
    if name not in known:
        raise InvalidModel(field, unknown(name, known))
    return known[name]


def unknown(word: object, known: Iterable[str]) -> str:
    """Why a word is refused where only some are known: those close to it, and all of them.

    >>> unknown("dominate", ["domination", "maximal"])
    "'dominate' is unknown (did you mean domination?); choose from domination, maximal"
    """
    words = [*known]
    near = close_to(str(word), words)
    meant = f" (did you mean {' or '.join(near)}?)" if near and len(words) > 2 else ""
    return f"{word!r} is unknown{meant}; choose from {', '.join(words)}"


def close_to(word: str, known: Iterable[str]) -> list[str]:
    """The words, three at most, for which this one may be a slip of the hand; the closest first."""
    import difflib  # not where nothing is wrong

    small = {one.lower(): one for one in known}
    return [small[one] for one in difflib.get_close_matches(word.lower(), small, n=3, cutoff=0.66)]
