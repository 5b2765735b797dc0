"""The checker's recount as a theorem: a program extracted by Coq, and proofs of single counts.

    *.v           the specification, the program, and the proof that it is correct: README.md
    verified.ml   the program, extracted by Coq
    driver.ml     reads bounds and problems for it
    numbers.ml    the arithmetic on numbers of ways; numbers_zarith.ml: by Zarith
    problem       translates models to problems (boards and pieces), instead of the checker's bounds
    bound_system  the bounds that the checker's recount would count
    program       builds and runs the program
    recounting    checks certificates with it
    coq_text      writes Coq files: each count as a theorem

Coq and OCaml are optional: without them, errors say what to install.
"""

from nqsat.evidence.verified.bound_system import BoundSystem as BoundSystem
from nqsat.evidence.verified.coq_text import Claim as Claim
from nqsat.evidence.verified.coq_text import coq_file as coq_file
from nqsat.evidence.verified.problem import Problem as Problem
from nqsat.evidence.verified.problem import problem_of as problem_of
from nqsat.evidence.verified.program import count_orbits_with_program as count_orbits_with_program
from nqsat.evidence.verified.program import count_with_program as count_with_program
from nqsat.evidence.verified.program import is_available as is_available
from nqsat.evidence.verified.recounting import check_with_program as check_with_program
