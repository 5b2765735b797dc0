"""The engine ``sharpsat``: a model counter, ganak, on the complete CNF of a model. An independent check.

Nothing is listed and nothing of the other engines' searching is used: the formula is written as clauses,
and pyganak counts the assignments of the projection that satisfy them together with some of the
auxiliaries. Ganak splits the clauses into parts that share no variable and remembers the counts of
parts. It does its sums exactly, however large, but knows a part by 64 bits of a random hash: if a
million parts are remembered, the chance that two are taken for the same is about 3 in 10⁸.
Another ``seed`` takes another hash. ApproxMC, to which ganak's command line can turn, is never used.

Where ganak works no signal is heard, and it cannot be interrupted: so it works in a process of its own,
which is killed where it takes too long.

Reference: S. Sharma, S. Roy, M. Soos and K. Meel, GANAK: a scalable probabilistic exact model counter,
IJCAI 2019, 1169-1176.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar

from nqsat.compiling import CIRCUITS, ENCODINGS, Cnf, check_size, lower, to_cnf
from nqsat.engines.contract import Counter, Ranges
from nqsat.engines.listing.stream import closing
from nqsat.engines.plans.cubes import cube, cut, parts_of
from nqsat.engines.plans.plan import Estimate, Part, Plan, PlanFacts, Products, Progress, Stage
from nqsat.engines.solvers.subprocess_worker import converse
from nqsat.errors import InvalidModel, UnsupportedByEngine
from nqsat.modelling import Model

#: Bytes that ganak's memory of parts may grow to, and about what it takes besides.
MEMORY = 2_600_000_000

#: Seconds until a process has started and read the clauses, and parts counted in a second: measured.
START, RATE = 0.6, 1_000_000

#: With more places for men, or moves of a tour, than these no time is foretold.
MOST_PLACES = 40


def count_task(cnf: Cnf, seed: int = 0) -> Iterator[int | None]:
    """Count the assignments of the projection in a process of its own: None while at work, then the number.

    Args:
        cnf: the clauses.
        seed: of all that is left to chance.

    Raises:
        EngineFailure: the counter broke.
    """
    return converse(_alone, [(cnf, seed)], "pyganak")


def _alone(task: tuple[Cnf, int]) -> Iterator[list[int]]:
    """The other side, in the process of its own."""
    sys.set_int_max_str_digits(0)  # pyganak makes the number from its decimal digits
    yield [counted(*task)]


def counted(cnf: Cnf, seed: int = 0) -> int:
    """The number, once it is known."""
    import pyganak

    counter = pyganak.Counter(seed=seed)
    # Without any variable ganak does not look at the clauses; one more that is not counted changes nothing.
    counter.new_vars(cnf.variables + 1)
    counter.add_clauses(cnf.clauses)
    counter.set_sampling_set(cnf.projection)
    number: int = counter.count()
    return number


@dataclass(frozen=True, slots=True)
class SharpSatEngine(Counter):
    """Exact model counting of the projected CNF by pyganak, an optional extra.

    Args:
        encoding: how cardinalities are written; see ``nqsat.compiling.ENCODINGS``.
        circuit: how a tour's connectivity is; one of ``CIRCUITS``, but not ``lazy``: not complete.
        seed: a whole number from 0 on, for ganak's hash.

    Raises:
        InvalidModel: no such encoding, circuit or seed.
    """

    name: ClassVar[str] = "sharpsat"
    takes: ClassVar[tuple[type[Model], ...]] = (Model,)
    at_worst: ClassVar[bool] = True
    counts_sizes: ClassVar[bool] = False
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "encoding": tuple(encoding.name for encoding in ENCODINGS),
        "circuit": tuple(circuit.name for circuit in CIRCUITS),
    }
    ranges: ClassVar[Ranges] = {"seed": (0, 2**64 - 1)}
    encoding: str = "auto"
    circuit: str = "crt"
    seed: int = 0

    def __post_init__(self) -> None:
        Counter.__post_init__(self)
        if self.circuit == "lazy":
            raise InvalidModel("circuit", "lazy is no complete formula; choose another to count")

    @property
    def note(self) -> str:
        return (
            f"ganak knows parts by a 64-bit hash (seed {self.seed}): "
            "about 3 in 10⁸, for a million parts, that it is wrong"
        )

    def plan(self, model: Model, *, by_size: bool = False) -> Plan:
        self.accept(model, by_size=by_size)
        check_size(model)
        if find_spec("pyganak") is None:
            raise UnsupportedByEngine(
                self.name, "needs pyganak, which is not installed: pip install 'nqsat[sharpsat]'"
            )
        places = len(lower(model).projection)
        # Every assignment is a part of its own at worst. It never comes to that, but how far is unknown.
        seconds = START + 2**places / RATE if places <= MOST_PLACES else math.inf
        words = f"some of 2^{places:,} assignments, it is unknown how many"
        return SharpSatPlan(self, model, Estimate(seconds, MEMORY, words))


@dataclass(frozen=True, slots=True)
class SharpSatPlan(Plan):
    """A formula for ganak, or one for each of its cubes."""

    engine: SharpSatEngine
    model: Model
    cost: Estimate

    @property
    def facts(self) -> PlanFacts:
        return PlanFacts(self.engine.title, note=self.engine.note)

    @property
    def estimate(self) -> Estimate:
        return self.cost

    def stage(self, wanted: int, products: Products) -> Stage:
        return cut(self.model, wanted)

    def run(self, part: Part, stock: Any) -> Iterator[Progress]:
        engine = self.engine
        formula = lower(cube(self.model, part.data))
        cnf = to_cnf(formula, engine.encoding, engine.circuit)
        with closing(count_task(cnf, engine.seed)) as numbers:
            for number in numbers:
                yield Progress() if number is None else Progress(((0, number),))

    def restricted(self, part: Part) -> Model:
        return cube(self.model, part.data)

    def split(self, part: Part) -> tuple[Part, ...]:
        return parts_of(self.model, part)
