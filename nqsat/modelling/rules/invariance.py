"""Symmetry as a requirement: an arrangement is its own image under some symmetries, or under no others.

Invariant under g:  for every square s and kind k:  k stands on s  ⇔  k stands on g(s).  Under several it is
its own image under the group that they generate.

Stabiliser H, the group that the named symmetries generate: for every symmetry g of the board
g·x = x  ⇔  g ∈ H.  Encoding: x is fixed by the generators; and for each group G that is next above H, for
one g with G = ⟨H, g⟩, a man stands on a square s and none of his kind on g(s). That is a gate for each kind
and square that g moves, and a clause. (A cycle of g has such an s unless the kind stands on all of it or on
none.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any, ClassVar

from nqsat.chess import Board, Square, Symmetry, check_symmetry, find_symmetry, subgroup, symmetries
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement
from nqsat.modelling.rules.base import Rule
from nqsat.modelling.rules.fields import COMMA, RuleField, read_names, read_texts
from nqsat.modelling.rules.gates import conjunction
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Clause, Constraint, Variables


class _Symmetries(RuleField):
    """Names of symmetries; one alone is written as it is."""

    def kept(self, value: Any) -> str | tuple[str, ...]:
        names = read_names(value)
        return names[0] if len(names) == 1 else names

    def read(self, data: object) -> str | tuple[str, ...]:
        if isinstance(data, str) and data:
            return data
        expected = 'expected the name of a symmetry, or a list: ["rot180", "transpose"]'
        return read_texts(data, expected)

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(COMMA.split(text))


SYMMETRIES = _Symmetries()


@dataclass(frozen=True, slots=True)
class Invariant(Rule):
    """Only arrangements that a symmetry leaves as they are (those with more symmetry included).

    Args:
        symmetry: its name, as ``symmetries(board)`` gives it: ``"rot180"``, ``"transpose"``, …; or
            several names, ``("rot180", "transpose")``, of symmetries that all leave them as they are.

    Raises:
        InvalidModel: there is no name.
    """

    name: ClassVar[str] = "invariant"
    fields: ClassVar[Mapping[str, RuleField]] = {"symmetry": SYMMETRIES}
    symmetry: str | tuple[str, ...]

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        if not self.symmetry:
            raise InvalidModel("symmetry", "there is none; name one, as in rot180")

    @property
    def symmetries(self) -> tuple[str, ...]:
        """The names, one or several."""
        return read_names(self.symmetry)

    def check(self, setting: Setting) -> None:
        for name in self.symmetries:
            check_symmetry(setting.board, name)

    def holds(self, arrangement: Arrangement) -> bool:
        moves = (find_symmetry(arrangement.board, name) for name in self.symmetries)
        return all(arrangement.image(symmetry) == arrangement for symmetry in moves)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for name in self.symmetries:
            yield from equal_along(find_symmetry(setting.board, name), setting, variables)

    def fixed_by(self, setting: Setting) -> Iterator[Symmetry]:
        return (find_symmetry(setting.board, name) for name in self.symmetries)

    def image(self, change: Change) -> Invariant:
        # x is fixed by H exactly if g·x is fixed by gHg⁻¹. The rule is its own image if both fix the same
        # arrangements, which is so if they have the same orbits.
        board, names = change.target.board, _conjugates(self.symmetries, change)
        same = board == change.source.board
        if same and _orbits(board, names) == _orbits(board, self.symmetries):
            return self
        return Invariant(names)


@dataclass(frozen=True, slots=True)
class Stabiliser(Rule):
    """Only arrangements with exactly this symmetry: ``Stabiliser()`` keeps those with none at all.

    Those that the named symmetries of the board leave as they are, and all that these generate, but no
    other symmetry of the board. Symmetries are permutations of the squares: on a 1 × 1 board all names
    are names of the identity.

    Args:
        symmetries: names, as ``nqsat.chess.symmetries(board)`` gives them: ``("rot180",)``, ``("rot90",)``,
            ``("flip-rows", "flip-columns")``; one may stand alone; nothing means the identity only.

    Raises:
        InvalidModel: something else is given.
    """

    name: ClassVar[str] = "stabiliser"
    fields: ClassVar[Mapping[str, RuleField]] = {"symmetries": SYMMETRIES}
    symmetries: str | tuple[str, ...] = ()

    def __post_init__(self) -> None:
        Rule.__post_init__(self)
        object.__setattr__(self, "symmetries", tuple(n for n in self.names if n != "identity"))

    @property
    def names(self) -> tuple[str, ...]:
        """The names, none, one or several."""
        return read_names(self.symmetries)

    def check(self, setting: Setting) -> None:
        for name in self.names:
            check_symmetry(setting.board, name)

    def holds(self, arrangement: Arrangement) -> bool:
        board = arrangement.board
        return arrangement.stabiliser(symmetries(board)) == subgroup(board, self.names)

    def fixed_by(self, setting: Setting) -> Iterator[Symmetry]:
        return (find_symmetry(setting.board, name) for name in self.names)

    def image(self, change: Change) -> Stabiliser:
        # The stabiliser of g·x is gHg⁻¹, where H is that of x.
        board, names = change.target.board, _conjugates(self.names, change)
        if board == change.source.board and subgroup(board, names) == subgroup(board, self.names):
            return self
        return Stabiliser(names)

    def lower(self, setting: Setting, variables: Variables) -> Iterator[Constraint]:
        for name in self.names:
            yield from equal_along(find_symmetry(setting.board, name), setting, variables)
        for symmetry in _next_above(setting.board, self.names):
            yield from _moved(symmetry, setting, variables)

    def cost(self, setting: Setting) -> int:
        cells = setting.board.rows * setting.board.columns
        return 8 * _most_symmetries(setting.board) * cells * len(setting.kinds)


@lru_cache(maxsize=64)
def _next_above(board: Board, names: tuple[str, ...]) -> tuple[Symmetry, ...]:
    """A symmetry g for each of the groups ⟨H, g⟩ ≠ H that contain no smaller one."""
    own = frozenset(subgroup(board, names))
    above: dict[frozenset[Symmetry], Symmetry] = {}
    for symmetry in symmetries(board):
        if symmetry not in own:
            group = frozenset(subgroup(board, (*names, symmetry.name)))
            above.setdefault(group, symmetry)
    return tuple(
        symmetry for group, symmetry in above.items() if not any(other < group for other in above)
    )


def _moved(symmetry: Symmetry, setting: Setting, variables: Variables) -> Iterator[Clause]:
    """Somebody stands on a square, and none of his kind on its image."""
    ways = []
    for square, image in symmetry.mapping.items():
        for kind in setting.kinds if square != image else ():
            here, there = variables.at(kind.name, square), variables.at(kind.name, image)
            if here:
                gate, clauses = conjunction(variables, (here, -there) if there else (here,))
                ways.append(gate)
                yield from clauses
    yield Clause(tuple(ways))


def _most_symmetries(board: Board) -> int:
    """At least as many symmetries as the board has."""
    if board.shape:
        return prod(2 * axis for axis in range(1, len(board.shape) + 1))
    shifts = {"flat": 1, "cylinder": board.columns, "torus": board.rows * board.columns}
    return 8 * shifts[board.wrap]


def equal_along(symmetry: Symmetry, setting: Setting, variables: Variables) -> Iterator[Clause]:
    """A square and its image have men of one kind, or both have none."""
    for cycle in symmetry.cycles():
        for kind in setting.kinds:
            for square, image in zip(cycle, cycle[1:] + cycle[:1], strict=True):
                here, there = variables.at(kind.name, square), variables.at(kind.name, image)
                if here and here != there:  # x here implies x there; all round the cycle: equal
                    yield Clause((-here, there) if there else (-here,))


def conjugate(name: str, change: Change) -> str:
    """What does in the target what a symmetry does in the source; under the same name, if it can.

    That is the change after the symmetry after the way back: gHg⁻¹.
    """
    symmetry, board = find_symmetry(change.source.board, name), change.target.board
    moved = {change(square): change(image) for square, image in symmetry.mapping.items()}
    images = tuple(moved[square] for square in board.squares)
    known = [other.name for other in symmetries(board) if other.images == images]
    with suppress(InvalidModel):  # another board may have no symmetry of that name
        if find_symmetry(board, name).images == images:
            return name
    return known[0]


def _conjugates(names: tuple[str, ...], change: Change) -> tuple[str, ...]:
    return tuple(conjugate(name, change) for name in names)


def _orbits(board: Board, names: tuple[str, ...]) -> set[frozenset[Square]]:
    group = subgroup(board, names)
    return {frozenset(symmetry(square) for symmetry in group) for square in board.squares}
