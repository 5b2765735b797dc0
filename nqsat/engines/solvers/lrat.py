"""CaDiCaL with its proof: a fresh solver that writes LRAT while it works, and the lines that it writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from nqsat.engines.listing.stream import signals_held_back


class Derived(NamedTuple):
    """A clause that was derived, as it is written.

    Args:
        number: its own.
        literals: each with a blank before it.
        hints: the numbers of the clauses by which it follows, in the order in which they propagate.
    """

    number: str
    literals: str
    hints: list[str]


@contextmanager
def proving(file: IO[bytes]) -> Iterator[Any]:
    """PySAT's solver, which writes its proof with hints into a file; all of it when the block ends."""
    from pysat.solvers import Cadical195, pysolvers

    solver = Cadical195()
    try:
        solver.configure({"lrat": 1, "binary": 0})
        solver.prfile = file
        solver.prfp = pysolvers.cadical195_tracepr(solver.cadical, file)
        yield solver
    finally:
        with signals_held_back():
            solver.delete()


def flush(solver: Any) -> None:
    """Have what a solver has derived by now in its file."""
    from pysat.solvers import pysolvers

    pysolvers.flushpr(solver.prfp)


def solved(solver: Any, conflicts: int) -> bool | None:
    """Whether there is a model; None if that is not known after so many conflicts."""
    with signals_held_back():
        solver.conf_budget(conflicts)
        answer: bool | None = solver.solve_limited()
    return answer


def read_line(line: str) -> Derived | None:
    """What a line of a proof derives; None if it only forgets clauses."""
    number, _, rest = line.partition(" ")
    if rest.startswith("d "):
        return None
    literals, _, hints = f" {rest}".partition(" 0 ")
    return Derived(number, literals, hints.split()[:-1])
