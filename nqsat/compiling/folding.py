"""Men who stand all together or not at all: one variable for each orbit of men.

Where a rule asks that some symmetries or recolourings leave every solution as it is (``Rule.fixed_by``),
men whom these make of one another share a variable. A clause may become a tautology then, a cardinality
may have a literal several times, and an attack within an orbit forbids it; see ``sums``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nqsat.chess import Symmetry
from nqsat.compiling.formula import Formula, Goal
from nqsat.compiling.placements import PlacementReader
from nqsat.compiling.sums import simplified
from nqsat.modelling import Man, Placement
from nqsat.modelling.rules.own import ask


def folded(formula: Formula, model: Placement) -> Formula:
    """The formula of a placement, given with a variable for each man, with one for each orbit of men."""
    changes = [one for rule in model.rules for one in ask(rule, rule.fixed_by, model.setting)]
    reader = formula.reader
    if not changes or not isinstance(reader, PlacementReader):
        return formula
    orbits = _orbits([men[0] for men in reader.orbits], changes)
    variable = {man: x for x, orbit in enumerate(orbits, start=1) for man in orbit}
    variables = formula.variables - len(reader.orbits) + len(orbits)
    name = [0, *(variable[man] for man, *_ in reader.orbits)]
    name += range(len(orbits) + 1, variables + 1)

    def renamed(x: int) -> int:
        return name[x] if x > 0 else -name[-x]

    goal = formula.goal
    return Formula(
        variables,
        tuple(range(1, len(orbits) + 1)),
        simplified(formula.parts, renamed),
        replace(reader, orbits=tuple(orbits)),
        goal and Goal(goal.maximise, tuple(map(renamed, goal.literals))),
    )


def _orbits(men: Sequence[Man], changes: Sequence[Symmetry]) -> list[tuple[Man, ...]]:
    """The orbits of men under the group of some changes, and the men of each, in their order."""
    first: dict[Man, Man] = {}
    for man in men:
        queue = [man] if man not in first else []
        for other in queue:  # which grows
            if other not in first:
                first[other] = man
                queue += (other.image(change) for change in changes)
    orbits: dict[Man, list[Man]] = {}
    for man in men:
        orbits.setdefault(first[man], []).append(man)
    return [tuple(orbit) for orbit in orbits.values()]
