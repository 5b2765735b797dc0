"""Making a formula ends as soon as nobody waits for it: at a time limit, at Ctrl-C."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import Run
from support.timeouts import interrupted, until

from nqsat import Placement, Tour, count, solve
from nqsat.compiling import encoded, lower, problem_to_cp_model, to_cnf, to_cp_model
from nqsat.compiling.cnf import _CnfWriter
from nqsat.engines import call_in_thread
from nqsat.engines.frontier.program import compile_program
from nqsat.formulas import CnfProblem, LinearSum, clauses_of
from nqsat.formulas.waiting import Abandoned, ask_in_this_thread

QUEENS, TOUR = lower(Placement("6x6", {"Q": "any"})), lower(Tour("6x6", "N"))
FIXED = Placement("6x6", {"K": "any"}, ["invariant=rot180"])
ROWS = range(30)
SUMS = tuple(
    LinearSum(3, 9, tuple((2 + (x + y) % 4, 1 + (x + y) % 20) for y in range(7))) for x in ROWS
)
PROBLEM = CnfProblem(20, (), tuple(range(1, 21)), SUMS, tuple(one.literals for one in SUMS))

#: What makes formulas, and how often each asks at least.
MAKERS: dict[str, tuple[Callable[[], object], int]] = {
    "a model": (lambda: lower(Placement("6x6", {"Q": "any"})), len([*QUEENS.constraints])),
    "one for orbits": (lambda: lower(FIXED), len([*lower(FIXED).constraints])),
    "its clauses": (lambda: to_cnf(QUEENS), len([*QUEENS.constraints])),
    "a circuit": (lambda: to_cnf(TOUR, circuit="binary"), 36),
    "a file": (lambda: encoded(PROBLEM), len(SUMS)),
    "adders": (lambda: clauses_of(PROBLEM), 2 * len(SUMS)),
    "CP-SAT": (lambda: to_cp_model(QUEENS), len([*QUEENS.constraints])),
    "CP-SAT of a file": (lambda: problem_to_cp_model(PROBLEM), 2 * len(SUMS)),
    "frontier": (lambda: compile_program(QUEENS.sums, range(1, 37)), 36),
}


@pytest.mark.parametrize("name", MAKERS)
def test_each_maker_asks_and_ends(name: str) -> None:
    make, least = MAKERS[name]
    asked = 0

    def count_to(most: float) -> Callable[[], bool]:
        def waits() -> bool:
            nonlocal asked
            asked += 1
            return asked <= most

        return waits

    def work(most: float) -> Any:
        ask_in_this_thread(count_to(most))  # in a thread of its own
        return make()

    call_in_thread(lambda: work(float("inf")))
    assert asked >= least
    every, asked = asked, 0
    with pytest.raises(Abandoned):
        call_in_thread(lambda: work(every // 2))
    assert asked == every // 2 + 1


#: A formula of so many constraints that, if each takes a hundredth of a second, it takes minutes.
LARGE = CnfProblem(40, (), tuple(range(1, 41)), tuple(
    LinearSum(4, None, tuple((1, x) for x in sorted(Random(seed).sample(range(1, 41), 9))))
    for seed in range(20_000)
))  # fmt: skip


@pytest.mark.parametrize("engine", ["auto", "sat"])
@pytest.mark.parametrize("ask", [count, solve])
def test_a_thread_that_is_abandoned_makes_no_more(
    ask: Any, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, write = 0, _CnfWriter.write

    def slowly(writer: Any, constraint: Any) -> Any:
        nonlocal written
        written += 1
        time.sleep(0.01)
        return write(writer, constraint)

    monkeypatch.setattr(_CnfWriter, "write", slowly)
    found = ask(LARGE, engine=engine, time_limit=0.5)
    assert found.reason == "time limit"
    assert until(lambda: not any(one.name == "nqsat-stream" for one in threading.enumerate()))
    assert written < len(LARGE.sums) // 4


def opb(folder: Path) -> Path:
    """A file whose formula takes longer than a moment to make."""
    path, chance = folder / "weights.opb", Random(2)
    rows = (
        " ".join(f"+{chance.randint(1, 10**6)} x{x}" for x in chance.sample(range(1, 2001), 500))
        for _ in range(40)
    )
    path.write_text("".join(f"{row} >= 120000000 ;\n" for row in rows))
    return path


def test_at_the_limit_the_count_is_at_least_none(nqsat: Run, tmp_path: Path) -> None:
    done = nqsat("count", str(opb(tmp_path)), "--time-limit", "0.2")
    assert (done.stdout, done.returncode) == ("at least 0 assignments (time limit)\n", 3)


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nqsat", "count", str(opb(tmp_path)), "--engine", "sat"]
    code, out, _ = interrupted(command, 1.5)
    assert code == 3
    assert out.startswith("at least ")
    assert out.endswith("(interrupted)\n")
