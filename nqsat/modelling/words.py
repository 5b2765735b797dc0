"""One of them, or several."""

from __future__ import annotations


def plural(number: int, things: str) -> str:
    """The word for so many of these, which is given for several: ``plural(1, "models")`` is a model."""
    if number != 1:
        return things
    return things[:-3] + "y" if things.endswith("ies") else things[:-1]
