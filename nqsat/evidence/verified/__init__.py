"""The checker's recount as a theorem: a program that Coq wrote from its proof, and proofs of single counts.

    *.v           what is counted, the program, and the proof that it counts that: README.md
    verified.ml   the program as Coq wrote it
    driver.ml     what reads bounds and problems for it
    numbers.ml    how ways are added
    problem       writes models as problems: boards and pieces, in place of the checker's bounds
    program       builds and runs it; writes Coq files

Coq and OCaml are optional: what is asked of them says what to install.
"""

from nqsat.evidence.verified.problem import Problem, problem_of
from nqsat.evidence.verified.program import (
    Claim,
    Question,
    check_verified,
    coq_file,
    counted,
    is_there,
)

__all__ = [
    "Claim",
    "Problem",
    "Question",
    "check_verified",
    "coq_file",
    "counted",
    "is_there",
    "problem_of",
]
