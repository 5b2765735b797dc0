"""The schema of the rows of a ledger, by which all rows are read, signed or not.

    {"kind": "stage", "stage": DIGEST, "number": 0, "name": "count", "parts": 40}
    {"kind": "part", …, "numbers": [[MEN, "NUMBER"], …], "visited": 1234}       of a stage that sums
    {"kind": "audit", …, "numbers": [[MEN, "NUMBER"], …]}                       the same
    {"kind": "split", "stage": DIGEST, "part": "3.1", "children": ["3.1.0", …], "digest": DIGEST}
    {"kind": "product", …, "product": …, "visited": 1234}                       of all other stages
    {"kind": "term", "term": TEXT, "value": "92", "engines": […], "seconds": 0.1}   of a table

where … says which part was done, where and by what: stage, part, engine, version, host, pid and seconds.
Numbers are decimal ASCII text, no longer than the model allows; MEN is 0 if sizes are not counted
separately. The plan checks the stage and the products of its parts: see ``JobProgress.unfit`` and
``Plan.accepts``.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from nqsat.counting.question import Question

#: Limits: characters of a text, the values of integers (exclusive), and seconds.
_LONGEST, _LARGEST, _LATEST = 2000, 2**63, 1e12

#: Extra digits of a number beyond the model's number of solutions: parts may count each solution once for
#: every symmetry, or a fraction of it.
_SLACK = 60

#: The number of characters of a wrong value that a message shows.
_SHOWN = 40

_DIGEST = re.compile(r"[0-9a-f]{16}")
_NUMBER = re.compile(r"(?:0|(?P<minus>-?)[1-9][0-9]*)(?P<below>/[1-9][0-9]*)?")
_VALUES = re.compile(r"0|[1-9][0-9]{,999999}")


class _Kind(NamedTuple):
    """The type of a field: its description, and the test for it."""

    words: str
    fits: Callable[[Any], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value < _LARGEST


_TEXT = _Kind("a text", _is_text)
_WHOLE = _Kind("a whole number from 0 on", _is_whole)
_HASH = _Kind("a digest", lambda x: isinstance(x, str) and _DIGEST.fullmatch(x) is not None)
_TIME = _Kind(
    "a number of seconds", lambda x: type(x) in (int, float) and 0 <= x <= _LATEST
)  # which NaN is not
_VERSION = _Kind("a version", lambda x: x is None or _is_text(x))
_TEXTS = _Kind("a list of texts", lambda x: isinstance(x, list) and all(map(_is_text, x)))
_PAIRS = _Kind("a list of pairs", lambda x: isinstance(x, list))
_ANYTHING = _Kind("anything", lambda _: True)
_VALUE = _Kind(
    "a decimal number", lambda x: isinstance(x, str) and _VALUES.fullmatch(x) is not None
)

_DONE = {
    "stage": _HASH,
    "part": _TEXT,
    "engine": _TEXT,
    "version": _VERSION,
    "host": _TEXT,
    "pid": _WHOLE,
    "seconds": _TIME,
}

#: The fields of each kind of row.
_FIELDS: Mapping[str, Mapping[str, _Kind]] = {
    "stage": {"stage": _HASH, "number": _WHOLE, "name": _TEXT, "parts": _WHOLE},
    "part": {**_DONE, "numbers": _PAIRS, "visited": _WHOLE},
    "audit": {**_DONE, "numbers": _PAIRS},
    "split": {"stage": _HASH, "part": _TEXT, "children": _TEXTS, "digest": _HASH},
    "product": {**_DONE, "product": _ANYTHING, "visited": _WHOLE},
}

#: The rows of a table: its terms.
TERMS: Mapping[str, Mapping[str, _Kind]] = {
    "term": {"term": _TEXT, "value": _VALUE, "engines": _TEXTS, "seconds": _TIME}
}

#: Fields that are only informative, so that they may be missing.
_TOLD = {"parts", "children"}


@dataclass(frozen=True, slots=True)
class Schema:
    """The values that the rows of a job may have.

    Args:
        sizes: the possible numbers of pieces.
        digits: the maximum number of digits of a numerator or denominator.
        shares: whether numbers may be fractions, because parts with fractional weights are bundled.
        negative: whether numbers may be negative, because parts with negative weights are bundled.
    """

    sizes: range
    digits: int
    shares: bool
    negative: bool = False

    @classmethod
    def of(cls, question: Question, *, shares: bool = False) -> Schema:
        """Return the schema for a job of this question; ``shares`` if its parts are bundled."""
        model: Any = question.model
        sizes = range(1)
        if question.by == "size":
            sizes = range(sum(kind.number.low for kind in model.kinds), model.largest + 1)
        squares = len(model.board.squares)
        # At most (1 + kinds)^squares placements times squares! orders: no model has more solutions.
        most = squares * math.log10(1 + len(model.kinds)) + math.lgamma(squares + 1) / math.log(10)
        if not model.of_men:  # and for sets of moves, 2^moves
            most = max(most, model.size * math.log10(2))
        # Only a bundle stores a weighted sum over its parts.
        negative = shares and question.alone
        return cls(sizes, math.ceil(most) + _SLACK, shares, negative)

    def flaw(self, row: Mapping[str, Any]) -> str | None:
        """Return what is wrong with a row, as text safe for a terminal; None if it is valid."""
        return flaw(row) or self._flaw_of_numbers(row.get("numbers", ()))

    def _flaw_of_numbers(self, numbers: Iterable[Any]) -> str | None:
        before = -1
        for pair in numbers:
            if not isinstance(pair, list) or len(pair) != 2:
                return f"numbers has {excerpt(pair)}, which is not a pair of a number of pieces and a count"
            men, text = pair
            if type(men) is not int or men not in self.sizes:
                return f"numbers has {excerpt(men)} pieces, which no solution has"
            if men <= before:
                return f"numbers has {excerpt(men)} pieces after {before}"
            if not self._is_number(text):
                return f"numbers has {excerpt(text)}, which is no number of solutions"
            before = men
        return None

    def _is_number(self, text: object) -> bool:
        """Return whether the text is a decimal ASCII number of a permitted length, sign and form."""
        if not isinstance(text, str) or len(text) > 2 * self.digits + 1:
            return False
        found = _NUMBER.fullmatch(text)
        if found is None or max(map(len, text.split("/"))) > self.digits:
            return False
        return (self.shares or not found["below"]) and (self.negative or not found["minus"])


def flaw(row: Mapping[str, Any], kinds: Mapping[str, Mapping[str, _Kind]] = _FIELDS) -> str | None:
    """Return what is wrong with the fields of a row, as text safe for a terminal; None if they fit."""
    kind = row.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        return f"its kind is {excerpt(kind)}; there are {', '.join(kinds)}"
    fields = kinds[kind]
    for name in row:
        if name != "kind" and name not in fields:
            return f"a row of kind {kind} has no field {excerpt(name)}"
    for name, field in fields.items():
        if name not in row:
            if name not in _TOLD:
                return f"{name} is missing"
        elif not field.fits(row[name]):
            return f"{name} is {excerpt(row[name])}, not {field.words}"
    return None


def excerpt(value: object) -> str:
    """Return the JSON text of a value, shortened for a message."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
