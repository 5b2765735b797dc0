"""``auto``, which has engines in turns, against the best single engine, on 184 questions: seconds of CPU.

    python tests/benchmarks/turns.py [--limit 20] [--engines auto frontier …] [--only WORD] [--keep FILE]

Each question is counted in a process of its own, with kernels compiled and loaded, and stopped after
``--limit`` seconds of CPU. With ``--keep`` rows are kept, and a run that was stopped goes on from there.
Rows are printed as they come, then what they come to; counts that differ are named. What takes less than a
tenth of a second counts as a tenth: nobody waits.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.machine import cpu, description

from nqsat import Factor, Placement, Tour, UnsupportedByEngine
from nqsat.counting import Question
from nqsat.counting.planning import work_of
from nqsat.engines import closing, make_engine
from nqsat.engines.plans.plan import Total
from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Rule
from nqsat.rules import Domination, Irredundant, Maximal, NonAttacking
from nqsat.sources import model_of

#: Less than this is no time.
SOON = 0.1

#: Of the random questions, and how many they are.
SEED, RANDOM = 25, 40

#: Memory that a question may take, in bytes.
MEMORY = 4 << 30


class Asked(NamedTuple):
    name: str
    question: Question


class Row(NamedTuple):
    """What came of a question: the count, who counted, and the seconds of CPU, planning included.

    Args:
        value: the count as text; "" if it was stopped or refused.
        refused: why it was not counted.
    """

    name: str
    engine: str
    by: str = ""
    taken: float = 0.0
    value: str = ""
    refused: str = ""

    def __str__(self) -> str:
        sign = "" if self.value else "> "
        words = self.refused or f"{sign}{self.taken:.2f}"
        return f"{self.name:46} {self.by or self.engine:22} {words:>10}"


# -- the questions -----------------------------------------------------------------------


def _named(words: str, **more: str) -> Asked:
    """Of the catalogue: ``queens n=8``; and what is asked besides."""
    name, *given = words.split()
    pairs = [one.split("=") for one in given]
    values = {key: int(value) if value.isdigit() else value for key, value in pairs}
    besides = [f"{key}={value}" for key, value in more.items()]
    return Asked(" ".join([words, *besides]), _question(model_of(name, values), **more))


def _pieces(board: str, pieces: str, *rules: Rule, **more: str) -> Asked:
    """Pieces on a board: ``K=any N=3``; non-attacking unless other rules are given."""
    numbers = dict(pair.split("=") for pair in pieces.split())
    model = Placement(board, numbers, [*rules] or [NonAttacking()])
    words = [board, pieces, *(rule.name for rule in rules), *(f"{k}={v}" for k, v in more.items())]
    return Asked(" ".join(words), _question(model, **more))


def _tour(board: str, piece: str, *, closed: bool = True, **more: str) -> Asked:
    words = [board, piece, "closed" if closed else "open", *(f"{k}={v}" for k, v in more.items())]
    return Asked(" ".join(words), _question(Tour(board, piece, closed=closed), **more))


def _factor(board: str, piece: str, degree: str) -> Asked:
    return Asked(f"{board} {piece} factor {degree}", _question(Factor(board, piece, degree)))


def _question(model: Model, **more: str) -> Question:
    return Question("count", model, **more)  # type: ignore[arg-type]


def _of_catalogue() -> Iterator[Asked]:
    for words in (
        "queens n=8", "queens n=10", "queens n=12", "queens n=14", "queens n=15", "queens n=16",
        "queens-k n=8 k=5", "queens-k n=12 k=5", "queens-any n=8", "queens-any n=10",
        "queens-any n=12", "queens-any n=13", "toroidal-queens n=11", "toroidal-queens n=13",
        "cylindrical-queens n=11", "amazons n=12", "amazons-any n=9", "amazons n=15", "queens n=17",
        "rooks-any n=12", "rooks-k rows=8 columns=8 k=4", "latin-squares n=4", "dragon-kings n=9",
        "empresses n=8", "bishops n=7 k=6", "bishops-any n=9", "bishops-any n=13", "princesses n=7",
        "kings n=8 k=8", "kings-any n=12", "kings-any n=18", "kings-any n=22", "kings-any n=25",
        "wazirs n=8 k=9", "wazirs-any n=16", "wazirs-any n=20", "ferses-any n=14",
        "ferses-any n=20", "knights n=8 k=8", "knights-any n=10", "knights-any n=12",
        "knights-any n=14", "knights-any n=15", "nightriders-any n=8", "nightriders-any n=10",
        "camels-any n=9", "camels-any n=11", "zebras-any n=9", "zebras-any n=10",
        "giraffes-any n=8", "queens-and-knights n=8 queens=5 knights=3",
        "kings-and-knights n=7 kings=4 knights=4", "queens-with-pawns n=7 k=1",
        "queens-each-attacking n=5 k=6 d=2", "knights-each-attacking n=5 k=8 d=1",
        "peaceable-queens-k n=6 k=3", "no-three-in-line n=7", "no-three-in-line n=8",
        "no-three-in-line n=9", "no-three-in-line n=10", "costas n=8", "costas n=10", "costas n=11",
        "costas n=12", "kings-dominating-any n=10", "kings-dominating-any n=14",
        "kings-dominating-any n=16", "queens-maximal n=8", "queens-maximal n=10",
        "queens-maximal n=12", "kings-maximal n=8", "kings-maximal n=12", "kings-maximal n=18",
        "knights-maximal n=7", "knights-maximal n=9", "knights-maximal n=10",
        "dominoes rows=8 columns=8", "knights-tours rows=6 columns=6",
        "knights-tours rows=7 columns=8", "knights-tours rows=5 columns=12",
        "knights-tours rows=7 columns=10", "open-knights-tours rows=6 columns=6",
        "kings-tours rows=6 columns=6", "kings-tours rows=7 columns=7",
    ):  # fmt: skip
        yield _named(words)
    for words in ("queens n=10", "queens n=12", "kings-any n=8", "toroidal-queens n=13"):
        yield _named(words, modulo="symmetry")
    yield _named("knights-any n=8", modulo="symmetry")
    yield _named("knights-tours rows=6 columns=6", modulo="symmetry")


def _in_place() -> Iterator[Asked]:
    for n in (8, 11, 13):
        yield _pieces(f"{n}x{n}", f"Q={n}", fixed_by="rot180")
    for board, pieces in (
        ("10x10", "K=5"), ("12x12", "K=7"), ("7x7", "N=8"), ("8x8", "N=6"), ("6x6", "K=6"),
        ("torus:8x8", "CN=8"),
        ("torus:10x10", "K=any"), ("torus:8x8", "N=any"), ("torus:7x7", "Q=any"), ("cylinder:9x9", "K=any"),
        ("6x6", "Q=any N=any"), ("10x10", "N=10"), ("20x20", "Q=2"), ("5x20", "N=any"), ("8x8", "NN=any"),
        ("12x8", "F=any"), ("7x9", "D=any"), ("100x100", "K=any"), ("hex:5", "K=any"), ("hex:4", "Q=any"),
    ):  # fmt: skip
        yield _pieces(board, pieces)
    cover = Domination()
    for board, pieces in (
        ("9x9", "Q=5"), ("8x8", "Q=5"), ("10x10", "Q=6"), ("7x7", "K=..10"), ("7x7", "Q=any"),
        ("8x8", "Q=any"), ("9x9", "K=any"),
        ("18x18", "K=any"), ("6x6", "N=..9"), ("8x8", "N=any"), ("7x7", "R=any"), ("torus:6x6", "K=any"),
    ):  # fmt: skip
        yield _pieces(board, pieces, cover)
    yield _pieces("17x17", "K=any", NonAttacking(), cover)
    yield _pieces("8x8", "Q=..6", NonAttacking(), cover)
    for board, pieces in (
        ("8x8", "B=any"),
        ("torus:7x7", "N=any"),
        ("7x7", "C=any"),
        ("9x7", "W=any"),
    ):
        yield _pieces(board, pieces, NonAttacking(), Maximal())
    yield _pieces("4x4", "N=any", Irredundant())
    yield _pieces("5x5", "K=any", Irredundant())
    yield from (
        _factor("12x12", "W", "1"),
        _factor("7x8", "N", "2"),
        _factor("7x7", "K", "1"),
        _factor("8x8", "W", "2"),
    )
    for board, piece in (
        ("6x10", "N"),
        ("5x40", "N"),
        ("12x12", "W"),
        ("cylinder:6x6", "N"),
        ("4x4", "Q"),
    ):
        yield _tour(board, piece)
    yield _tour("6x7", "N", closed=False)
    yield _tour("8x8", "N", fixed_by="rot180")
    yield _tour("10x10", "N", fixed_by="rot90")
    yield _tour("6x8", "N", modulo="symmetry")


def _random() -> Iterator[Asked]:
    """Models that nobody chose: boards, pieces, numbers and rules at random."""
    chance = Random(SEED)
    boards = ("{0}x{1}", "{0}x{1}", "{0}x{1}", "torus:{0}x{1}", "cylinder:{0}x{1}")
    rules = (
        (NonAttacking(),), (NonAttacking(),), (NonAttacking(),), (Domination(),),
        (NonAttacking(), Maximal()), (NonAttacking(), Domination()),
    )  # fmt: skip
    pieces = ("Q", "K", "N", "R", "B", "W", "F", "C", "NN", "BN", "WD", "Z", "A", "RN")
    found = 0
    while found < RANDOM:
        rows = chance.randint(5, 10)
        board = chance.choice(boards).format(rows, chance.randint(rows, rows + 3))
        if chance.random() < 0.15:
            if chance.random() < 0.5:
                yield _tour(board, chance.choice("NNKW"), closed=chance.random() < 0.7)
            else:
                yield _factor(board, chance.choice("WNK"), chance.choice("12"))
            found += 1
            continue
        number = chance.choice(
            ("any", "any", "any", f"{chance.randint(2, 9)}", f"..{chance.randint(2, 7)}")
        )
        more = {"modulo": "symmetry"} if chance.random() < 0.15 else {}
        try:
            yield _pieces(board, f"{chance.choice(pieces)}={number}", *chance.choice(rules), **more)
        except InvalidModel:
            continue
        found += 1


def questions() -> list[Asked]:
    every = [*_of_catalogue(), *_in_place(), *_random()]
    return [*{one.name: one for one in every}.values()]


# -- what is done with them --------------------------------------------------------------


def _warm() -> None:
    """Load what every question needs, so that none is charged with it."""
    for one in (
        _pieces("9x9", "Q=9"), _pieces("6x6", "N=any", Domination()),
        _pieces("4x4", "N=any", NonAttacking(), Maximal()), _named("costas n=5"), _tour("6x6", "N"),
        _named("peaceable-queens n=3"),
        _tour("6x8", "N"), _tour("4x4", "K"), _factor("4x4", "W", "1"),
    ):  # fmt: skip
        for name in ("frontier", "bitboard", "mates"):
            try:
                for _ in work_of(_by(one.question, name)):
                    pass
            except (UnsupportedByEngine, InvalidModel):
                continue


def _by(question: Question, engine: str) -> Question:
    return replace(question, engine=make_engine(engine))


def measured(asked: Asked, engine: str, limit: float) -> Row:
    before, found, by = cpu(), Total(), ""
    try:
        with closing(work_of(_by(asked.question, engine))) as work:
            for piece in work:
                found.add(piece)
                by = piece.facts.title if piece.facts else by
                if cpu() - before > limit:
                    return Row(asked.name, engine, by, cpu() - before)
        value = str(sum(number for _, number in found.numbers))
        return Row(asked.name, engine, by, cpu() - before, value)
    except (UnsupportedByEngine, InvalidModel, MemoryError) as error:
        return Row(asked.name, engine, refused=f"refused: {error}"[:200])


def _apart(asked: Asked, engine: str, limit: float) -> Row:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        seconds = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime + 2 * limit) + 10
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY + (4 << 30), -1))
        row = measured(asked, engine, limit)
        os.write(writing, json.dumps(row).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    if not said:
        return Row(asked.name, engine, refused=f"said nothing within {2 * limit:.0f} s")
    return Row(*json.loads(said))


def _kept(file: Path | None) -> dict[tuple[str, str], Row]:
    if file is None or not file.exists():
        return {}
    rows = [Row(*json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    return {(row.name, row.engine): row for row in rows}


def summary(rows: Sequence[Row]) -> Iterator[str]:
    """How ``auto`` fares beside the best of the others, and which counts differ."""
    best: dict[str, float] = {}
    values: dict[str, set[str]] = {}
    for row in rows:
        if row.value:
            values.setdefault(row.name, set()).add(row.value)
            if row.engine != "auto":
                best[row.name] = min(best.get(row.name, math.inf), row.taken)
    mine = [row for row in rows if row.engine == "auto" and row.name in best]
    times = [(max(row.taken, SOON) / max(best[row.name], SOON), row) for row in mine]
    for most in (1.5, 3.0):
        number = sum(ratio <= most for ratio, row in times if row.value)
        yield f"auto within {most:g} × of the best single engine: {number} of {len(mine)}"
    for ratio, row in sorted(times, key=lambda one: -one[0]):
        if ratio > 3 or not row.value:
            yield f"{ratio:.1f} × {row}"
    yield from (
        f"counts differ: {name}: {found}" for name, found in values.items() if len(found) > 1
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="auto beside the best single engine")
    parser.add_argument("--engines", nargs="+", default=["auto"], help="who is asked")
    parser.add_argument("--limit", type=float, default=20, help="CPU seconds for one count")
    parser.add_argument("--only", default="", help="questions that have this in their name")
    parser.add_argument(
        "--keep", type=Path, help="rows are kept here; those there are not measured"
    )
    asked = parser.parse_args(arguments)
    print(description(), flush=True)
    print(f"{'CPU seconds':46} {'by':22} {'taken':>10}")
    kept: Mapping[tuple[str, str], Row] = _kept(asked.keep)
    _warm()
    rows = []
    for question in questions():
        if asked.only not in question.name:
            continue
        for engine in asked.engines:
            row = kept.get((question.name, engine)) or _apart(question, engine, asked.limit)
            rows.append(row)
            print(row, flush=True)
            if asked.keep is not None and (question.name, engine) not in kept:
                with asked.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    print(*summary(rows), sep="\n")


if __name__ == "__main__":
    main()
