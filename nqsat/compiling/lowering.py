"""Lower a model of any kind to its formula."""

from __future__ import annotations

from nqsat.compiling.atoms import fold_orbits, formula_of_atoms
from nqsat.compiling.formula import Formula, check_size
from nqsat.compiling.pigeonhole import pigeonhole
from nqsat.modelling import Model


def lower(model: Model) -> Formula:
    """Return the formula of a model: its projected solutions are exactly the model's.

    Raises:
        UnsupportedByEngine: the estimated or actual number of literals exceeds ``MAX_SIZE``.
    """
    check_size(model)
    return pigeonhole(fold_orbits(formula_of_atoms(model), model))
