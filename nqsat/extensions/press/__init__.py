"""For those who print puzzles: sheets with answers, and the repair of puzzles with several solutions."""

from nqsat.extensions import Command, Extension, Option

EXTENSION = Extension(
    "puzzles on sheets to print (puzzle -o FILE.pdf), and puzzle --repair",
    commands={
        "puzzle": Command(
            takes=("repair",),
            says="--repair accepts a map of regions or givens with no solution, or several, and fixes it.",
            examples=("nqsat puzzle queens-puzzle regions=AABB/AABB/CCDD/CCDD --repair",),
        )
    },
    options={
        "repair": Option(
            "Change the fewest regions or givens that leave one solution, in --time-limit (60 s).",
            without=("--seed", "--givens", "--symmetric", "--difficulty", "--number-of"),
        )
    },
    hooks={
        "puzzle make": "nqsat.extensions.press.command:repaired",
        "puzzle sheets": "nqsat.extensions.press.command:written",
    },
)
