"""An engine that lists as the reference does, but for what is done to its stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from nqsat import Symmetry
from nqsat.engines import BacktrackEngine, Engine

Stream = Iterator[Any]


@dataclass(frozen=True)
class Spoilt(Engine):
    """The reference, with its stream spoilt."""

    name: ClassVar[str] = "spoilt"
    title: ClassVar[str] = "spoilt"
    spoil: Callable[[Stream, Any], Stream] = field(compare=False)

    def search(self, model: Any, orbit: Sequence[Symmetry] = ()) -> Stream:
        return self.spoil(BacktrackEngine().search(model, orbit), model)


def without(lost: Callable[[Any, Any], bool]) -> Spoilt:
    """Without those solutions of a model of which this is said."""
    return Spoilt(lambda found, model: (x for x in found if x is None or not lost(model, x)))
