"""Paths between given ends: every engine has the solutions of plain recursion over squares."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from support.oracle.brute_force import DEEP, Cell, cells_of, naive_targets
from support.oracle.cnf import projected_models
from support.oracle.groups import named

from nqsat import Board, Factor, InvalidModel, count
from nqsat.compiling import lower, to_cnf
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, Listing, SatEngine
from nqsat.evidence.certificate.facts import recount_of
from nqsat.modelling import dumps, loads
from nqsat.sources import parse

BOARDS = [
    *("2x2", "2x3", "3x3", "3x4", "1x4", "torus:3x3", "cylinder:3x3"),
    *map(Board.from_map, ("...\n.#.\n...", "..x.\n....\n.#..", "....\n.xx.\n....")),
]
PIECES = ["W", "W", "W", "K", "N", "F", "R", "WN", "DW"]

#: Each move as a set of two cells.
Solution = frozenset[frozenset[Cell]]

#: Models with more paths are left out.
MOST = 3_000


def drawn(number: int) -> Iterator[Factor]:
    index = 0
    while number:
        index += 1
        chance = Random(f"links {index}")
        board = Board.of(chance.choice(BOARDS))
        piece = chance.choice(PIECES)
        squares = [*board.squares]
        chance.shuffle(squares)
        pairs = min(chance.choice([1, 2, 2, 3, 3, 4]), len(squares) // 2)
        moves = [f"{board.name(a)}-{board.name(b)}" for a, b in pairwise(squares)]
        with suppress(InvalidModel):
            degree = chance.choice(["2", "..2", "..2"])
            ends = [*zip(squares[: 2 * pairs : 2], squares[1 : 2 * pairs : 2], strict=True)]
            through = moves[-1:] if chance.random() < 0.1 else ()
            avoiding = moves[-2:-1] if chance.random() < 0.2 else ()
            fixed = chance.choice(["rot180", "flip-rows"]) if chance.random() < 0.1 else None
            model = Factor(board, piece, degree, ends=ends, fixed_by=fixed)
            yield model.refined(through=through, avoiding=avoiding)  # which are moves
            number -= 1


def walked(model: Factor) -> set[Solution] | None:
    """The solutions, by walking the paths one after the other; None if there are too many for a test."""
    cells, rides = cells_of(model.board), dict(model.piece.rides)
    ways = {cell: naive_targets(model.board, cell, rides) for cell in cells}
    pairs = [[(square.row, square.column) for square in pair] for pair in model.ends]
    ends = {cell for pair in pairs for cell in pair}
    turns = [named(model.board, name).__getitem__ for name in model.fixing]
    found, looked = set(), 0
    parts: list[tuple[Cell, ...]] = [(pairs[0][0],)]
    for part in parts:  # which grows: the paths so far, one behind the other
        looked += 1
        if looked > MOST:
            return None
        turn = sum(last in part for _, last in pairs)
        if turn and part[-1] == pairs[turn - 1][1]:
            if turn < len(pairs):
                parts.append((*part, pairs[turn][0]))
            else:
                found.add(part)
            continue
        goal = pairs[turn][1]
        parts += [
            (*part, cell)
            for cell in ways[part[-1]]
            if cell == goal or (cell not in part and cell not in ends)
        ]
    lasts = {last for _, last in pairs}
    solutions = set()
    for part in found:
        if model.degree.low and len(part) < len(cells):
            continue
        links = frozenset(frozenset(link) for link in pairwise(part) if link[0] not in lasts)
        fits = links.issuperset(map(frozenset, model.through))
        fits = fits and links.isdisjoint(map(frozenset, model.avoiding))
        images = ({frozenset(map(turn, link)) for link in links} for turn in turns)
        if fits and all(image == links for image in images):
            solutions.add(links)
    return solutions


def links_of(solution: object) -> Solution:
    moves = solution.moves  # type: ignore[attr-defined]
    return frozenset(frozenset((square.row, square.column) for square in move) for move in moves)


def test_engines_have_the_paths_of_plain_recursion() -> None:
    some = several = 0
    for index, model in enumerate(drawn(500 if DEEP else 30)):
        wanted = walked(model)
        if wanted is None:
            continue
        some += bool(wanted)
        several += len(wanted) > 1 and len(model.ends) > 2
        engines: list[Engine] = [BacktrackEngine(), SatEngine()]
        if index % 5 == 0 and len(wanted) < 20:
            engines.append(CpSatEngine())
        for engine in engines:
            solutions = list(Listing(model, engine))
            found = {*map(links_of, solutions)}
            assert found == wanted, f"{engine.title}: {model!r}"
            assert len(solutions) == len(found)
            assert all(map(model.holds, solutions))
        for name in ("frontier", "auto"):
            answer = count(model, engine=name)
            assert answer.complete
            assert answer.value == len(wanted), f"{name}: {model!r}"
        if index % 6 == 0 and len(wanted) < 50:  # its clauses, without cuts
            formula = lower(model)
            models = [formula.reader.decode(true) for true in projected_models(to_cnf(formula))]
            assert {*map(links_of, models)} == wanted
        assert loads(dumps(model)) == model
        if not model.fixing and len(model.atoms) < 25:  # what the checker knows, and soon
            assert recount_of(model, 200_000) == len(wanted)
    assert some > 5
    assert several


def test_holds_is_true_of_nothing_else() -> None:
    """Of all sets of moves on a small board; so dangling moves, cycles and wrong pairs are refused."""
    model = Factor("2x3", "K", "..2", ends=["a1-c1", "a2-c2"])
    atoms = model.atoms
    every = (
        model.solution(move for i, move in enumerate(atoms) if mask >> i & 1)
        for mask in range(1 << len(atoms))
    )
    assert {links_of(moves) for moves in every if model.holds(moves)} == walked(model)


def test_files_and_words(tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    file.write_text("A . B\n. # .\nB . A\n")
    model = Factor(f"file:{file}", "W", "..2")
    assert [pair.text_on(model.board) for pair in model.ends] == ["a3-c1", "c3-a1"]
    assert count(model).value == 0
    text = "3x3 factor W degree 0..2 ends a3-c3 ends a1-c1"
    assert parse(text).text == text
    assert parse(text) == Factor("3x3", "W", "..2", ends=[("c1", "a1"), "a3-c3"])
    assert count(parse(text), engine="backtrack").value == 7
    file.write_text("A . B\n")
    with pytest.raises(InvalidModel, match="board: 'A' is on a1: a mark"):
        Factor(f"file:{file}", "W")


@pytest.mark.parametrize(
    ("degree", "more", "field"),
    [(1, {}, "degree"), ("..2", {"maximal": True}, "maximal"), (2, {"ends": ["a1-b2", "b2-c3"]}, "ends"),
     (2, {"ends": "a1-b2"}, "ends"), (2, {"ends": ["a1-z9"]}, "ends"), (2, {"ends": ["a1-a1"]}, "ends")],
)  # fmt: skip
def test_what_does_not_fit_is_refused(
    degree: int | str, more: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidModel) as refused:
        Factor("3x3", "W", degree, **{"ends": ["a1-c3"], **more})  # type: ignore[arg-type]
    assert refused.value.path[0] == field
