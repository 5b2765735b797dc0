"""Published counts, as data with their source and convention. For comparison only.

The rows are in ``models/known.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class PublishedCount:
    """One published count.

    Args:
        family, params: the model of the catalogue.
        question: the options of the count: ``{}``, ``{"modulo": "symmetry"}``, ``{"fixed_by": "rot180"}``,
            ``{"unit": "directed"}``, ``{"ask": "optimum"}``: the best value itself, not how many have it.
        value: the number.
        oeis: its sequence, or "".
        convention: exactly what is counted.
        source: where it was published.
        checked: how it was recomputed; "" if it was not.
    """

    family: str
    params: Mapping[str, int | str]
    question: Mapping[str, str]
    value: int
    oeis: str
    convention: str
    source: str
    checked: str


def known_question(modulo: str, fixed_by: str | None) -> dict[str, str]:
    """Return the options of a count as ``PublishedCount.question`` has them."""
    asked = {"modulo": modulo, "fixed_by": fixed_by or "none"}
    return {name: word for name, word in asked.items() if word != "none"}


@lru_cache(maxsize=1)
def _all() -> tuple[PublishedCount, ...]:
    text = files("nqsat.models").joinpath("known.json").read_text(encoding="utf-8")
    return tuple(PublishedCount(**{**row, "value": int(row["value"])}) for row in json.loads(text))


def known_counts(
    family: str, params: Mapping[str, int | str] | None = None
) -> tuple[PublishedCount, ...]:
    """Return the published counts of a family, all or those for these parameters, plain counts first."""
    rows = (known for known in _all() if known.family == family)
    asked = (known for known in rows if params is None or known.params == params)
    return tuple(sorted(asked, key=lambda known: bool(known.question)))
