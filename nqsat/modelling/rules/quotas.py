"""So many men in each of some disjoint sets of squares: ranks and files, or the regions of a map.

For every set S:  low ≤ #{men of the kinds on S} ≤ high.  Encoding: a cardinality for each set. A set on
which nobody can stand, all walls and holes, is not counted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from nqsat.chess import Board, Square
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.kinds import Number, within
from nqsat.modelling.rules.base import Bounded, Meaning
from nqsat.modelling.rules.fields import NAMES, NUMBER, ROWS, RuleField
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint, Variables

#: Exactly one.
ONE = Number(1, 1)

Sets = tuple[frozenset[Square], ...]


class _Quota(Bounded):
    """So many men of some kinds on every set of squares."""

    __slots__ = ()
    kinds: tuple[str, ...] | None

    @abstractmethod
    def sets(self, board: Board) -> Sets:
        """The sets of squares."""

    def holds(self, arrangement: Arrangement) -> bool:
        squares = {
            man.square for man in arrangement.men if self.kinds is None or man.kind in self.kinds
        }
        return all(len(squares & places) in self.bounds for places in self.sets(arrangement.board))

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        kinds = [kind.name for kind in setting.named(self.kinds)]
        for places in self.sets(setting.board):
            literals = (
                x for s in sorted(places) for kind in kinds for x in variables.group(kind, [s])
            )
            yield from within(self.bounds, tuple(literals))


@dataclass(frozen=True, slots=True)
class Permutation(_Quota):
    """So many men in every rank and in every file: ``Permutation()`` is one, ``Permutation(2)`` two.

    With exactly one, the men are a permutation matrix. Walls and holes interrupt no line. On a solid board
    the lines are those along each of its axes: n² men on n × n × n, one on each line, are a Latin square.

    Args:
        number: how many: ``1``, ``"..1"``, ``"1..2"``.
        kinds: the kinds whose men are counted; None for all.

    Raises:
        InvalidModel: the number cannot be read, or no kinds at all.
    """

    name: ClassVar[str] = "permutation"
    fields: ClassVar[Mapping[str, RuleField]] = {"number": NUMBER, "kinds": NAMES}
    number: Number | int | str = ONE
    kinds: tuple[str, ...] | None = None

    def sets(self, board: Board) -> Sets:
        return _lines(board)

    def image(self, change: Change) -> Permutation:
        return self.moved(change)  # lines along the sides go to lines along the sides

    def weaker(self, setting: Setting) -> Meaning | None:
        return self.without_low()


@dataclass(frozen=True, slots=True)
class Regions(_Quota):
    """So many men in every region: ``Regions(("AAB", "ABB", "CCC"))`` is exactly one in A, B and C.

    Args:
        map: one line for each row of the board, from the top, as long as the row. A letter or a digit
            names a region, which need not be connected; ``.`` belongs to none and is free of the rule.
            Walls and holes belong to none, whatever the map says there.
        number: how many men in each: ``2``, ``"..1"``, ``"2..3"``.
        kinds: the kinds whose men are counted; None for all.

    Raises:
        InvalidModel: a line of the map or the number cannot be read, or no kinds at all.
    """

    name: ClassVar[str] = "regions"
    fields: ClassVar[Mapping[str, RuleField]] = {"map": ROWS, "number": NUMBER, "kinds": NAMES}
    map: tuple[str, ...]
    number: Number | int | str = ONE
    kinds: tuple[str, ...] | None = None

    def check(self, setting: Setting) -> None:
        Bounded.check(self, setting)
        board = setting.board
        for row, line in enumerate(self.map[: board.rows], start=1):
            if len(line) != board.columns:
                sizes = f"has {len(line)} cells; the board has {board.columns}"
                raise InvalidModel("map", f"line {row}, {line!r}, {sizes}")
        if len(self.map) != board.rows:
            wanted = f"{board.rows} lines, one for each row of the board"
            raise InvalidModel("map", f"needs {wanted}; it has {len(self.map)}")

    def sets(self, board: Board) -> Sets:
        return _regions(self.map, board)

    def image(self, change: Change) -> Regions:
        image = self.moved(change)
        board = change.target.board
        if board == change.source.board and {*image.sets(board)} == {*self.sets(board)}:
            return replace(image, map=self.map)  # the same regions, whatever their names
        return image

    def weaker(self, setting: Setting) -> Meaning | None:
        return self.without_low()


@lru_cache(maxsize=64)
def _lines(board: Board) -> Sets:
    """The lines along each axis of the board: squares that differ in that coordinate alone."""
    found: list[dict[tuple[int, ...], set[Square]]] = [{} for _ in board.shape or (0, 1)]
    for square in board.squares:
        place = board.coordinates(square)
        for axis, lines in enumerate(found):
            lines.setdefault((*place[:axis], *place[axis + 1 :]), set()).add(square)
    return tuple(frozenset(line) for lines in found for line in lines.values())


@lru_cache(maxsize=64)
def _regions(lines: tuple[str, ...], board: Board) -> Sets:
    """The squares of each region that has any."""
    found: dict[str, set[Square]] = {}
    for square in board.squares:
        name = lines[square.row][square.column]
        if name != ".":
            found.setdefault(name, set()).add(square)
    return tuple(map(frozenset, found.values()))
