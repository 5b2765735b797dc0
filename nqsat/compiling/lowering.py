"""From a model to its formula, whichever kind of model it is."""

from __future__ import annotations

from nqsat.compiling.atoms import declared, folded
from nqsat.compiling.formula import Formula, check_size
from nqsat.compiling.pigeonhole import pigeonhole
from nqsat.modelling import Model


def lower(model: Model) -> Formula:
    """The formula of a model: its projected solutions are exactly the model's.

    Raises:
        UnsupportedByEngine: it would have more than ``MAX_SIZE`` literals, as estimated or as counted.
    """
    check_size(model)
    return pigeonhole(folded(declared(model), model))
