"""Write DIMACS CNF with a projection, in the format of the Model Counting competitions.

``c t pmc`` names the task (projected model counting) and ``c p show … 0`` the projection, so Ganak, d4
and ApproxMC read the file unchanged. ``c v`` lines give the meaning of each projected variable.

Reference: https://mccompetition.org/assets/files/2021/competition2021.pdf (format).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from nqsat.compiling.cnf import Cnf
from nqsat.compiling.formula import Formula

if TYPE_CHECKING:
    from nqsat.compiling.projection import Projection


def dimacs_lines(formula: Formula, cnf: Cnf) -> Iterator[str]:
    """Yield the lines of the file, without line ends; pure ASCII."""
    names = [(x, formula.reader.name(x)) for x in cnf.projection]
    yield from _heading(f"encoding {cnf.encoding}", cnf.variables, len(cnf.clauses), names)
    rest = iter(cnf.clauses)
    for origin, count in cnf.origins:
        if count:
            yield f"c from {to_ascii(origin)}: {count} clauses"
        yield from _clause_lines(islice(rest, count))


def projection_lines(shown: Projection) -> Iterator[str]:
    """Yield the lines of the file of a projection, which shows only what it shows."""
    names = zip(shown.projection, map("=".join, shown.names), strict=True)
    said = f"shown: {', '.join(shown.show)}"
    yield from _heading(said, shown.variables, len(shown.clauses), [*names])
    yield from _clause_lines(shown.clauses)


def _heading(
    said: str, variables: int, clauses: int, names: Sequence[tuple[int, str]]
) -> Iterator[str]:
    yield "c t pmc"
    yield f"c {to_ascii(said)}"
    yield f"p cnf {variables} {clauses}"
    yield "c p show " + "".join(f"{x} " for x, _ in names) + "0"
    yield from (f"c v {x} {to_ascii(name)}" for x, name in names)


def _clause_lines(clauses: Iterable[tuple[int, ...]]) -> Iterator[str]:
    yield from (" ".join(map(str, (*clause, 0))) for clause in clauses)


def to_ascii(text: str) -> str:
    """Return the text in ASCII, with other characters escaped."""
    return text.encode("ascii", "backslashreplace").decode("ascii")
