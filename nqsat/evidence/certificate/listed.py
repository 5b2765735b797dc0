"""Certificates with a list: every solution, and a proof that there are no others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

from nqsat.counting import Count, Modulo, solutions
from nqsat.engines import Listing, Reason, SatEngine
from nqsat.engines.machine import version_of
from nqsat.evidence import checker
from nqsat.evidence.certificate.folder import seal, write_lines
from nqsat.evidence.certificate.proving import SOLVER
from nqsat.evidence.certificate.solutions import parts_needed, variables, written
from nqsat.evidence.certificate.splitting import refuted
from nqsat.evidence.certificate.work import Incomplete, Work, facts_of, too_large
from nqsat.modelling import Model, Solution

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
        write_lines(folder / "model.json", self.text.splitlines())
        model, made = facts_of(self.model), dict[str, object]()
        found = self._list()
        lines = variables(model, found)
        images = [
            checker.orbit(one, model) if self.modulo == "symmetry" else [one] for one in lines
        ]
        solutions = [*chain(*images)]
        self.labelled = len(solutions)
        forbidden = [written(checker.forbid(true, model)) for true in solutions]
        if sum(8 + len(clause) for clause in forbidden) > checker.MOST_LITERALS:
            raise too_large(f"{self.labelled:,} solutions")
        more = list[checker.Bound]()
        if model.wanted:
            made["best"] = best = model.value(lines[0]) if lines else None
            more += [] if best is None else [model.reaching(best)]
        formula = checker.Formula(model, more)
        clauses = [written(clause) for clause in formula.clauses]
        if model.places:
            parts = parts_needed(model, formula.top, (*clauses, *forbidden), self._tick)
            clauses += [written(checker.cut(part, model, "")) for part in parts]
            write_lines(folder / "cuts.txt", map(" ".join, parts))
        proof = refuted(model, clauses, solutions, forbidden, self._tick)
        write_lines(folder / "solutions.txt", (" ".join(map(str, true)) for true in lines))
        write_lines(folder / "cubes.txt", (" ".join(map(str, (*x, 0))) for x in proof.cubes))
        for number, steps in enumerate(proof.proofs, start=1):
            write_lines(folder / "proofs" / f"{number:04}.lrat", steps)
        if proof.cover:
            write_lines(folder / "proofs" / "cover.lrat", proof.cover)
        made |= {
            "count": str(len(lines)),
            "unit": self.model.unit,
            "modulo": self.modulo,
            "labelled": str(self.labelled),
            "cubes": len(proof.cubes),
            "solver": SOLVER,
            "nqsat": version_of("nqsat") or "",
        }
        self.cubes = len(proof.cubes)
        return seal(folder, made)

    def _list(self) -> list[Solution]:
        found = list(self._listing)
        if self._listing.reason is not None:
            raise Incomplete(self._listing.reason)
        return found

    def _tick(self) -> None:
        self.watch(self._listing.found)
        if self.clock.over:
            raise Incomplete("time limit")
