"""What the solutions of every kind of model have in common under a group of symmetries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Self

from nqsat.chess import Symmetry
from nqsat.chess.drawn import Drawn


class Symmetric(Drawn, ABC):
    """A value that symmetries of its board move; ordered, so that an orbit has a least member."""

    __slots__ = ()

    @abstractmethod
    def image(self, symmetry: Symmetry) -> Self:
        """This value with every square moved."""

    @abstractmethod
    def __lt__(self, other: Any) -> bool: ...

    def __bool__(self) -> bool:
        """True, of no men too: ``if solution`` asks whether there is one, not how long it is."""
        return True

    def orbit(self, group: Iterable[Symmetry]) -> frozenset[Self]:
        """All its images under a group."""
        return frozenset(map(self.image, group))

    def stabiliser(self, group: Iterable[Symmetry]) -> tuple[Symmetry, ...]:
        """The symmetries of a group that leave it as it is; the group is as large as this times
        the orbit.
        """
        return tuple(symmetry for symmetry in group if self.image(symmetry) == self)

    def canonical(self, group: Iterable[Symmetry]) -> Self:
        """The least of its images: equal for two values exactly if one orbit holds both."""
        return min(map(self.image, group))
