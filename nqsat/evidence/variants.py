"""Variants: a model with some of its arguments changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from nqsat.modelling import Placement, Tour

if TYPE_CHECKING:
    from nqsat.modelling import Model

__all__ = ["arguments", "variant"]

M = TypeVar("M", bound="Model")


def arguments(model: Model) -> dict[str, Any]:
    """What a model was made of: the arguments of ``Placement`` or of ``Tour``."""
    if isinstance(model, Placement):
        names = ["board", "rules", "presets", "objective"]
        return {"pieces": model.kinds, **{name: getattr(model, name) for name in names}}
    names = ["board", "piece", "closed", "start", "end", "through", "avoiding", "numbers"]
    found = {name: getattr(model, name) for name in [*names, "fixed_by"]}
    return {**found, "unit": model.direction}


def variant(model: M, **changes: Any) -> M:
    """The same model with other arguments.

    Raises:
        InvalidModel: there is no such model.
    """
    values = {**arguments(cast("Model", model)), **changes}
    made = Tour(**values) if isinstance(model, Tour) else Placement(**values)
    return cast("M", made)
