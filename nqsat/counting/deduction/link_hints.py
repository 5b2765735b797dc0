"""Steps of reasoning about loops and paths, in words: moves that are made, and moves that cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from nqsat.chess import Square
from nqsat.compiling import EdgeReader, Formula
from nqsat.counting.deduction.known import FAULTS, Hint, Known, Words
from nqsat.counting.deduction.loops import Found, sums_beside
from nqsat.errors import InvalidModel
from nqsat.modelling import Model, Sum
from nqsat.modelling.path import OUTSIDE


class KnownLinks(Known):
    """The knowledge about the moves of loops and paths."""

    words: LinkWords

    def _in_order(self, formula: Formula) -> Iterator[list[Sum]]:
        yield sums_beside(formula)

    def _given(self) -> list[int]:
        units = (bound.literals for bound in self._sums if bound.low == len(bound.literals) == 1)
        return [x for (x,) in units if 0 < x <= self._atoms]

    def literal(self, text: str) -> int:
        with suppress(InvalidModel):
            return self.formula.variable(text)
        reason = (
            f"{text!r} is not a move here; write one as in {self.formula.name(1)}, or ~ before it"
        )
        raise InvalidModel("filled", reason)

    def _last(self, place: int, forced: list[int]) -> str:
        among, value = self._asked(place), self._state.value
        literals = (-x for x in self._sums[place].literals if x < 0)
        because = [x for x in literals if x <= self._atoms and value[x] > 0]
        names = self.words.names(forced)
        if because:
            return f"{self.words.names(because)} can only continue over {names}."
        if len(among) < 2:
            return f"There is no way but {names}."
        return f"Only {names} {'are' if len(forced) > 1 else 'is'} left {self.words.place(among)}."

    def _contradiction(self, place: int) -> str:
        if not self._asked(place):
            return "A clue can no longer be satisfied."
        return super()._contradiction(place)

    def _further(self) -> Hint | None:
        if found := next(self._state.found(), None):
            return self.hint(self._said(found), found.links)
        return self._refuted(near=True) or self._refuted(near=False)

    def _said(self, found: Found) -> str:
        if found.reason == "loop" and len(found.links) > 1:
            return "The loop is closed: nothing else is on it."
        named = self.words.few([abs(x) for x in found.links])
        if found.reason == "loop" and found.because:
            other = self.words.names(found.because[:1])
            return f"Not {named}: a loop would close without {other}."
        if found.reason == "apart":
            return f"Not {named}: no way leads there and back."
        return f"Not {named}: {FAULTS[found.reason]}."

    def _fault(self) -> str:
        state = self._state
        if state.fault:
            return FAULTS[state.fault.reason]
        among = self._asked(state.broken)
        if not among:
            return "a clue could not be satisfied"
        if len(among) < 2:
            return FAULTS["apart"]
        where = self.words.place(among)
        return f"{'too few' if state.lacked else 'too many'} moves would be {where}"


class LinkWords(Words):
    """The names of moves and their places."""

    def __init__(self, model: Model, formula: Formula) -> None:
        super().__init__(model)
        reader = formula.reader
        atoms = reader.moves if isinstance(reader, EdgeReader) else model.atoms
        self._ends = [tuple(x for x in atom if x != OUTSIDE) for atom in atoms]
        self._texts = [atom.text_on(model.board) for atom in atoms]
        self._marks = dict(model.clues)

    def _name(self, x: int, where: str) -> str:
        return self._texts[x - 1]

    def place(self, atoms: Iterable[int]) -> str:
        """Where some moves are: at a square, around a cell, or these moves."""
        some = [*atoms]
        ends = [self._ends[x - 1] for x in some]
        common = set(ends[0]).intersection(*ends)
        if len(common) == 1:
            return f"at {self._board.name(common.pop())}"
        squares = sorted({x for pair in ends for x in pair})
        if len(some) > 1 and (cell := self._cell(squares)):
            return cell
        return f"among {self.few(some)}"

    def _cell(self, squares: list[Square]) -> str:
        """The cell between four squares; empty if they lie otherwise."""
        rows, columns = ({x[axis] for x in squares} for axis in (0, 1))
        top, left = min(rows), min(columns)
        if max(rows) - top > 1 or max(columns) - left > 1:
            return ""
        first, last = (self._board.name(Square(top + k, left + k)) for k in (0, 1))
        mark = self._marks.get((top + 0.5, left + 0.5))
        return f"around the {mark or 'cell'} between {first} and {last}"
