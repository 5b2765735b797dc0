"""The model with ranks and files exchanged: a change of view that must not change the solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nqsat.modelling import Change, Model, Rule


def transposed(model: Model) -> tuple[Model, Callable[[Any], Any]] | None:
    """The transposed model, and the way back for its solutions; an objective has to be settled before.

    None where the model cannot be transposed: a cylinder wraps one way only, the axes of a solid board
    are not those of the drawing, and a rule of the caller's own may not say what it is there.
    """
    change = Change.transposing(model.setting)
    if change is None or any(type(rule).image is Rule.image for rule in model.rules):
        return None
    turned = model.image(change)
    if turned is None:
        return None
    back = Change.transposing(turned.setting)
    return turned, lambda solution: solution.image(back)
