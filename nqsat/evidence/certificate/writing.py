"""``certify``: write a folder that proves the count of a model independently of nqsat."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NoReturn, cast, get_args

from nqsat.compiling import Projection
from nqsat.counting import Count, Modulo, Run, count
from nqsat.engines import Deadline, Reason, check_limits
from nqsat.errors import CertificateRejected, Interrupted, InvalidModel, no_truth
from nqsat.evidence import checker
from nqsat.evidence.certificate.facts import facts_in, order_of, text_for_checker, too_large
from nqsat.evidence.certificate.listed import write_list
from nqsat.evidence.certificate.partial import (
    Incomplete,
    PartialCertificate,
    new_folder,
    refuse_path_in_use,
    seal,
    write_lines,
)
from nqsat.modelling import Model, Tour, plural
from nqsat.sources import model_of

#: With more solutions, a recount is written unless a list is requested.
LONG = 20_000

#: The kinds of proof.
Proof = Literal["list", "recount", "layers"]


#: Advice for a model that the checker does not support.
UNCERTIFIED = "leave that out, or compare engines instead: nqsat verify"

_LISTED_TOURS = (
    "of tours of all squares only a list is certified, and only of undirected closed ones"
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was written, or why there is none.

    Args:
        folder: its folder; None if the list of solutions, or the proof, is incomplete.
        count: the count that it proves; an engine's answer.
        solutions: how many there are, where the count is of orbits: with all images.
        cubes: the number of cubes of the proof; 0 without a list.
        size: bytes.
        seconds: the time to make it, the engine's answer included.
        checked: seconds of the independent check; None if it was not made.
    """

    folder: Path | None
    count: Count
    solutions: int
    cubes: int
    size: int
    seconds: float
    checked: float | None

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".folder is not None")

    def to_json(self) -> dict[str, object]:
        """Return the certificate's data as JSON data, numbers as text."""
        made, count = self.folder is not None, self.count.to_json()
        return {
            **{name: count[name] for name in ("value", "complete", "unit", "modulo")},
            "solutions": str(self.solutions) if made else None,
            "reason": self.count.reason,
            "certificate": str(self.folder) if made else None,
            "bytes": self.size,
            "proof": "list" if self.cubes else "recount",
            "cubes": self.cubes,
            "seconds": round(self.seconds, 3),
            "checked": None if self.checked is None else round(self.checked, 3),
        }

    def __str__(self) -> str:
        if self.folder is None:
            return f"{self.count}: no certificate"
        check = "not checked" if self.checked is None else f"checked in {self.checked:.2f} s"
        parts = f"{self.cubes} {plural(self.cubes, 'cubes')}" if self.cubes else "a recount"
        return (
            f"{self.count}: {self.folder}, {self.size:,} bytes, {parts}, "
            f"made in {self.seconds:.2f} s, {check}"
        )


def certify(
    model: Model | Projection | str,
    folder: Path | str,
    *sizes: int | str,
    modulo: Modulo = "none",
    proof: Proof | None = None,
    check: bool = True,
    force: bool = False,
    time_limit: float | None = None,
    counted: Count | None = None,
    watch: Callable[[int], None] | None = None,
    **parameters: int | str,
) -> Certificate:
    """Write a certificate of the number of solutions of a model.

    With a list, the folder has the model, all solutions, and LRAT proofs that there are no others: a fresh
    solver refutes clauses that the checker makes from the model, in cubes if one proof would be large. For
    a recount it has the model, an order and the number. ``nqsat check`` checks it, and trusts neither nqsat
    nor its solvers.

    Args:
        model: a placement, a tour or a factor, or a projection of one; or a name and ``parameters``.
        folder: the folder to write; it appears only when the certificate is complete.
        modulo: ``"symmetry"`` to prove the number of orbits; a list has one solution of each.
        proof: ``"list"``, ``"recount"``, or for tours ``"layers"``: a recount whose states are also
            written, square by square, so that each step can be checked alone; None for a recount if the
            list would be long, or if the model has an objective, else a list.
        check: whether to run the independent checker on it.
        force: whether an existing certificate may be replaced.
        time_limit: the maximum number of seconds, without the check.
        counted: an answer that is already known, as of a finished job; without it an engine counts.
        watch: called with the number of solutions found, at every progress report.
        sizes: the parameters of a named model in their order: ``"queens", 8``.
        parameters: as for ``count``.

    Returns:
        the certificate; after a limit nothing is written, and the count is incomplete.

    Raises:
        InvalidModel: the checker does not support something in the model, or the folder exists.
        UnsupportedByEngine: the certificate would exceed the checker's limits.
        EngineFailure: the solver failed.
        CertificateRejected: the checker rejects it: a bug in nqsat.
        Interrupted: Ctrl-C; its ``answer`` says how many solutions were found, and nothing was written.
    """
    check_limits(None, time_limit)
    shown = None
    if isinstance(model, Projection):
        shown, model = model, model.of
    asked = model_of(model, parameters, sizes)
    plain = isinstance(asked, Tour) and not (asked.checkpoints or asked.added)
    if shown and plain and asked.full_tour == "open":  # the checker has no variables for its ends
        raise InvalidModel("show", _LISTED_TOURS)
    text, place = text_for_checker(shown or asked), Path(folder)
    facts = facts_in(text, UNCERTIFIED)
    proof = _choose_proof(shown or asked, facts, modulo, proof)
    refuse_path_in_use(place, force=force)
    clock, tell = Deadline(time_limit), watch or (lambda _found: None)
    nothing = Count(0, facts.unit, modulo, "", engine="auto", seconds=0.0, reason="interrupted")
    if counted is not None and counted.labelled:
        raise InvalidModel(
            "counted", "counts labelled pieces, which a certificate does not tell apart"
        )
    work = PartialCertificate(
        asked, text, facts, modulo, clock, tell, nothing, counted, shown=shown
    )
    try:
        with new_folder(place) as making:
            made = _write_proof(work, making, proof)
            size, seconds = seal(making, {**work.common_fields, **made}), clock.seconds
            checked = _run_checker(making) if check else None
    except Incomplete as stopped:
        return _incomplete_certificate(work, stopped.reason)
    except KeyboardInterrupt:
        raise Interrupted(_incomplete_certificate(work, "interrupted")) from None
    return Certificate(place, work.count, work.labelled, work.cubes, size, seconds, checked)


def _choose_proof(
    asked: Model | Projection, facts: checker.Model, modulo: Modulo, proof: Proof | None
) -> Proof | None:
    """Return the kind of proof; None for a list if it is short, else a recount."""
    if modulo not in ("none", "symmetry"):
        raise InvalidModel("modulo", f"{modulo!r}: certificates are modulo none or symmetry")
    if proof not in (None, *get_args(Proof)):
        raise InvalidModel("proof", f"{proof!r}: choose from {', '.join(get_args(Proof))}")
    model, unlisted = asked.of if isinstance(asked, Projection) else asked, facts.unlisted
    if isinstance(asked, Projection):
        if modulo != "none":
            raise InvalidModel("modulo", "projections are certified one by one; leave it out")
        if isinstance(facts, checker.Tour):
            if unlisted or proof not in (None, "list"):
                raise InvalidModel("show", _LISTED_TOURS)
            return "list"
    without = "recounted without symmetry; leave it out"
    if unlisted and not model.is_placement and modulo == "symmetry":
        raise InvalidModel("modulo", f"{model.noun} are {without}")
    if proof == "list" and unlisted:
        raise InvalidModel(
            "proof", f"{unlisted} cannot be listed for the checker; write --proof recount"
        )
    if proof == "layers" and not isinstance(model, Tour):
        raise InvalidModel("proof", "layers are only for tours; write --proof recount")
    if not model.is_placement and modulo == "symmetry":
        if proof in ("recount", "layers"):
            raise InvalidModel("modulo", f"{model.noun} are {without}, or --proof list")
        return "list"
    best = model.objective is not None
    return proof or ("recount" if unlisted or best else None)


def _write_proof(work: PartialCertificate, making: Path, proof: Proof | None) -> dict[str, object]:
    """Write the model and the proof into the folder; return the fields of certificate.json about it."""
    write_lines(making / "model.json", work.text.splitlines())
    if proof == "list" or (proof is None and count_solutions(work).value <= LONG):
        return write_list(work, making)
    return write_recount(work, making, layers=proof == "layers")


def _incomplete_certificate(work: PartialCertificate, reason: Reason) -> Certificate:
    count, seconds = work.count, work.clock.seconds
    if not count.complete:
        count = replace(count, reason=reason, seconds=seconds)
    return Certificate(None, count, work.labelled, 0, 0, seconds, None)


def count_solutions(work: PartialCertificate, modulo: Modulo = "none") -> Count:
    """Return the count that is known, or that of the engine that ``auto`` chooses."""
    if work.counted is not None and work.counted.modulo == modulo:
        work.count = work.counted
        return work.counted
    try:
        asked = cast("Model", work.shown or work.model)
        left, run = work.clock.remaining, Run(watch=work.watch)
        counted = count(asked, modulo=modulo, time_limit=left, run=run)
    except Interrupted as stopped:
        work.count = cast("Count", stopped.answer)
        raise
    work.count = counted
    if counted.reason is not None:
        raise Incomplete(counted.reason)
    return counted


def write_recount(work: PartialCertificate, folder: Path, *, layers: bool) -> dict[str, object]:
    """Write the order of a recount, and its layers if requested; return the fields of certificate.json."""
    model, made = work.model, dict[str, object]()
    counted = work.count if work.count.complete else count_solutions(work)
    work.labelled = counted.value
    if work.modulo == "symmetry":
        counted = count_solutions(work, "symmetry")
    if model.objective is not None:
        made["best"] = best = counted.optimum.value if counted.optimum is not None else None
        model = model.with_optimum(best)
    order = order_of(model)
    write_lines(folder / "order.txt", order)
    if layers:
        made["layers"] = _write_layers(work, folder, order)
    return {**made, "proof": "recount", "engine": counted.engine}


def _write_layers(work: PartialCertificate, folder: Path, order: Sequence[str]) -> list[str]:
    """Write the checker's states after each square; return the numbers of states and ways of each layer."""
    made: list[str] = []

    def write(number: int, states: checker.States) -> None:
        work.tick()
        place = folder / checker.layer_name(number)
        place.parent.mkdir(exist_ok=True)
        with place.open("wb") as file:
            file.writelines(checker.layer_lines(states))
        made.append(f"{len(states)} {sum(states.values())}")

    recount = checker.Recount(sys.maxsize)
    recount.note = write
    recount.solutions(work.facts, [work.facts.decided.index(name) for name in order])
    return made


def _run_checker(folder: Path) -> float:
    """Run the independent checker; return its seconds."""
    clock = Deadline()
    try:
        checker.check(folder)
    except checker.TooLarge as refused:
        hint = "; write it with --no-check, and check it with more --max-states"
        raise too_large(f"{refused}{hint * (folder / 'order.txt').exists()}") from None
    except checker.Rejected as rejected:
        raise CertificateRejected(f"rejected: {rejected}") from None
    return clock.seconds
