"""Certificates of counts that nobody lists: the model, an order and the number, to be counted again."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from nqsat.chess import Square
from nqsat.compiling import lower
from nqsat.compiling.sums import bounds_of
from nqsat.counting import Count, Modulo, count
from nqsat.engines import Reason
from nqsat.engines.frontier.order import narrowest
from nqsat.errors import Interrupted
from nqsat.evidence import checker
from nqsat.evidence.certificate.folder import write_lines
from nqsat.evidence.certificate.work import Incomplete, Work, facts_of, too_large
from nqsat.modelling import Model, Tour

#: More solutions than these are recounted unless somebody wants a list.
LONG = 20_000


@dataclass
class Recounted(Work):
    """A certificate without a list in the making.

    Args:
        layers: whether the states are written too.
    """

    layers: bool = False
    _found: Count | None = field(default=None, init=False)

    def count(self, reason: Reason | None) -> Count:
        if self._found is not None:
            return self._found
        seconds, unit = self.clock.seconds, self.model.unit
        return Count(0, unit, self.modulo, "", engine="auto", seconds=seconds, reason=reason)

    def long(self) -> bool:
        """Whether a list would be long."""
        return self._counted().value > LONG

    def write(self, folder: Path) -> int:
        model, made = self.model, dict[str, object]()
        labelled = found = self._counted()
        if self.modulo == "symmetry":
            found = self._counted(modulo="symmetry")
        self.labelled = labelled.value
        if model.objective is not None:
            made["best"] = best = found.optimum.value if found.optimum is not None else None
            model = model.settled(best)
        order = order_of(model)
        write_lines(folder / "order.txt", order)
        if self.layers:
            made["layers"] = self._written(folder, order)
        return self.sealed(folder, made, found.value, proof="recount", engine=found.engine)

    def _written(self, folder: Path, order: Sequence[str]) -> list[str]:
        """Write the states after each square as the checker goes through them; how many, and ways there.

        Raises:
            Incomplete: the time was over.
        """
        made: list[str] = []

        def write(number: int, states: checker.States) -> None:
            self.tick(self.labelled)
            place = folder / checker.layer_name(number)
            place.parent.mkdir(exist_ok=True)
            with place.open("wb") as file:
                file.writelines(checker.lines_of(states))
            made.append(f"{len(states)} {sum(states.values())}")

        recount = checker.Recount(sys.maxsize)
        recount.note = write
        recount.solutions(self.facts, [self.facts.decided.index(name) for name in order])
        return made

    def _counted(self, modulo: Modulo = "none") -> Count:
        """What the engine says that ``auto`` takes; asked once.

        Raises:
            Incomplete: the time was over.
        """
        if self._found is not None and self._found.modulo == modulo:
            return self._found
        left = self.clock.left
        try:
            self._found = count(self.model, modulo=modulo, time_limit=left, watch=self.watch)
        except Interrupted as stopped:
            self._found = cast("Count", stopped.answer)
            raise
        if self._found.reason is not None:
            raise Incomplete(self._found.reason)
        return self._found


def recount_of(model: Model, most_states: int) -> int:
    """How many solutions the checker counts.

    Raises:
        InvalidModel: it does not know the model.
        UnsupportedByEngine: it would have more states.
    """
    facts = facts_of(model)
    place = {name: number for number, name in enumerate(facts.decided)}
    try:
        order = [place[name] for name in order_of(model)]
        return checker.Recount(most_states).solutions(facts, order)
    except checker.TooLarge as refused:
        raise too_large(str(refused)) from None


def order_of(model: Model) -> list[str]:
    """The order in which a recount decides the men of a model, or goes through the squares of a tour.

    Men as ``frontier`` does where it has the fewest bits to remember. Squares along the longer side of the
    board, each line from its ends to its middle, which leaves few loose ends on the way.
    """
    if isinstance(model, Tour):
        board = model.board
        wide = board.columns > board.rows

        def place(square: Square) -> tuple[int, int, int]:
            along, across = (square.column, square.row) if wide else (square.row, square.column)
            return along, -abs(2 * across - (board.rows if wide else board.columns) + 1), across

        return [square.name(board.rows) for square in sorted(board.squares, key=place)]
    formula = lower(model)
    men = set(formula.projection)
    order = narrowest(formula, bounds_of(formula)).variables
    return [formula.reader.name(x) for x in order if x in men]
