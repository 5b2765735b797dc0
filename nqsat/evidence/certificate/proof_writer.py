"""CaDiCaL with proof: a new solver that writes an LRAT proof while it works, and the lines of the proof."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from nqsat.engines.listing.stream import block_signals


class Derived(NamedTuple):
    """A derived clause, as text.

    Args:
        number: its number.
        literals: each preceded by a space.
        hints: the numbers of the clauses that imply it, in the order in which they propagate.
    """

    number: str
    literals: str
    hints: list[str]


@contextmanager
def proof_writing_solver(file: IO[bytes]) -> Iterator[Any]:
    """A PySAT solver that writes its proof with hints into a file; complete when the block ends."""
    from pysat.solvers import Cadical195, pysolvers

    solver = Cadical195()
    try:
        solver.configure({"lrat": 1, "binary": 0})
        solver.prfile = file
        solver.prfp = pysolvers.cadical195_tracepr(solver.cadical, file)
        yield solver
    finally:
        with block_signals():
            solver.delete()


def flush(solver: Any) -> None:
    """Write what a solver has derived so far to its file."""
    from pysat.solvers import pysolvers

    pysolvers.flushpr(solver.prfp)


def solve_within(solver: Any, conflicts: int) -> bool | None:
    """Whether there is a model; None if that is unknown after this many conflicts."""
    with block_signals():
        solver.conf_budget(conflicts)
        answer: bool | None = solver.solve_limited()
    return answer


def read_line(line: str) -> Derived | None:
    """Parse the clause that a line of a proof derives; None if the line only deletes clauses."""
    number, _, rest = line.partition(" ")
    if rest.startswith("d "):
        return None
    literals, _, hints = f" {rest}".partition(" 0 ")
    return Derived(number, literals, hints.split()[:-1])
