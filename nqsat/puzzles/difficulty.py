"""How hard a puzzle is: by the single steps that lead to its solution, and by the reference's search."""

from __future__ import annotations

from dataclasses import dataclass

from nqsat.engines.backtrack.placements import PlacementSearch
from nqsat.engines.backtrack.tours import TourSearch
from nqsat.modelling import Model, Tour, plural
from nqsat.puzzles.clues import formula_of
from nqsat.puzzles.steps import GRADES, Steps, steps

#: The reference is stopped when it has said so often that it is still at work: after every 1,024 nodes.
_SIGNS = 10


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is.

    Args:
        steps: see ``nqsat.puzzles.steps``, which says what a step is.
        nodes: of the tree in which the reference looks for all solutions.
        complete: whether it came to its end; else it has more nodes.
    """

    steps: Steps
    nodes: int
    complete: bool

    @property
    def word(self) -> str:
        """``easy``, ``medium``, ``hard`` or ``very hard``, by the hardest sort of step that it takes."""
        return GRADES[self.steps.grade]

    def __str__(self) -> str:
        one = self.steps
        taken = ((one.direct, "direct step"), (one.look_ahead, "look"), (one.chain, "chain"))
        words = [f"{number} {what}{'s' * (number != 1)}" for number, what in taken if number]
        words += ["then trial and error"] if one.open else []
        least = "" if self.complete else "more than "
        nodes = f"{least}{self.nodes:,} {plural(self.nodes, 'nodes')} of the reference"
        return f"{self.word}: {', '.join(words)}; {nodes}"


def difficulty(model: Model) -> Difficulty:
    """How hard it is to find the only solution of a model.

    Raises:
        InvalidModel, UnsupportedByEngine: it has no formula, or, a tour, no numbers.
    """
    search = TourSearch(model) if isinstance(model, Tour) else PlacementSearch(model)
    signs = 0
    for found in search.run():
        signs += found is None
        if signs == _SIGNS:
            break
    return Difficulty(steps(formula_of(model)), search.nodes, signs < _SIGNS)
