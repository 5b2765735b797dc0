"""The engine ``auto``: for each question the cheapest engine that is exact, by what each says it will take.

A list is as long as there are solutions, which nobody knows; ``guess`` knows it roughly and at once,
without a compiled kernel. If the list is short it is made, by ``sat``. If not, the engines that count
without listing are asked, unless compiling their kernels alone would take longer than the list; the
least of all estimates decides. Estimates are orders of magnitude; answers are exact, whoever gives them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from nqsat.compiling import check_size, lower
from nqsat.engines.bitboard import BitboardEngine
from nqsat.engines.contract import Counter, Engine, Estimate
from nqsat.engines.frontier import FrontierEngine
from nqsat.engines.guess import guess
from nqsat.engines.mates import MatesEngine
from nqsat.engines.sat import SatEngine
from nqsat.errors import UnsupportedByEngine

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nqsat.chess import Symmetry
    from nqsat.modelling import Arrangement, Model, Placement, Solution

__all__ = ["AutoEngine", "Weighed"]

#: Who is asked what a count without a list would take.
ASKED: tuple[Counter, ...] = (BitboardEngine(), FrontierEngine(), MatesEngine())

#: A list that takes no longer than this is made at once, and an engine that cannot save so much is not
#: asked: asking takes as long.
SOON = 0.5

#: Seconds for a solution that ``sat`` lists, and for a node of the search tree that ``guess`` looks at.
LISTED, VISITED = 1.5e-4, 2e-6


class Weighed(NamedTuple):
    """An engine and what it says a count would take.

    Args:
        engine: the engine.
        estimate: what it says, with the compilation of its kernels; None if it is not for this question.
        refusal: why not.
    """

    engine: Engine
    estimate: Estimate | None
    refusal: str = ""

    @property
    def seconds(self) -> float:
        """What it says, or infinity."""
        return math.inf if self.estimate is None else self.estimate.seconds

    def __str__(self) -> str:
        """``mates: about 100 s, 1,200 MB: about 10,000,000 states in …``."""
        if self.estimate is None:
            return f"{self.engine.name}: {self.refusal}"
        seconds, memory, words = self.estimate
        size = f", {memory / 1e6:,.0f} MB" if memory else ""
        return f"{self.engine.name}: about {_rounded(seconds)} s{size}: {words}"


@dataclass(frozen=True, slots=True)
class AutoEngine(Engine):
    """Whoever is cheapest: ``ranked`` for counts; lists are made by ``sat``.

    Args:
        isolated: for ``sat``: see ``SatEngine``.
        tell: called with a line for every engine that was weighed, and one for the engine taken.
    """

    name: ClassVar[str] = "auto"
    isolated: bool = False
    tell: Callable[[str], None] | None = field(default=None, repr=False, compare=False)

    @property
    def title(self) -> str:
        return self.name

    @property
    def lister(self) -> SatEngine:
        """Who makes lists."""
        return SatEngine(isolated=self.isolated)

    def for_model(self, model: Model) -> SatEngine:
        return self.lister.for_model(model)

    def search(self, model: Model, orbit: Sequence[Symmetry] = ()) -> Iterator[Solution | None]:
        return self.lister.search(model, orbit)

    def improve(self, model: Placement) -> Iterator[Arrangement | int | None]:
        return self.lister.improve(model)

    def ranked(self, model: Model, time_limit: float | None = None) -> tuple[Engine, ...]:
        """Engines that count the solutions of a model, the cheapest first; the last one lists them.

        An engine further back is for the case that those before it need more memory than they have
        said. With a time limit that all exceed, those come first whose numbers grow as they go on.

        Args:
            model: the model, without an objective.
            time_limit: how many seconds there are.

        Raises:
            UnsupportedByEngine: it is too large for a list, and nobody else can count it.
        """
        every = self._weighed(model, math.inf if time_limit is None else time_limit)
        usable = sorted(
            (one for one in every if one.estimate is not None),
            key=lambda one: (_is_late(one, time_limit), one.seconds),
        )
        for one in every:
            self.say(str(one))
        if not usable:
            check_size(model)  # which says why
        engines = [one.engine for one in usable]
        if self.lister in engines:  # nobody after it will be asked
            engines = engines[: engines.index(self.lister)]
        engines.append(self.lister)
        self.say(f"taken: {engines[0].name}")
        return tuple(engines)

    def _weighed(self, model: Model, limit: float) -> list[Weighed]:
        listing = self._listing(model)
        if listing.seconds <= SOON:
            return [listing]
        every = [listing]
        for counter in ASKED:
            most = min(limit, *(one.seconds for one in every))
            every.append(_asked(counter, model, most))
        return every

    def _listing(self, model: Model) -> Weighed:
        """What a list would take."""
        try:
            check_size(model)
        except UnsupportedByEngine as error:
            return Weighed(self.lister, None, error.reason)
        found = guess(lower(model))
        if found is None:
            return Weighed(self.lister, Estimate(math.inf, 0, "nobody knows how many to list"))
        seconds = LISTED * found.solutions + VISITED * found.nodes
        words = f"about {_rounded(found.solutions)} solutions to list"
        if not found.solutions:
            words = f"no solution was met by chance, about {_rounded(found.nodes)} nodes to search"
        return Weighed(self.lister, Estimate(seconds, 0, words))

    def say(self, line: str) -> None:
        """Tell whoever wants to know."""
        if self.tell is not None:
            self.tell(line)


def _asked(counter: Counter, model: Model, most: float) -> Weighed:
    """What a counter says, unless it could hardly be done before so many seconds have passed."""
    warm_up = counter.warm_up()
    if warm_up > most - SOON:
        return Weighed(counter, None, f"not asked: to load or compile it takes {warm_up:.1f} s")
    try:
        estimate = counter.estimate(model)
    except UnsupportedByEngine as error:
        return Weighed(counter, None, error.reason)
    return Weighed(counter, estimate._replace(seconds=estimate.seconds + warm_up))


def _is_late(one: Weighed, time_limit: float | None) -> bool:
    """Whether a clock would stop it before it has anything to say."""
    if time_limit is None or one.seconds <= time_limit:
        return False
    return isinstance(one.engine, Counter) and not one.engine.lists


def _rounded(number: float) -> str:
    """Two digits are more than an estimate deserves."""
    if number >= 1e6:
        return f"{number:.0e}"
    return f"{float(f'{number:.2g}'):,.10g}"
