"""A model as an expression of Python, to continue from a page in a program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress

from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Placement, Tour, loads
from nqsat.modelling.schema import to_json
from nqsat.sources import Family, whole_text
from nqsat.sources.lookup import catalogue


def call_of(family: Family, parameters: Mapping[str, int | str]) -> str | None:
    """The call that makes a model of the catalogue after ``import nqsat``; None for other families."""
    if not any(family is known for known in catalogue()):
        return None
    values = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    return f"nqsat.models.{family.name.replace('-', '_')}({values})"


def expression_of(model: Model) -> str | None:
    """The expression of an equal model after ``import nqsat``; None if it has a custom rule or geometry.

    >>> expression_of(parse("5x5 K=any"))
    'nqsat.Placement("5x5", {"K": "any"})'
    """
    try:
        data = json.dumps(to_json(model))
        loads(data)
    except InvalidModel:
        return None
    text = whole_text(model)
    if text is None:
        return f"nqsat.modelling.loads({data!r})"
    return _plain_expression(model, text.split()) or f"nqsat.sources.parse({text!r})"


def _plain_expression(model: Model, words: list[str]) -> str | None:
    """The call that makes a placement or a tour without rules of its own; None for others."""
    numbers = {kind.name: str(kind.number) for kind in model.kinds}
    kinds = {name: int(x) if x.isdigit() else x for name, x in numbers.items()}
    board, closed = json.dumps(words[0]), "" if getattr(model, "closed", True) else ", closed=False"
    with suppress(InvalidModel):
        if isinstance(model, Placement) and Placement(words[0], kinds) == model:
            return f"nqsat.Placement({board}, {json.dumps(kinds)})"
        if isinstance(model, Tour) and Tour(words[0], words[2], closed=model.closed) == model:
            return f"nqsat.Tour({board}, {json.dumps(words[2])}{closed})"
    return None
