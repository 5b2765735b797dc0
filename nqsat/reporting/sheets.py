"""A puzzle to be solved by people: what is given as text, and what is to be done in words."""

from __future__ import annotations

from collections.abc import Iterator

from nqsat.chess import Piece, Square
from nqsat.chess.piece import COMMON_NAMES
from nqsat.modelling import Kind, Model, Rule, Tour, plural
from nqsat.modelling.rules import NonAttacking, Permutation, Regions

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def given_text(model: Model) -> str:
    """What a model gives, a line for each row: men, ``x`` where nobody stands, numbers, else regions.

    ``.`` is an empty square, ``#`` a wall, a blank a hole.
    """
    board = model.board
    marks = _given(model)
    wide = max(map(len, marks.values()), default=1)
    lines = []
    for row in range(board.rows):
        cells = [Square(row, column) for column in range(board.columns)]
        bare = [board.character(cell).replace("x", " ") for cell in cells]
        words = (marks.get(cell, mark).rjust(wide) for cell, mark in zip(cells, bare, strict=True))
        lines.append(" ".join(words).rstrip())
    return "\n".join(lines)


def _given(model: Model) -> dict[Square, str]:
    """What stands on a square in the puzzle."""
    if isinstance(model, Tour):
        ends = ((model.start, 1), (model.end, len(model.board.squares)))
        given = (*((square, k) for square, k in ends if square is not None), *model.numbers)
        return {square: str(k) for square, k in given}
    symbols = {kind.name: kind.symbol for kind in model.kinds}
    maps = [rule.map for rule in model.rules if isinstance(rule, Regions)]
    found = {s: maps[0][s.row][s.column] for s in model.board.squares} if maps else {}
    return found | {one.square: symbols[one.kind] if one.kind else "x" for one in model.presets}


def statement(model: Model) -> list[str]:
    """What is to be done, in sentences."""
    if isinstance(model, Tour):
        return list(_of_tour(model))
    men = " and ".join(_men(kind) for kind in model.kinds)
    return [
        f"Place {men}.",
        *(f"{words[0].upper()}{words[1:]}." for words in map(_rule, model.rules)),
    ]


def _of_tour(tour: Tour) -> Iterator[str]:
    last = len(tour.board.squares)
    yield f"Write the numbers from 1 to {last} on the squares."
    yield f"From each to the next it is one move of the {_name(tour.piece)}" + (
        ", and from the last to the first." if tour.closed else "."
    )


def _men(kind: Kind) -> str:
    name = _name(kind.piece)
    label = f"{kind.label} " if kind.label else ""
    if kind.number.low != kind.number.high:
        return f"{label}{name}s, {kind.number} of them"
    return f"{kind.number} {label}{plural(kind.number.low, f'{name}s')}"


def _name(piece: Piece) -> str:
    """What people call a piece."""
    names = {Piece.parse(text): name for name, text in reversed(COMMON_NAMES.items())}
    return names.get(piece, piece.notation)


def _rule(rule: Rule) -> str:
    """A rule in words; one that has none here by its name."""
    if isinstance(rule, Permutation | Regions):
        low, high = rule.bounds.low, rule.bounds.high
        many = _NUMBERS[low] if low == high and low < len(_NUMBERS) else str(rule.bounds)
        return (
            f"{many} in every {'region' if isinstance(rule, Regions) else 'row and every column'}"
        )
    if rule == NonAttacking():
        return "no two attack each other"
    return rule.name.replace("-", " ")
