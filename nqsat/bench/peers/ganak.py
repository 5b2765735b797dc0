"""ganak, an exact model counter, on the CNF that nqsat exports: nothing is listed."""

from __future__ import annotations

from nqsat.compiling import lower, to_cnf
from nqsat.modelling import Model


def model(asked: Model) -> int:
    """Counted over the variables that name a solution."""
    from pyganak import Counter

    formula = lower(asked)
    cnf = to_cnf(formula)
    counter = Counter()
    counter.new_vars(cnf.variables)
    counter.add_clauses(map(list, cnf.clauses))
    counter.set_sampling_set(formula.projection)
    return int(counter.count())
