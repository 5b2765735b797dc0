"""How many solutions for each number of men, all numbers at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from nqsat.chess.drawn import Said, Shown
from nqsat.counting.count import Count
from nqsat.counting.digits import decimal
from nqsat.engines import Reason
from nqsat.errors import no_truth


@dataclass(frozen=True, slots=True, eq=False)  # equal as mappings are
class Sizes(Shown, Mapping[int, int]):
    """How many solutions a model of placements has for each number of men, of all kinds together.

    A mapping from the numbers of men that occur; of another number there are 0, as in a ``Counter``.

    Args:
        numbers: pairs of a number of men and how many solutions have so many, ascending; those that have
            none are left out. If the total is not complete, there are at least so many of each.
        total: the count of all of them, with the engine, the seconds, and why it is not complete.
    """

    numbers: tuple[tuple[int, int], ...]
    total: Count

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        return self.total.complete

    @property
    def reason(self) -> Reason | None:
        """Why they are not."""
        return self.total.reason

    @property
    def engine(self) -> str:
        """Who counted."""
        return self.total.engine

    @property
    def seconds(self) -> float:
        """Wall-clock seconds."""
        return self.total.seconds

    def __getitem__(self, men: int) -> int:
        """How many solutions have so many men."""
        if not isinstance(men, int):
            raise KeyError(men)
        return dict(self.numbers).get(men, 0)

    def __iter__(self) -> Iterator[int]:
        return (men for men, _ in self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __contains__(self, men: object) -> bool:
        return men in dict(self.numbers)

    def __bool__(self) -> NoReturn:
        raise no_truth(self, ".total.value, and .complete")

    def _said_(self) -> Said:
        return Said(str(self.total), self.total.by, numbers=self.numbers)

    def __str__(self) -> str:
        """In words, without the engine: ``0: 1, 1: 9, 2: 16; 26 placements``."""
        each = ", ".join(f"{men}: {decimal(number)}" for men, number in self.numbers)
        return f"{each}; {self.total}" if each else str(self.total)
