"""What is published of a model, against what we found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import cast

from nqsat.counting import Modulo
from nqsat.evidence.checks import Check, Ground, Result, guarded
from nqsat.evidence.known import Known
from nqsat.evidence.subject import Subject
from nqsat.modelling import Tour, text_of
from nqsat.modelling.tour import Direction

#: How the source of a value begins that nqsat itself computed.
OWN = "computed by nqsat"


def published(subject: Subject) -> Iterator[Check]:
    """Counts from the literature, each against ours for the same question."""
    if subject.solutions is not None:
        for known in subject.published:
            made = partial(_asked, subject, known, len(subject.solutions))
            yield guarded("published", made)


def _asked(subject: Subject, known: Known, listed: int) -> Check:
    if not known.question:
        return against(known, listed, subject.ground)
    model, unit = subject.model, known.question.get("unit")
    if isinstance(model, Tour) and unit:
        model = model.with_unit(cast("Direction", unit))
    modulo = cast("Modulo", known.question.get("modulo", "none"))
    ours = subject.counted(model, modulo=modulo, fixed_by=known.question.get("fixed_by"))
    return against(known, ours, Ground.FORMULA)


def beside(
    subject: Subject,
    value: int,
    *grounds: Ground,
    side: str,
    question: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Check]:
    """A number that was counted, against all that is published of the same question about the model."""
    for known in subject.published:
        if known.question == question:
            yield against(known, value, *grounds, side=side)


def against(known: Known, ours: int | None, *grounds: Ground, side: str = "ours") -> Check:
    """A published value and ours. What nqsat computed itself is no ground of its own."""
    asked_for = text_of(known.question)
    source = known.oeis or known.source
    question = f"{source} {asked_for}".strip()
    detail = f"{question}: published {known.value}, {side} {ours}; {known.convention}"
    if ours is None:
        return Check("published", Result.UNKNOWN, detail)
    result = Result.AGREE if ours == known.value else Result.DIFFER
    bases = {*grounds} if known.source.startswith(OWN) else {*grounds, Ground.PUBLISHED}
    return Check("published", result, detail, None, (source, side), frozenset(bases))
