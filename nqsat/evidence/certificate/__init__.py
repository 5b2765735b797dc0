"""Certificates: folders that prove a count to readers who trust neither nqsat nor its solvers.

    folder      the files on disk
    work        what is certified: the model, what the checker knows of it, the count
    proving     CaDiCaL's refutations, trimmed
    splitting   cubes, where one refutation would be large, and that they cover everything
    listed      with a list: solutions, parts of the board that tours leave, proofs
    recounted   without one: an order, and layers of tours
    writing     whichever it is, and the check of it
    foreign     the same proofs for other people's checkers
    determined  a formula as clauses with as many models, for a recount
    cpog        and the proof of their number

The checker stands beside this package (``checker``) and knows nothing of it. The clauses of a list are
those that it makes, ``checker.Formula``: that is the format, and nothing rests on this side of it. The
solutions come from engines with a formula of their own; the proof shows that the checker's facts allow no
others.
"""

from nqsat.evidence.certificate.foreign import (
    ForeignProof,
    check_foreign,
    foreign_files,
    foreign_proof,
    write_cpog,
    write_foreign,
)
from nqsat.evidence.certificate.writing import Certificate, Proof, certify

__all__ = [
    "Certificate",
    "ForeignProof",
    "Proof",
    "certify",
    "check_foreign",
    "foreign_files",
    "foreign_proof",
    "write_cpog",
    "write_foreign",
]
