"""Terms as rows of a table, and as b-files of OEIS."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from nqsat.counting import decimal
from nqsat.extensions.oeis.terms import Term
from nqsat.sources import OEIS

#: An extrapolation needs GROWN terms that took at least BRIEF seconds each.
GROWN, BRIEF = 3, 0.05

#: The length of the name of a file, without what all have.
_LONGEST = 80

COLUMNS = ("term", "modulo", "count", "optimum", "growth", "known", "engines", "seconds")


def columns_of(terms: Sequence[Term]) -> tuple[str, ...]:
    """Return the columns of a table: the optimum is one where the model has an objective."""
    best = any(term.optimum for term in terms)
    return tuple(name for name in COLUMNS if best or name != "optimum")


def row_of(terms: Sequence[Term]) -> Mapping[str, str]:
    """Return the cells of the last term by their columns; see ``COLUMNS``.

    From one best value to another counts jump, and where one of two ranges begins again: they do not grow.
    """
    *before, term = terms
    value = f"? ({term.reason})" if term.value is None else decimal(term.value)
    last, growth = next((x for x in reversed(before) if x.modulo == term.modulo), None), ""
    if term.value and last and last.value and not term.optimum:
        numbers = [(last.parameters[name], x) for name, x in term.parameters.items()]
        again = any(type(x) is type(y) is int and x > y for x, y in numbers)
        growth = "" if again else f"{term.value / last.value:.4g}"
    known = ""
    if term.known is not None:
        source = term.known.oeis or "published"
        says = f"says {decimal(term.known.value)}"
        known = f"agrees with {source}" if term.agrees else f"{source} {says}"
    engines, seconds = ", ".join(term.engines), f"{term.seconds:.2f}"
    cells = (term.title, term.modulo, value, term.optimum, growth, known, engines, seconds)
    return dict(zip(COLUMNS, cells, strict=True))


def extrapolate_seconds(terms: Sequence[Term]) -> float | None:
    """Extrapolate the wall-clock seconds of the next term from the last three terms.

    The factor is the geometric mean of the last two ratios: even and odd boards often differ, so that one
    ratio alone misleads. None if there are too few terms that took measurable time, or these did not grow.
    """
    alike = (term for term in terms if term.modulo == terms[-1].modulo)
    last = [term.seconds for term in alike if term.value is not None]
    if len(last) < GROWN or min(last[-GROWN:]) < BRIEF or terms[-1].value is None:
        return None
    factor = math.sqrt(last[-1] / last[-GROWN])
    return last[-1] * factor if factor > 1 else None


def b_files(terms: Sequence[Term], name: str, index: str | None = None) -> dict[str, str]:
    """Return a b-file for each group: lines of an index and a number, up to the first missing value.

    It is named after the sequence of OEIS, if ``name`` is its number or a term of it is published;
    otherwise after the model and the group, and a file of that name from before is to be empty. Without
    ``index`` the terms must have one integer parameter.
    """
    texts: dict[str, str] = {}
    for mine in group_terms(terms).values():
        known = [term.known.oeis for term in mine if term.known and term.known.oeis]
        lines: list[str] = []
        for term in mine:
            parameters = term.parameters
            some = parameters.values() if index is None else [parameters[index]]
            varying = [value for value in some if type(value) is int]
            if term.value is None or len(varying) != 1:
                break
            lines.append(f"{varying[0]} {decimal(term.value)}\n")
        if lines:
            number = next(iter(known), name)
            file = f"b{number[1:]}.txt" if OEIS.fullmatch(number) else _b_file_name(name, mine)
            texts[file] = "".join(lines)
        texts.setdefault(_b_file_name(name, mine), "")
    return texts


def _b_file_name(name: str, terms: Sequence[Term]) -> str:
    words = re.findall(r"\w+", " ".join([name, *terms[0].question.values()]))
    return f"b-file-{'-'.join(words)[:_LONGEST]}.txt"


def group_terms(terms: Sequence[Term]) -> Mapping[str, list[Term]]:
    """Return the terms of each group, in order."""
    groups: dict[str, list[Term]] = {}
    for term in terms:
        groups.setdefault(term.modulo, []).append(term)
    return groups
