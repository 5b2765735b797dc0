"""Words for people: one of them or several, and parameters on a line."""

from __future__ import annotations

from collections.abc import Mapping


def plural(number: int, things: str) -> str:
    """The word for so many of these, which is given for several: ``plural(1, "models")`` is a model."""
    if number != 1:
        return things
    return things[:-3] + "y" if things.endswith("ies") else things[:-1]


def text_of(parameters: Mapping[str, object]) -> str:
    """Parameters on one line: ``n=8 k=1``."""
    return " ".join(f"{name}={value}" for name, value in parameters.items())
