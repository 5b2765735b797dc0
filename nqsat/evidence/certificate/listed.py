"""Certificates with a list: every solution, and a proof that there are no others."""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from nqsat.counting import Count, solutions
from nqsat.engines import Listing, Reason, SatEngine
from nqsat.evidence import checker
from nqsat.evidence.certificate.folder import write_lines
from nqsat.evidence.certificate.proving import SOLVER
from nqsat.evidence.certificate.solutions import parts_needed, variables, written
from nqsat.evidence.certificate.splitting import refuted
from nqsat.evidence.certificate.work import Incomplete, Work, too_large
from nqsat.modelling import Solution

#: A list has every solution, so a model with more than these has none.
MOST_SOLUTIONS = 1_000_000


class Listed(Work):
    """A certificate with a list in the making."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._listing: Listing[Any] = solutions(
            self.model,
            engine=SatEngine(isolated=self.time_limit is not None),
            modulo=self.modulo,
            limit=MOST_SOLUTIONS,
            time_limit=self.time_limit,
            watch=self.watch,
        )

    def count(self, reason: Reason | None) -> Count:
        listing = self._listing
        return Count(
            value=listing.found,
            unit=self.model.unit,
            modulo=self.modulo,
            engine=listing.engine.title,
            method="listing",
            seconds=listing.seconds,
            reason=reason,
        )

    def write(self, folder: Path) -> int:
        facts, made = self.facts, dict[str, object]()
        lines = variables(facts, self._list())
        orbits = (checker.orbit(x, facts) if self.modulo == "symmetry" else [x] for x in lines)
        solutions = [*chain(*orbits)]
        self.labelled = len(solutions)
        forbidden = [written(checker.forbid(true, facts)) for true in solutions]
        if sum(8 + len(clause) for clause in forbidden) > checker.MOST_LITERALS:
            raise too_large(f"{self.labelled:,} solutions")
        more = list[checker.Bound]()
        if facts.wanted:
            made["best"] = best = facts.value(lines[0]) if lines else None
            more += [] if best is None else [facts.reaching(best)]
        formula = checker.Formula(facts, more)
        clauses = [written(clause) for clause in formula.clauses]
        tick = partial(self.tick, self._listing.found)
        if facts.places:
            parts = parts_needed(facts, formula.top, (*clauses, *forbidden), tick)
            clauses += [written(checker.cut(part, facts, "")) for part in parts]
            write_lines(folder / "cuts.txt", map(" ".join, parts))
        proof = refuted(facts, clauses, solutions, forbidden, tick)
        write_lines(folder / "solutions.txt", (" ".join(map(str, true)) for true in lines))
        write_lines(folder / "cubes.txt", (" ".join(map(str, (*x, 0))) for x in proof.cubes))
        for number, steps in enumerate(proof.proofs, start=1):
            write_lines(folder / "proofs" / f"{number:04}.lrat", steps)
        if proof.cover:
            write_lines(folder / "proofs" / "cover.lrat", proof.cover)
        self.cubes = len(proof.cubes)
        return self.sealed(folder, made, len(lines), cubes=self.cubes, solver=SOLVER)

    def _list(self) -> list[Solution]:
        found = list(self._listing)
        if self._listing.reason is not None:
            raise Incomplete(self._listing.reason)
        return found
