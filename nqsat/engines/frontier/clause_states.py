"""The states by which clauses are counted, layer by layer: what a proof of their number refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from nqsat.engines.frontier.clauses import UniqueCnf
from nqsat.engines.frontier.program import Layer, compile_program, trace_layers
from nqsat.engines.frontier.residuals import Residual, Residuals, demands_of
from nqsat.engines.machine import memory_limit


class StateLayers(NamedTuple):
    """The states before each decision.

    Args:
        states: each as a mask of bits, see ``ClauseStates.decisions``.
        successors: for each layer an array: row 0 has the successors of its states if the variable is
            false, row 1 if it is true. A number beyond the next layer means that there is none.
        models: the number of models.
    """

    states: list[list[int]]
    successors: list[Any]
    models: int


class ClauseStates:
    """The decisions of the variables of clauses, and the states between them.

    Args:
        formula: the clauses.

    Attributes:
        residuals: the rest of the clauses when some variables are decided.
    """

    def __init__(self, formula: UniqueCnf) -> None:
        self._formula = formula
        self.residuals = Residuals(demands_of(formula.sums, formula.order))

    def decisions(self) -> Iterator[tuple[Layer, Mapping[Residual, int]]]:
        """Yield each decision, and which bit of the states before it stands for which residual."""
        return trace_layers(self.residuals, self._formula.order)

    def layers(self, most: int) -> StateLayers | None:
        """Return the states; None if there are more than ``most``, or more than fit into memory."""
        from nqsat.engines.frontier.run import successors_of
        from nqsat.engines.layered.links import LayerChoices, LinkedLayers
        from nqsat.engines.layered.run import TooWide, linked

        order = self._formula.order
        program = compile_program(self._formula.sums, order)
        states, turns, number = list[list[int]](), list[LayerChoices](), 0
        try:
            for rows, turn in linked(program, memory_limit(None)):
                number += len(rows)
                if number > most:
                    return None
                text, width = rows.tobytes(), rows.shape[1] * rows.itemsize
                each = range(0, len(text), width)
                states.append([int.from_bytes(text[i : i + width], "little") for i in each])
                turns.append(turn)
        except TooWide:
            return None
        total = LinkedLayers(order, turns).total
        return StateLayers(states, [*map(successors_of, turns)], total)
