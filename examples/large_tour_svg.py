"""A large closed knight's tour, found by construction, checked, and drawn as SVG.

    python large_tour_svg.py [FILE.svg]

Without a name the drawing goes to a temporary file, which is removed.

Output:

    construct: 3600 squares, 3600 moves
    every square once, by knight's moves, and back: True
    one SVG: True
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nqsat

SIDE = 60


def main() -> None:
    model = nqsat.Tour(f"{SIDE}x{SIDE}", "N")
    outcome = nqsat.solve(model)
    tour = outcome.solution
    assert isinstance(tour, nqsat.Path)
    print(f"{outcome.engine}: {len(tour.squares)} squares, {len(list(tour.moves))} moves")
    print("every square once, by knight's moves, and back:", model.holds(tour))
    with TemporaryDirectory() as folder:
        path = Path(sys.argv[1] if len(sys.argv) > 1 else f"{folder}/tour.svg")
        path.write_text(nqsat.reporting.svg(model.board, tour, size=16), encoding="utf-8")
        print("one SVG:", path.read_text(encoding="utf-8").startswith("<svg"))


if __name__ == "__main__":
    main()
