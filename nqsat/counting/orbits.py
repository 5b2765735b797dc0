"""Orbits: solutions up to the model's geometric symmetries, three ways that must agree.

* ``canonical``: list all solutions and keep the least image of each.
* ``blocking``: each solution found forbids its whole orbit, so the list has one of each.
* ``burnside``: the average, over the group, of the number of solutions that a symmetry leaves alone
  (Cauchy and Frobenius); each of these numbers is a count of its own.

The first two are engines that search with another engine, so that limits, checks and completeness are
treated as for any other list.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from nqsat.counting.leader import leader
from nqsat.engines import Engine
from nqsat.errors import InvalidModel
from nqsat.modelling import Tour

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.chess import Square, Symmetry
    from nqsat.modelling import Model, Solution

__all__ = ["Leading", "Orbits", "conjugacy_classes"]


@dataclass(frozen=True, slots=True)
class Leading(Engine):
    """An engine that lists only solutions that the first-rank leader keeps.

    Args:
        engine: who searches.
    """

    name: ClassVar[str] = "leading"
    engine: Engine

    @property
    def title(self) -> str:
        return self.engine.title

    def for_model(self, model: Model) -> Leading:
        return replace(self, engine=self.engine.for_model(model))

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        if isinstance(model, Tour):
            raise InvalidModel("break_symmetry", "is for placements; leave it out for tours")
        plain = self.engine.search(model, orbit)  # it may refuse before the group is made
        if not model.board.squares:
            return plain
        return self.engine.search(model.with_rules(leader(model)), orbit)


@dataclass(frozen=True, slots=True)
class Orbits(Engine):
    """An engine that lists one solution of each orbit: its canonical form.

    Args:
        engine: who searches.
        blocking: have each solution forbid its orbit, instead of listing all and comparing.
    """

    name: ClassVar[str] = "orbits"
    engine: Engine
    blocking: bool = False

    @property
    def title(self) -> str:
        return self.engine.title

    def for_model(self, model: Model) -> Orbits:
        return replace(self, engine=self.engine.for_model(model))

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        if not self.blocking:
            found = self.engine.search(model)  # it may refuse the model before the group is made
        group = tuple(orbit) or model.symmetries()
        if self.blocking:
            found = self.engine.search(model, group)
        return _canonical(found, group)


def _canonical(
    found: Iterator[Solution | None], group: Sequence[Symmetry]
) -> Iterator[Solution | None]:
    seen: set[int] = set()
    for solution in found:
        if solution is None or solution.fingerprint in seen:
            yield None
            continue
        # The orbit's other members are remembered, so that each orbit is compared only once.
        seen.update(solution.image(symmetry).fingerprint for symmetry in group)
        yield solution.canonical(group)


def conjugacy_classes(group: Sequence[Symmetry]) -> Iterator[tuple[Symmetry, int]]:
    """A member of each conjugacy class of a group, and the size of the class.

    Conjugate symmetries leave equally many solutions alone, so Burnside needs one count a class.
    """
    squares = list(group[0].mapping)
    members = {symmetry.images: symmetry for symmetry in group}
    inverse = {
        symmetry.images: {image: square for square, image in symmetry.mapping.items()}
        for symmetry in group
    }
    done: set[tuple[Square, ...]] = set()
    for symmetry in group:
        if symmetry.images in done:
            continue
        conjugates = {
            tuple(other(symmetry(inverse[other.images][square])) for square in squares)
            for other in group
        }
        done |= conjugates & members.keys()
        yield symmetry, len(conjugates)
