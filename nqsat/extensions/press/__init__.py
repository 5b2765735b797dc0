"""For those who print puzzles: sheets with answers, and the repair of puzzles with several solutions."""

from nqsat.extensions import Command, Extension, Option

EXTENSION = Extension(
    "puzzles on sheets to print (puzzle -o FILE.pdf), and puzzle --repair",
    commands={
        "puzzle": Command(
            takes=("repair",),
            says="--repair takes a map of regions, or givens, with several solutions or none.",
            examples=("nqsat puzzle queens-puzzle regions=AABB/AABB/CCDD/CCDD --repair",),
        )
    },
    options={
        "repair": Option(
            "Change the fewest regions, or givens, so that one solution is left; in 60 s, or --time-limit.",
            without=("--seed", "--givens", "--symmetric", "--difficulty", "--number-of"),
        )
    },
    hooks={
        "puzzle make": "nqsat.extensions.press.command:repaired",
        "puzzle sheets": "nqsat.extensions.press.command:written",
    },
)
