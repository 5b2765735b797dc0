"""All mutants of a file that differ in one token or one statement."""

from __future__ import annotations

import ast
from typing import Any

from support.fault_injection import Mutant, read

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
    def __init__(self, path: str) -> None:
        self.path, self.data = path, read(path)
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
