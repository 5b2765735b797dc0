"""DIMACS CNF with a projection, as the model counters of the MC competitions read it.

``c t pmc`` names the task (projected model counting) and ``c p show … 0`` the projection, so that
Ganak, d4 or ApproxMC run on the file as it is. ``c v`` lines say what each projected variable means.

Reference: https://mccompetition.org/assets/files/2021/competition2021.pdf (format).
"""

from __future__ import annotations

from collections.abc import Iterator

from nqsat.compiling.cnf import Cnf
from nqsat.compiling.formula import Formula


def dimacs_lines(formula: Formula, cnf: Cnf) -> Iterator[str]:
    """The lines of the file, without line ends; pure ASCII."""
    yield "c t pmc"
    yield f"c encoding {cnf.encoding}"
    yield f"p cnf {cnf.variables} {len(cnf.clauses)}"
    yield "c p show " + "".join(f"{x} " for x in cnf.projection) + "0"
    for x in cnf.projection:
        yield f"c v {x} {plain(formula.reader.name(x))}"
    rest = iter(cnf.clauses)
    for origin, count in cnf.origins:
        if count:
            yield f"c from {plain(origin)}: {count} clauses"
        for _ in range(count):
            yield " ".join(map(str, (*next(rest), 0)))


def plain(text: str) -> str:
    """The text in ASCII, with escapes for the rest of a name."""
    return text.encode("ascii", "backslashreplace").decode("ascii")
