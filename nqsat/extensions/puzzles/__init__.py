"""Puzzles with exactly one solution, in which every given is necessary: made, rated, repaired, printed.

making           makes them: regions, givens, or the clues of a family; what a puzzle is
clues, minimal   what may be given, and the least that leaves one solution
drawn_clues      the clues of families that say theirs
drafts           walls, rooms and numbers for a size
path_clues       the clues of Numberlink and Zip
regions, region_search    connected regions that leave one solution
random_solution  what a puzzle is about
grading          how hard it is
repair           the fewest changes that leave one solution
sheets           sheets to print, with answers
"""

from typing import Any

from nqsat.extensions import MODEL, Command, Extension, Option

EXTENSION = Extension(
    "puzzles with one solution: nqsat puzzle, sheets to print, puzzle --repair",
    commands={
        "puzzle": Command(
            run=f"{__name__}:puzzle_command",
            heading="Pictures and puzzles",
            takes=(
                *MODEL,
                "tour",
                "closed",
                "seed",
                "givens",
                "symmetric",
                "difficulty",
                "number_of",
                "answer",
                "repair",
                "time_limit",
                "output",
                "form",
                "json",
                "colours",
                "title",
                "quiet",
            ),
            examples=(
                "nqsat puzzle queens 8 --seed 7",
                "nqsat puzzle queens 12 --symmetric rot180 --givens 4",
                "nqsat puzzle star-battle regions=10x10 stars=2 --difficulty ..hard -o it.pdf",
                "nqsat puzzle --board 6x6 --tour K --open --seed 3",
                "nqsat puzzle star-battle regions=8x8 stars=1 --format puzzlink",
                "nqsat puzzle 'https://puzz.link/p?starbattle/4/4/1/94g1s0' --seed 1",
                "nqsat puzzle star-battle regions=8x8 stars=1 --number-of 6 -o six.pdf",
                "nqsat puzzle slitherlink 6x6 --seed 1",
                "nqsat puzzle slitherlink ..../10../3.31/..2. --preset b1-c1",
                "nqsat puzzle numberlink 6x6 --seed 1",
                "nqsat puzzle queens-puzzle 8x8 -o own.json; nqsat view own.json",
                "nqsat puzzle queens-puzzle regions=AABB/AABB/CCDD/CCDD --repair",
            ),
        )
    },
    hooks={"family shown": f"{__name__}.drawn_clues:how_to_make"},
    options={
        "givens": Option(
            "Leave exactly this many givens: pieces, numbers or clues.",
            metavar="NUMBER",
            shown="only as many as needed",
            type=int | None,
            default=None,
        ),
        "symmetric": Option(
            "Place the givens symmetrically under SYMMETRY, as in rot180.",
            metavar="SYMMETRY",
            names="symmetries",
            type=str | None,
            default=None,
        ),
        "difficulty": Option(
            "Make a puzzle of this difficulty: easy, medium, hard, very-hard, or easy..hard; it may have"
            " more clues than it needs.",
            metavar="GRADE",
            type=str | None,
            default=None,
        ),
        "number_of": Option(
            "Make this many puzzles, with consecutive seeds, the easiest first.",
            metavar="NUMBER",
            type=int,
            default=1,
        ),
        "answer": Option("Print the solution too.", without=("--json", "--format")),
        "repair": Option(
            "Change the fewest regions or givens so that one solution is left, in --time-limit (60 s).",
            without=("--seed", "--givens", "--symmetric", "--difficulty", "--number-of"),
        ),
    },
)


def puzzle_command(options: Any, source: Any) -> int:
    """Make a puzzle that has one solution and needs every clue.

    A grid puzzle needs only a size, as in hidato 6x6 (nqsat list puzzles). nqsat prints its clues as nqsat
    solve reads them; --format puzzlink or pzprv3 writes them for puzz.link. Files and addresses of several
    puzzles may follow each other; they are printed on the same sheets. If the map of regions is empty
    (regions=8x8), nqsat draws the regions instead of clues. The steps of reasoning to the solution and the
    nodes of a plain search measure the difficulty. If the input already has exactly one solution, nqsat
    rates it, and gives a hint for the next step. --preset adds what is already there: pieces, or moves of a
    loop or a path (~a1-b1: not this move).
    """
    from nqsat.extensions.puzzles.command import print_puzzles

    return print_puzzles(options, source)
