"""Mutants of the sources, and the tests that should see them.

    python tests/benchmarks/mutants.py [--sample N] [--seed S] [FILE... [-- TEST...]]

A mutant is a source with one token or one statement changed, or with a mistake of ``planted.py``. Each test
is run once to see which functions it enters; then each mutant is planted in a forked child, as new code of
the functions that are there, and the tests that enter its function are run, the quickest first, until one
objects. Kernels that have mutants are run as plain Python.

Without files all of ``cases.py`` is done, without tests what a file or folder has of it; of a sample so
many mutants, and all mistakes of ``planted.py``. Survivors are printed, and the exit code is 1: either a
test is missing, or nobody can see the change (a measured number, room to spare).
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import importlib
import os
import pickle
import pkgutil
import random
import resource
import select
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).parents[1]))

import pytest
from _pytest.runner import runtestprotocol
from cases import STANDARD, Case
from changes import Mutants
from planted import mistakes
from support.fault_injection import Mutant, exchange, live, plant, read

import nqsat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Seconds of CPU: a longer test is not run, and a test may take at most this much longer than before.
SLOW, MORE = 3.0, 1.0

#: Seconds after which a child is ended that has not worked in them, and bytes that it may take.
HANGS, ROOM = 30.0, 1 << 31


# -- running ---------------------------------------------------------------------------------------


def forked(work: Callable[[], Any], hangs: float | None = None) -> Any:
    """What a child finds out; None if it ended before, or was idle for this many seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            found = work()
        except BaseException as error:
            found = repr(error)
        os.write(writing, pickle.dumps(found))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        worked = None
        while not select.select([source], [], [], hangs)[0]:
            before, worked = worked, _ticks(child)
            if worked == before:
                os.kill(child, signal.SIGKILL)
        data = source.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


def _ticks(process: int) -> list[str]:
    """How long a process has worked, by the system's clock; it may wait long for a busy machine."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]


#: What a child finds out whose mutant no test has seen.
NOBODY = -1

#: What becomes of a mutant.
WORDS = ("mutants", "killed", "survived")


def fails(item: pytest.Item, seconds: float) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    reports = runtestprotocol(item, nextitem=None, log=False)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return any(report.failed for report in reports)


#: What functions call that tell that they are entered.
ENTERED = "_mutants_entered"


class Telling(ast.NodeTransformer):
    """A source whose functions tell that they are entered; tracing would take three times as long."""

    def __init__(self, path: str) -> None:
        self.path, self.inside = path, list[str]()
        self.tree = self.visit(ast.parse(read(path)))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self.inside.append(node.name)
        self.generic_visit(node)
        if isinstance(node, ast.FunctionDef):
            (told,) = ast.parse(f"{ENTERED}({' '.join((self.path, '.'.join(self.inside)))!r})").body
            for part in ast.walk(told):
                ast.copy_location(part, node.body[0])
            node.body.insert(int(ast.get_docstring(node, clean=False) is not None), told)
        self.inside.pop()
        return node

    visit_ClassDef = visit_FunctionDef


class Runner:
    """Instead of running the tests, pytest asks them about each mutant."""

    def __init__(self, mutants: Sequence[Mutant], say: Callable[[str], Any]) -> None:
        self.mutants, self.say = mutants, say
        self.paths = tuple(dict.fromkeys(mutant.path for mutant in mutants))
        self.seen: dict[str, Counter[str]] = {path: Counter() for path in self.paths}
        self.entered: set[str] = set()
        setattr(builtins, ENTERED, self.entered.add)

    def reach(self, item: pytest.Item) -> tuple[float, set[str]]:
        """Seconds that a test takes, and the functions that it enters."""
        self.entered.clear()
        begin = time.process_time()
        failed = fails(item, SLOW)
        return time.process_time() - begin, set() if failed else self.entered

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        own = pkgutil.walk_packages(nqsat.__path__, "nqsat.")
        for name in [x.name for x in own if any("nqsat" in path for path in self.paths)]:
            if not name.endswith("__main__"):
                importlib.import_module(name)  # once here, not in every child
        functions, asked = live(self.paths), []
        in_python = [path for path in self.paths if path.endswith(".py")]
        for path in in_python:
            exchange(path, Telling(path).tree, functions)
        for item in session.items:
            found = forked(lambda item=item: self.reach(item), HANGS)  # type: ignore[misc]
            if found:
                asked.append((*found, item))
        asked.sort(key=lambda one: one[0])
        for path in in_python:
            if not any(path in name for one in asked for name in one[1]):
                self.say(f"no test enters {path}\n")
                return True
        gc.disable()
        gc.freeze()
        before: dict[str, str] = {}
        for mutant in self.mutants:
            whole = f"{mutant.path} {mutant.function}"
            tests = [
                one
                for one in asked
                if any(name == whole or name.startswith(f"{whole}.") for name in one[1])
                or (not mutant.function and one[1])
            ]

            # Who has seen the one before sees this one sooner than others.
            tests.sort(key=lambda one: one[2].nodeid != before.get(mutant.function))

            def work(mutant: Mutant = mutant, tests: list[Any] = tests) -> int:
                taken = (
                    int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
                )
                resource.setrlimit(resource.RLIMIT_AS, (taken + ROOM, taken + ROOM))
                try:
                    plant(mutant, functions)
                except ValueError:  # as if nothing had been planted
                    return NOBODY
                seeing = (fails(item, 3 * seconds + MORE) for seconds, _, item in tests)
                return next((number for number, seen in enumerate(seeing) if seen), NOBODY)

            found = forked(work, HANGS)
            word = "survived" if found == NOBODY else "killed"
            if isinstance(found, int) and found != NOBODY:
                before[mutant.function] = tests[found][2].nodeid
            self.seen[mutant.path].update(["mutants", word])
            if word == "survived":
                self.say(f"survived {len(tests)} tests: {mutant}\n")
        return True


def run(case: Case, mutants: Sequence[Mutant]) -> dict[str, Counter[str]]:
    with os.fdopen(os.dup(1), "w", buffering=1) as out:
        runner = Runner(mutants, out.write)
        options = ["-n", "0", "-q", "-s", "-p", "no:cacheprovider"]

        def ask() -> dict[str, Counter[str]]:
            pytest.main([*options, *case.tests], plugins=[runner])
            return runner.seen

        seen: dict[str, Counter[str]] = forked(ask)
    if not isinstance(seen, dict) or sum(x["mutants"] for x in seen.values()) != len(mutants):
        sys.exit(f"the tests cannot be asked: {' '.join(case.tests)}")
    return seen


def table(seen: dict[str, Counter[str]]) -> str:
    width = max(map(len, seen))
    rows = [f"{'':{width}}" + "".join(f"{word:>11}" for word in WORDS)]
    for path, found in [*seen.items(), ("all", sum(seen.values(), Counter()))]:
        rows.append(f"{path:{width}}" + "".join(f"{found[word]:>11,}" for word in WORDS))
    return "\n".join(rows)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        usage="mutants.py [--sample N] [--seed S] [FILE... [-- TEST...]]"
    )
    parser.add_argument("--sample", type=int, help="only this many, taken at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("files", nargs="*")
    cut = words.index("--") if "--" in words else len(words)
    given = parser.parse_args(words[:cut])
    cases: Sequence[Case] = STANDARD
    if given.files and cut < len(words):
        cases = [Case(tuple(given.files), tuple(words[cut + 1 :]))]
    elif given.files:
        wanted = tuple(given.files)
        some = [
            Case(tuple(x for x in one.sources if x.startswith(wanted)), one.tests) for one in cases
        ]
        cases = [one for one in some if one.sources]
    every = [
        (case, mutant)
        for case in cases
        for path in case.sources
        if path.endswith(".py")
        for mutant in Mutants(path).found
    ]
    if given.sample is not None:
        chosen = random.Random(given.seed).sample(range(len(every)), min(given.sample, len(every)))
        every = [every[i] for i in sorted(chosen)]
    every += [(case, mistake) for case in cases for mistake in mistakes(case.sources)]
    seen: dict[str, Counter[str]] = {}
    for case in cases:
        mutants = [mutant for one, mutant in every if one is case]
        if mutants:
            seen |= run(case, mutants)
    print(table(seen))
    return int(any(found["survived"] for found in seen.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
