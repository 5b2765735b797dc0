"""Write DIMACS CNF with a projection, in the format of the Model Counting competitions.

``c t pmc`` names the task (projected model counting) and ``c p show … 0`` the projection, so Ganak, d4
and ApproxMC read the file unchanged. ``c v`` lines give the meaning of each projected variable.

Reference: https://mccompetition.org/assets/files/2021/competition2021.pdf (format).
"""

from __future__ import annotations

from collections.abc import Iterator

from nqsat.compiling.cnf import Cnf
from nqsat.compiling.formula import Formula


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
