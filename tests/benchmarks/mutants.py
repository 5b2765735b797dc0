"""Mutants of kernels, and the tests that should see them.

    python tests/benchmarks/mutants.py FILE... -- TEST...

A mutant is a source with one token or one statement changed. Each test is run once to see which functions
it enters; then each mutant is planted in a forked child, as new code of the functions that are there, and
the tests that enter its function are run, the quickest first, until one objects. Kernels are run as plain
Python, so that nothing is compiled. Survivors are printed.
"""

from __future__ import annotations

import ast
import gc
import os
import pickle
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

os.environ["NUMBA_DISABLE_JIT"] = "1"

import pytest
from _pytest.runner import runtestprotocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Seconds of CPU: a test that takes longer is not asked, and so much more than it took is too long.
SLOW, MORE = 0.5, 1.0

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


class Mutant(NamedTuple):
    """Bytes of a file, and what stands there instead; the function they are in, or a class, or nothing."""

    path: str
    function: str
    start: int
    end: int
    new: str

    def source(self) -> bytes:
        data = Path(self.path).read_bytes()
        return data[: self.start] + self.new.encode() + data[self.end :]

    def __str__(self) -> str:
        data = Path(self.path).read_bytes()
        line = data[: self.start].count(b"\n")
        text = data.split(b"\n")[line].decode().strip()
        old = data[self.start : self.end].decode().strip()
        return f"{self.path}:{line + 1} {self.function}: {old} -> {self.new}   in: {text}"


class Mutants(ast.NodeVisitor):
    """All mutants of one file."""

    def __init__(self, path: str) -> None:
        self.path, self.data = path, Path(path).read_bytes()
        self.lines = [0]
        for line in self.data.split(b"\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.inside: list[str] = []
        self.found: list[Mutant] = []
        self.visit(ast.parse(self.data))

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
            mutant = Mutant(self.path, ".".join(self.inside), start, end, new)
            try:
                compile(mutant.source(), self.path, "exec")
            except SyntaxError:
                continue
            self.found.append(mutant)

    def operator(self, left: ast.AST, right: ast.AST, operator: ast.AST, after: str = "") -> None:
        """What stands between two operands, without their brackets."""
        start, end = self.span(left)[1], self.span(right)[0]
        token = self.data[start:end].decode().strip(" ()\n")
        start += self.data[start:end].decode().index(token)
        self.add(start, start + len(token), SWAPPED[type(operator)] + after)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self.inside.append(node.name)
        for child in node.body:
            self.visit(child)
        self.inside.pop()

    visit_ClassDef = visit_FunctionDef

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


# -- planting --------------------------------------------------------------------------------------


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def plant(mutant: Mutant, functions: list[FunctionType]) -> None:
    """Give the functions of a file that differ their new code; do a statement outside of them again."""
    module = sys.modules[mutant.path.removesuffix(".py").replace("/", ".")]
    source = mutant.source()
    line = source[: mutant.start].count(b"\n") + 1
    for node in ast.parse(source).body:
        if node.lineno <= line <= (node.end_lineno or 0) and isinstance(
            node, ast.Assign | ast.AnnAssign
        ):
            before = dict(vars(module))
            exec(compile(ast.Module([node], []), mutant.path, "exec"), vars(module))
            for user in list(sys.modules.values()):
                for name in [x for x in before if before[x] is not vars(module).get(x)]:
                    if vars(user).get(name) is before[name]:
                        setattr(user, name, vars(module)[name])
            return
    new = {
        (code.co_qualname, code.co_firstlineno): code
        for code in codes(compile(source, mutant.path, "exec"))
    }
    for function in functions:
        code = function.__code__
        if (
            code.co_filename.endswith(mutant.path)
            and (code.co_qualname, code.co_firstlineno) in new
        ):
            function.__code__ = new[code.co_qualname, code.co_firstlineno]


# -- running ---------------------------------------------------------------------------------------


def forked(work: Callable[[], Any]) -> Any:
    """What a child finds out; None if it ended before."""
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
        data = source.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


def fails(item: pytest.Item, seconds: float) -> bool:
    """Whether a test objects; this process ends if that takes too long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    reports = runtestprotocol(item, nextitem=None, log=False)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return any(report.failed for report in reports)


class Runner:
    """Instead of running the tests, pytest asks them about each mutant."""

    def __init__(self, paths: list[str]) -> None:
        self.paths = paths

    def reach(self, item: pytest.Item) -> tuple[float, set[str]]:
        """Seconds that a test takes, and the functions that it enters."""
        entered: set[CodeType] = set()
        sys.setprofile(
            lambda frame, event, _: entered.add(frame.f_code) if event == "call" else None
        )
        begin = time.process_time()
        failed = fails(item, SLOW)
        sys.setprofile(None)
        names = {
            f"{path} {code.co_qualname}"
            for code in entered
            for path in self.paths
            if code.co_filename.endswith(path)
        }
        return time.process_time() - begin, set() if failed else names

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        asked = []
        for item in session.items:
            found = forked(lambda item=item: self.reach(item))  # type: ignore[misc]
            if found:
                asked.append((*found, item))
        asked.sort(key=lambda one: one[0])
        live = [
            x
            for x in gc.get_objects()
            if isinstance(x, FunctionType) and x.__code__.co_filename.endswith(tuple(self.paths))
        ]
        gc.disable()
        gc.freeze()
        for path in self.paths:
            seen: Counter[str] = Counter()
            for mutant in Mutants(path).found:
                whole = f"{path} {mutant.function}"
                tests = [
                    one
                    for one in asked
                    if any(name == whole or name.startswith(f"{whole}.") for name in one[1])
                    or (not mutant.function and one[1])
                ]

                def work(mutant: Mutant = mutant, tests: list[Any] = tests) -> bool:
                    plant(mutant, live)
                    return any(fails(item, 3 * seconds + MORE) for seconds, _, item in tests)

                verdict = forked(work)
                seen[
                    "survived" if verdict is False else "late" if verdict is None else "killed"
                ] += 1
                if verdict is False:
                    print(f"survived {len(tests)} tests: {mutant}", flush=True)
            print(path, dict(seen), flush=True)
        return True


if __name__ == "__main__":
    cut = sys.argv.index("--")
    options = ["-n", "0", "-q", "-s", "-p", "no:cacheprovider", "-k", "not compiled"]
    pytest.main([*options, *sys.argv[cut + 1 :]], plugins=[Runner(sys.argv[1:cut])])
