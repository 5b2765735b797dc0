"""Refutations by CaDiCaL, as LRAT: a fresh solver for each, trimmed afterwards.

CaDiCaL writes, for every derived clause, the hints from which it follows by unit propagation. Trimming goes
backward from the empty clause, drops the steps that are not needed, and renumbers the rest.

CaDiCaL numbers its input clauses in order, but it propagates a unit clause at once, and the derived clauses
take the next numbers. So unit clauses are added last; their numbers are those that no derived clause has.

References: A. Biere et al., CaDiCaL 2.0, CAV 2024; F. Pollitt, M. Fleury and A. Biere, Faster LRAT checking
than solving with CaDiCaL, SAT 2023; L. Cruz-Filipe et al., Efficient certified RAT verification, CADE 2017.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from nqsat.engines.stream import block_signals
from nqsat.errors import EngineFailure
from nqsat.evidence.checker import Clause

#: The solver that makes the proofs.
SOLVER = "cadical195"

#: The solver pauses after this many conflicts.
SLICE = 1000

Literals = tuple[int, ...]
Numbered = tuple[int, Literals]


def sorted_literals(clause: Clause) -> Literals:
    """Return a clause of the checker in the form for solvers."""
    return tuple(sorted(clause, key=abs))


# -- CaDiCaL with a proof ----------------------------------------------------------------


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


# -- refutations -------------------------------------------------------------------------


class Prover:
    """Refute a formula together with further clauses.

    Args:
        clauses: the formula; its clauses are numbered from 1.
    """

    def __init__(self, clauses: Sequence[Literals]) -> None:
        self._longer, self._units = _separate_units(enumerate(clauses, start=1))

    def refute(
        self,
        more: Iterable[Numbered],
        first: int,
        tick: Callable[[], None],
        conflicts: int | None = None,
    ) -> list[str] | None:
        """Return the lines of a proof that the formula and further clauses have no model.

        Args:
            more: the further clauses, with their numbers.
            first: the number of the proof's first step.
            tick: called regularly; it may raise any exception to stop.
            conflicts: give up after about this many conflicts.

        Returns:
            the lines; None if the solver gave up.

        Raises:
            EngineFailure: there is a model, or the proof cannot be read.
        """
        longer, units = _separate_units(more)
        longer = self._longer + longer
        for number, clause in longer:
            if not clause:
                return [f"{first} 0 {number} 0"]
        units = list({literal: (n, (literal,)) for n, (literal,) in self._units + units}.values())
        lines = _solver_proof([clause for _, clause in longer + units], tick, conflicts)
        if lines is None:
            return None
        return trim_proof(lines, [n for n, _ in longer], [n for n, _ in units], first)


def _separate_units(clauses: Iterable[Numbered]) -> tuple[list[Numbered], list[Numbered]]:
    """Return the non-unit and the unit clauses, without tautologies."""
    longer: list[Numbered] = []
    units: list[Numbered] = []
    for number, clause in clauses:
        literals = tuple(dict.fromkeys(clause))
        if any(-x in literals for x in literals if x > 0):
            continue
        (units if len(literals) == 1 else longer).append((number, literals))
    return longer, units


def _solver_proof(
    clauses: Sequence[Literals], tick: Callable[[], None], conflicts: int | None
) -> list[str] | None:
    """Return CaDiCaL's proof lines for a refutation; None if it takes too many conflicts."""
    with tempfile.TemporaryFile() as proof, os.fdopen(os.dup(proof.fileno())) as written:
        with proof_writing_solver(proof) as solver:
            for clause in clauses:
                solver.add_clause(clause)
            answer, spent = None, 0
            while answer is None:
                if conflicts is not None and spent >= conflicts:
                    return None
                tick()
                answer = solve_within(solver, SLICE)
                spent += SLICE
        # CaDiCaL does not report a full disk; this write does.
        os.lseek(written.fileno(), 0, os.SEEK_END)
        os.write(written.fileno(), b"\n")
        if answer:
            raise EngineFailure(f"{SOLVER}: there is a solution that the list does not have")
        written.seek(0)
        return written.read().splitlines()


def trim_proof(
    lines: Iterable[str], longer: Sequence[int], units: Sequence[int], first: int
) -> list[str]:
    """Return the steps that the empty clause needs, with the numbers of the certificate.

    Args:
        lines: the proof, in LRAT.
        longer: the new numbers of the clauses that the solver numbered from 1 on.
        units: the new numbers of the unit clauses after them, whose old numbers no step has.
        first: the number of the first step; the others follow.

    Raises:
        EngineFailure: there is no empty clause, or a step does not follow by unit propagation alone.
    """
    names = {str(own): str(number) for own, number in enumerate(longer, start=1)}
    waiting = iter(units)
    following = len(longer) + 1
    steps: dict[str, tuple[str, list[str]]] = {}
    for line in lines:
        step = read_line(line)
        if step is None:
            continue
        number, literals, hints = step
        for own, unit in zip(range(following, int(number)), waiting):  # noqa: B905
            names[str(own)] = str(unit)
        following = int(number) + 1
        steps[number] = (literals, hints)
        if not literals:
            return _renumber_steps(steps, number, names, first)
    raise EngineFailure(f"{SOLVER}: the proof has no empty clause")


def _renumber_steps(
    steps: dict[str, tuple[str, list[str]]], last: str, names: dict[str, str], first: int
) -> list[str]:
    needed = {last}
    for number in reversed(steps):
        if number in needed:
            needed.update(steps[number][1])
    lines: list[str] = []
    try:
        for number, (literals, hints) in steps.items():
            if number in needed:
                names[number] = name = str(first + len(lines))
                lines.append(f"{name}{literals} 0 {' '.join([names[hint] for hint in hints])} 0")
    except KeyError as error:
        raise EngineFailure(f"{SOLVER}: the proof names {error}, which is not a clause") from None
    return lines
