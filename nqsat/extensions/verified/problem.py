"""Translate placements to the problems of ``Problem.v``, for which the verified program makes the bounds.

The checker reads the model, and says each rule in the words of ``Problem.v``; with numbers for the names of
kinds that is the statement that is proved. A model that ``Problem.v`` does not support is counted from the
checker's facts instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nqsat.evidence import checker

#: A rule or measure of ``Problem.v``: its constructor and fields: numbers, bools, measures, lists of them.
Words = tuple[Any, ...]

_WRAPS = ("flat", "cylinder", "torus")


class Place(NamedTuple):
    """A cell of the board."""

    row: int
    column: int


class PieceKind(NamedTuple):
    """A kind of piece: its rides, the least and greatest number of pieces, and its forbidden squares."""

    rides: tuple[tuple[int, int, int], ...]
    least: int
    most: int
    never: tuple[Place, ...]


class Problem(NamedTuple):
    """The problem of counting arrangements. Kinds are numbered; ``order`` is the order of decisions."""

    cells: tuple[str, ...]
    wrap: str
    kinds: tuple[PieceKind, ...]
    rules: tuple[Words, ...]
    order: tuple[tuple[int, int, int], ...]

    #: The objective: whether it is maximised, and the measure. It is not part of the problem.
    objective: tuple[bool, Words] | None = None

    #: Whether orbits are counted as well: arrangements up to the symmetries of the board.
    modulo: bool = False

    @property
    def size(self) -> str:
        """The size of the problem, for readers."""
        return f"{len(self.order)} pieces that may stand"

    @property
    def line(self) -> str:
        """The input line for the program."""
        board, word = (_WRAPS.index(self.wrap), self.cells), ("orbits",) * self.modulo
        return input_text((*word, board, self.kinds, self.rules, self.order))

    def limited(self, bound: checker.Bound) -> Problem:
        """Return the problem with limits on the objective, given as the checker's bound on it."""
        if self.objective is None:
            raise ValueError("there is no objective")
        (maximise, measure), (_, low, high) = self.objective, bound
        low, high = (low, high) if maximise else (-high, -low)
        return self._replace(rules=(("Amount", measure, max(low, 0), high), *self.rules))


def problem_of(model: checker.Model, order: Sequence[int]) -> Problem | None:
    """Return the problem of the checker's model; None if ``Problem.v`` does not support it."""
    if not isinstance(model, checker.Placement) or type(model.board) is not checker.Board:
        return None
    if model.unstated:
        return None
    board, number = model.board, {kind: k for k, kind in enumerate(model.kinds)}
    most = sum(map(len, board.cells))

    def numbered(value: Any) -> Any:
        """Return a field of the checker's words, with kinds by number, and finite limits."""
        if isinstance(value, str):
            return number[value]
        if isinstance(value, set):
            return tuple(sorted((number[here], number[there]) for here, there in value))
        if isinstance(value, list):
            return tuple(map(numbered, value))
        if isinstance(value, tuple):
            return words_of(value) if isinstance(value[0], str) else Place(*value)
        return most if value == checker.ANY else value

    def words_of(words: checker.Words) -> Words:
        return (words[0], *map(numbered, words[1:]))

    kinds = list[PieceKind]()
    placed = zip(model.notations, model.numbers, model.kinds.values(), strict=True)
    for notation, (low, high), squares in placed:
        never = tuple(Place(*place) for s, place in enumerate(board.squares) if s not in squares)
        kinds.append(PieceKind(_rides(notation), low, numbered(high), never))
    rules = tuple(map(words_of, model.statements))
    pieces = ((number[kind], *board.squares[s]) for kind, s in (model.pieces[x] for x in order))
    objective = (model.wanted > 0, words_of(model.objective)) if model.wanted else None
    cells = tuple(board.cells)
    return Problem(cells, board.wrap, tuple(kinds), rules, tuple(pieces), objective)


def _rides(notation: str) -> tuple[tuple[int, int, int], ...]:
    """Return one step of each eight symmetric ones: down and right, and no farther down than right."""
    steps = checker.read_piece(notation).items()
    return tuple((*step, reach) for step, reach in sorted(steps) if 0 <= step[0] <= step[1])


def input_text(value: Any) -> str:
    """Return a value in the program's input format: lists in brackets, numbers and words as they are."""
    if isinstance(value, tuple):
        return f"( {''.join(input_text(item) + ' ' for item in value)})"
    return str(int(value) if isinstance(value, bool) else value)
