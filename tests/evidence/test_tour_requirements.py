"""Requirements of a tour that contradict or repeat one another: all who count say the same, or refuse.

Questions are drawn as JSON: nqsat refuses some of them that the checker judges. What is right is found by
trying all walks.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.boards import is_solid
from support.oracle.brute_force import DEEP
from support.oracle.cnf import projected
from support.small_certificates import HEAD, Written, refusal, refused_steps, sealed

import nqsat
from nqsat import Board, InvalidModel, Piece, Tour
from nqsat.chess import attacks
from nqsat.evidence import checker
from nqsat.modelling import dumps, loads

#: How many questions on each board.
MANY = 400 if DEEP else 32

BOARDS = [
    *(Board.parse(text) for text in ("2x2", "2x3", "1x2", "1x1", "3x3", "2x2x2", "1x2x3")),
    *(Board.parse(text) for text in ("cylinder:2x3", "cylinder:1x5", "torus:2x3", "torus:1x5")),
    *(
        Board.from_map(text)
        for text in ("...\n.#.\n...", "...\n.x.\n..#", "..#\n..#", "....\n.x..")
    ),
]
PIECES = ["K", "K", "W", "WD", "N"]

Question = dict[str, Any]
Names = tuple[str, ...]


@cache
def near_of(board: Board, piece: str) -> dict[str, list[str]]:
    """Where the piece can go from each square."""
    ways = attacks(Piece.parse(piece), board)
    name = {square: square.name(board.rows) for square in board.squares}
    return {name[here]: sorted(name[there] for there in ways[here]) for here in board.squares}


@cache
def walks(board: Board, piece: str) -> list[Names]:
    """All ways to go over all squares."""
    near, found = near_of(board, piece), list[Names]()
    waiting: list[Names] = [(name,) for name in near]
    while waiting:
        way = waiting.pop()
        found += [way] * (len(way) == len(near))
        waiting += [(*way, there) for there in near[way[-1]] if there not in way]
    return found


def right(board: Board, asked: Question) -> int:
    """How many tours there are, from the words alone."""
    near, found = near_of(board, asked["piece"]), set[Names]()
    must, never = (
        {frozenset(x.split("-")) for x in asked[name]} for name in ("through", "avoiding")
    )
    closed, numbers = asked["closed"], asked.get("numbers", {}).items()
    for way in walks(board, asked["piece"]):
        moves = {*map(frozenset, pairwise((*way, way[0]) if closed else way))}
        # A closed tour is read from its start; without one it is the same from wherever.
        ends = asked.get("start", min(way) if closed else way[0]), asked.get("end", way[-1])
        fits = ends == (way[0], way[-1]) and moves >= must and moves.isdisjoint(never)
        fits = fits and (not closed or (len(way) > 2 and way[0] in near[way[-1]]))
        if fits and all(way[number - 1 : number] == (name,) for name, number in numbers):
            back = (way[0], *way[:0:-1]) if closed else way[::-1]
            found.add(way if asked["unit"] == "directed" else min(way, back))
    return len(found)


def drawn(chance: Random, board: Board) -> Question:
    """Requirements out of a few moves, written either way, and their squares: so they meet."""
    piece = "W" if is_solid(board) else chance.choice(PIECES)
    near = near_of(board, piece)
    moves = [f"{a}-{b}" for a in near for b in near[a]]
    few = chance.sample(moves, min(len(moves), 2))
    few += ["-".join(move.split("-")[::-1]) for move in few]
    squares = sorted({name for move in few for name in move.split("-")} or near)
    closed = chance.random() < 0.5
    asked: Question = {"piece": piece, "closed": closed}
    for name in ("through", "avoiding"):
        asked[name] = [chance.choice(few) for _ in range(chance.choice([0, 1, 2, 3]) if few else 0)]
    for name in ("start", "end"):
        if chance.random() < (0.15 if closed else 0.4):
            asked[name] = chance.choice(squares)
    if chance.random() < 0.2:
        asked["numbers"] = {name: chance.randint(1, 4) for name in squares[:2]}
    plain = asked.keys().isdisjoint(("start", "end", "numbers"))
    asked["unit"] = "undirected" if plain and chance.random() < 0.6 else "directed"
    return asked


def certificate(text: str, facts: checker.Model, names: list[str], count: int) -> Written:
    files, sizes = (
        {"model.json": text, "order.txt": "".join(name + "\n" for name in names)},
        list[str](),
    )

    def write(number: int, states: checker.States) -> None:
        files[checker.layer_name(number)] = b"".join(checker.layer_lines(states)).decode()
        sizes.append(f"{len(states)} {sum(states.values())}")

    recount = checker.Recount(10_000)
    recount.note = write
    recount.solutions(facts, [facts.decided.index(name) for name in names])
    claim = {
        "nqsat-certificate": checker.FORMAT, "count": str(count), "unit": facts.unit, "modulo": "none",
        "labelled": str(count), "proof": "recount", "engine": "somebody", "nqsat": "0",
        "layers": sizes, "files": {},
    }  # fmt: skip
    return sealed({**files, HEAD: json.dumps(claim)})


def listed(facts: checker.Model) -> int:
    """How many solutions the formula of a list has, with all cuts."""
    squares, every = facts.board.names, checker.Formula(facts).clauses
    for bits in range(1, 2**facts.places - 1):
        part = [name for x, name in enumerate(squares) if bits >> x & 1]
        every.append(checker.cut_clause(part, facts, ""))
    return len(projected(map(tuple, every), tuple(range(1, len(facts.names) + 1))))


def judged(text: str, value: int, chance: Random, folder: Path) -> bool:
    """Whether the checker takes such tours; then it accepts this number, and no other one, every way."""
    try:
        facts = checker.read_model(text)
    except checker.Rejected as no:
        if not str(no).endswith((" is not known to this checker", " has ends that it cannot have")):
            raise
        return False
    names = chance.sample(facts.decided, len(facts.decided))
    for claim in (value, value + 1, value + 6):
        fault = "" if claim == value else f"{HEAD}: count should be {value}"
        assert refusal(certificate(text, facts, names, claim), folder) == fault
        assert {*refused_steps(folder).values()} <= {fault}
    assert facts.unlisted or listed(facts) == value
    return True


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_all_who_count_say_the_same_or_refuse(board: Board, tmp_path: Path) -> None:
    chance, known, taken, contradict = Random(str(board)), 0, 0, 0
    shape = json.loads(dumps(Tour(board, "K", closed=False)))["tour"]["board"]
    for _ in range(MANY):
        asked = drawn(chance, board)
        text = json.dumps({"nqsat": 1, "tour": {"board": shape, **asked}}) + "\n"
        value, both = right(board, asked), _moves(asked["through"]) & _moves(asked["avoiding"])
        accepted = judged(text, value, chance, tmp_path / "it")
        try:
            model: Any = loads(text)
        except InvalidModel as no:  # of those the checker judges one class: there is no such tour
            if accepted and not (
                both and str(no).endswith(" is also required; leave one of them out")
            ):
                raise
        else:
            assert nqsat.count(model, engine="backtrack").value == value, asked
            assert nqsat.count(model).value == value, asked
            taken += 1
        known, contradict = known + accepted, contradict + bool(both and accepted)
    assert (known > MANY // 4, contradict > 2) == (
        not is_solid(board),
        not is_solid(board) and len(board.squares) > 1,
    )
    assert taken > MANY // 12


def _moves(texts: list[str]) -> set[frozenset[str]]:
    return {frozenset(text.split("-")) for text in texts}
