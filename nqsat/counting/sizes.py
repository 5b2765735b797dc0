"""How many solutions for each number of men, all numbers at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NoReturn

from nqsat.counting.count import Count
from nqsat.counting.digits import decimal
from nqsat.counting.finished import finished
from nqsat.counting.questions import prepared
from nqsat.counting.tally import Tally, tally
from nqsat.engines import AutoEngine, Engine, Reason
from nqsat.errors import InvalidModel, no_truth
from nqsat.modelling import Model, Tour, model_of


@dataclass(frozen=True, slots=True, eq=False)  # equal as mappings are
class Sizes(Mapping[int, int]):
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

    def __str__(self) -> str:
        """In words, without the engine: ``0: 1, 1: 9, 2: 16; 26 placements``."""
        each = ", ".join(f"{men}: {decimal(number)}" for men, number in self.numbers)
        return f"{each}; {self.total}" if each else str(self.total)


def count_by_size(
    model: Model | str,
    *,
    engine: str | Engine = AutoEngine.name,
    fixed_by: str | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    stage: Callable[[str], None] | None = None,
    **parameters: int | str,
) -> Sizes:
    """How many solutions a model has for each number of men.

    Args:
        model: a model of placements, or a name and ``parameters``.
        engine: ``"auto"`` for whoever is cheapest, another name of an engine, or an engine with options.
            Engines that list count the men of each solution.
        fixed_by: only the solutions that this symmetry leaves as they are.
        limit: stop when more than so many solutions have been listed.
        time_limit: stop after so many seconds.
        watch: called with the number found so far at every sign of life.
        stage: told in words where a count without a list stands.
        parameters: as for ``count``.

    Returns:
        the numbers; a limit makes them incomplete, never wrong.

    Raises:
        InvalidModel: the model is of a tour or has an objective, or an argument is not one of the above.
        UnsupportedByEngine: the engine cannot answer.
        Interrupted: Ctrl-C; its ``answer`` has the numbers found by then.
        EngineFailure: the engine broke, or gave a wrong solution.
    """
    asked = model_of(model, parameters)
    if isinstance(asked, Tour):
        raise InvalidModel("by", "size is a number of men, and a tour has none; leave it out")
    if asked.objective is not None:
        raise InvalidModel("by", "size is not for models with an objective; leave one of them out")
    title = engine if isinstance(engine, str) else engine.title
    found = Tally(0, complete=False, reason="interrupted", engine=title, seconds=0.0)
    with suppress(KeyboardInterrupt):
        if fixed_by is not None:
            asked = asked.fixed(fixed_by)
        found = tally(
            asked,
            prepared(asked, engine, time_limit),
            by_size=True,
            limit=limit,
            time_limit=time_limit,
            watch=watch,
            stage=stage,
        )
    total = Count(
        value=found.value,
        complete=found.complete,
        unit=asked.unit,
        modulo="none",
        engine=found.engine,
        method=found.method,
        seconds=found.seconds,
        fixed_by=fixed_by,
        reason=found.reason,
    )
    return finished(Sizes(found.sizes, total))
