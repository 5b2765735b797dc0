"""Every text that nqsat reads, mutated: a value or one clear line, no hang, no flood, no code that runs.

Mutations of valid texts, four hundred for each reader; ``NQSAT_DEEP=1`` makes ten thousand. The same
texts every time: a failure names its number.
"""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from random import Random
from typing import NamedTuple

import pytest
from support.oracle.brute_force import DEEP
from support.timeouts import steps

from nqsat import Board, NqsatError, Piece, Placement, Tour
from nqsat.chess.fen import read_fen
from nqsat.compiling import dimacs_lines, lower, to_cnf
from nqsat.errors import InvalidNotation
from nqsat.formulas import parse_dimacs
from nqsat.modelling import dumps, loads
from nqsat.rules import Regions
from nqsat.sources.model_text import in_place

TEXTS = 10_000 if DEEP else 400
LONGEST = 4000  # characters; the monsters below are longer
SOON = 1_000_000  # lines of Python
MOST_MEMORY = 200_000_000  # bytes

#: What a mutation may put in: numbers at and beyond every limit, brackets, other alphabets, programs.
WORDS = [
    "0", "-1", "1", "7", "00", "1e9", "4294967296", "9" * 19, "9" * 500, "NaN", "null", "true",
    "(", ")", "[", "]", "{", "}", '"', "'", ",", ".", ":", ";", "/", "\\", "-", "+", "*", "%", "=", "@",
    "\n", "\r\n", "\t", "\0", " ", "\ufeff", "\u2028", "é", "１", "\U0001f451", "\ud800", "x" * 300,
    "__import__('os').system('false')", "${HOME}", "$(false)", "%s%n", "a" * 70 + "!", "#", "x",
]  # fmt: skip


class Reader(NamedTuple):
    read: Callable[[str], object]
    texts: list[str]
    words: list[str]


def _json_texts() -> list[str]:
    placements = [
        in_place("3x4", ["Q=2", "white:N=1..2", "black:N=any"], [rule], ["Q@a1", "-@b2"])
        for rule in ("non-attacking", "domination=total", "permutation=..1", "regions=AABB/AABB/....",
                     "invariant=rot180", "degrees=1..2", "amount=unattacked,number=2..", "maximal")
    ]  # fmt: skip
    holed = Placement(Board.from_map("..x\n.#.\n...", "torus"), {"(1,2)0": "2.."})
    tours = [Tour("5x6", "N"), Tour("3x4", "K", closed=False, start="a1", numbers={"b2": 3})]
    return [*map(dumps, placements), dumps(holed), *map(dumps, tours)]


def _dimacs_text() -> str:
    formula = lower(Placement("3x3", {"R": 2}))
    return "\n".join(dimacs_lines(formula, to_cnf(formula)))


def _regions(text: str) -> object:
    return Placement("3x4", {"Q": "any"}, [Regions(tuple(text.split("/")), "1")])


FEN_MODEL = Placement("3x4", {"white:Q": "any", "black:Q": "any", "N": "any"})
FEN_NAMES = {kind.symbol: kind.name for kind in FEN_MODEL.kinds}

READERS = {
    "json": Reader(loads, _json_texts(), ["nqsat", "rows", "rule", "low", "[[[[", '{"a":']),
    "dimacs": Reader(
        lambda text: parse_dimacs(text.encode("utf-8", "surrogatepass").splitlines(keepends=True)),
        [_dimacs_text(), "p cnf 3 2\nc p show 1 2 0\n1 -2 0\n3 0\n", "p cnf 0 0\n"],
        ["p cnf ", "c ", "c p show ", "c ind ", " 0\n", "-0", "2147483648", "-9223372036854775808"],
    ),
    "betza": Reader(
        Piece.parse,
        ["Q", "BN", "fhN", "(1,4)", "(1,2)0", "NN", "lWlDrR2", "W4", "dragon-king", "vRsN0", "WfF"],
        ["f", "h", "s", "(3,", "R", "N", "0", "2", "queen"],
    ),
    "board": Reader(
        Board.parse,
        ["8x8", "torus:7x7", "cylinder:5x6", "4x4x4", "3x3x3x3", "0x0"],
        ["torus:", "cylinder:", "x", "99999", "200000"],
    ),
    "board map": Reader(Board.from_map, ["....\n.x#.\n....", ".", "", "..\n..\n"], [".", "#", "..\n"]),
    "region map": Reader(_regions, ["AABB/AABB/....", "0123/4567/89ab", "A.../.B../..C."], ["A", "/"]),
    "fen": Reader(
        lambda text: read_fen(text, FEN_MODEL.board, FEN_NAMES),
        ["4/4/4", "Q3/1q2/2N1", "fen:QqNQ/4/3N"],
        ["fen:", "Q", "q", "12", "/"],
    ),
    "preset": Reader(
        lambda text: in_place("8x8", ["Q=8", "N=any"], presets=[text]), ["Q@a1", "-@h8"], ["@", "N"]
    ),
    "number": Reader(
        lambda text: in_place("8x8", [text]), ["Q=8", "white:Q=3..5", "N=any"], ["..", "=", "any"]
    ),
    "rule": Reader(
        lambda text: in_place("8x8", ["Q=8", "N=any"], [text]),
        ["degrees=1..2", "domination=total", "amount=unattacked,number=2..", "permutation"],
        ["=", ":", "..", "pieces", "Q"],
    ),
}  # fmt: skip


def mutated(text: str, reader: Reader, random: Random) -> str:
    """A text after one to six changes: cut, doubled, moved, replaced, repeated many times."""
    for _ in range(random.randint(1, 6)):
        start = random.randint(0, len(text))
        end = min(len(text), start + random.choice([0, 1, 1, 2, 5, 40]))
        word = random.choice(random.choice([WORDS, reader.words]))
        middle = random.choice(
            [
                "",
                word,
                word,
                word,
                text[start:end] * 2,
                text[start:end][::-1],
                word * random.randint(2, 300),
            ]
        )
        text = text[:start] + middle + text[end:]
        if random.random() < 0.02:
            text = random.choice(reader.texts) + text
    return text[:LONGEST]


#: What a reader has no business with.
FORBIDDEN = {
    "exec", "compile", "import", "open", "os.system", "os.exec", "subprocess.Popen",
    "socket.connect",
}  # fmt: skip
_seen: list[str] | None = None


def _audit(event: str, _arguments: tuple[object, ...]) -> None:
    if _seen is not None and event in FORBIDDEN:
        _seen.append(event)


sys.addaudithook(_audit)


@contextmanager
def watched() -> Iterator[list[str]]:
    global _seen  # noqa: PLW0603
    found: list[str] = []
    _seen = found
    try:
        yield found
    finally:
        _seen = None


def outcome(reader: Reader, text: str) -> str:
    """``read``, or the line that refuses; anything else is raised."""
    try:
        reader.read(text)
    except NqsatError as error:
        said = str(error)
        assert len(said.splitlines()) == 1, repr(said)
        assert 0 < len(said) < 1000
        assert said.isprintable()
        return said
    return "read"


@contextmanager
def little_memory(what: str) -> Iterator[None]:
    """Fail where Python has held too much memory at once."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY, what


@pytest.mark.parametrize("name", READERS)
def test_mutations_are_read_or_refused(name: str) -> None:
    reader = READERS[name]
    assert {outcome(reader, text) for text in reader.texts} == {"read"}
    random = Random(name)
    outcomes = []

    def read(some: range, guard: Callable[[], AbstractContextManager[object]]) -> None:
        for number in some:
            text = mutated(random.choice(reader.texts), reader, random)
            try:
                with guard():
                    outcomes.append(outcome(reader, text))
            except Exception as error:
                raise AssertionError(f"{name} {number}: {text[:500]!r}") from error

    with watched() as run:  # both guards at once cost three times as much
        read(range(TEXTS // 2), partial(steps, SOON))
        with little_memory(name):
            read(range(TEXTS // 2, TEXTS), nullcontext)
    assert run == []
    # The mutations are of some use: most are refused, for several reasons, and some are read.
    assert outcomes.count("read") > 5
    assert len(set(outcomes)) > 20


LONG = 200_000 if DEEP else 20_000
HALF = LONG // 2

#: What costs a careless reader all memory, or all night; it is longer then.
MONSTERS = {
    "json": ["[" * LONG, '{"a":' * LONG, "9" * LONG, '"' + "a" * LONG, "[" + "1," * LONG + "1]",
             _json_texts()[0].replace("3", "9" * 4000), _json_texts()[0].replace("3", "1e300")],
    "dimacs": ["p cnf 2147483647 1\n1 0\n", "p cnf 2000000 0\n", "p cnf 1 1\n" + "1 " * LONG,
               "c" * LONG, "p cnf 3 1\n" + "9" * LONG + " 0\n", "p cnf 1 0\n" + "c p show 1 0\n" * HALF],
    "betza": ["(" * HALF, "R" + "9" * HALF, "N" * HALF, "(9999999999,1)", "f" * HALF + "N",
              "W4" * 10**4],
    "board": ["9" * HALF + "x1", "99999999x99999999", "1x" * HALF + "1", "400x400x400", "x" * LONG],
    "board map": ["." * HALF, "x\n" * HALF, "\n" * LONG, "." * HALF + "\n."],
    "region map": ["A" * LONG, "/" * LONG, "AB../" * HALF],
    "fen": ["9" * LONG, "/" * LONG, "Q" * LONG, "1" * LONG + "/4/4"],
}  # fmt: skip


@pytest.mark.parametrize("name", MONSTERS)
def test_monsters_are_read_or_refused(name: str) -> None:
    for text in MONSTERS[name]:
        with little_memory(text[:80]):
            outcome(READERS[name], text)


def test_the_watch_sees_what_runs() -> None:
    # Otherwise "no code was run" would hold of everything.
    with watched() as run:
        eval("1 + 1")
    assert run == ["compile", "exec"]
    with pytest.raises(InvalidNotation):
        Piece.parse("__import__('os')")
