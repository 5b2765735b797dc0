"""Minimise: from a model with a disagreement to a small one that still has it.

Greedy: of the models one step simpler the smallest that still fails is taken, until none does.

Reference: A. Zeller and R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE Transactions
on Software Engineering 28 (2002) 183-200.
"""

from __future__ import annotations

from collections.abc import Callable

from nqsat.engines import Deadline
from nqsat.evidence.trials.smaller import smaller
from nqsat.modelling import Model


def minimised(
    model: Model, fails: Callable[[Model], bool], *, seconds: float | None = None
) -> Model:
    """A model that fails, as this one does, and of which nothing can be taken away.

    After so many seconds it is the smallest one found by then.
    """
    clock = Deadline(seconds)
    known = {repr(model)}  # those that were tried, and need not be again
    while True:
        for candidate in smaller(model):
            if clock.over:
                return model
            if repr(candidate) in known:
                continue
            known.add(repr(candidate))
            if fails(candidate):
                model = candidate
                break
        else:
            return model
