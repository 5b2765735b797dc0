"""The fundamental solutions of 8 queens: 92 placements are 12 up to rotation and reflection.

Three ways to count orbits: canonical forms of all solutions, a search that forbids the whole orbit
of each solution it finds, and Burnside's lemma. An orbit is shown by its least member; it has fewer
than 8 members if a symmetry leaves the solution unchanged.

Output:

    canonical: 12 placements up to symmetry
    blocking: 12 placements up to symmetry
    burnside: 12 placements up to symmetry
    8: a8 b2 c4 d1 e7 f5 g3 h6
    8: a8 b2 c5 d3 e1 f7 g4 h6
    8: a3 b8 c4 d7 e1 f6 g2 h5
    8: a5 b8 c4 d1 e7 f2 g6 h3
    8: a4 b8 c1 d5 e7 f2 g6 h3
    8: a6 b8 c2 d4 e1 f7 g5 h3
    8: a4 b8 c5 d3 e1 f7 g2 h6
    8: a2 b8 c6 d1 e3 f5 g7 h4
    8: a4 b8 c1 d3 e6 f2 g7 h5
    4: a4 b6 c8 d2 e7 f1 g3 h5
    8: a4 b2 c8 d5 e7 f1 g3 h6
    8: a3 b6 c8 d1 e5 f7 g2 h4
"""

import nqsat


def main() -> None:
    model = nqsat.Placement("8x8", {"Q": 8})
    for method in nqsat.counting.METHODS:
        run = nqsat.Run(method=method)
        print(f"{method}: {nqsat.count(model, modulo='symmetry', run=run)}")
    for solution in sorted(nqsat.solutions(model, modulo="symmetry")):
        images = {solution.image(symmetry) for symmetry in model.symmetries()}
        print(f"{len(images)}: {solution}")


if __name__ == "__main__":
    main()
