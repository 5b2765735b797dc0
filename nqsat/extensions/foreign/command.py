"""Additions to ``nqsat certify``: ``--foreign``, and clauses in place of a model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nqsat.counting import Modulo, decimal
from nqsat.evidence import Certificate, Proof
from nqsat.extensions.foreign.proofs import check_foreign, foreign_proof, write_cpog, write_foreign
from nqsat.modelling import Model, plural


def prove_clauses(options: Any, source: Any) -> int | None:
    """Write the proof of how many models a CNF has; None if a model is asked for."""
    if options.dimacs is None or options.place is None:
        return None
    reason = "does not go with clauses, which have only a CPOG proof"
    options.refuse(reason, "--json", "--time-limit")
    ((_, _, problem),) = source.problems()
    number = write_cpog(problem, options.place)
    print(f"{decimal(number)} {plural(number, 'assignments')}", flush=True)
    print(_kinds([options.place / "count.cnf"]), flush=True)
    return 0


def proof_for_others(options: Any, model: Model, modulo: Modulo) -> Proof | None:
    """Return the kind of proof that other checkers take; None if none is asked for, or any will do."""
    place = options.value("foreign")
    if place is None:
        return None
    check_foreign(options.place, place)  # before the work
    return foreign_proof(model, modulo, options.proof)


def write_for_others(options: Any, certificate: Certificate) -> None:
    """Write the proofs of a certificate for other checkers."""
    place = options.value("foreign")
    if place is None or certificate.folder is None:
        return
    written = write_foreign(certificate.folder, place)
    if written and not options.json:
        print(_kinds(written), flush=True)


def _kinds(written: Sequence[Path]) -> str:
    """Which of the files for others is what."""
    name = written[0].stem
    what = f"{name}.lrat and {name}.drup the proofs that they have no model"
    if name == "count":
        what = "count.cpog the proof of how many models they have"
        if (written[0].parent / "count.v").exists():
            what += ", count.v a theorem"
    more = f"; {len(written) - 1} more" if len(written) > 1 else ""
    return f"{written[0].parent}: {name}.cnf has clauses, {what}{more}"
