"""The checker's recount as a theorem: a program that Coq wrote from its proof, and proofs of single counts.

    *.v           what is counted, the program, and the proof that it counts that: README.md
    verified.ml   the program as Coq wrote it
    driver.ml     what reads bounds and problems for it
    numbers.ml    how ways are added; numbers_zarith.ml: by Zarith
    problem       writes models as problems: boards and pieces, in place of the checker's bounds
    bound_system  what the checker would count, as bounds
    program       builds and runs the program
    check         certificates, counted by it
    coq_text      files of Coq: each count as a theorem

Coq and OCaml are optional: what is asked of them says what to install.
"""

from nqsat.evidence.verified.bound_system import BoundSystem
from nqsat.evidence.verified.check import check_verified
from nqsat.evidence.verified.coq_text import Claim, coq_file
from nqsat.evidence.verified.problem import Problem, problem_of
from nqsat.evidence.verified.program import counted, counted_orbits, is_there

__all__ = [
    "BoundSystem",
    "Claim",
    "Problem",
    "check_verified",
    "coq_file",
    "counted",
    "counted_orbits",
    "is_there",
    "problem_of",
]
