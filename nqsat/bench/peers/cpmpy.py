"""CPMpy, a modelling library, with OR-Tools behind it: every solution is listed."""

from __future__ import annotations

from nqsat.bench.graphs import Men


def men(asked: Men) -> int:
    """Booleans; the sum of each line is one, or at most one."""
    import cpmpy

    on = cpmpy.boolvar(shape=(asked.size,))
    model = cpmpy.Model()
    for line in asked.ones:
        model += cpmpy.sum([on[x] for x in line]) == 1
    for line in asked.lines:
        if line not in asked.ones:
            model += cpmpy.sum([on[x] for x in line]) <= 1
    if not asked.ones and not asked.free:
        model += cpmpy.sum(on) >= asked.low
        model += cpmpy.sum(on) <= asked.most
    # A square in no constraint is no variable of the model, and would not be counted.
    model += cpmpy.sum(on) >= 0
    return int(model.solveAll(solver="ortools"))
