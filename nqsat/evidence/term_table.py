"""Terms as rows of a table, as b-files of OEIS and as points of a plot."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from nqsat.counting import decimal, up_to
from nqsat.evidence.recurrence import Recurrence, proved, recurrence_of
from nqsat.evidence.terms import Term
from nqsat.modelling import Model

#: So many terms show how seconds grow, if each takes longer than that.
GROWN, BRIEF = 3, 0.05

COLUMNS = ("term", "modulo", "count", "growth", "known", "engines", "seconds")


def row_of(terms: Sequence[Term]) -> tuple[str, ...]:
    """The cells of the last of some terms; see ``COLUMNS``."""
    *before, term = terms
    value = f"? ({term.reason})" if term.value is None else decimal(term.value)
    last = next((one.value for one in reversed(before) if one.modulo == term.modulo), None)
    growth = f"{term.value / last:.4g}" if term.value and last else ""
    known = ""
    if term.known is not None:
        source = term.known.oeis or "published"
        says = f"{source} says {decimal(term.known.value)}"
        known = f"agrees with {source}" if term.agrees else says
    engines = ", ".join(term.engines)
    return term.title, term.modulo, value, growth, known, engines, f"{term.seconds:.2f}"


def extrapolated(terms: Sequence[Term]) -> float | None:
    """Seconds that the next term would take if these grow on as the last three did; by the clock.

    The mean of the last two factors: where boards are even and odd in turn, one alone misleads. None where
    there are not so many terms that took any time, or these did not grow.
    """
    last = [
        one.seconds for one in terms if one.modulo == terms[-1].modulo and one.value is not None
    ]
    if len(last) < GROWN or min(last[-GROWN:]) < BRIEF or terms[-1].value is None:
        return None
    factor = math.sqrt(last[-1] / last[-GROWN])
    return last[-1] * factor if factor > 1 else None


def b_files(terms: Sequence[Term]) -> dict[str, str]:
    """A b-file for each group: lines of an index and a number, up to the first that is missing.

    A group of whose terms none is published has a file that is named after it; once one is, that file is
    empty.
    """
    texts: dict[str, str] = {}
    for mine in by_group(terms).values():
        known = [term.known.oeis for term in mine if term.known and term.known.oeis]
        lines: list[str] = []
        for term in mine:
            varying = [value for value in term.parameters.values() if type(value) is int]
            if term.value is None or len(varying) != 1:
                break
            lines.append(f"{varying[0]} {decimal(term.value)}\n")
        if lines:
            texts[f"b{known[0][1:]}.txt" if known else _unnumbered(mine)] = "".join(lines)
        texts.setdefault(_unnumbered(mine), "")
    return texts


def _unnumbered(terms: Sequence[Term]) -> str:
    fixed_by = terms[0].fixed_by
    words = [terms[0].modulo, *([fixed_by.replace(":", "-")] if fixed_by else [])]
    return f"b-file-{'-'.join(words)}.txt"


def points(
    name: str, terms: Sequence[Term], index: str | None
) -> Mapping[str, list[tuple[int, int, float]]]:
    """By group, of each term that there is the parameter that changes, or its place; value; seconds."""
    series: dict[str, list[tuple[int, int, float]]] = {}
    for modulo, mine in by_group(terms).items():
        found = series.setdefault(f"{name}{up_to(modulo)}", [])
        for number, term in enumerate(mine, 1):
            n = number if index is None else term.parameters.get(index)
            if term.value is not None and isinstance(n, int):
                found.append((n, term.value, term.seconds))
    return series


def recurrence(terms: Sequence[Term], models: Sequence[Model], index: str) -> Recurrence | None:
    """The linear recurrence of a group's terms in a parameter that goes up by one; None if none is found.

    Args:
        terms: of one group, in order.
        models: theirs.
        index: the parameter.
    """
    values = [term.value for term in terms if term.value is not None]
    first = terms[0].parameters[index]
    if len(values) < len(terms) or not isinstance(first, int):
        return None
    found = recurrence_of(first, values)
    plain = terms[0].modulo == "none" and terms[0].fixed_by is None
    return proved(found, values, models) if found and plain else found


def by_group(terms: Sequence[Term]) -> Mapping[str, list[Term]]:
    """The terms of each group, in order."""
    found: dict[str, list[Term]] = {}
    for term in terms:
        found.setdefault(term.modulo, []).append(term)
    return found
