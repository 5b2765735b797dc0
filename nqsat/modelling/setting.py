"""Settings, changes from one to another, and values that these move: all that a rule may know of a model.

A rule sees a ``Setting``: the board and the kinds of men, nothing else. A ``Change`` says where the squares
and the kinds of one setting go in another: a symmetry of the board, a renaming of the kinds, both at once,
or the transposition. It moves arrangements; a rule that can says what becomes of itself (``Rule.image``):

    R holds of x  ⇔  R.image(change) holds of change(x)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from nqsat.chess import Board, Square, Symmetry, carries_sight, transposition
from nqsat.chess.display import Drawable
from nqsat.chess.symmetry import cycles
from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Kind, label_of


@dataclass(frozen=True, slots=True)
class Setting:
    """The board and the kinds of men of a model.

    Args:
        board: the board.
        kinds: the kinds, in the model's order.
    """

    board: Board
    kinds: tuple[Kind, ...]

    def kind(self, name: str) -> Kind:
        """The kind of this name.

        Raises:
            InvalidModel: there is no kind of this name.
        """
        for kind in self.kinds:
            if kind.name == name:
                return kind
        names = ", ".join(kind.name for kind in self.kinds) or "none"
        raise InvalidModel("pieces", f"the model has no {name!r}; it has {names}")

    def named(self, names: Iterable[str] | None) -> tuple[Kind, ...]:
        """The kinds of these names, in the model's order; all, where None is given."""
        wanted = None if names is None else set(names)
        return tuple(kind for kind in self.kinds if wanted is None or kind.name in wanted)


@dataclass(frozen=True, slots=True)
class TourSetting(Setting):
    """The board and the man of a tour, and what sort of tour it is.

    Args:
        closed: the last square leads back to the first.
        directed: the direction matters.
    """

    closed: bool
    directed: bool


@dataclass(frozen=True, slots=True)
class Change(Symmetry):
    """Where squares and kinds go, from one setting to another.

    Args:
        name, matrix, images, mapping: of the squares, as of ``Symmetry``; of the transposition the images
            are squares of another board.
        kinds: from the name of each kind to the name of what it becomes.
        source: what is changed.
        target: what it becomes. It has the kinds of the source under their new names, kept to the images
            of their squares; so a change keeps a setting if the target is the source.
    """

    kinds: Mapping[str, str] = field(hash=False)
    source: Setting = field(compare=False, repr=False)
    target: Setting = field(compare=False, repr=False)

    @classmethod
    def of(
        cls, setting: Setting, symmetry: Symmetry, renaming: Mapping[str, str] | None = None
    ) -> Self:
        """The change that a symmetry of the board makes, and a permutation of the kinds' names.

        Kinds of one colour have to become kinds of one colour.
        """
        naming = {kind.name: (renaming or {}).get(kind.name, kind.name) for kind in setting.kinds}
        symbols = {kind.name: kind.symbol for kind in setting.kinds}
        moved: dict[str, Kind] = {}
        for kind in setting.kinds:
            name = naming[kind.name]
            moved[name] = replace(_moved(kind, symmetry), name=name, symbol=symbols[name])
        target = replace(setting, kinds=tuple(moved[kind.name] for kind in setting.kinds))
        return cls._made(symmetry, naming, setting, target)

    @classmethod
    def transposing(cls, setting: Setting) -> Self | None:
        """The change that exchanges ranks and files.

        Returns:
            None if the board cannot be transposed: a cylinder wraps one way only, and on a solid board
            ranks and files are not the axes of the drawing.
        """
        board = setting.board
        if not board.geometry.is_transposable:
            return None
        turned, symmetry = transposition(board)
        men = (_moved(kind, symmetry) for kind in setting.kinds)
        kinds = tuple(replace(kind, piece=kind.piece.transposed) for kind in men)
        naming = {kind.name: kind.name for kind in setting.kinds}
        target = replace(setting, board=turned, kinds=kinds)
        return cls._made(symmetry, naming, setting, target)

    @classmethod
    def _made(
        cls, symmetry: Symmetry, naming: Mapping[str, str], source: Setting, target: Setting
    ) -> Self:
        images: tuple[Square, ...] = symmetry.images
        colours = {label_of(kind): label_of(image) for kind, image in naming.items()}
        moved = "".join(
            f"({' '.join(one)})" for one in cycles(dict(sorted(colours.items()))) if len(one) > 1
        )
        name = f"{symmetry.name}+{moved}" if moved else symmetry.name
        return cls(name, symmetry.matrix, images, symmetry.mapping, naming, source, target)

    def keeps_sight(self, names: Iterable[str] | None, *, blocking: bool) -> bool:
        """Whether what men of these kinds see goes where they and the squares go, for all if None.

        That is: x on s attacks t exactly if the image of x on the image of s attacks the image of t; with
        ``blocking``, whatever other men stand.
        """
        return all(
            carries_sight(
                self,
                (kind.piece, self.source.board),
                (self.target.kind(self.kinds[kind.name]).piece, self.target.board),
                blocking=blocking,
            )
            for kind in self.source.named(names)
        )


class Symmetric(Drawable, ABC):
    """A value that symmetries of its board move; ordered, so that an orbit has a least member."""

    __slots__ = ()

    _of_rooms: ClassVar[frozenset[str]] = frozenset(
        ["fingerprint", "made_of", "of_known", "of_sorted", "setting", "squares_of", "symbols"]
    )

    @abstractmethod
    def image(self, symmetry: Symmetry) -> Self:
        """This value with every square moved."""

    @abstractmethod
    def __lt__(self, other: Any) -> bool: ...

    def __bool__(self) -> bool:
        """True, of no men too: ``if solution`` asks whether there is one, not how long it is."""
        return True

    def orbit(self, group: Iterable[Symmetry]) -> frozenset[Self]:
        """All its images under a group."""
        return frozenset(map(self.image, group))

    def stabiliser(self, group: Iterable[Symmetry]) -> tuple[Symmetry, ...]:
        """The symmetries of a group that leave it as it is; the group is as large as this times
        the orbit.
        """
        return tuple(symmetry for symmetry in group if self.image(symmetry) == self)

    def canonical(self, group: Iterable[Symmetry]) -> Self:
        """The least of its images: equal for two values exactly if one orbit holds both."""
        return min(map(self.image, group))


def _moved(kind: Kind, symmetry: Symmetry) -> Kind:
    """The kind, kept to the images of its squares."""
    if kind.squares is None:
        return kind
    return replace(kind, squares=frozenset(map(symmetry, kind.squares)))
