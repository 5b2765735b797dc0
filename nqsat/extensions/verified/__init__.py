"""The checker's recount as a theorem: a program extracted by Coq, and proofs of single counts.

    *.v           the specification, the program, and the proof that it is correct: README.md
    verified.ml   the program, extracted by Coq
    driver.ml     reads bounds and problems for it
    numbers.ml    the arithmetic on numbers of ways; numbers_zarith.ml: by Zarith
    problem       translates models to problems (boards and pieces), instead of the checker's bounds
    bound_system  the bounds that the checker's recount would count
    program       builds and runs the program
    recounting    counts models, and checks certificates, with it
    coq_text      writes Coq files: each count as a theorem

Coq and OCaml are optional: without them, errors say what to install.
"""

from nqsat.extensions import Command, Extension, Option

_RECOUNTING = "nqsat.extensions.verified.recounting"

EXTENSION = Extension(
    "the recount proved in Coq: check --verified, and theorems of certify --foreign",
    commands={
        "check": Command(
            takes=("verified", "zarith"),
            says="--verified needs ocamlopt, which builds the program once; --zarith also needs Zarith.",
            examples=("nqsat check DIR --verified", "nqsat check DIR --verified --zarith"),
        )
    },
    options={
        "verified": Option("Recount with a program whose correctness is proved in Coq."),
        "zarith": Option("Let that program add by the library Zarith: faster for long numbers."),
    },
    hooks={
        "check begin": f"{_RECOUNTING}:asked_checker",
        "certify theorem": "nqsat.extensions.verified.coq_text:certificate_in_coq",
        "verify recount": f"{_RECOUNTING}:recount_of",
    },
)
