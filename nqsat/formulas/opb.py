"""Read linear pseudo-Boolean constraints in OPB, the format of the PB competitions.

A statement ends with ``;``: ``min: +1 x1 -2 x2 ;``, ``max:`` or ``+1 x1 +2 ~x2 >= 2 ;``, with ``>=``, ``=``
or ``<=``. The header ``* #variable= 3 #constraint= 2`` has the number of all variables, also of those in no
constraint; without it they are 1 to the last that occurs. ``* p show 1 2 0``, which ``nqsat export``
writes, names shown variables. All other comments are ignored. Products of variables, and costs of soft
constraints, are refused.

Reference: O. Roussel and V. Manquinho, Input/output format and solver requirements for the
competitions of pseudo-Boolean solvers, 2012.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import NamedTuple

from nqsat.errors import InvalidNotation
from nqsat.formulas import dimacs
from nqsat.formulas.clausal import CnfProblem, LinearSum, linear_sum

_OPB = re.compile(rb"\s*(\*|m(in|ax)\w*\s*:|soft\s*:|[-+]?[0-9]+\s+~?x[0-9])")
_HEADER = re.compile(rb"\*\s*#variable=\s*([0-9]{1,10})\s+#constraint=\s*([0-9]{1,10})\b")
_SHOW = re.compile(rb"\*\s*p\s+show\s+((?:[0-9]{1,10}\s+)*?)0\s*")
_TERM = re.compile(rb"([-+]?[0-9]{1,4000})\s+(~?)x([1-9][0-9]{0,9})")
_STATEMENT = re.compile(
    rb"((?P<goal>min|max)\s*:)?(?P<terms>(\s*[-+]?[0-9]{1,4000}\s+~?x[1-9][0-9]{0,9}(?![0-9]))*)"
    rb"\s*((?P<relation><=|>=|=)\s*(?P<bound>[-+]?[0-9]{1,4000})\s*)?"
)
_PRODUCT = re.compile(rb"x[0-9]+\s+~?x[0-9]")

Terms = list[tuple[int, int]]


def is_opb(data: bytes) -> bool:
    """Whether a file begins as OPB does, and DIMACS does not."""
    return _OPB.match(data.removeprefix(BOM_UTF8)) is not None


def parse_opb(data: bytes) -> CnfProblem:
    """Parse an OPB file; its objective is the ``goal``; every variable is shown unless it says which."""
    reader = _Reader()
    for statement in _statements(data.removeprefix(BOM_UTF8)):
        reader.read(statement)
    return reader.problem()


class _Statement(NamedTuple):
    """A comment, or a statement before a semicolon, and the line where it begins."""

    line: int
    text: bytes


def _statements(data: bytes) -> Iterator[_Statement]:
    begun, open_ = 0, bytearray()
    number = 0
    for number, line in enumerate(data.splitlines(), start=1):
        if not open_ and line.lstrip().startswith(b"*"):
            yield _Statement(number, line.strip())
            continue
        for place, piece in enumerate(line.split(b";")):
            if place:
                yield _Statement(begun or number, bytes(open_))
                begun, open_ = 0, bytearray()
            if piece.strip():
                begun = begun or number
                open_ += piece.strip() + b" "
    if open_:
        raise _error(_Statement(begun, bytes(open_)), "does not end with ;")


class _Reader:
    def __init__(self) -> None:
        self._header: tuple[int, int] | None = None
        self._shown: set[int] | None = None
        self._sums: list[LinearSum | None] = []
        self._goal: Terms | None = None
        self._maximise = False
        self._last = 0
        self._size = 0
        self._line = 0

    def read(self, statement: _Statement) -> None:
        self._line = statement.line
        if statement.text.startswith(b"*"):
            self._read_comment(statement)
            return
        match = _STATEMENT.fullmatch(statement.text.strip())
        if match is None or (match["goal"] is None) == (match["relation"] is None):
            raise _error(statement, _what_is_wrong(statement.text))
        terms = self._terms(match["terms"], statement)
        if match["goal"] is not None:
            if self._goal is not None or self._sums:
                raise _error(statement, "the objective comes once, before the constraints")
            self._goal, self._maximise = terms, match["goal"] == b"max"
            return
        bound = int(match["bound"])
        low, high = (None if match["relation"] == x else bound for x in (b"<=", b">="))
        self._sums.append(linear_sum(terms, low, high))

    def problem(self) -> CnfProblem:
        variables, announced = self._header or (self._last, len(self._sums))
        if announced != len(self._sums):
            reason = f"the header announces {announced} constraints, there are {len(self._sums)}"
            raise InvalidNotation("dimacs", "", reason, line=self._line)
        shown = range(1, variables + 1) if self._shown is None else sorted(self._shown)
        if shown and shown[-1] > variables:
            raise InvalidNotation("dimacs", str(shown[-1]), f"is shown, of {variables} variables")
        found = [bound for bound in self._sums if bound is not None]
        clauses = tuple([bound.literals for bound in found if _is_clause(bound)])
        sums = tuple([bound for bound in found if not _is_clause(bound)])
        goal = None if self._goal is None else tuple(self._goal)
        return CnfProblem(
            variables, clauses, tuple(shown), sums, goal=goal, maximise=self._maximise
        )

    def _read_comment(self, statement: _Statement) -> None:
        if header := _HEADER.match(statement.text):
            variables, constraints = int(header[1]), int(header[2])
            if self._header is not None or self._sums or self._goal is not None:
                raise _error(statement, "the header is the first line")
            if variables > dimacs.MAX_VARIABLES:
                raise _error(statement, f"at most {dimacs.MAX_VARIABLES:,} variables are read")
            self._header = variables, constraints
        elif show := _SHOW.fullmatch(statement.text):
            self._shown = (self._shown or set()) | set(map(int, show[1].split()))
            if 0 in self._shown:
                raise _error(statement, "one 0 at the end")

    def _terms(self, text: bytes, statement: _Statement) -> Terms:
        found: Terms = []
        most = dimacs.MAX_VARIABLES if self._header is None else self._header[0]
        for coefficient, negated, name in _TERM.findall(text):
            x, c = int(name), int(coefficient)
            if x > most:
                raise _error(statement, f"x{x} is not a variable: there are at most {most}")
            self._last = max(self._last, x)
            self._size += 1 + c.bit_length()
            found.append((c, -x if negated else x))
        if self._size > dimacs.MAX_LITERALS:
            raise _error(statement, f"coefficients of more than {dimacs.MAX_LITERALS:,} bits")
        return found


def _is_clause(one: LinearSum) -> bool:
    """Whether it says only that one of its literals is true."""
    return one.high is None and all(coefficient >= one.low for coefficient, _ in one.terms)


def _what_is_wrong(text: bytes) -> str:
    """Return why a statement is not read."""
    begin = text.lstrip()
    if begin.startswith((b"soft", b"[")):
        return "costs of soft constraints are not read"
    if _PRODUCT.search(text):
        return "products of variables are not read; all is linear"
    return "write +1 x1 -2 ~x2 >= 1 ; or min: +1 x1 ; or max: +1 x1 ;"


def _error(statement: _Statement, reason: str) -> InvalidNotation:
    shown = statement.text[:80].decode("ascii", "backslashreplace").strip()
    return InvalidNotation("dimacs", shown, reason, line=statement.line)
