"""Each rule's encoding, over all assignments: those that the CNF and CP-SAT allow are those that hold.

Every shape of board up to 9 squares, of every wrap, whole or with a wall or a hole, under every rule;
the pieces take turns. ``NQSAT_DEEP=1`` has every piece on every board up to 9 squares under every
encoding of cardinalities, and goes up to 16 squares with one kind (some hours).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, product

import pytest
from support.oracle.brute_force import DEEP
from support.oracle.models import PIECES
from support.oracle.native import check_encodings

from nqsat import Board, InvalidModel, Placement, Rule, rules
from nqsat.chess import symmetries
from nqsat.chess.board import Wrap
from nqsat.compiling import ENCODINGS

WRAPS: tuple[Wrap, ...] = ("flat", "cylinder", "torus")


def boards(least: int, most: int, narrowest: int = 1) -> Iterator[Board]:
    """Every shape and wrap with this many cells: whole, then with a wall, then with a hole, and again."""
    changes = cycle([None, "#", "x"])
    for rows, columns in product(range(narrowest, most + 1), repeat=2):
        if not least <= rows * columns <= most:
            continue
        for wrap in WRAPS:
            cells = ["."] * (rows * columns)
            if (change := next(changes)) is not None and len(cells) > 2:
                cells[len(cells) // 3] = change
            text = "".join(cells)
            lines = [text[i : i + columns] for i in range(0, len(text), columns)]
            yield Board.from_map("\n".join(lines), wrap)
        next(changes)  # so that no wrap always meets the same change


def region_map(board: Board) -> tuple[str, ...]:
    """Two regions, side by side, and the last rank in none."""
    half = (board.columns + 1) // 2
    line = "A" * half + "B" * (board.columns - half)
    return (line,) * (board.rows - 1) + ("." * board.columns,)


def corners(board: Board, name: str) -> rules.Among:
    """A cardinality over literals of either sign."""
    names = [square.name(board.rows) for square in board.squares]
    some = dict.fromkeys((names[0], names[-1], names[len(names) // 2], names[len(names) // 4]))
    literals = tuple(rules.Stands(name, square, bool(i % 2)) for i, square in enumerate(some))
    return rules.Among(literals, rules.Number.parse("1..2"))


def some_symmetry(board: Board, index: int) -> str:
    names = [symmetry.name for symmetry in symmetries(board)]
    return names[index % len(names)]


#: Each rule in its variants: from a board and the name of a kind that stands on it.
VARIANTS: dict[str, Callable[[Board, str], Rule]] = {
    "non-attacking": lambda board, name: rules.NonAttacking(),
    "non-attacking blocking": lambda board, name: rules.NonAttacking(blocking=True),
    "maximal": lambda board, name: rules.Maximal(),
    "maximal blocking": lambda board, name: rules.Maximal(blocking=True),
    "invariant": lambda board, name: rules.Invariant(some_symmetry(board, board.columns)),
    "invariant last": lambda board, name: rules.Invariant(some_symmetry(board, -1)),
    "degrees": lambda board, name: rules.Degrees("1..2"),
    "degrees attacked": lambda board, name: rules.Degrees(1, "attacked"),
    "degrees blocking": lambda board, name: rules.Degrees("2..", blocking=True),
    "domination": lambda board, name: rules.Domination(),
    "domination independent": lambda board, name: rules.Domination("independent"),
    "domination total": lambda board, name: rules.Domination("total"),
    "domination efficient": lambda board, name: rules.Domination("efficient"),
    "domination twice": lambda board, name: rules.Domination("total", times=2),
    "domination minimal": lambda board, name: rules.Domination(minimal=True),
    "domination blocking": lambda board, name: rules.Domination("total", blocking=True),
    "amount men": lambda board, name: rules.Amount(rules.Men(None), "2..3"),
    "amount unattacked": lambda board, name: rules.Amount(
        rules.Unattacked(None, blocking=False), "1..2"
    ),
    "amount blocking": lambda board, name: rules.Amount(
        rules.Unattacked(None, blocking=True), "3.."
    ),
    "among": corners,
    "regions": lambda board, name: rules.Regions(region_map(board), "1..2"),
    "permutation": lambda board, name: rules.Permutation(1),
    "permutation at most": lambda board, name: rules.Permutation("..1"),
    "no three in line": lambda board, name: rules.NoThreeInLine(),
    "irredundant": lambda board, name: rules.Irredundant(),
    "connected": lambda board, name: rules.Connected(),
    "connected empty": lambda board, name: rules.Connected("empty", by="W"),
    "connected acyclic": lambda board, name: rules.Connected(acyclic=True),
    "distinct differences": lambda board, name: rules.DistinctDifferences(),
    "stabiliser": lambda board, name: rules.Stabiliser(()),
    "stabiliser two": lambda board, name: rules.Stabiliser((some_symmetry(board, -1),)),
    "armies": lambda board, name: rules.Armies(),
    "armies equal": lambda board, name: rules.Armies(equal=True, blocking=True),
}


def models(
    variant: str, sizes: tuple[int, int], kinds: int, narrowest: int = 1
) -> Iterator[Placement]:
    """The models of a variant on all boards of such sizes; on demand with every piece on each."""
    start = [*VARIANTS].index(variant)
    turns = cycle(PIECES[start % len(PIECES) :] + PIECES[: start % len(PIECES)])
    for board in boards(*sizes, narrowest):
        for piece in PIECES if DEEP and sizes[1] <= 9 else [next(turns)]:
            names = [piece] if kinds == 1 else [f"white:{piece}", f"black:{next(turns)}"]
            try:
                rule = VARIANTS[variant](board, names[0])
                yield Placement(board, dict.fromkeys(names, "any"), [rule])
            except InvalidModel:  # no such rule on such a board, or with this many kinds
                continue


ALL_ENCODINGS = [encoding.name for encoding in ENCODINGS]


def check(found: Iterable[Placement]) -> list[int]:
    return [check_encodings(model, ALL_ENCODINGS if DEEP else ("auto",)) for model in found]


def test_every_rule_is_here() -> None:
    made = {type(make(Board(3, 3), "Q")) for make in VARIANTS.values()}
    assert made == set(rules.RULES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_all_boards(variant: str) -> None:
    found = [*models(variant, (1, 9), 1)]
    step = 4 if len(found) > 50 else 2  # some rules know flat boards only
    one, two = check(found[:: 1 if DEEP else step]), check(models(variant, (1, 4), 2))
    assert len(one) >= (0 if variant.startswith("armies") else 8)
    assert len(two) >= 8
    for numbers in filter(None, (one, two)):  # neither always nor never so
        assert len(set(numbers)) > 2


def test_every_piece_on_all_boards() -> None:
    # Non-attack is what most models are made of: here the numbers of men take turns too.
    numbers: Iterator[rules.Number | int | str] = cycle(["any", "1..2", 3, "2..", "..2"])
    for place, piece in enumerate(PIECES):
        for board in [*boards(1, 9)][slice(None) if DEEP else slice(place % 4, None, 4)]:
            check_encodings(Placement(board, {piece: next(numbers)}))


@pytest.mark.skipif(not DEEP, reason="NQSAT_DEEP=1 goes up to 16 squares")
@pytest.mark.parametrize("variant", VARIANTS)
def test_one_kind_on_larger_boards(variant: str) -> None:
    check(models(variant, (10, 16), 1, narrowest=2))
