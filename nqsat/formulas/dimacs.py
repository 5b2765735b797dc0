"""Read DIMACS CNF with a projection, in the format of the Model Counting competitions.

``c t pmc`` names the task (projected model counting) and ``c p show … 0`` the projection, so Ganak, d4
and ApproxMC read the file unchanged. ``c v`` lines give the meaning of each projected variable.

The reader is strict. It accepts: comments anywhere (lines that start with ``c``, of any bytes); one header
``p cnf VARIABLES CLAUSES`` before the first clause; clauses that end with 0, with any line breaks; ``%``
and ``0`` at the end of files of SATLIB. A line ``x 1 -2 3 0`` is a parity (CryptoMiniSat): an odd number of
these literals is true. After ``p cnf+``, a line ``1 -2 3 <= 2`` bounds their number (MiniCard).
``c p show 1 2 0``, or ``c ind``, ``vp`` and ``cr`` of older counters, name shown variables, and their union
counts; without any of them every variable is shown. ``c p weight -1 0.6 0``, or ``w -1 0.6 0``, says what a
literal weighs. If some literals have a weight and their negations have none, and all these weights are
probabilities, between 0 and 1, the negations have the rest, as in the competitions and after ``w 1 0.4``
(Cachet): -1 weighs 3/5. If one of them is 1 or more, they are not probabilities, and the negations weigh 1.
What was read says so. Weights of variables that are not shown do not count.
Everything else is refused with its line, and so are comments that ask for more: text that is silently
skipped leads to a wrong count.

Reference: https://mccompetition.org/assets/files/2021/competition2021.pdf (format).
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from io import BytesIO

from nqsat.errors import InvalidNotation
from nqsat.formulas.clausal import CnfProblem, LinearSum, Weights, linear_sum

#: Limits on the bytes of a file and of a line, and on literals and variables. A literal takes 8 bytes of
#: memory, a clause about 50, a shown variable about 40: here and again in the solver's process.
MAX_BYTES = 200_000_000
MAX_LINE = 20_000_000
MAX_LITERALS = 20_000_000
MAX_VARIABLES = 2_000_000

_INTEGERS = b"-0123456789 \t\r\n"

#: Lines that ask for what is not done, comments among them: how they begin, and the message.
_NOT_DONE: Mapping[str, str] = {
    r"c\s+t\s+(?!(p?mc|wmc|pwmc|wpmc)\s*$)\w{0,9}mc(-\w{1,9})?\s*$": "is not mc, pmc, wmc or pwmc",
    r"w\s.*[<>]=": "a sum with weights is not read here; write it as OPB",
    r"c\s+weights?\s+[-.\d]": "write weights as c p weight -1 0.6 0",
    r"c\s+MUST\s+MULTIPLY\s+BY\s+(?!(1|2\*\*0)(\s|$))": "the count would have to be multiplied",
    r"c\s+p\s+(?!(opt)?show\s|cnf\s|weight\s)\w+\s(.*\s)?0\s*$": "asks for something that is not known",
    r"p\s+w": "weights are not read, and MaxSAT is not solved; write p cnf",
    r"h\s+-?\d": "is a hard clause of MaxSAT, which is not solved; write p cnf and clauses alone",
    r"[ae]\s+-?\d.*\s0\s*$|d\s+\d": "quantifiers are not read",
    r"\*|(min|max)\w*\s*:|\+\d+\s+~?x\d": "is a line of OPB, in a file that begins as DIMACS",
    r"p\s+(edge|col|sp|tw)\s|[ae]\s+\d": "is a graph: --board graph:FILE reads it",
}
_BEGINS_CLAUSE = re.compile(rb"[-\d\s%]")

_NO_INTEGERS = re.compile(rb"[^-0-9 \t\r\n]")

#: More literals than this are kept once for each of their values.
_MANY = 4_000_000
_IS_NOT_DONE = [
    (re.compile(how.encode(), re.IGNORECASE), reason) for how, reason in _NOT_DONE.items()
]

#: A comment that names shown variables; in prose neither the first nor the last word is a number.
_SHOW = re.compile(rb"(?:c\s+(?:p\s+show|ind)|vp|cr)(?:\s++(?=[-+]?\d|.*\s[-+]?\d+\s*$)|\s*$)")

#: The weight of a literal, as a comment or the older line; with a 0 at the end, or without (Cachet).
_WEIGHT = re.compile(rb"(?:c\s+p\s+weight|w)\s+(-?[1-9][0-9]{0,9})\s+([-+./eE0-9]+)(\s+0)?\s*")
_BEGINS_WEIGHT = re.compile(rb"(c\s+p\s+weight|w)\s+[-+.\d]")

#: A weight: a decimal, with or without a power of ten, or a fraction.
_NUMBER = re.compile(
    rb"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]{1,3})?|[-+]?[0-9]+/[0-9]*[1-9][0-9]*"
)
_LONGEST_WEIGHT = 1_000

#: A cardinality of MiniCard.
_BOUND = re.compile(rb"([-0-9\s]*?)\s*(<=|>=|=)\s*(-?[0-9]+)\s*")

#: The task of a file, in the words of the Model Counting competitions.
_TASK = re.compile(rb"c\s+t\s+(p?mc|wmc|pwmc|wpmc)\s*", re.IGNORECASE)


def parse_dimacs(text: bytes | Iterable[bytes]) -> CnfProblem:
    """Parse a DIMACS file, its text or its lines; of a text, blocks of plain clauses at once.

    Raises:
        InvalidNotation: it is not valid; with the line, counted from 1.
    """
    parser = _Parser()
    for block in _blocks(text) if isinstance(text, bytes) else text:
        if not parser.read_plain(block):
            for line in BytesIO(block):
                parser.read(line)
    return parser.problem()


def _blocks(text: bytes) -> Iterator[bytes]:
    """Cut a text into single lines that have more than integers, and the lines between these."""
    end = 0
    while end < len(text):
        begin, other = end, _NO_INTEGERS.search(text, end)
        if other is None:
            yield text[begin:]
            return
        start = text.rfind(b"\n", begin, other.start()) + 1 or begin
        end = text.find(b"\n", start) + 1 or len(text)
        if begin < start:
            yield text[begin:start]
        yield text[start:end]


class _Parser:
    def __init__(self) -> None:
        self._line = 0
        self._header: tuple[int, int] | None = None
        self._bounds_too = False  # cardinalities, after p cnf+
        self._sums: list[LinearSum | None] = []
        self._parities: list[tuple[int, ...]] = []
        self._weights: dict[int, tuple[int, Fraction]] = {}  # with their lines
        self._task = ""
        self._to_show: list[int] = []  # how many are shown, if the header says so
        self._clauses: list[tuple[int, ...]] = []
        self._open: list[int] = []  # the literals of the unfinished clause
        self._begun = 0  # the line where the unfinished clause began
        self._literals = 0
        self._ended = False  # by the % of SATLIB
        self._shown: list[tuple[int, list[int]]] = []  # with their lines
        # If there are many, all occurrences of a literal share one int.
        self._known: dict[int, int] = {}

    def read(self, line: bytes) -> None:
        self._line += 1
        if len(line) > MAX_LINE:
            raise self._error(line[:40], f"the line has more than {MAX_LINE:,} bytes")
        line = (line.removeprefix(BOM_UTF8) if self._line == 1 else line).lstrip(b" \t")
        if not _BEGINS_CLAUSE.match(line):
            for pattern, reason in _IS_NOT_DONE:
                if pattern.match(line):
                    raise self._error(line, reason)
        if _BEGINS_WEIGHT.match(line):
            self._read_weight(line)
        elif line.startswith(b"c") or _SHOW.match(line):
            self._read_comment(line)
        elif not line.isascii():
            raise self._error(line, "not ASCII")
        elif line.startswith(b"p"):
            self._read_header(line)
        elif self._ended or line.startswith(b"%"):
            self._read_end(line)
        elif line.startswith(b"x"):
            self._read_parity(line)
        elif self._bounds_too and (bound := _BOUND.fullmatch(line)):
            self._read_bound(line, *bound.groups())
        elif line.strip():
            self._read_clauses(line)

    def read_plain(self, block: bytes) -> bool:
        """Read lines of whole clauses and nothing else; False, and nothing is read, if they are not."""
        try:
            numbers = self._plain_integers(block)
        except ValueError:
            return False
        clauses = _split(numbers)
        header, before = self._header or (0, 0), self._number
        if (
            numbers[-1:] != [0]
            or max(numbers) > header[0]
            or -min(numbers) > header[0]
            or before + len(clauses) > header[1]
            or self._open
            or self._ended
            or self._literals + len(numbers) > MAX_LITERALS
            or max(map(len, block.split(b"\n")), default=0) >= MAX_LINE
        ):
            return False
        self._line += block.count(b"\n") + (not block.endswith(b"\n"))
        self._literals += len(numbers)
        self._clauses += clauses
        return True

    def problem(self) -> CnfProblem:
        if self._header is None:
            raise InvalidNotation("dimacs", "", "there is no line 'p cnf VARIABLES CLAUSES'")
        variables, announced = self._header
        if self._open:
            reason = f"the last clause, begun on line {self._begun}, does not end with 0"
            raise self._error(str(self._open[-1]).encode(), reason)
        if self._number != announced:
            reason = f"the header announces {announced} clauses, there are {self._number}"
            raise self._error(b"", reason)
        shown: set[int] = set()
        for line, numbers in self._shown:
            for x in numbers:
                if not 0 < x <= variables:
                    self._line = line
                    reason = f"no variable that can be shown: they are 1 to {variables}"
                    raise self._error(str(x).encode(), reason)
            shown.update(numbers)
        if self._to_show not in ([], [len(shown)]):
            reason = (
                f"the header announces {self._to_show[0]} shown variables, there are {len(shown)}"
            )
            raise self._error(b"", reason)
        projection = sorted(shown) if self._shown else range(1, variables + 1)
        weights, assumed = self._weighing(variables, projection)
        return CnfProblem(
            variables,
            tuple(self._clauses),
            tuple(projection),
            tuple(filter(None, self._sums)),
            tuple(self._parities),
            weights,
            assumed=assumed,
        )

    @property
    def _number(self) -> int:
        """How many constraints have been read."""
        return len(self._clauses) + len(self._sums) + len(self._parities)

    def _weighing(self, variables: int, projection: Iterable[int]) -> tuple[Weights | None, str]:
        """Return the weights of shown literals, None for a plain count; and what was assumed of some."""
        if not self._weights and "w" not in self._task:
            return None, ""
        shown = frozenset(projection)
        found = {x: weight for x, (_, weight) in self._weights.items() if abs(x) in shown}
        for literal, (line, weight) in self._weights.items():
            self._line, text = line, str(literal).encode()
            if not 0 < abs(literal) <= variables:
                raise self._error(text, f"has a weight, and variables are 1 to {variables}")
            if self._task in ("mc", "pmc"):
                reason = f"the task is {self._task}, which has no weights; delete one"
                raise self._error(text, reason)
            if literal in found and -literal not in found and weight <= 0:
                reason = (
                    f"write what {-literal} weighs: {weight} is not a probability, and may mean 1"
                )
                raise self._error(text, reason)
        alone = [literal for literal in found if -literal not in found]
        probabilities = all(found[literal] < 1 for literal in alone)
        found |= {-x: 1 - found[x] if probabilities else Fraction(1) for x in alone}
        taken = "1 minus the other" if probabilities else "1"
        missing = f"{len(alone)} not given, taken as {taken}" if alone else ""
        return Weights(tuple(sorted(found.items()))), missing

    def _read_weight(self, line: bytes) -> None:
        match = _WEIGHT.fullmatch(line)
        number = b"" if match is None else match[2]
        if match is None or len(number) > _LONGEST_WEIGHT or not _NUMBER.fullmatch(number):
            raise self._error(line, "write a literal, its weight as 0.6 or 3/5, and a 0")
        literal, weight = int(match[1]), Fraction(number.decode())
        if line.startswith(b"c") and match[3] is None:
            raise self._error(line, "write a 0 at the end")
        given = {literal: weight}
        if match[3] is None:  # Cachet: a probability, or -1 for a variable without weights
            if literal < 0 or not (0 <= weight <= 1 or weight == -1):
                raise self._error(line, "without a 0 at the end it is a variable and a probability")
            given = {literal: weight, -literal: 1 - weight}
            if weight == -1:
                given = {literal: Fraction(1), -literal: Fraction(1)}
        for x, weight in given.items():
            if self._weights.setdefault(x, (self._line, weight))[1] != weight:
                raise self._error(line, f"{x} has another weight already")
        self._count_literals(len(given))

    def _read_parity(self, line: bytes) -> None:
        numbers = self._literals_of(line, line[1:])
        if self._open or numbers[-1:] != [0] or 0 in numbers[:-1]:
            raise self._error(line, "write a parity on a line of its own, with one 0 at the end")
        self._add_one(line)
        self._parities.append(tuple(numbers[:-1]))

    def _read_bound(self, line: bytes, literals: bytes, relation: bytes, bound: bytes) -> None:
        numbers, (number,) = self._literals_of(line, literals), self._integers(bound)
        if self._open or 0 in numbers:
            raise self._error(line, "write a cardinality on a line of its own, without a 0")
        self._add_one(line)
        low, high = (None if relation == other else number for other in (b"<=", b">="))
        self._sums.append(linear_sum([(1, x) for x in numbers], low, high))

    def _add_one(self, line: bytes) -> None:
        """Refuse a constraint more than the header announces."""
        announced = self._header[1] if self._header else 0
        if self._number == announced:
            raise self._error(line, f"a clause more than the {announced} of the header")

    def _literals_of(self, line: bytes, text: bytes) -> list[int]:
        """Parse literals, and zeros."""
        if self._header is None:
            raise self._error(line, "comes before the line 'p cnf …'")
        numbers = self._integers(text)
        most = self._header[0]
        if max(numbers, default=0) > most or -min(numbers, default=0) > most:
            literal = next(x for x in numbers if abs(x) > most)
            reason = f"no literal: the header announces {most} variables"
            raise self._error(str(literal).encode(), reason)
        self._count_literals(len(numbers))
        return numbers

    def _read_comment(self, line: bytes) -> None:
        match = _SHOW.match(line)
        if match is None:
            if task := _TASK.fullmatch(line):
                self._task = task[1].decode().lower()
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
        if words[:2] == [b"p", b"pcnf"]:
            self._to_show = self._integers(b" ".join(words[4:5]))
            words = words[:4] + words[5:]
        elif words[:2] == [b"p", b"cnf+"]:
            self._bounds_too = True
        elif words[:2] != [b"p", b"cnf"]:
            words = []
        if len(words) != 4:
            raise self._error(line, "write p cnf VARIABLES CLAUSES")
        variables, clauses = self._integers(b" ".join(words[2:]))
        if variables < 0 or clauses < 0:
            raise self._error(line, "a negative number")
        if variables > MAX_VARIABLES or clauses > MAX_LITERALS:
            limits = f"{MAX_VARIABLES:,} variables and {MAX_LITERALS:,} clauses"
            raise self._error(line, f"at most {limits} are read")
        self._header = variables, clauses

    def _read_clauses(self, line: bytes) -> None:
        numbers, clause = self._literals_of(line, line), self._open
        for number in numbers:
            if number:
                self._begun = self._begun if clause else self._line
                clause.append(number)
            else:
                self._add_one(line)
                self._clauses.append(tuple(clause))
                clause.clear()

    def _read_end(self, line: bytes) -> None:
        """Pass over what files of SATLIB have after the last clause: a % and a 0."""
        if self._header is None or self._open or self._number < self._header[1]:
            raise self._error(line, "a % before the last clause ends")
        if line.split() not in ([b"%"], [b"%", b"0"], [b"0"], []):
            raise self._error(line, "nothing but a 0 may follow the %; delete the rest")
        self._ended = True

    def _integers(self, text: bytes) -> list[int]:
        """Parse integers as DIMACS writes them; an error names the first invalid word."""
        try:
            return self._plain_integers(text)
        except ValueError:
            wrong = next((word for word in text.split() if not _is_integer(word)), text)
            raise self._error(wrong, "not a whole number") from None

    def _plain_integers(self, text: bytes) -> list[int]:
        """The same; ValueError says that some word is invalid."""
        if text.translate(None, _INTEGERS) or b"-0" in text:
            raise ValueError
        numbers = list(map(int, text.split()))
        many = self._literals + len(numbers) > _MANY
        return list(map(self._known.setdefault, numbers, numbers)) if many else numbers

    def _count_literals(self, number: int) -> None:
        self._literals += number
        if self._literals > MAX_LITERALS:
            raise self._error(b"", f"more than {MAX_LITERALS:,} literals")

    def _error(self, text: bytes, reason: str) -> InvalidNotation:
        shown = text[:80].decode("ascii", "backslashreplace").strip()
        return InvalidNotation("dimacs", shown, reason, line=self._line)


def _split(numbers: list[int]) -> list[tuple[int, ...]]:
    """The clauses in a list of literals; each ends with 0, and what follows the last one is left out."""
    clauses: list[tuple[int, ...]] = []
    begin = 0
    with suppress(ValueError):  # there is no further 0
        while True:
            end = numbers.index(0, begin)
            clauses.append(tuple(numbers[begin:end]))
            begin = end + 1
    return clauses


def _is_integer(word: bytes) -> bool:
    """Whether a word is an integer; not ``-0``, nor a number too long to be a literal."""
    digits = word.removeprefix(b"-")
    return digits.isdigit() and not word.startswith(b"-0") and len(digits) <= 4000
