"""Systems of bounds: what the checker's recount counts, for the verified program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nqsat.errors import InvalidModel
from nqsat.evidence import checker
from nqsat.extensions.verified.problem import input_text


class BoundSystem(NamedTuple):
    """The problem of counting the assignments to variables 0, 1, 2, … that satisfy all bounds."""

    variables: int
    bounds: tuple[checker.Bound, ...]

    #: If orbits are counted as well: the symmetries, each as the images of all variables.
    maps: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(
        cls,
        model: checker.Model,
        order: list[int],
        more: Sequence[checker.Bound] = (),
        image: checker.Literals = (),
    ) -> BoundSystem:
        """Return the bounds that the checker's recount counts: its facts about a model, in an order."""
        if isinstance(model, checker.Tour):
            reason = "the verified program counts placements and factors, not tours"
            raise InvalidModel("verified", reason)
        if model.graphs:
            reason = "the verified program counts by bounds; connected pieces are not one"
            raise InvalidModel("verified", reason)
        open_bounds = checker.open_bounds(model, order, more, image)
        if open_bounds is None:
            return NOTHING
        opened, _ = open_bounds
        place = {x: number for number, x in enumerate(opened)}
        numbered = (
            (tuple((place[x], weight) for x, weight in terms), low, high)
            for bounds in opened.values()
            for terms, low, high in bounds
        )
        return cls(len(opened), tuple(numbered))

    @classmethod
    def modulo_symmetry(
        cls, model: checker.Model, order: list[int], more: Sequence[checker.Bound] = ()
    ) -> BoundSystem | None:
        """Return the bounds with the checker's symmetries, if these map all bounds to bounds; else None.

        They are not defined on auxiliary variables; and the facts that the checker derives are about rows
        and columns, not about the third axis of hexagons.
        """
        if model.inputs:
            return None
        asked, place = cls.of(model, order, more), {x + 1: number for number, x in enumerate(order)}
        if asked == NOTHING:
            return asked
        maps = tuple(tuple(place[image[x + 1]] for x in order) for image in model.maps)
        known = {(tuple(sorted(terms)), low, high) for terms, low, high in asked.bounds}
        images = (
            (tuple(sorted((image[x], weight) for x, weight in terms)), low, high)
            for image in maps
            for terms, low, high in known
        )
        return asked._replace(maps=maps) if all(image in known for image in images) else None

    @property
    def size(self) -> str:
        """The size of the system, for readers."""
        return f"{len(self.bounds)} bounds on {self.variables} variables"

    @property
    def line(self) -> str:
        """The input line for the program."""
        bounds = tuple((low, high, *terms) for terms, low, high in self.bounds)
        word, maps = (("orbits",), (self.maps,)) if self.maps else ((), ())
        return input_text((*word, self.variables, bounds, *maps))


#: A system without solutions, for a violated bound without variables.
NOTHING = BoundSystem(0, (((), 1, 1),))
