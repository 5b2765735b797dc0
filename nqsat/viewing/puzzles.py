"""A puzzle as the page plays it: its moves without direction, and steps to its solution."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from nqsat.chess import Square
from nqsat.counting import has_givens, steps_to
from nqsat.errors import NqsatError
from nqsat.modelling import Factor, Model, Moves, Path, Solution
from nqsat.modelling.path import Move
from nqsat.viewing.answers import pack_solutions
from nqsat.viewing.atoms import atom_numbers, constraint_data
from nqsat.viewing.document import model_data

#: Steps to the solution of a puzzle with more moves are not in the page: they would take long to find.
MOST_MOVES = 500


def is_played_by_moves(model: Model) -> bool:
    """Whether a puzzle is a tour of all squares: one draws its moves in any order, in no direction."""
    return model.full_tour is not None and has_givens(model)


def played(model: Model) -> Model:
    """Return the model whose atoms the page of a puzzle has: of a tour its moves, without direction."""
    return Factor(model.board, model.kinds[0].piece, "..2") if is_played_by_moves(model) else model


def as_puzzle(
    model: Model, solution: Solution, time_limit: float | None = None
) -> tuple[dict[str, Any], str, list[list[object]]]:
    """Return a puzzle as the page has it: the model, its only solution, and the steps to that."""
    shown = played(model)
    if shown is not model and isinstance(solution, Path):
        made = Moves(model.board, tuple({Move.of(*move) for move in solution.moves}))
        packed = pack_solutions(shown, [made])
    else:
        packed = pack_solutions(model, [solution])
    data = model_data(model, played=shown)
    if not model.is_placement:
        numbers = atom_numbers(shown)
        data["walls"] = [
            numbers[move] for move in getattr(model, "avoiding", ()) if move in numbers
        ]
    return data, packed, [*step_data(model, solution, time_limit)]


def step_data(
    model: Model, solution: Solution, time_limit: float | None = None
) -> Iterator[list[object]]:
    """Yield the steps to the solution of a puzzle.

    Each has its words, the atoms that are there, those that are not, and perhaps numbered squares.
    """
    shown = played(model)
    if model.is_placement:
        if constraint_data(model) is None:
            return
    elif len(shown.atoms) > MOST_MOVES:
        return
    numbers = {atom.text_on(model.board): number for atom, number in atom_numbers(shown).items()}
    numbered = _KnownNumbers(model, numbers)
    if begun := numbered.moves():  # else they would be drawn at the first hint about another number
        yield ["Consecutive numbers are given: join them.", begun, []]
    try:
        for step in steps_to(solution, model, time_limit=time_limit):
            there = [numbers[name] for name in step.known if name in numbers]
            gone = [numbers[name[1:]] for name in step.known if name[1:] in numbers]
            notes = numbered.learn(step.known)
            yield [step.text, [*there, *numbered.moves()], gone, *([notes] if notes else [])]
    except NqsatError:  # a kind of puzzle of which nothing is known
        return


class _KnownNumbers:
    """The knowledge about the numbers of squares, and the moves that follow."""

    def __init__(self, model: Model, numbers: dict[str, int]) -> None:
        self._board, self._numbers = model.board, numbers
        self._on = {number: square for square, number in getattr(model, "numbers", ())}
        self._closed, self._told = getattr(model, "closed", False), set[int]()
        ends = ((1, "start"), (len(model.board.squares), "end"))
        for number, name in ends:
            if (square := getattr(model, name, None)) is not None:
                self._on[number] = square

    def learn(self, known: tuple[str, ...]) -> list[list[object]]:
        """Read numbers of squares, as in ``c3=13``; return the squares, each with its number."""
        pairs = [text.split("=") for text in known if "=" in text and not text.startswith("~")]
        found = [(self._board.parse_square(name), int(number)) for name, number in pairs]
        self._on |= {number: square for square, number in found}
        return [[self._board.places[square], str(number)] for square, number in found]

    def moves(self) -> list[int]:
        """Return the moves that are known by the numbers at both ends, and were not before."""
        if not self._on:
            return []
        order = [self._on.get(k) for k in range(1, len(self._board.squares) + 1)]
        found = [self._number(*pair) for pair in pairwise([*order, *order[: self._closed]])]
        fresh = [x for x in found if x is not None and x not in self._told]
        self._told.update(fresh)
        return fresh

    def _number(self, here: Square | None, there: Square | None) -> int | None:
        if here is None or there is None:
            return None
        return self._numbers.get(Move.of(here, there).text_on(self._board))
