"""Base classes of values that a notebook can display: ``nqsat.renderer`` loads what draws them."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeVar

from nqsat import renderer

N = TypeVar("N", bound=tuple[Any, ...])


class Description(NamedTuple):
    """The description of a value for display.

    Args:
        answer: the value in a few words.
        by: how it was computed.
        note: a further remark.
        drawn: values with a picture.
        items: further lines.
        numbers: pairs of a size and its count.
    """

    answer: str
    by: str
    note: str | None = None
    drawn: tuple[Any, ...] = ()
    items: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()


class Displayable:
    """A value that a notebook shows as a picture or as text; see ``nqsat.reporting.notebook``."""

    __slots__ = ()

    #: Public names that only other packages of nqsat need: ``dir`` does not list them.
    _of_rooms: ClassVar[frozenset[str]] = frozenset()

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__()} - self._of_rooms)

    def _repr_svg_(self) -> str | None:
        found: str | None = renderer.load().picture(self)
        return found

    def _describe_(self) -> Description | None:
        """Return the description; None if the picture is enough."""
        return None

    def _repr_html_(self) -> str | None:
        found: str | None = renderer.load().page(self)
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
        return str(renderer.load().drawing(self, **options))


class Drawable(Picturable):
    """A value with a picture that can also be drawn as text."""

    __slots__ = ()

    def draw(self, *, colour: bool = False) -> str:
        """Return the picture as text; see ``nqsat.reporting.draw``."""
        return str(renderer.load().as_text(self, colour=colour))
