"""The engine ``sharpsat``: a model counter, ganak, on the complete CNF of a model. An independent check.

It lists nothing and shares no search code with other engines: the formula is encoded as clauses, and
pyganak counts the assignments of the projection that satisfy them together with some values of the
auxiliaries. Ganak splits the clauses into components without common variables and caches their counts. Its
arithmetic is exact, but it identifies a component by a random 64-bit hash: with a million cached
components, the probability that two are confused is about 3 in 10⁸. Another ``seed`` gives another hash.
ApproxMC, which ganak's command line can use, is never used.

Ganak cannot be interrupted, and signals are not handled while it works: so it works in a process of its
own, which is killed if it takes too long.

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
from nqsat.engines import (
    Counter,
    CubePlan,
    Estimate,
    Facts,
    Plan,
    Progress,
    Ranges,
    closing,
    run_in_worker,
)
from nqsat.errors import InvalidModel, MissingPackage, UnsupportedByEngine
from nqsat.formulas import CnfProblem, clauses_of
from nqsat.modelling import Model

#: Maximum bytes of ganak's component cache, including the other memory that it needs.
MEMORY = 2_600_000_000


def count_task(cnf: Cnf | CnfProblem, seed: int = 0) -> Iterator[int | None]:
    """Count the assignments of the projection in a worker process; yield None until the number is known."""
    return run_in_worker(_count_in_worker, [(cnf, seed)], "pyganak")


def _count_in_worker(task: tuple[Cnf | CnfProblem, int]) -> Iterator[list[int]]:
    sys.set_int_max_str_digits(0)  # pyganak parses the number from decimal digits
    yield [count_projected(*task)]


def count_projected(cnf: Cnf | CnfProblem, seed: int = 0) -> int:
    """Count in this process."""
    import pyganak

    counter = pyganak.Counter(seed=seed)
    # Without variables ganak ignores the clauses; an additional variable outside the projection is
    # harmless.
    counter.new_vars(cnf.variables + 1)
    counter.add_clauses(cnf.clauses)
    counter.set_sampling_set(cnf.projection)
    number: int = counter.count()
    return number


@dataclass(frozen=True, slots=True)
class SharpSatEngine(Counter):
    """Exact model counting of the projected CNF by pyganak, an optional extra.

    Args:
        encoding: how cardinalities are encoded; see ``nqsat.compiling.ENCODINGS``.
        circuit: how a tour's connectivity is encoded; one of ``CIRCUITS``, but not ``lazy``, which is
            incomplete.
        seed: an integer from 0 on, for ganak's hash.
        memory: bytes that the count may use; see ``MemoryWatch``.

    Raises:
        InvalidModel: an option has a value that is not allowed.
    """

    name: ClassVar[str] = "sharpsat"
    skips_squares: ClassVar[bool] = True
    takes: ClassVar[tuple[type[Model], ...]] = (Model,)
    counts_sizes: ClassVar[bool] = False
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "encoding": tuple(encoding.name for encoding in ENCODINGS),
        "circuit": tuple(circuit.name for circuit in CIRCUITS),
    }
    ranges: ClassVar[Ranges] = {"seed": (0, 2**64 - 1), "memory": (1, None)}
    encoding: str = "auto"
    circuit: str = "binary"
    seed: int = 0
    memory: int | None = None

    def __post_init__(self) -> None:
        Counter.__post_init__(self)
        if self.circuit == "lazy":
            raise InvalidModel("circuit", "lazy is not a complete formula; choose another to count")

    @property
    def note(self) -> str:
        return (
            f"ganak identifies parts by a 64-bit hash (seed {self.seed}), "
            "which errs in about 3 of 10⁸ runs with a million parts"
        )

    def for_model(self, model: Model | CnfProblem) -> SharpSatEngine:
        if isinstance(model, CnfProblem) and model.weights is not None:
            raise UnsupportedByEngine(self.name, "counts no weights", ("frontier", "sat"))
        return self

    def count(
        self, model: Any, *, by_size: bool = False, workers: int | None = 1
    ) -> Iterator[Progress]:
        self._check(model, by_size=by_size)
        yield Progress(facts=self._facts)
        formula = isinstance(model, CnfProblem)
        cnf = clauses_of(model) if formula else to_cnf(lower(model), self.encoding, self.circuit)
        with closing(count_task(cnf, self.seed)) as numbers:
            for number in numbers:
                yield Progress() if number is None else Progress(((0, number),))

    def plan(self, model: Any, *, by_size: bool = False) -> Plan:
        self._check(model, by_size=by_size)
        return CubePlan(self, model, self._facts)

    @property
    def _facts(self) -> Facts:
        cost = Estimate(math.inf, MEMORY, "it is unknown how many assignments are alike")
        return Facts(self.title, note=self.note, cost=cost)

    def _check(self, model: Model | CnfProblem, *, by_size: bool) -> None:
        if not isinstance(model, CnfProblem):
            self.accept(model, by_size=by_size)
            check_size(model)
        if find_spec("pyganak") is None:
            raise UnsupportedByEngine(self.name, str(MissingPackage("pyganak")))
