"""``certify``: from a model to a folder that proves its count to a stranger."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from nqsat.counting import Count, Modulo, solutions
from nqsat.engines import Listing, Reason, SatEngine
from nqsat.engines.versions import version_of
from nqsat.errors import (
    CertificateRejected,
    Interrupted,
    InvalidModel,
    UnsupportedByEngine,
    no_truth,
)
from nqsat.evidence import checker
from nqsat.evidence.certificate.clauses import model_clauses
from nqsat.evidence.certificate.folder import check_place, new_folder, seal, write_lines
from nqsat.evidence.certificate.proving import SOLVER
from nqsat.evidence.certificate.solutions import cuts_needed, orbits, variables
from nqsat.evidence.certificate.splitting import refuted
from nqsat.modelling import Model, Solution, Tour, dumps, model_of, plural

#: A certificate has every solution, so a model with more than these has none.
MOST_SOLUTIONS = 1_000_000


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was written, or why there is none.

    Args:
        folder: where it is; None if the list of solutions, or the proof, did not come to its end.
        count: what it says; the engine's answer, by listing.
        labelled: how many solutions there are if images count.
        cubes: in how many parts it is proved that there are no others.
        size: bytes.
        seconds: to make it, the listing included.
        checked: seconds of the independent check; None if it was not made.
    """

    folder: Path | None
    count: Count
    labelled: int
    cubes: int
    size: int
    seconds: float
    checked: float | None

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".folder is not None")

    def __str__(self) -> str:
        if self.folder is None:
            return f"{self.count}: no certificate"
        check = "not checked" if self.checked is None else f"checked in {self.checked:.2f} s"
        parts = f"{self.cubes} {plural(self.cubes, 'cubes')}"
        return (
            f"{self.count}: {self.folder}, {self.size:,} bytes, {parts}, "
            f"made in {self.seconds:.2f} s, {check}"
        )


def certify(
    model: Model | str,
    folder: Path | str,
    *,
    modulo: Modulo = "none",
    check: bool = True,
    force: bool = False,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Certificate:
    """Write a certificate of the number of solutions of a model.

    The folder has the model, its clauses, each under the rule that it comes from, all solutions, and a
    proof that the clauses and those that forbid the solutions contradict each other: LRAT, made by a
    fresh solver, in parts if one would be large. ``nqsat check`` reads it and trusts neither nqsat nor
    its solvers.

    Args:
        model: a placement without an objective, or closed tours without direction; or a name and
            ``parameters``.
        folder: where to; nothing is there before the certificate is whole.
        modulo: ``"symmetry"`` to list one solution of each orbit, and prove the number of orbits.
        check: whether to run the independent checker on it.
        force: whether a certificate that is there already may be replaced.
        time_limit: at most so many seconds, the check not included.
        watch: called with the number of solutions found at every sign of life.
        parameters: as for ``count``.

    Returns:
        what was written; after a limit nothing was, and the count is incomplete.

    Raises:
        InvalidModel: something in the model that the checker does not know, or the place is taken.
        UnsupportedByEngine: the certificate would be more than the checker takes.
        EngineFailure: the solver broke.
        CertificateRejected: the checker found fault with it: a mistake in nqsat.
        Interrupted: Ctrl-C; its ``answer`` says how many solutions were found, and nothing was written.
    """
    if modulo not in ("none", "symmetry"):
        raise InvalidModel("modulo", f"{modulo!r}: certificates are modulo none or symmetry")
    asked = model_of(model, parameters)
    text = model_text(asked)
    place = Path(folder)
    check_place(place, force=force)
    work = _Work(asked, text, modulo, time_limit, watch or (lambda _found: None))
    try:
        with new_folder(place) as making:
            cubes, size = work.write(making)
            seconds = work.seconds
            checked = _checked(making) if check else None
    except _Incomplete as stopped:
        return work.unfinished(stopped.reason)
    except KeyboardInterrupt:
        raise Interrupted(work.unfinished("interrupted")) from None
    return Certificate(place, work.count(None), work.labelled, cubes, size, seconds, checked)


def model_text(model: Model) -> str:
    """The model as a certificate has it: what the checker itself can read, and nothing else.

    Raises:
        InvalidModel: it has something that no certificate can have.
    """
    if not isinstance(model, Tour) and model.objective is not None:
        raise InvalidModel(
            "objective",
            "has no certificate; certify the model with the best number of men given, and that "
            "the count is 0 with one man fewer (or more)",
        )
    text = dumps(model)
    try:
        checker.read_model(text)
    except checker.Rejected as refused:
        raise InvalidModel("certificate", f"the checker does not take this; {refused}") from None
    return text


def _checked(folder: Path) -> float:
    """Seconds that the independent checker needed."""
    started = time.monotonic()
    try:
        checker.check(folder)
    except checker.TooLarge as refused:
        raise _too_large(str(refused)) from None
    except checker.Rejected as rejected:
        raise CertificateRejected(f"rejected: {rejected}") from None
    return time.monotonic() - started


def _too_large(what: str) -> UnsupportedByEngine:
    return UnsupportedByEngine("certify", f"{what}: more than the checker takes")


class _Incomplete(Exception):
    """A limit was met."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class _Work:
    """One certificate in the making."""

    def __init__(
        self,
        model: Model,
        text: str,
        modulo: Modulo,
        time_limit: float | None,
        watch: Callable[[int], None],
    ) -> None:
        self._model = model
        self._text = text
        self._modulo = modulo
        self._watch = watch
        self._started = time.monotonic()
        self._time_limit = time_limit
        self._listing: Listing[Any] = solutions(
            model,
            engine=SatEngine(isolated=time_limit is not None),
            modulo=modulo,
            limit=MOST_SOLUTIONS,
            time_limit=time_limit,
            watch=watch,
        )
        self.labelled = 0

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._started

    def count(self, reason: Reason | None) -> Count:
        """The answer, complete if there is no reason why it is not."""
        return Count(
            value=self._listing.found,
            complete=reason is None,
            unit=self._model.unit,
            modulo=self._modulo,
            engine=self._listing.engine.title,
            method="listing",
            seconds=self._listing.seconds,
            reason=reason,
        )

    def unfinished(self, reason: Reason) -> Certificate:
        """That there is no certificate, with what was found."""
        return Certificate(None, self.count(reason), self.labelled, 0, 0, self.seconds, None)

    def write(self, folder: Path) -> tuple[int, int]:
        """Write all files.

        Returns:
            the number of cubes, and the size in bytes.
        """
        model = self._model
        write_lines(folder / "model.json", self._text.splitlines())
        solutions = self._list()
        clauses = model_clauses(model)
        listed = variables(clauses.formula, solutions)
        found = orbits(model, listed, symmetry=self._modulo == "symmetry")
        self.labelled = len(found.images)
        if sum(8 + len(clause) for clause in found.forbidden) > checker.MOST_LITERALS:
            raise _too_large(f"{self.labelled:,} solutions")
        if isinstance(model, Tour):
            cuts = cuts_needed(clauses, found.forbidden, self._tick)
            if cuts:
                clauses.write("cuts", cuts)
        if clauses.top > checker.MOST_VARIABLES:
            raise _too_large(f"{clauses.top:,} variables")
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
            "modulo": self._modulo,
            "labelled": str(self.labelled),
            "cubes": len(proof.cubes),
            "solver": SOLVER,
            "nqsat": version_of("nqsat") or "",
        }
        return len(proof.cubes), seal(folder, facts)

    def _list(self) -> list[Solution]:
        found = list(self._listing)
        if self._listing.reason is not None:
            raise _Incomplete(self._listing.reason)
        return found

    def _tick(self) -> None:
        self._watch(self._listing.found)
        if self._time_limit is not None and self.seconds > self._time_limit:
            raise _Incomplete("time limit")
