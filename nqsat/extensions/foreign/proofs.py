"""The proofs of a certificate for other checkers: DIMACS files, each with its proof.

For a list, each cube has its own self-contained files: the clauses of the formula, those that forbid the
solutions, and those of the cube; and a refutation of them, as LRAT (with hints) and as DRUP (without).
For NAME = 0001, 0002, …, cover:

    python -m drup.cli NAME.cnf NAME.drup    pip install drup: verified in Why3
    drat-trim NAME.cnf NAME.drup             github.com/marijnheule/drat-trim
    lrat-check NAME.cnf NAME.lrat            the same repository
    cake_lpr NAME.cnf NAME.lrat              verified in HOL4: github.com/tanyongkiam/cake_lpr

For a recount, there is one DIMACS file, which has as many models as there are solutions, and a CPOG proof
of their number (see ``cpog``):

    cpog-check -n 1 count.cnf count.cpog     github.com/rebryant/scpog, cpog/checker: make
    cake_scpog count.cnf count.cpog          the same, cake_scpog: make; verified in HOL4

The latter prints no number, and expands the diagram as a tree: it can check kings 6×6, not 8×8.

For a recount, the extension ``verified`` adds a self-contained Coq file: its theorem states the number of
arrangements that satisfy the rules or, if it does not support one of these, of assignments that satisfy the
checker's bounds; at its end Coq prints the assumptions:

    coqc count.v                             Debian: coq

Modulo symmetry, CPOG proves the number of all solutions, and the theorem that and the number of orbits.

These programs cannot check that the checker's clauses and bounds express the rules, and that the listed
solutions are solutions. ``nqsat check`` does that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nqsat.compiling import Projection, lower
from nqsat.counting import Modulo
from nqsat.engines import UniqueCnf, cnf_of_problem
from nqsat.errors import Disagreement, InvalidModel
from nqsat.evidence import Proof, checker, new_folder, write_lines
from nqsat.extensions import hooked
from nqsat.extensions.foreign.cpog import Cpog
from nqsat.extensions.foreign.unique_cnf import Literals, unique_cnf_of
from nqsat.files import read_text
from nqsat.formulas import CnfProblem, clauses_of
from nqsat.modelling import Model, loads


@dataclass(frozen=True, slots=True)
class ForeignProof:
    """One self-contained refutation.

    Args:
        name: the name of its files: ``0001``, or ``cover``.
        variables: all variables are 1 … ``variables``.
        clauses: the clauses that it refutes.
        lrat: the lines of the proof.
    """

    name: str
    variables: int
    clauses: tuple[Literals, ...]
    lrat: tuple[str, ...]

    @property
    def steps(self) -> Iterator[Literals]:
        """The derived clauses; the last one is empty."""
        for line in self.lrat:
            literals = line.split()[1:]
            yield tuple(map(int, literals[: literals.index("0")]))


def foreign_files(folder: Path | str) -> Iterator[ForeignProof]:
    """Yield the refutations of a certificate: of each cube, and that the cubes cover everything."""
    try:
        place = checker.Folder(Path(folder))
        found = checker.List(place, checker.read_model(place.read("model.json")))
        for path, more in found.parts:
            name, clauses = Path(path).stem, [*found.clauses, *more]
            lrat = tuple(line for _, line in place.lines(path))
            ordered = tuple(tuple(sorted(clause, key=abs)) for clause in clauses)
            yield ForeignProof(name, found.formula.top, ordered, lrat)
    except (checker.Rejected, OSError) as error:
        raise InvalidModel("certificate", f"{folder} cannot be read: {error}") from None


def check_foreign(folder: Path | str, output: Path | str) -> None:
    """Refuse a folder for foreign files that is inside the certificate, or not empty."""
    place = Path(output)
    if place.resolve().is_relative_to(Path(folder).resolve()):
        raise InvalidModel("foreign", f"{place} is inside the certificate; choose another folder")
    _check_unused_or_empty(place, "foreign")


def _check_unused_or_empty(place: Path, option: str) -> None:
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise InvalidModel(option, f"{place} is there and not an empty folder; choose another")
    if not place.parent.is_dir():
        raise InvalidModel(option, f"{place.parent} is not a folder; make it first")


def write_foreign(folder: Path | str, output: Path | str) -> list[Path]:
    """Write ``NAME.cnf``, ``NAME.lrat`` and ``NAME.drup`` for every refutation of a certificate.

    For a recount write ``count.cnf``, ``count.cpog`` and ``count.v``.

    Returns:
        the DIMACS files.
    """
    check_foreign(folder, output)
    place, names = Path(output), list[str]()
    with new_folder(place) as making:
        if Path(folder, "order.txt").exists():
            names.append("count")
            _write_cpog_files(making, *_prove_count(Path(folder)))
            # The extension that has the theorems states one of the certificate: lines of Coq.
            theorem: Iterable[str] | None = hooked("certify theorem", Path(folder))
            if theorem is not None:
                write_lines(making / "count.v", theorem)
        else:
            for file in foreign_files(folder):
                names.append(file.name)
                formula = _dimacs_lines(file.variables, file.clauses)
                write_lines(making / f"{file.name}.cnf", formula)
                write_lines(making / f"{file.name}.lrat", file.lrat)
                write_lines(making / f"{file.name}.drup", map(_dimacs_line, file.steps))
    return [place / f"{name}.cnf" for name in names]


def foreign_proof(model: Model | Projection, modulo: Modulo, proof: Proof | None) -> Proof | None:
    """Return the kind of proof for a certificate, as for ``certify``, that other checkers support."""
    called = model.called if isinstance(model, Projection) else model.noun
    is_placement = not isinstance(model, Projection) and model.is_placement
    if is_placement and (modulo == "none" or proof == "recount"):
        return proof
    if proof not in (None, "list"):
        reason = f"{called} have only lists for other checkers; write --proof list"
        raise InvalidModel("foreign", reason)
    return "list"


def write_cpog(problem: CnfProblem, output: Path | str) -> int:
    """Write ``count.cnf``, the clauses of a formula as sets, and ``count.cpog``.

    Other constraints are clauses there whose new variables are determined: see ``clauses_of``.

    Returns:
        the number of its models.
    """
    place = Path(output)
    if len(problem.projection) < problem.variables:
        reason = "some variables are not shown, and no proof covers these"
        raise InvalidModel("dimacs", reason)
    if problem.weights is not None:
        reason = "no proof covers weights; count it, and compare --engine sat with frontier"
        raise InvalidModel("dimacs", reason)
    _check_unused_or_empty(place, "output")
    formula = cnf_of_problem(clauses_of(problem))
    with new_folder(place) as making:
        proof = Cpog(formula)
        _write_cpog_files(making, formula, proof)
    return proof.models


def _write_cpog_files(folder: Path, formula: UniqueCnf, proof: Cpog) -> None:
    write_lines(folder / "count.cnf", _dimacs_lines(formula.variables, formula.clauses))
    write_lines(folder / "count.cpog", proof.lines)


def _prove_count(folder: Path) -> tuple[UniqueCnf, Cpog]:
    names = ("model.json", checker.HEAD)
    text, head = (read_text("certificate", folder / name, checker.LARGEST) for name in names)
    model, claim = loads(text), json.loads(head)
    foreign_proof(model, claim["modulo"], "recount")
    if model.objective is not None:
        model = model.with_optimum(claim["best"])
    formula = unique_cnf_of(lower(model))
    proof = Cpog(formula)
    claimed = claim["count" if claim["modulo"] == "none" else "labelled"]
    if str(proof.models) != claimed:
        raise Disagreement(f"{claimed} are claimed, and the clauses have {proof.models} models")
    return formula, proof


def _dimacs_lines(variables: int, clauses: Sequence[Literals]) -> Iterator[str]:
    yield f"p cnf {variables} {len(clauses)}"
    yield from map(_dimacs_line, clauses)


def _dimacs_line(literals: Literals) -> str:
    return " ".join(map(str, (*literals, 0)))
