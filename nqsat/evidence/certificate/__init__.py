"""Certificates: folders that prove a count to somebody who trusts neither nqsat nor its solvers.

    clauses     the model's clauses, each with the constraint and the rule it comes from
    solutions   as sets of variables, with their images and what forbids them; a tour's cuts
    proving     CaDiCaL's refutations, trimmed
    splitting   cubes, where one refutation would be large, and that they cover everything
    folder      the files on disk
    listed      a certificate with a list
    recounted   one without: the model, an order and the number
    writing     whichever it is, and the check of it
    foreign     the same proofs for other people's checkers
    determined  a formula as clauses with as many models, for a recount
    cpog        and the proof of their number

The checker stands beside this package (``checker``) and shares nothing with it but the format.
"""

from nqsat.evidence.certificate.foreign import (
    Foreign,
    check_foreign,
    foreign_files,
    foreign_proof,
    write_foreign,
)
from nqsat.evidence.certificate.writing import Certificate, Proof, certify

__all__ = [
    "Certificate",
    "Foreign",
    "Proof",
    "certify",
    "check_foreign",
    "foreign_files",
    "foreign_proof",
    "write_foreign",
]
