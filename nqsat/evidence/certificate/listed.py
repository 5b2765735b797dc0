"""Certificates with a list: every solution, and a proof that there are no others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from nqsat.counting import Count, Modulo, solutions
from nqsat.engines import Listing, Reason, SatEngine
from nqsat.engines.versions import version_of
from nqsat.evidence import checker
from nqsat.evidence.certificate.clauses import model_clauses
from nqsat.evidence.certificate.folder import seal, write_lines
from nqsat.evidence.certificate.proving import SOLVER
from nqsat.evidence.certificate.solutions import cuts_needed, orbits, variables
from nqsat.evidence.certificate.splitting import refuted
from nqsat.evidence.certificate.work import Incomplete, Work, too_large
from nqsat.modelling import Model, Solution, Tour

#: A list has every solution, so a model with more than these has none.
MOST_SOLUTIONS = 1_000_000


class Listed(Work):
    """A certificate with a list in the making."""

    def __init__(
        self,
        model: Model,
        text: str,
        modulo: Modulo,
        time_limit: float | None,
        watch: Callable[[int], None],
    ) -> None:
        super().__init__(model, text, modulo, time_limit, watch)
        self._listing: Listing[Any] = solutions(
            model,
            engine=SatEngine(isolated=time_limit is not None),
            modulo=modulo,
            limit=MOST_SOLUTIONS,
            time_limit=time_limit,
            watch=watch,
        )

    def count(self, reason: Reason | None) -> Count:
        return Count(
            value=self._listing.found,
            unit=self.model.unit,
            modulo=self.modulo,
            engine=self._listing.engine.title,
            method="listing",
            seconds=self._listing.seconds,
            reason=reason,
        )

    def write(self, folder: Path) -> int:
        model = self.model
        write_lines(folder / "model.json", self.text.splitlines())
        solutions = self._list()
        clauses = model_clauses(model)
        listed = variables(clauses.formula, solutions)
        found = orbits(model, listed, symmetry=self.modulo == "symmetry")
        self.labelled = len(found.images)
        if sum(8 + len(clause) for clause in found.forbidden) > checker.MOST_LITERALS:
            raise too_large(f"{self.labelled:,} solutions")
        if isinstance(model, Tour):
            cuts = cuts_needed(clauses, found.forbidden, self._tick)
            if cuts:
                clauses.write("cuts", cuts)
        if clauses.top > checker.MOST_VARIABLES:
            raise too_large(f"{clauses.top:,} variables")
        proof = refuted(
            clauses.clauses,
            found.images,
            found.forbidden,
            clauses.groups,
            clauses.formula.projection,
            self._tick,
        )
        write_lines(folder / "formula.cnf", clauses.lines())
        write_lines(folder / "solutions.txt", (" ".join(map(str, true)) for true in found.lines))
        write_lines(folder / "cubes.txt", (" ".join(map(str, (*x, 0))) for x in proof.cubes))
        for number, lines in enumerate(proof.proofs, start=1):
            write_lines(folder / "proofs" / f"{number:04}.lrat", lines)
        if proof.cover:
            write_lines(folder / "proofs" / "cover.lrat", proof.cover)
        facts: dict[str, object] = {
            "count": str(len(found.lines)),
            "unit": model.unit,
            "modulo": self.modulo,
            "labelled": str(self.labelled),
            "cubes": len(proof.cubes),
            "solver": SOLVER,
            "nqsat": version_of("nqsat") or "",
        }
        self.cubes = len(proof.cubes)
        return seal(folder, facts)

    def _list(self) -> list[Solution]:
        found = list(self._listing)
        if self._listing.reason is not None:
            raise Incomplete(self._listing.reason)
        return found

    def _tick(self) -> None:
        self.watch(self._listing.found)
        if self.clock.over:
            raise Incomplete("time limit")
