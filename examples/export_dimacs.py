"""A model as a DIMACS file that other solvers and model counters read unchanged.

The header says what to count: assignments of the shown variables (c p show) that satisfy the clauses.
The table (c v) says what each of them means; the others are auxiliaries of an encoding.

Output:

    c t pmc
    p cnf 38 66
    c p show 1 2 3 4 5 6 0
    c v 1 N@a2
    c v 2 N@b2
    c v 3 N@c2
    c v 4 N@a1
    c v 5 N@b1
    c v 6 N@c1
    by the loop: 12 placements
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import nqsat
from nqsat.compiling import dimacs_lines


def main() -> None:
    model = nqsat.Placement("2x3", {"N": 3})
    formula = nqsat.compiling.lower(model)
    lines = list(dimacs_lines(formula, nqsat.compiling.to_cnf(formula, "totalizer")))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "knights.cnf"
        path.write_text("\n".join(lines) + "\n", encoding="ascii")
    print("\n".join(line for line in lines if line.startswith(("p", "c t", "c p", "c v"))))
    print("by the loop:", nqsat.count(model, engine=nqsat.engines.SatEngine(encoding="totalizer")))


if __name__ == "__main__":
    main()
