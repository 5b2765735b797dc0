"""Proofs for the checkers of others: LRAT, DRUP, CPOG, and counts as theorems of Coq."""

from pathlib import Path

from nqsat.extensions import Command, Extension, Option

_COMMAND = "nqsat.extensions.foreign.command"

EXTENSION = Extension(
    "proofs for other checkers: certify --foreign, and CPOG of a CNF",
    commands={
        "certify": Command(
            takes=("foreign", "dimacs"),
            says="For a formula in CNF (--dimacs) nqsat writes a CPOG proof for other checkers.",
            examples=(
                "nqsat certify --board torus:5x5 --piece NN=3 -o riders --foreign proofs",
                "nqsat certify --board 12x12 --piece K=any -o kings12 --foreign kings12.proof",
            ),
        )
    },
    options={
        "foreign": Option(
            "Also write proofs for other checkers: LRAT and DRUP of a list, CPOG, or Coq of a recount.",
            metavar="DIR",
            type=Path | None,
            default=None,
        )
    },
    hooks={
        "certify begin": f"{_COMMAND}:prove_clauses",
        "certify proof": f"{_COMMAND}:proof_for_others",
        "certify end": f"{_COMMAND}:write_for_others",
    },
)
