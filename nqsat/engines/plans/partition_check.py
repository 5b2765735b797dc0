"""Checks of covers: are the parts of a stage a partition, with nothing missing and nothing twice?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nqsat.engines.plans.plan import Cover, Part


def flaw(cover: Cover, parts: Sequence[Part]) -> str | None:
    """Describe what is wrong with a cover, using the parts alone; None if it is right."""
    if len({part.id for part in parts}) < len(parts):
        return "two parts have one id"
    if cover.law in ("one", "choices") and any(part.weight != 1 for part in parts):
        return "a part does not count once"
    if cover.law == "ranges" and {part.weight for part in parts} - {cover.each}:
        return "parts of one kind have different weights"
    match cover.law:
        case "one":
            everything = len(parts) == 1 and not parts[0].data
            return None if everything else "it is not one part that is everything"
        case "weights":
            if len({str(part.data) for part in parts}) < len(parts):
                return "two parts do the same"
            found = sum(part.weight for part in parts)
            return None if found == cover.total else f"weights sum to {found}, not {cover.total}"
        case "ranges":
            return _flaw_of_ranges(cover, sorted(part.data[:2] for part in parts))
        case "choices":
            return _flaw_of_choices(cover, [part.data for part in parts])
        case "sum":
            return _flaw_of_sum(cover, parts)


def _flaw_of_ranges(cover: Cover, ranges: Sequence[Sequence[int]]) -> str | None:
    end = 0
    for first, after in ranges:
        if first != end or after < first:
            return f"{first} follows on {end}"
        end = after
    return None if end == cover.total else f"the ranges end at {end}, not at {cover.total}"


def _flaw_of_choices(cover: Cover, choices: Sequence[Sequence[str]]) -> str | None:
    if len(choices) == 1 and not choices[0]:
        return None
    branches: dict[str, list[Sequence[str]]] = {}
    for made in choices:
        if not made:
            return "a part has others within"
        branches.setdefault(made[0], []).append(made[1:])
    things = {word.rpartition("@")[2] for word in branches}
    if len(things) != 1:
        return f"parts decide different things next: {', '.join(sorted(things))}"
    missing = {*cover.ways} - {word.rpartition("@")[0] for word in branches}
    if missing or len(branches) != len(cover.ways):
        return f"{things.pop()} is not chosen in every way"
    return next(filter(None, (_flaw_of_choices(cover, rest) for rest in branches.values())), None)


def _flaw_of_sum(cover: Cover, parts: Sequence[Part]) -> str | None:
    if sum(weight for _, weight, _ in cover.inner) != cover.total:
        return f"the weights of its plans do not sum to {cover.total}"
    left = len(parts)
    for prefix, weight, inner in cover.inner:
        own = [
            part._replace(id=part.id.removeprefix(prefix), weight=Fraction(part.weight) / weight)
            for part in parts
            if part.id.startswith(prefix)
        ]
        left -= len(own)
        if found := flaw(inner, own):
            return f"{prefix}: {found}"
    return None if left == 0 else "a part belongs to none of its plans"
