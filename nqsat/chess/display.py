"""Base classes of values that a notebook can display: ``nqsat.renderer`` loads what draws them."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from nqsat import renderer
from nqsat.errors import one_line

N = TypeVar("N", bound=tuple[Any, ...])


#: The most characters that a value shows of itself at a prompt.
LONGEST_REPR = 200


def brief(text: str) -> str:
    """Return a text as a ``repr``: ``<text>``, on one line, with the middle left out if it is long."""
    return f"<{one_line(text, LONGEST_REPR - 2)}>"


class Description(NamedTuple):
    """The description of a value for display.

    Args:
        answer: the value in a few words.
        by: how it was computed.
        note: a further remark.
        drawn: values with a picture.
        items: further lines.
        numbers: pairs of a size and its count.
        table: rows of a table; the first are the names of its columns.
    """

    answer: str
    by: str
    note: str | None = None
    drawn: tuple[Any, ...] = ()
    items: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


class Inner:
    """The base of classes with names that only other packages of nqsat need: ``dir`` does not list them."""

    __slots__ = ()


class Displayable:
    """A value that a notebook shows as a picture or as text; see ``nqsat.reporting.notebook``."""

    __slots__ = ()

    def __dir__(self) -> list[str]:
        inner = [base for base in type(self).__mro__ if Inner in base.__bases__]
        names = {name for base in inner for name in {**vars(base), **base.__annotations__}}
        return sorted({*super().__dir__()} - {name for name in names if not name.startswith("_")})

    def _repr_svg_(self) -> str | None:
        found: str | None = renderer.room("reporting").notebook.picture(self)
        return found

    def _describe_(self) -> Description | None:
        """Return the description; None if the picture is enough."""
        return None

    def __repr__(self) -> str:
        said = self._describe_()
        if said is None:
            return object.__repr__(self)
        words = [said.answer, *said.items, said.by, *map(repr, said.drawn)]
        return brief(f"{type(self).__name__}: {'; '.join(words)}")

    def _repr_html_(self) -> str | None:
        found: str | None = renderer.room("reporting").notebook.page(self)
        return found


def set_constructor_module(named_tuple: type[N]) -> type[N]:
    """Set the module of a ``NamedTuple``'s constructor: pdoc resolves its annotations there."""
    named_tuple.__new__.__module__ = named_tuple.__module__
    return named_tuple


class Picturable(Displayable):
    """A value with a ``board``, or a board, that has a picture."""

    __slots__ = ()

    def svg(self, **options: Any) -> str:
        """Return the picture as one line of SVG; the options are those of ``nqsat.reporting.svg``."""
        return str(renderer.room("reporting").notebook.drawing(self, **options))


class Drawable(Picturable):
    """A value with a picture that can also be drawn as text."""

    __slots__ = ()

    def draw(self, *, colour: bool = False) -> str:
        """Return the picture as text; see ``nqsat.reporting.draw``."""
        return str(renderer.room("reporting").notebook.as_text(self, colour=colour))
