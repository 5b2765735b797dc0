"""From a model to its formula, whichever kind of model it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nqsat.compiling.placements import lower_placement
from nqsat.compiling.tours import lower_tour
from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from nqsat.compiling.formula import Formula
    from nqsat.modelling import Model

__all__ = ["MAX_SIZE", "check_size", "lower"]

#: Formulas estimated larger than this many literals are refused before anything is built.
MAX_SIZE = 4_000_000


def lower(model: Model) -> Formula:
    """The formula of a model: its projected solutions are exactly the model's.

    Raises:
        UnsupportedByEngine: the estimate of its size is beyond ``MAX_SIZE`` literals.
    """
    check_size(model)
    return lower_tour(model) if isinstance(model, Tour) else lower_placement(model)


def check_size(model: Model) -> None:
    """Refuse a model that is too large for a formula, without building anything.

    Raises:
        UnsupportedByEngine: the estimate of its size is beyond ``MAX_SIZE`` literals.
    """
    if model.size > MAX_SIZE:
        raise UnsupportedByEngine(
            "formula",
            f"board {model.board.title} needs about {model.size:,} literals, the limit is "
            f"{MAX_SIZE:,}; choose a smaller board",
        )
