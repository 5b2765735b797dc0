"""Values that can be looked at: in a notebook they show themselves.

Here, and in ``Puzzle``, an arrow points left: ``reporting`` is imported when a picture is asked for.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, TypeVar

N = TypeVar("N", bound=tuple[Any, ...])


class Description(NamedTuple):
    """What there is to say of a value.

    Args:
        answer: in a few words.
        by: how it was come by.
        note: what else there is to say.
        drawn: values with a picture.
        items: more lines.
        numbers: pairs, the second of which is how many the first has.
    """

    answer: str
    by: str
    note: str | None = None
    drawn: tuple[Any, ...] = ()
    items: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()


class Displayable:
    """A value that a notebook shows as a picture or with words; see ``nqsat.reporting.notebook``."""

    __slots__ = ()

    #: Public names that only other rooms need: ``dir`` does not list them.
    _of_rooms: ClassVar[frozenset[str]] = frozenset()

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__()} - self._of_rooms)

    def _repr_svg_(self) -> str | None:
        from nqsat.reporting.notebook import picture

        return picture(self)

    def _said_(self) -> Description | None:
        """What there is to say of it; None if its picture says all."""
        return None

    def _repr_html_(self) -> str | None:
        from nqsat.reporting.notebook import page

        return page(self)


def at_home(named_tuple: type[N]) -> type[N]:
    """Let the constructor of a ``NamedTuple`` say its module: pdoc looks its annotations up there."""
    named_tuple.__new__.__module__ = named_tuple.__module__
    return named_tuple


class Picturable(Displayable):
    """A value with a ``board``, or a board, that has a picture."""

    __slots__ = ()

    def svg(self, **options: Any) -> str:
        """The picture as one line of SVG: ``.svg(colours="night")``; options as ``nqsat.reporting.svg``."""
        from nqsat.reporting.notebook import drawing

        return str(drawing(self, **options))


class Drawable(Picturable):
    """One that can be drawn as text too."""

    __slots__ = ()

    def draw(self, *, colour: bool = False) -> str:
        """The picture as text; see ``nqsat.reporting.draw``."""
        from nqsat.reporting import draw

        this: Any = self
        parts = (this.board, this) if hasattr(this, "board") else (this,)
        return draw(*parts, colour=colour)
