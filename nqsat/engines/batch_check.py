"""Check solutions in blocks: whether each arrangement satisfies the model, evaluated with arrays.

Numbers, squares, presets and rules about pairs of pieces (``Rule.exclusions``) are checked in arrays. Every
other rule is checked by ``holds`` on each arrangement. The first arrangement of each block is also checked
by the model's own ``holds``.
"""

from __future__ import annotations

from typing import Any

from nqsat.engines.arrays import np
from nqsat.modelling import Block, PlacedPiece, Placement, Rule
from nqsat.modelling.rules.base import exclusions_of
from nqsat.modelling.rules.user_rules import rule_holds


class BatchChecker:
    """The requirements of a placement, compiled to arrays."""

    def __init__(self, model: Placement) -> None:
        self._model = model
        squares, self._kinds = model.board.squares, len(model.kinds)
        self._pieces = {
            PlacedPiece(square, kind.name): index * self._kinds + number
            for index, square in enumerate(squares)
            for number, kind in enumerate(model.kinds)
        }
        content = np.zeros((len(squares), self._kinds + 1), bool)  # what each square may contain
        given = {preset.square: preset.kind for preset in model.presets}
        for index, square in enumerate(squares):
            content[index, 0] = given.get(square) is None
            for number, kind in enumerate(model.kinds, start=1):
                wanted = square not in given or given[square] == kind.name
                content[index, number] = wanted and kind.may_stand(square)
        self._content = content
        self._tables, self._others = list[Any](), list[Rule]()
        for rule in model.rules:
            table = exclusions_of(rule, model.setting)
            if table is None:
                self._others.append(rule)
                continue
            masks = np.zeros((len(self._pieces), len(self._pieces)), bool)
            for piece, others in table.items():
                masks[self._pieces[piece], [self._pieces[other] for other in others]] = True
            np.fill_diagonal(masks, val=False)
            self._tables.append(np.packbits(masks, axis=1, bitorder="little"))

    def check_batch(self, block: Block) -> tuple[int | None, list[int]]:
        """The index of the first arrangement that is not a solution, or None; each fingerprint."""
        size = len(self._content)
        content = np.frombuffer(block.content, np.uint8).reshape(len(block), size)
        wrong: Any = (content > self._kinds).any(axis=1)
        standing = np.empty((len(block), size, self._kinds), bool)
        for number, kind in enumerate(self._model.kinds):
            np.equal(content, number + 1, out=standing[:, :, number])
            pieces = standing[:, :, number].sum(axis=1)
            low, high = kind.number.low, kind.number.high
            wrong |= pieces < low
            wrong |= pieces > (size if high is None else high)
        if not self._content.all():
            places = np.minimum(content, self._kinds)
            wrong |= ~self._content[np.arange(size), places].all(axis=1)
        every = standing.reshape(len(block), size * self._kinds)
        packed = np.packbits(every, axis=1, bitorder="little")
        row, piece = np.nonzero(every)
        for table in self._tables:
            wrong[row[(packed[row] & table[piece]).any(axis=1)]] = True
        first = int(np.argmax(wrong)) if wrong.any() else len(block)
        if len(block) and not self._model.holds(block[0]):
            first = 0
        for index, arrangement in enumerate(block if self._others else ()):
            if index >= first or not all(rule_holds(rule, arrangement) for rule in self._others):
                first = min(first, index)
                break
        marks, width = packed.tobytes(), packed.shape[1]
        starts = range(0, width * len(block), width) if width else [0] * len(block)
        found = [int.from_bytes(marks[i : i + width], "little") for i in starts]
        return (first if first < len(block) else None), found
