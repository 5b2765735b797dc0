"""Watched CaDiCaL: the solver of the engine ``sat``, observed through PySAT's ``Propagator``.

The observer never propagates or decides, so the search is the solver's own; but observed variables are not
eliminated. At every callback, the new part of the solver's proof is read: so every derived clause has its
place among the events, and its hints are the clauses that it follows from.

Information that the solver does not provide is reconstructed, or left open. It does not report why it
assigns a literal: a clause that forces it at that moment is searched for, first in the formula, then among
the derived ones. It does not report assignments that cause a conflict at once: then it is unknown which
piece it tried.

References: K. Fazekas et al., IPASIR-UP: user propagators for CDCL, SAT 2023; A. Biere et al., CaDiCaL 2.0,
CAV 2024.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from itertools import chain, repeat
from typing import IO, Any

from nqsat.compiling import (
    AtomReader,
    Cnf,
    Formula,
    blocking,
    fold_orbits,
    formula_of_atoms,
    lower,
    to_cnf,
)
from nqsat.errors import UnsupportedByEngine
from nqsat.evidence import lrat
from nqsat.extensions.watch.recording import Recording
from nqsat.modelling import Placement

#: Formulas with more clauses are not watched: reasons are found by linear search.
CLAUSES = 20_000

#: Conflicts between checks whether the consumer has left.
CONFLICTS = 100

#: Bytes of the proof per read: Python allocates the whole buffer before it reads.
_PAGE = 1 << 16

Literals = tuple[int, ...]


def search_solver(model: Placement, recording: Recording) -> Generator[None, None, None]:
    """Watch CaDiCaL list the solutions of a placement."""
    formula = lower(model)
    cnf = to_cnf(formula)
    if len(cnf.clauses) > CLAUSES:
        reason = f"its formula has {len(cnf.clauses):,} clauses; up to {CLAUSES:,} are watched"
        raise UnsupportedByEngine("sat", reason)
    literals = _literals(formula, cnf.variables, recording)
    origins = _origins(model, formula)
    forbidding = blocking(formula, ())
    with tempfile.TemporaryFile() as proof, lrat.proof_writing_solver(proof) as solver:
        listener = _Listener(recording, literals, proof, solver)
        for clause, origin in _with_origins(cnf):
            listener.add_given_clause(clause, origins.get(frozenset(clause), origin))
        solver.connect_propagator(listener)
        for x in range(1, cnf.variables + 1):
            solver.observe(x)
        if forbidding.fixed_size:
            solver.set_phases(list(cnf.projection))  # as the engine does
        while (answer := lrat.solve_within(solver, CONFLICTS)) is not False:
            yield None
            if answer is None:
                continue
            recording.event("solution")
            present = set(solver.get_model())
            true = tuple(x for x in cnf.projection if x in present)
            for forbidden in forbidding.clauses(true):
                listener.add_given_clause(forbidden, "found")
        listener.read_proof()


def _literals(formula: Formula, variables: int, recording: Recording) -> list[int]:
    """The literal of each variable of the CNF; 0 at index 0."""
    reader = formula.reader
    orbits = reader.orbits if isinstance(reader, AtomReader) else ()
    named = [recording.watched.literal(*pieces) for pieces in orbits]
    return [0, *named, *(recording.watched.literal() for _ in range(variables - len(orbits)))]


def _origins(model: Placement, formula: Formula) -> dict[frozenset[int], str]:
    """The part of the model that a clause comes from, if the formula encodes it in another way.

    Lines that must be full have a separate encoding; two pieces of one line nevertheless exclude each other
    by a rule.
    """
    plain = to_cnf(fold_orbits(formula_of_atoms(model), model), "pairwise")
    found: dict[frozenset[int], str] = {}
    for clause, origin in _with_origins(plain):
        if all(abs(x) <= formula.variables for x in clause):
            found.setdefault(frozenset(clause), origin)
    return found


def _with_origins(cnf: Cnf) -> Iterator[tuple[Literals, str]]:
    origins = chain.from_iterable(repeat(origin, number) for origin, number in cnf.origins)
    return zip(cnf.clauses, origins, strict=True)


class _Listener:
    """Observes a solver and records its events. The names of its methods are PySAT's."""

    is_lazy = False

    def __init__(
        self, recording: Recording, literals: Sequence[int], proof: IO[bytes], solver: Any
    ) -> None:
        self._recording = recording
        self._literals = literals
        self._proof, self._solver = proof, solver
        self._read = 0  # bytes of the proof that were read
        self._partial_line = b""
        self._last = 0  # the number of the last clause
        self._clauses: dict[int, tuple[Literals, str, Literals]] = {}  # with origin and hints
        self._named: dict[int, int] = {}  # clauses in the tables, with their numbers there
        self._fixed: set[int] = set()  # fixed literals: the solver reports each only once
        self._having = defaultdict[int, list[int]](list)  # the clauses that contain a literal
        self._true: set[int] = set()
        self._levels: list[list[int]] = [[]]  # the true literals, level by level
        self._opened = False  # a level has started without a literal yet

    def add_given_clause(self, clause: Sequence[int], origin: str) -> None:
        """Add a clause to the solver; its number follows from the previous one."""
        if any(-x in clause for x in clause):
            return
        self._store_clause(self._last + 1, tuple(clause), origin)
        self._solver.add_clause(list(clause))
        self.read_proof()

    def _store_clause(
        self, number: int, clause: Literals, origin: str, hints: Literals = ()
    ) -> None:
        self._last = number
        self._clauses[number] = clause, origin, hints
        if len(clause) == 1:
            self._fixed.update(clause)
        for x in clause:
            self._having[x].append(number)

    # The solver's callbacks.

    def on_new_level(self) -> None:
        self.read_proof()
        self._record_open_level()
        self._recording.node(len(self._levels))
        self._levels.append([])
        self._opened = True

    def on_assignment(self, literal: int, fixed: bool = False) -> None:  # noqa: FBT001, FBT002
        self.read_proof()
        if literal in self._true:
            return
        if fixed:
            self._fixed.add(literal)
        if self._opened:
            self._opened = False
            self._recording.event("try", self._literal(literal))
            self._assign(literal)
        else:
            self._force(literal)

    def on_backtrack(self, to: int) -> None:
        self.read_proof()
        self._record_open_level()
        if to + 1 < len(self._levels):
            lost = list(chain.from_iterable(self._levels[to + 1 :]))
            del self._levels[to + 1 :]
            self._true.difference_update(lost)
            self._recording.event("back", number=to)
            for literal in lost:
                if literal in self._fixed:
                    self._force(literal)

    def check_model(self, _: Sequence[int]) -> bool:
        return True

    def decide(self) -> int:
        return 0

    def propagate(self) -> list[int]:
        return []

    def add_clause(self) -> list[int]:
        return []

    # The proof.

    def read_proof(self) -> None:
        """Read what the solver has derived since the last call."""
        lrat.flush(self._solver)
        while more := os.pread(self._proof.fileno(), _PAGE, self._read):
            self._partial_line += more
            self._read += len(more)
        *lines, self._partial_line = self._partial_line.split(b"\n")
        for step in filter(None, (lrat.read_line(line.decode()) for line in lines)):
            clause, hints = tuple(map(int, step.literals.split())), tuple(map(int, step.hints))
            self._record_open_level()
            self._store_clause(int(step.number), clause, "learned", hints)
            if hints and (len(self._levels) > 1 or not clause):
                self._recording.event("dead", number=self._reason_number(hints[-1]))
            self._recording.event("learn", number=self._reason_number(self._last))

    def _record_open_level(self) -> None:
        """Record a level without a literal: it is unknown what was tried."""
        if self._opened:
            self._opened = False
            self._recording.event("try")

    def _force(self, literal: int) -> None:
        """Record a forced literal, with the first clause that forces it now as the reason; -1 for none."""
        reason = -1
        for number in () if self._recording.full else self._having[literal]:
            clause = self._clauses[number][0]
            if all(x == literal or -x in self._true for x in clause):
                reason = self._reason_number(number)
                break
        self._recording.event("force", self._literal(literal), reason)
        self._assign(literal)

    def _assign(self, literal: int) -> None:
        self._true.add(literal)
        self._levels[-1].append(literal)

    def _reason_number(self, number: int) -> int:
        """The number of a clause in the tables, with its antecedents; -1 if it is unknown."""
        if self._recording.full:
            return -1
        if number in self._clauses and number not in self._named:
            clause, origin, hints = self._clauses[number]
            steps = [self._reason_number(hint) for hint in hints]  # each is older, or was given
            literals = map(self._literal, clause)
            self._named[number] = self._recording.reason(origin, literals, steps)
        return self._named.get(number, -1)

    def _literal(self, x: int) -> int:
        return self._literals[x] if x > 0 else -self._literals[-x]
