"""Contestants of our own, measured as ``nqsat bench`` measures: in processes, in turns, and compared."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from nqsat.bench import COLUMNS, Case, Contestant, Limits, Measured, occasion, rounds
from nqsat.bench.contestants import Job
from nqsat.bench.worker import answer
from nqsat.modelling import Model
from nqsat.reporting import json_line, table


def contestant(name: str, job: Callable[[Model], Job], *modules: str) -> Contestant:
    """Somebody who is asked, and what he imports before the clock starts."""
    return Contestant(name, "", job, modules=("nqsat.counting", *modules))


def main(
    script: str,
    contestants: Sequence[Contestant],
    sets: Mapping[str, tuple[Callable[[int], Model], Sequence[int]]],
    prefixes: bool = False,
) -> None:
    """Measure and print; in a child, which is told a name and seconds, answer.

    Args:
        script: the file that calls this.
        contestants: who is asked; with ``prefixes`` those whose name begins with the set's.
        sets: from a name to the model of a size, and the sizes.
        prefixes: whether sets have contestants of their own.
    """
    known = {one.name: one for one in contestants}
    if sys.argv[1:] and sys.argv[1] in known:
        answer(known[sys.argv[1]], sys.stdin.read(), float(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(
        description=(sys.modules["__main__"].__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--set", nargs="+", choices=sets, default=[*sets])
    parser.add_argument("--only", nargs="+", choices=known, default=[*known], metavar="NAME")
    parser.add_argument("--n", nargs="+", type=int, help="other sizes than the set's own")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for one run")
    parser.add_argument("--json", action="store_true", help="all that was measured")
    asked = parser.parse_args()
    for name in asked.set:
        make, sizes = sets[name]
        some = [
            replace(known[who], command=(sys.executable, script))
            for who in asked.only
            if not prefixes or who.startswith(name)
        ]
        found = Measured(occasion(), Limits(asked.limit), asked.repeat, some)
        questions = [Case(name, {"n": n}, make(n)) for n in sorted(asked.n or sizes)]
        found.questions += rounds(questions, found.present, asked.repeat, found.limits)
        text = table(None, COLUMNS, found.rows())
        said = "\n".join([*found.head(), "", text, "", *found.foot()])
        print(json_line(found.as_json()) if asked.json else said, flush=True)
