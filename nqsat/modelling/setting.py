"""Settings (all that a rule knows of a model), changes of setting, and values that changes act on.

A rule sees a ``Setting``: the board and the kinds of pieces, nothing else. A ``Change`` maps the squares
and kinds of one setting to those of another: a symmetry of the board, a renaming of the kinds, both at
once, or the transposition. It acts on arrangements, and through ``Rule.image`` on rules:

    R holds of x  ⇔  R.image(change) holds of change(x)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, wraps
from operator import is_
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar, cast

from nqsat.chess import (
    Board,
    Piece,
    Square,
    Symmetry,
    can_move,
    most_attacks,
    preserves_attacks,
    transposition,
)
from nqsat.chess.attack_tables import rays_from
from nqsat.chess.display import Drawable, Inner
from nqsat.chess.symmetry import cycles
from nqsat.errors import InvalidModel, no_attribute
from nqsat.modelling.kinds import Kind, label_of

P = ParamSpec("P")
R = TypeVar("R")

#: How a square may be given: by name, as (row, column) from the top left, or of a graph as its node.
GivenSquare = Square | tuple[Any, ...] | str | int

#: At most this many squares are listed in a text.
FEW = 8


def square_of(board: Board, value: object) -> Square:
    """Return the square that a text, a pair or a node names; ``InvalidModel``: no piece can stand there."""
    if isinstance(value, str):
        return board.parse_square(value)
    square = board.geometry.square(value)
    if square not in board:
        off = not (0 <= square.row < board.rows and 0 <= square.column < board.columns)
        cure = "; (0, 0) is top left; board.step(square, (1, 2)) is None off it" if off else ""
        raise InvalidModel("square", f"no piece can stand on {tuple(square)}{cure}")
    return square


def square_in(board: Board, value: object) -> Square | None:
    """As ``square_of``; None where a value names no square, for ``value in solution``."""
    try:
        return square_of(board, value)
    except InvalidModel:
        return None


@dataclass(frozen=True, slots=True)
class Setting:
    """The board and the kinds of pieces of a model.

    Args:
        board: the board.
        kinds: the kinds, in the model's order.
    """

    board: Board
    kinds: tuple[Kind, ...]

    def kind(self, name: str | Kind) -> Kind:
        """Return the kind with this name, or this kind; ``InvalidModel``: there is none."""
        known = self.kinds if isinstance(name, str | Kind) else ()  # an array would be ambiguous
        for kind in known:
            if name in (kind.name, kind):
                return kind
        names = ", ".join(kind.name for kind in self.kinds) or "none"
        raise InvalidModel("pieces", f"the model has no {name!r}; it has {names}")

    def most_attacks(self, names: Iterable[str] | None = None) -> int:
        """Return an upper bound on the attacks of these kinds from all squares; of all kinds if None."""
        return sum(most_attacks(kind.piece, self.board) for kind in self.named(names))

    def named(self, names: Iterable[str] | None) -> tuple[Kind, ...]:
        """Return the kinds with these names, in the model's order; all if None."""
        wanted = None if names is None else set(names)
        return tuple(kind for kind in self.kinds if wanted is None or kind.name in wanted)


@dataclass(frozen=True, slots=True)
class MovesSetting(Setting):
    """The board of a tour or a factor, and its piece: the only kind."""

    @property
    def piece(self) -> Piece:
        """The piece whose moves they are."""
        return self.kinds[0].piece

    def can_move(self, here: Square, there: Square) -> bool:
        """Whether the piece moves between the squares, one way at least."""
        pairs = (here, there), (there, here)
        return any(can_move(self.piece, self.board, *pair) for pair in pairs)

    def check_move(self, name: str, here: Square, there: Square) -> None:
        """Refuse what is not a move either way. ``InvalidModel``, of the field ``name``: it is none."""
        if not self.can_move(here, there):
            piece, board = self.piece, self.board
            targets = sorted(set().union(*rays_from(piece, board, here)))
            names = ", ".join(map(board.name, targets[:FEW])) + (", …" if targets[FEW:] else "")
            goes = f"from {board.name(here)} it goes to {names or 'no square'}"
            words = f"{board.name(here)}-{board.name(there)}"
            raise InvalidModel(name, f"{piece.notation} cannot move {words}; {goes}")


@dataclass(frozen=True, slots=True)
class TourSetting(MovesSetting):
    """The board and the piece of a tour, and the type of tour.

    Args:
        closed: whether the last square leads back to the first.
        directed: whether the direction matters.
    """

    closed: bool
    directed: bool


@dataclass(frozen=True, slots=True, repr=False)
class Change(Symmetry):
    """A map of squares and kinds from one setting to another.

    Args:
        name, matrix, images, mapping: the map of squares, as in ``Symmetry``; for a transposition the
            images are squares of another board.
        kinds: maps the name of each kind to its new name.
        source: the setting that is mapped.
        target: its image. It has the kinds of the source under their new names, restricted to the images
            of their squares; so a change preserves a setting if the target equals the source.
    """

    kinds: Mapping[str, str] = field(hash=False)
    source: Setting = field(compare=False, repr=False)
    target: Setting = field(compare=False, repr=False)

    @classmethod
    def of(
        cls, setting: Setting, symmetry: Symmetry, renaming: Mapping[str, str] | None = None
    ) -> Self:
        """Return the change by a symmetry of the board and a permutation of the kinds' names.

        The permutation must map kinds of one colour to kinds of one colour.
        """
        naming = {kind.name: (renaming or {}).get(kind.name, kind.name) for kind in setting.kinds}
        symbols = {kind.name: kind.symbol for kind in setting.kinds}
        moved: dict[str, Kind] = {}
        for kind in setting.kinds:
            name = naming[kind.name]
            moved[name] = replace(_kind_image(kind, symmetry), name=name, symbol=symbols[name])
        target = replace(setting, kinds=tuple(moved[kind.name] for kind in setting.kinds))
        return cls._make_change(symmetry, naming, setting, target)

    @classmethod
    def transposing(cls, setting: Setting) -> Self | None:
        """Return the change that exchanges ranks and files.

        Returns:
            None if the board cannot be transposed: a cylinder wraps in one direction only, and on a solid
            board ranks and files are not the axes of the drawing.
        """
        board = setting.board
        if not board.geometry.is_transposable:
            return None
        turned, symmetry = transposition(board)
        pieces = (_kind_image(kind, symmetry) for kind in setting.kinds)
        kinds = tuple(replace(kind, piece=kind.piece.transposed) for kind in pieces)
        naming = {kind.name: kind.name for kind in setting.kinds}
        target = replace(setting, board=turned, kinds=kinds)
        return cls._make_change(symmetry, naming, setting, target)

    @classmethod
    def _make_change(
        cls, symmetry: Symmetry, naming: Mapping[str, str], source: Setting, target: Setting
    ) -> Self:
        images: tuple[Square, ...] = symmetry.images
        colours = {label_of(kind): label_of(image) for kind, image in naming.items()}
        orbits = cycles(dict(sorted(colours.items())))
        moved = "".join(f"({' '.join(cycle)})" for cycle in orbits if len(cycle) > 1)
        name = f"{symmetry.name}+{moved}" if moved else symmetry.name
        return cls(name, symmetry.matrix, images, symmetry.mapping, naming, source, target)

    def preserves_attacks(self, names: Iterable[str] | None, *, blocking: bool) -> bool:
        """Whether the change preserves the attacks of these kinds (all kinds if None).

        That is: x on s attacks t exactly if the image of x on the image of s attacks the image of t; with
        ``blocking``, for every set of other pieces on the board.
        """
        here, there = self.source, self.target
        kinds = ((kind, there.kind(self.kinds[kind.name])) for kind in here.named(names))
        pairs = (((kind.piece, here.board), (x.piece, there.board)) for kind, x in kinds)
        return all(preserves_attacks(self, *pair, blocking=blocking) for pair in pairs)


class SolutionParts(Inner, ABC):
    """The methods of a solution for engines and other packages."""

    __slots__ = ()

    @property
    @abstractmethod
    def atoms(self) -> Iterator[Any]:
        """Its elements, as models name them."""

    @property
    @abstractmethod
    def symbols(self) -> Mapping[Square, str]:
        """The symbols of its squares in text and pictures."""

    @property
    @abstractmethod
    def fingerprint(self) -> int:
        """An integer that identifies it among the solutions of its model."""


class Symmetric(Drawable, SolutionParts):
    """A value on which the symmetries of its board act; ordered, so that an orbit has a least element."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, "record" if name == "row" else None)

    @abstractmethod
    def image(self, symmetry: Symmetry) -> Self:
        """Return the image: every square mapped by the symmetry."""

    @abstractmethod
    def __lt__(self, other: Any) -> bool: ...

    def __bool__(self) -> bool:
        """True, also for the empty solution: ``if solution`` tests for None, not for length."""
        return True

    def orbit(self, group: Iterable[Symmetry]) -> frozenset[Self]:
        """Return the orbit: all images under a group."""
        return frozenset(map(self.image, group))

    def stabiliser(self, group: Iterable[Symmetry]) -> tuple[Symmetry, ...]:
        """Return the symmetries of a group that fix it; the order of the group is the number of these
        times the size of the orbit.
        """
        return tuple(symmetry for symmetry in group if self.image(symmetry) == self)

    def canonical(self, group: Iterable[Symmetry]) -> Self:
        """Return the least of its images: equal for two values exactly if they are in one orbit."""
        return min(map(self.image, group))


def _kind_image(kind: Kind, symmetry: Symmetry) -> Kind:
    if kind.squares is None:
        return kind
    return replace(kind, squares=frozenset(map(symmetry, kind.squares)))


# -- answers for one model -----------------------------------------------------------------


class _These(tuple[object, ...]):
    """Some objects, which are equal to themselves alone; while they are kept, no other has their id."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((*map(id, self),))

    def __eq__(self, other: object) -> bool:
        return all(map(is_, self, cast("_These", other)))


def kept_by_identity(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last answers of a function of positional arguments, for these very objects.

    An equal model may have a rule whose function says something else by now.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        call = cast("Callable[..., R]", function)
        answer = lru_cache(maxsize=most)(lambda these: call(*these))
        return wraps(function)(lambda *objects, **_: answer(_These(objects)))

    return decorate
