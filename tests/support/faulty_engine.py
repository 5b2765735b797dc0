"""An engine that lists like the reference, with a fault in its stream of solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from nqsat import Symmetry
from nqsat.engines import BacktrackEngine, Engine
from nqsat.engines.stream import one_by_one

Stream = Iterator[Any]


@dataclass(frozen=True)
class Spoilt(Engine):
    """The reference with a function applied to its stream of solutions."""

    name: ClassVar[str] = "spoilt"
    title: ClassVar[str] = "spoilt"
    spoil: Callable[[Stream, Any], Stream] = field(compare=False)

    def batches(self, model: Any, orbit: Sequence[Symmetry] = ()) -> Iterator[Sequence[Any]]:
        return one_by_one(self.spoil(BacktrackEngine().search(model, orbit), model))
