"""A model as an expression of Python, to go on from a page in a program."""

from __future__ import annotations

from collections.abc import Mapping

from nqsat.errors import InvalidModel
from nqsat.modelling import Family, Model, dumps, whole_text
from nqsat.modelling.sources import catalogue


def call_of(family: Family, parameters: Mapping[str, int | str]) -> str | None:
    """The call that makes a model of the catalogue after ``import nqsat``; None for other families."""
    if not any(family is one for one in catalogue()):
        return None
    values = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    return f"nqsat.models.{family.name.replace('-', '_')}({values})"


def expression_of(model: Model) -> str | None:
    """What makes an equal model after ``import nqsat``; None if it has rules of a user's own.

    >>> expression_of(parse("5x5 K=any"))
    "nqsat.modelling.parse('5x5 K=any non-attacking')"
    """
    try:
        data = dumps(model)
    except InvalidModel:
        return None
    text = whole_text(model)
    name, said = ("loads", data) if text is None else ("parse", text)
    return f"nqsat.modelling.{name}({said!r})"
