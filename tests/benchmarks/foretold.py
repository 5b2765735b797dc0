"""What engines foretell against what they take: seconds of CPU, and the table that ``auto`` rests on.

    python tests/benchmarks/foretold.py [--engine sat bitboard frontier mates] [--limit 60]

Kernels are compiled and loaded before anything is measured. What takes less than a tenth of a second
either way is no error: nobody waits for it. The target is a factor of three on a quiet machine.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence

from nqsat import Factor, Placement, Tour, UnsupportedByEngine
from nqsat.bench import occasion
from nqsat.bench.measuring import cpu
from nqsat.engines import AutoEngine, Counter, Engine, closing, make_engine
from nqsat.engines.plans.plan import carried_out
from nqsat.modelling import Model
from nqsat.rules import Domination, Maximal, NonAttacking

#: Less than this is no time.
SOON = 0.1


def _men(board: str, *presets: str, **men: int | str) -> Placement:
    return Placement(board, men, presets=presets)


def _covered(board: str, **men: int | str) -> Placement:
    return Placement(board, men, [Domination()])


def _maximal(board: str, piece: str) -> Placement:
    return Placement(board, {piece: "any"}, [NonAttacking(), Maximal()])


def _open(board: str, piece: str) -> Tour:
    return Tour(board, piece, closed=False)


#: Counted first, so that all kernels are there.
WARM: tuple[Model, ...] = (
    *(_men("9x9", Q=9), _men("6x6", Q=3), _covered("4x4", K="any")),
    *(Tour("6x6", "N"), Tour("6x8", "N"), Tour("4x4", "K")),
)

QUESTIONS: Mapping[str, Sequence[Model]] = {
    "sat": (
        *(_men("8x8", Q=8), _men("11x11", Q=11), _men("6x6", K=6), _men("torus:13x13", Q=13)),
        *(_men("24x24", "R@a1", R=2), _covered("8x8", Q=5), Tour("6x6", "N"), Tour("4x5", "K")),
    ),
    "bitboard": (
        *(_men("12x12", Q=12), _men("14x14", Q=14), _men("15x15", Q=15), _men("10x10", Q="any")),
        *(_men("12x12", Q=5), _men("torus:8x8", CN=8), _men("8x8", N=6), _men("7x7", N=8)),
        *(
            _men("10x10", K=5),
            _men("6x6", N="any"),
            _covered("9x9", Q=5),
            _covered("7x7", K="..10"),
        ),
    ),
    "frontier": (
        *(_men("12x12", K="any"), _men("18x18", K="any"), _men("10x10", N="any")),
        *(_men("12x12", N="any"), _men("9x9", Q="any"), _men("10x10", Q="any")),
        *(_men("torus:8x8", CN=8), _men("12x12", Q=12), _men("10x10", N=10), _men("8x8", NN="any")),
        *(_men("14x14", R="any"), _men("20x20", Q=2), _men("6x6", Q="any", N="any")),
        *(_covered("7x7", Q="any"), _covered("9x9", K="any")),
        *(_maximal(f"{n}x{n}", "N") for n in (8, 9, 10)),
        *(_covered("16x16", K="any"), _covered("18x18", K="any"), _men("14x14", N="any")),
        Placement("17x17", {"K": "any"}, [NonAttacking(), Domination()]),
        *(Factor("12x12", "W", "1"), Factor("7x8", "N", "2")),
    ),
    "mates": (
        *(Tour("6x10", "N"), Tour("7x8", "N"), Tour("5x40", "N"), _open("6x6", "N")),
        *(_open("6x7", "N"), Tour("12x12", "W"), Tour("cylinder:6x6", "N"), Tour("4x4", "Q")),
    ),
}


def _foretold(engine: Engine, model: Model) -> float:
    if isinstance(engine, Counter):
        return engine.plan(model).estimate.seconds
    return AutoEngine().lister.listing(model).seconds


def _taken(engine: Engine, model: Model, limit: float) -> float:
    """Seconds of CPU; infinity beyond the limit."""
    started = cpu()
    with closing(carried_out(engine.plan(model))) as work:
        for _ in work:
            if cpu() - started > limit:
                return math.inf
    return cpu() - started


def _rows(engine: Engine, models: Sequence[Model], limit: float) -> Iterator[list[str]]:
    for model in models:
        before = cpu()
        foretold = _foretold(engine, model)
        asking = cpu() - before
        taken = _taken(engine, model, limit)
        ratio = max(foretold, SOON) / max(taken, SOON)
        name = repr(model).removeprefix(type(model).__name__)
        yield [
            f"{engine.name} {name}",
            f"{asking:.2f}",
            f"{foretold:.2f}",
            f"{taken:.2f}",
            f"{ratio:.2f}" if ratio else f"> {limit / max(foretold, SOON):.2g} x",
        ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description="what nqsat's engines foretell, and what they take"
    )
    parser.add_argument("--engine", nargs="+", choices=QUESTIONS, default=list(QUESTIONS))
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for one count")
    asked = parser.parse_args(arguments)
    print(occasion(), flush=True)
    head = ("asking", "foretold", "taken", "ratio")
    print(f"{'CPU seconds':60}", *(f"{word:>9}" for word in head))
    for name in asked.engine:
        engine = make_engine(name)
        for model in WARM if isinstance(engine, Counter) else ():
            try:
                _foretold(engine, model)
                _taken(engine, model, asked.limit)
            except UnsupportedByEngine:
                continue
        for question, *numbers in _rows(engine, QUESTIONS[name], asked.limit):
            print(f"{question:60}", *(f"{number:>9}" for number in numbers), flush=True)


if __name__ == "__main__":
    main()
