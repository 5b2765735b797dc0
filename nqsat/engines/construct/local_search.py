"""Local search for men that do not attack one another: minimal conflicts, with a short memory.

The men are placed one after another, each where it conflicts with the fewest (S. Minton et al., Artificial
Intelligence 58 (1992) 161-205); then one that conflicts, chosen at random, moves to where it conflicts with
the fewest, and its old square is avoided for some steps. Nothing follows from a search that finds nothing.

Pieces in between are passed over, so a solution is one with ``blocking``, too. The attacks of a man are
looked up when it is placed: no table of the whole board is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from nqsat.chess import Square, rays_from
from nqsat.modelling import Arrangement, Man, Placement
from nqsat.modelling.rules import NonAttacking

#: Moves after which a search gives up.
MOST_MOVES = 2_000

#: For how many moves a square is avoided that a man has left: at least, and at most.
_AVOIDED = (3, 9)

#: Conflicts of a square where no man may stand, and of one that is avoided.
_CLOSED, _SHUNNED = 1 << 24, 1 << 16

#: Moves after which a report is made.
_SLICE = 100

#: A man: the place of its kind in the model, and of its cell on the board.
_Placed = tuple[int, int]


def search_placement(model: Placement) -> Iterator[Arrangement | None]:
    """Yield None at times, and at the end a solution, if the search has found one.

    The model has the presets of its kinds, as many men as their lower bounds, and no rules but
    non-attacking ones; its pieces attack both ways.
    """
    table = _Conflicts(model)
    chance = Random(0)
    men: list[_Placed] = []
    for kind, missing in enumerate(table.missing):
        for number in range(missing):
            men.append(table.place(kind, chance))
            if number % _SLICE == 0:
                yield None
    avoided: dict[int, int] = {}
    for move in range(MOST_MOVES):
        if move % _SLICE == 0:
            yield None
        conflicting = [place for place, man in enumerate(men) if table.has_conflict(man)]
        if not conflicting:
            found = table.arrangement(men)
            if model.holds(found):  # if not, men that are given conflict, or are too many
                yield found
            return
        for cell in [cell for cell, end in avoided.items() if end <= move]:
            del avoided[cell]
            table.shun(cell, -1)
        place = chance.choice(conflicting)
        kind, cell = men[place]
        table.add(kind, cell, -1)
        if cell not in avoided:
            table.shun(cell, 1)
        avoided[cell] = move + chance.randint(*_AVOIDED)
        men[place] = table.place(kind, chance)


class _Conflicts:
    """For each kind and cell, with how many men a man would conflict there."""

    def __init__(self, model: Placement) -> None:
        from nqsat.engines.arrays import np

        self._np: Any = np
        self._model = model
        board, kinds = model.board, model.kinds
        self._columns = board.columns
        self._numbers: Any = np.zeros((len(kinds), board.rows * board.columns), np.int32)
        for place, kind in enumerate(kinds):
            if kind.squares is not None:
                self._numbers[place] = _CLOSED
                self._numbers[place, [self._cell(square) for square in kind.squares]] = 0
        for square in board.walls | board.holes:
            self._numbers[:, self._cell(square)] = _CLOSED
        names = {kind.name: place for place, kind in enumerate(kinds)}
        rules = [rule for rule in model.rules if isinstance(rule, NonAttacking)]
        self._bound = [
            [any(rule.binds(kind.name, other.name) for rule in rules) for other in kinds]
            for kind in kinds
        ]
        self._attacked = cache(self._cells_attacked)
        self._given: list[_Placed] = []
        for preset in model.presets:
            if preset.kind is None:
                self._numbers[:, self._cell(preset.square)] = _CLOSED
            else:
                self._given.append((names[preset.kind], self._cell(preset.square)))
                self.add(*self._given[-1], 1)
        there = [kind for kind, _ in self._given]
        self.missing = [
            max(0, kind.number.low - there.count(place)) for place, kind in enumerate(kinds)
        ]

    def _cell(self, square: Square) -> int:
        return square.row * self._columns + square.column

    def _cells_attacked(self, kind: int, cell: int) -> Any:
        start = Square(*divmod(cell, self._columns))
        rays = rays_from(self._model.kinds[kind].piece, self._model.board, start)
        return self._np.unique([self._cell(target) for ray in rays for target in ray]).astype(int)

    def add(self, kind: int, cell: int, sign: int) -> None:
        """Add a man (1) or take it away (-1)."""
        for other, bound in enumerate(self._bound[kind]):
            if bound:
                cells = self._attacked(kind, cell)
                if other != kind:  # each attacks both ways, but not as far as the other
                    cells = self._np.union1d(cells, self._attacked(other, cell))
                self._numbers[other, cells] += sign
        self._numbers[:, cell] += sign * _CLOSED

    def shun(self, cell: int, sign: int) -> None:
        """Avoid a cell (1), or no longer (-1)."""
        self._numbers[:, cell] += sign * _SHUNNED

    def place(self, kind: int, chance: Random) -> _Placed:
        """Add a man of this kind where it conflicts with the fewest."""
        numbers = self._numbers[kind]
        least = self._np.flatnonzero(numbers == numbers.min())
        man = kind, int(least[chance.randrange(len(least))])
        self.add(*man, 1)
        return man

    def has_conflict(self, man: _Placed) -> bool:
        """Whether a man that is placed conflicts with another, or stands where none may."""
        return bool(self._numbers[man] % _SHUNNED or self._numbers[man] >= 2 * _CLOSED)

    def arrangement(self, men: Sequence[_Placed]) -> Arrangement:
        """Return the men, together with those that are given."""
        kinds = self._model.kinds
        return self._model.solution(
            Man(Square(*divmod(cell, self._columns)), kinds[kind].name)
            for kind, cell in (*self._given, *men)
        )
