"""Read and write DIMACS CNF with a projection, in the format of the Model Counting competitions.

``c t pmc`` names the task (projected model counting) and ``c p show … 0`` the projection, so Ganak, d4
and ApproxMC read the file unchanged. ``c v`` lines give the meaning of each projected variable.

The reader is strict. It accepts: comments anywhere (lines that start with ``c``, of any bytes); one header
``p cnf VARIABLES CLAUSES`` before the first clause; clauses that end with 0, with any line breaks; ``%``
and ``0`` at the end of files of SATLIB. The comments ``c p show 1 2 0`` and ``c ind 1 2 0`` (of older
counters) name shown variables, and their union counts; without any of them every variable is shown.
Everything else is refused with its line, and so are comments that ask for more, such as weights: text that
is silently skipped leads to a wrong count.

Reference: https://mccompetition.org/assets/files/2021/competition2021.pdf (format).
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from nqsat.compiling.clausal import CnfProblem
from nqsat.compiling.cnf import Cnf
from nqsat.compiling.formula import Formula
from nqsat.errors import InvalidNotation
from nqsat.files import read_bytes

#: Limits on the bytes of a file and of a line, and on literals and variables. A literal takes 8 bytes of
#: memory, a clause about 50, a shown variable about 40: here and again in the solver's process.
MAX_BYTES = 200_000_000
MAX_LINE = 20_000_000
MAX_LITERALS = 20_000_000
MAX_VARIABLES = 2_000_000

_INTEGERS = b"-0123456789 \t\r\n"

#: Lines that ask for what is not done, comments among them: how they begin, and what is said.
_NOT_DONE: Mapping[str, str] = {
    r"c\s+t\s+(?!p?mc\s*$)\w{0,9}mc(-\w{1,9})?\s*$": "only mc and pmc are counted, nothing with weights",
    r"c\s+(p\s+weight|weights?)\s+[-.\d]|w\s+-?\d": "weights are not read; a plain count has none",
    r"c\s+MUST\s+MULTIPLY\s+BY\s+(?!(1|2\*\*0)(\s|$))": "the count would have to be multiplied",
    r"c\s+p\s+(?!(opt)?show\s|cnf\s)\w+\s(.*\s)?0\s*$": "asks for something that is not known",
    r"cr\s+-?\d|vp\s|p\s+pcnf\s": "write shown variables as c p show 1 2 0, the header as p cnf",
    r"p\s+w": "weights are not read, and MaxSAT is not solved; write p cnf",
    r"[ae]\s+-?\d.*\s0\s*$|d\s+\d": "quantifiers are not read",
    r"p\s+(edge|col|sp|tw)\s|[ae]\s+\d": "is a graph: --board graph:FILE reads it",
    r"x\s*-?\d": "clauses of XOR are not read",
    r"\*|(min|max)\w*\s*:|\+\d+\s+~?x\d": "OPB is written (nqsat export), not read",
}
_BEGINS_CLAUSE = re.compile(rb"[-\d\s%]")
_IS_NOT_DONE = [(re.compile(how.encode(), re.IGNORECASE), what) for how, what in _NOT_DONE.items()]

#: A comment that names shown variables; in prose neither the first nor the last word is a number.
_SHOW = re.compile(rb"c\s+(?:p\s+show|ind)(?:\s++(?=[-+]?\d|.*\s[-+]?\d+\s*$)|\s*$)")


def dimacs_lines(formula: Formula, cnf: Cnf) -> Iterator[str]:
    """Yield the lines of the file, without line ends; pure ASCII."""
    yield "c t pmc"
    yield f"c encoding {cnf.encoding}"
    yield f"p cnf {cnf.variables} {len(cnf.clauses)}"
    yield "c p show " + "".join(f"{x} " for x in cnf.projection) + "0"
    for x in cnf.projection:
        yield f"c v {x} {to_ascii(formula.reader.name(x))}"
    rest = iter(cnf.clauses)
    for origin, count in cnf.origins:
        if count:
            yield f"c from {to_ascii(origin)}: {count} clauses"
        for _ in range(count):
            yield " ".join(map(str, (*next(rest), 0)))


def to_ascii(text: str) -> str:
    """Return the text in ASCII, with other characters escaped."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


def read_dimacs(path: str | Path) -> CnfProblem:
    """Read a DIMACS file.

    Raises:
        InvalidModel: it cannot be read, or is too large.
        InvalidNotation: it is not a valid DIMACS file; with the line.
    """
    return parse_dimacs(BytesIO(read_bytes("dimacs", path, MAX_BYTES)))


def parse_dimacs(lines: Iterable[bytes]) -> CnfProblem:
    """Parse the lines of a DIMACS file.

    Raises:
        InvalidNotation: they are not a valid file; with the line, counted from 1.
    """
    parser = _Parser()
    for line in lines:
        parser.read(line)
    return parser.problem()


class _Parser:
    """The state of the parser."""

    def __init__(self) -> None:
        self._line = 0
        self._header: tuple[int, int] | None = None
        self._clauses: list[tuple[int, ...]] = []
        self._open: list[int] = []  # the literals of the unfinished clause
        self._begun = 0  # the line where the unfinished clause began
        self._literals = 0
        self._ended = False  # by the % of SATLIB
        self._shown: list[tuple[int, list[int]]] = []  # with their lines
        # Share one int object among all occurrences of a literal.
        self._known: dict[int, int] = {}

    def read(self, line: bytes) -> None:
        """Read one line."""
        self._line += 1
        if len(line) > MAX_LINE:
            raise self._error(line[:40], f"the line has more than {MAX_LINE:,} bytes")
        line = (line.removeprefix(BOM_UTF8) if self._line == 1 else line).lstrip(b" \t")
        if not _BEGINS_CLAUSE.match(line):
            for pattern, reason in _IS_NOT_DONE:
                if pattern.match(line):
                    raise self._error(line, reason)
        if line.startswith(b"c"):
            self._read_comment(line)
        elif not line.isascii():
            raise self._error(line, "not ASCII")
        elif line.startswith(b"p"):
            self._read_header(line)
        elif self._ended or line.startswith(b"%"):
            self._read_end(line)
        elif line.strip():
            self._read_clauses(line)

    def problem(self) -> CnfProblem:
        """Return the CNF after all lines have been read."""
        if self._header is None:
            raise InvalidNotation("dimacs", "", "there is no line 'p cnf VARIABLES CLAUSES'")
        variables, announced = self._header
        if self._open:
            reason = f"the last clause, begun on line {self._begun}, does not end with 0"
            raise self._error(str(self._open[-1]).encode(), reason)
        if len(self._clauses) != announced:
            reason = f"the header announces {announced} clauses, there are {len(self._clauses)}"
            raise self._error(b"", reason)
        shown: set[int] = set()
        for line, numbers in self._shown:
            for x in numbers:
                if not 0 < x <= variables:
                    self._line = line
                    reason = f"no variable that can be shown: they are 1 to {variables}"
                    raise self._error(str(x).encode(), reason)
            shown.update(numbers)
        projection = sorted(shown) if self._shown else range(1, variables + 1)
        return CnfProblem(variables, tuple(self._clauses), tuple(projection))

    def _read_comment(self, line: bytes) -> None:
        match = _SHOW.match(line)
        if match is None:
            return
        words = line[match.end() :].split()
        numbers = [int(word) for word in words if _is_integer(word)]
        if len(numbers) < len(words) or numbers[-1:] != [0] or 0 in numbers[:-1]:
            reason = "write the shown variables and one 0 at the end; prose begins with other words"
            raise self._error(line, reason)
        self._count_literals(len(numbers))
        self._shown.append((self._line, numbers[:-1]))

    def _read_header(self, line: bytes) -> None:
        words = line.split()
        if self._header is not None:
            raise self._error(line, "a second header")
        if len(words) != 4 or words[:2] != [b"p", b"cnf"]:
            raise self._error(line, "write p cnf VARIABLES CLAUSES")
        variables, clauses = self._integers(b" ".join(words[2:]))
        if variables < 0 or clauses < 0:
            raise self._error(line, "a negative number")
        if variables > MAX_VARIABLES or clauses > MAX_LITERALS:
            limits = f"{MAX_VARIABLES:,} variables and {MAX_LITERALS:,} clauses"
            raise self._error(line, f"at most {limits} are read")
        self._header = variables, clauses

    def _read_clauses(self, line: bytes) -> None:
        if self._header is None:
            raise self._error(line, "stands before the line 'p cnf VARIABLES CLAUSES'")
        numbers = self._integers(line)
        variables, announced = self._header
        if max(numbers) > variables or -min(numbers) > variables:
            literal = next(x for x in numbers if abs(x) > variables)
            reason = f"no literal: the header announces {variables} variables"
            raise self._error(str(literal).encode(), reason)
        self._count_literals(len(numbers))
        known, clause = self._known, self._open
        for number in numbers:
            if number:
                self._begun = self._begun if clause else self._line
                clause.append(known.setdefault(number, number))
            elif len(self._clauses) == announced:
                raise self._error(line, f"a clause more than the {announced} of the header")
            else:
                self._clauses.append(tuple(clause))
                clause.clear()

    def _read_end(self, line: bytes) -> None:
        """Pass over what files of SATLIB have after the last clause: a % and a 0."""
        if self._header is None or self._open or len(self._clauses) < self._header[1]:
            raise self._error(line, "a % before the last clause ends")
        if line.split() not in ([b"%"], [b"%", b"0"], [b"0"], []):
            raise self._error(line, "nothing but a 0 may follow the %; delete the rest")
        self._ended = True

    def _integers(self, text: bytes) -> list[int]:
        """Parse integers as DIMACS writes them; an error names the first invalid word."""
        words = text.split()
        if not text.translate(None, _INTEGERS) and b"-0" not in text:
            try:
                return list(map(int, words))
            except ValueError:  # one of the words is invalid
                pass
        wrong = next((word for word in words if not _is_integer(word)), text)
        raise self._error(wrong, "not a whole number")

    def _count_literals(self, number: int) -> None:
        self._literals += number
        if self._literals > MAX_LITERALS:
            raise self._error(b"", f"more than {MAX_LITERALS:,} literals")

    def _error(self, text: bytes, reason: str) -> InvalidNotation:
        shown = text[:80].decode("ascii", "backslashreplace").strip()
        return InvalidNotation("dimacs", shown, reason, line=self._line)


def _is_integer(word: bytes) -> bool:
    """Whether a word is an integer; not ``-0``, nor a number too long to be a literal."""
    digits = word.removeprefix(b"-")
    return digits.isdigit() and not word.startswith(b"-0") and len(digits) <= 4000
