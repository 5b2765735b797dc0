"""The states of a layer as an array, with their counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from nqsat.engines.arrays import np, row, to_int

Rows = np.ndarray[Any, np.dtype[np.uint64]]


class LayerStates(NamedTuple):
    """The progress of a run: the states after some layers, with their counts."""

    place: int  # number of layers done
    rows: Rows  # one row for each state: its key, then a count for each number of pieces
    sizes: int  # number of counts per row
    total: int = 0  # number of solutions that are already complete

    @property
    def arrays(self) -> dict[str, Any]:
        """The states by name, for a store."""
        total = row(self.total, self.total.bit_length() // 64 + 1)
        return {"rows": self.rows, "sizes": np.array([self.sizes]), "total": total}

    @classmethod
    def of(cls, place: int, arrays: Mapping[str, Any]) -> LayerStates:
        """The states from arrays of a store, after a number of layers."""
        rows, sizes, total = (arrays[name] for name in ("rows", "sizes", "total"))
        return cls(place, np.asarray(rows), int(sizes[0]), to_int(total))

    def limbs(self, words: int) -> int:
        """Limbs of each count, given the number of words of a key."""
        return int(self.rows.shape[1] - words) // max(self.sizes, 1)

    def wider(self, words: int, sizes: int, limbs: int) -> LayerStates:
        """The same states with room for more counts and limbs."""
        old = (len(self.rows), self.sizes, self.limbs(words))
        if old[1:] == (sizes, limbs):
            return self
        numbers = np.zeros((len(self.rows), sizes, limbs), np.uint64)
        numbers[:, : old[1], : old[2]] = self.rows[:, words:].reshape(old)
        flat = numbers.reshape(len(numbers), sizes * limbs)
        rows = np.concatenate((self.rows[:, :words], flat), axis=1)
        return self._replace(rows=rows, sizes=sizes)

    def numbers(self, words: int) -> list[int]:
        """Numbers of solutions, one for each number of pieces, when everything is decided."""
        found = [0] * self.sizes
        for counts in self.rows[:, words:].reshape(-1, self.sizes, self.limbs(words)):
            found = [to_int(number) + more for number, more in zip(counts, found, strict=True)]
        return [found[0] + self.total, *found[1:]]
