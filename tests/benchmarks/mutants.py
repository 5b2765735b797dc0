"""Mutants of the sources, and the tests that should see them.

    python tests/benchmarks/mutants.py [--sample N] [--seed S] [FILE... [-- TEST...]]

A mutant is a source with one token or one statement changed, or with a mistake of ``planted.py``. Each test
is run once to see which functions it enters; then each mutant is planted in a forked child, as new code of
the functions that are there, and the tests that enter its function are run, the quickest first, until one
objects. Kernels are run as plain Python, so that nothing is compiled.

Without files all of ``STANDARD`` is done; of a sample so many mutants, and all mistakes of ``planted.py``.
Survivors that ``explained.py`` explains are counted; others are printed, and there should be none: then the
exit code is 1.
"""

from __future__ import annotations

import argparse
import ast
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
import threading
import time
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

os.environ["NUMBA_DISABLE_JIT"] = "1"

sys.path.append(str(Path(__file__).parents[1]))

import pytest
from _pytest.runner import runtestprotocol
from explained import EXPLAINED
from planted import PLANTED
from planting import Mutant, live, plant

import nqsat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Seconds of CPU: a test that takes longer is not asked, and so much more than it took is too long.
SLOW, MORE = 5.0, 1.0

#: Seconds after which a child is ended that has not worked in them, and bytes that it may take.
HANGS, ROOM = 30.0, 1 << 31


class Case(NamedTuple):
    """Sources, and the tests that should see their mutants."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]


def case(folder: str, sources: str, *tests: str) -> Case:
    """The sources in a folder of ``nqsat``, and tests, each with its folder before a colon."""
    found = (test.partition(": ") for test in tests)
    return Case(
        tuple(f"nqsat/{folder}/{name}.py" for name in sources.split()),
        tuple(f"tests/{room}/test_{name}.py" for room, _, some in found for name in some.split()),
    )


STANDARD = (
    case(
        "chess",
        "attacks board graph layout piece solid symmetry",
        "chess: attacks board facts graph_pieces piece solid symmetry",
    ),
    case(
        "modelling/rules",
        "armies degrees domination gates invariance literals maximal measures nonattacking plane"
        " quotas sight",
        "modelling/rules: armies degrees domination invariance literals maximal measures plane"
        " quotas sight rules",
    ),
    case(
        "modelling",
        "arrangement kinds path preserving tour",
        "modelling: path placement recolouring tour",
        "engines: tours",
    ),
    case(
        "compiling",
        "blocking circuits cnf cpmodel cuts pigeonhole placements sums tours",
        "compiling: cardinalities circuits encoding folding formula tour_formulas",
    ),
    case("engines/backtrack", "placements tours", "engines: contract tours"),
    case(
        "engines",
        "contract cpsat cubes deadline existence isolated listing loop sat",
        "engines: blocks contract cubes isolated listing tours",
        "counting: optimum",
    ),
    case(
        "engines/bitboard",
        "bits cover_kernel cover_search level_kernel level_lists level_search prefixes reading",
        "engines: bitboard cover_kernels level_kernels",
    ),
    case(
        "engines/frontier",
        "kernel layers order plan program residuals run shards",
        "engines: frontier_kernels frontier_stages",
        "counting: numbering",
    ),
    case(
        "engines/mates",
        "ends forward forward_kernel graph layers links middle middle_kernel quotient",
        "engines: mates mates_kernels quotients",
        "counting: numbering",
    ),
    case(
        "counting",
        "exactly layered leader linked numbering orbits planning tally unchanged",
        "counting: assignments counts exactly limits numbering sizes",
    ),
    case(
        "counting/job",
        "checks ledger result standing",
        "counting/job: audit jobs ledger",
    ),
    case("engines", "covers", "engines: plans"),
    case(
        "evidence/certificate",
        "cpog determined foreign listed proving recounted solutions splitting writing",
        "evidence: certify cpog recount",
    ),
    case("evidence", "known", "models: known"),
    case("evidence", "checker", "evidence: checker checker_facts recount"),
)

#: What is written for an operator instead.
SWAPPED: dict[type[ast.AST], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.Div: "*",
    ast.Pow: "*",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "|",
}


class Mutants(ast.NodeVisitor):
    """All mutants of one file."""

    def __init__(self, path: str) -> None:
        self.path, self.data = path, Path(path).read_bytes()
        self.lines = [0]
        for line in self.data.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.inside: list[str] = []
        self.found: list[Mutant] = []
        for node in ast.parse(self.data).body:
            self.whole = self.span(node)
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign):
                self.visit(node)

    def span(self, node: Any) -> tuple[int, int]:
        start = self.lines[node.lineno - 1] + node.col_offset
        return start, self.lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.data[start:end].decode()

    def put(self, node: ast.AST, *news: str) -> None:
        self.add(*self.span(node), *news)

    def add(self, start: int, end: int, *news: str) -> None:
        for new in news:
            before, after = self.data[self.whole[0] : start], self.data[end : self.whole[1]]
            try:
                ast.parse(before + new.encode() + after)
            except SyntaxError:
                continue
            self.found.append(Mutant(self.path, ".".join(self.inside), start, end, new))

    def operator(self, left: ast.AST, right: ast.AST, operator: ast.AST, after: str = "") -> None:
        """What stands between two operands, without their brackets."""
        start, end = self.span(left)[1], self.span(right)[0]
        token = self.data[start:end].decode().strip(" ()\n")
        start += self.data[start:end].decode().index(token)
        self.add(start, start + len(token), SWAPPED[type(operator)] + after)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self.inside.append(node.name)
        for child in node.body:
            if isinstance(node, ast.FunctionDef) or isinstance(child, ast.FunctionDef):
                self.visit(child)  # what a class states outside of its methods cannot be planted
        self.inside.pop()

    visit_ClassDef = visit_FunctionDef

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people; and Python 3.11 does not know where their parts stand."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is bool:
            self.put(node, str(not node.value))
        elif type(node.value) in (int, float):
            self.put(node, f"({self.text(node)} + 1)", f"({self.text(node)} - 1)")

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right, operator in zip(operands, operands[1:], node.ops, strict=False):
            self.operator(left, right, operator)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self.operator(node.left, node.right, node.op)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.operator(node.target, node.value, node.op, "=")
        self.put(node, "pass")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word = " and " if isinstance(node.op, ast.And) else " or "
        for left_out in node.values:
            self.put(node, word.join(f"({self.text(x)})" for x in node.values if x is not left_out))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.put(node, f"({self.text(node.operand)})")
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
            self.put(
                node.slice, f"{self.text(node.slice)} + 1"
            )  # one less is the last axis: that one
            return
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts if self.inside else []:
            if not isinstance(part, ast.Constant | ast.Slice):
                self.put(part, "0")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "range":
            first, last = (
                ("0", node.args[0])
                if len(node.args) == 1
                else (self.text(node.args[0]), node.args[1])
            )
            begin, end = self.span(node.args[0])[0], self.span(last)[1]
            stop = self.text(last)
            self.add(
                begin,
                end,
                f"{first} + 1, {stop}",
                f"{first}, {stop} - 1",
                f"{first}, min({stop}, {first} + 1)",
            )
        if name in ("min", "max"):
            self.put(node.func, "max" if name == "min" else "min")
        self.generic_visit(node)

    def visit_If(self, node: ast.If | ast.IfExp) -> None:
        if self.text(node.test) != "TYPE_CHECKING":
            self.put(node.test, "True", "False")
            self.generic_visit(node)

    visit_IfExp = visit_If

    def visit_Assign(self, node: ast.Assign) -> None:
        if not isinstance(node.targets[0], ast.Name | ast.Tuple):
            self.put(node, "pass")
        if self.text(node.targets[0]) != "__all__":
            self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and self.inside:
            self.put(node, "pass")
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue | ast.Break) -> None:
        self.put(node, "pass")

    visit_Break = visit_Continue


# -- running ---------------------------------------------------------------------------------------


def forked(work: Callable[[], Any], hangs: float | None = None) -> Any:
    """What a child finds out; None if it ended before, or did not work for so many seconds."""
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
WORDS = ("mutants", "killed", "explained", "survived")


def fails(item: pytest.Item, seconds: float) -> bool:
    """Whether a test objects; this process ends if that takes too long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    reports = runtestprotocol(item, nextitem=None, log=False)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return any(report.failed for report in reports)


class Runner:
    """Instead of running the tests, pytest asks them about each mutant."""

    def __init__(self, mutants: Sequence[Mutant], say: Callable[[str], Any]) -> None:
        self.mutants, self.say = mutants, say
        self.paths = tuple(dict.fromkeys(mutant.path for mutant in mutants))
        self.seen: dict[str, Counter[str]] = {path: Counter() for path in self.paths}

    def reach(self, item: pytest.Item) -> tuple[float, set[str]]:
        """Seconds that a test takes, and the functions that it enters."""
        entered: set[CodeType] = set()

        def enter(frame: Any, event: str, _: object) -> None:
            if event == "call":
                entered.add(frame.f_code)

        threading.setprofile(enter)
        sys.setprofile(enter)
        begin = time.process_time()
        failed = fails(item, SLOW)
        sys.setprofile(None)
        names = {
            f"{path} {code.co_qualname.replace('.<locals>', '')}"
            for code in entered
            for path in self.paths
            if code.co_filename.endswith(path)
        }
        return time.process_time() - begin, set() if failed else names

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for name in [x.name for x in pkgutil.walk_packages(nqsat.__path__, "nqsat.")]:
            if not name.endswith("__main__"):
                importlib.import_module(name)  # once here, not in every child
        asked = []
        for item in session.items:
            found = forked(lambda item=item: self.reach(item), HANGS)  # type: ignore[misc]
            if found:
                asked.append((*found, item))
        asked.sort(key=lambda one: one[0])
        functions = live(self.paths)
        for path in self.paths:
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
            word = "killed"
            if found == NOBODY:
                known = any(reason.fits(*mutant.said) for reason in EXPLAINED)
                word = "explained" if known else "survived"
            elif isinstance(found, int):
                before[mutant.function] = tests[found][2].nodeid
            self.seen[mutant.path].update(["mutants", word])
            if word == "survived":
                self.say(f"survived {len(tests)} tests: {mutant}\n")
        return True


def run(case: Case, mutants: Sequence[Mutant]) -> dict[str, Counter[str]]:
    """For each of the files, how many mutants were killed, explained or survived."""
    with os.fdopen(os.dup(1), "w", buffering=1) as out:
        runner = Runner(mutants, out.write)
        options = ["-n", "0", "-q", "-s", "-p", "no:cacheprovider", "-k", "not compiled"]

        def ask() -> dict[str, Counter[str]]:
            pytest.main([*options, *case.tests], plugins=[runner])
            return runner.seen

        seen: dict[str, Counter[str]] = forked(ask)
    if not isinstance(seen, dict) or sum(x["mutants"] for x in seen.values()) != len(mutants):
        sys.exit(f"the tests cannot be asked: {' '.join(case.tests)}")
    return seen


def table(seen: dict[str, Counter[str]]) -> str:
    """The table of all files, with the sum."""
    width = max(map(len, seen))
    rows = [f"{'':{width}}" + "".join(f"{word:>11}" for word in WORDS)]
    for path, found in [*seen.items(), ("all", sum(seen.values(), Counter()))]:
        rows.append(f"{path:{width}}" + "".join(f"{found[word]:>11,}" for word in WORDS))
    return "\n".join(rows)


def main(words: Sequence[str]) -> int:
    """Run the mutants of the files that are named, or of the standard set."""
    parser = argparse.ArgumentParser(
        usage="mutants.py [--sample N] [--seed S] [FILE... [-- TEST...]]"
    )
    parser.add_argument("--sample", type=int, help="only so many, taken at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("files", nargs="*")
    cut = words.index("--") if "--" in words else len(words)
    given = parser.parse_args(words[:cut])
    cases: Sequence[Case] = STANDARD
    if given.files and cut < len(words):
        cases = [Case(tuple(given.files), tuple(words[cut + 1 :]))]
    elif given.files:
        some = [Case(tuple(x for x in one.sources if x in given.files), one.tests) for one in cases]
        cases = [one for one in some if one.sources]
    every = [
        (case, mutant) for case in cases for path in case.sources for mutant in Mutants(path).found
    ]
    if not given.files:
        for reason in EXPLAINED:
            if not any(reason.fits(*mutant.said) for _, mutant in every):
                sys.exit(f"explains nothing: {reason}")
    if given.sample is not None:
        chosen = random.Random(given.seed).sample(range(len(every)), min(given.sample, len(every)))
        every = [every[i] for i in sorted(chosen)]
    every += [(case, one) for case in cases for one in PLANTED if one.path in case.sources]
    seen: dict[str, Counter[str]] = {}
    for case in cases:
        mutants = [mutant for one, mutant in every if one is case]
        if mutants:
            seen |= run(case, mutants)
    print(table(seen))
    return int(any(found["survived"] for found in seen.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
