"""Mistakes are planted where they are made, and who has to object does: verify, a guard, the checker.

Some for each stage, from the chess facts to the certificate; all others are planted by
``benchmarks/mutants.py``, against the tests of their files. A catcher that is always red catches nothing:
each is asked without the mistake too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from planted import named
from support.day_subset import some
from support.fault_injection import Mutant, mistake, planted

from nqsat import Board, Placement, Tour, count, optimise, solutions
from nqsat.engines import BacktrackEngine, CpSatEngine, Engine, SatEngine
from nqsat.errors import NqsatError
from nqsat.evidence import Effort, Result, certify, verify
from nqsat.modelling import Model
from nqsat.rules import Objective, Pieces
from nqsat.sources import find_family

#: Who objects, and in which words.
Found = Mapping[str, str]
Look = Callable[[Path], Found]

ALL = (BacktrackEngine(), SatEngine(), CpSatEngine())

QUEENS = find_family("queens")(n=6)
SOME_QUEENS = Placement("5x5", {"Q": 4}, presets=["Q@b1"])  # no solution is an image of another
KINGS = Placement("3x3", {"K": "any"})
SOME_KINGS = Placement("3x4", {"K": "2..3"})
WAZIRS = Tour("4x4", "W")
KING_TOURS = Tour("3x4", "K")
WALLED = Placement(Board.from_map("..#.\n...."), {"R": 2})
LARGEST = Placement("3x3", {"K": "any"}, objective=Objective("maximise", Pieces()))


# -- who looks -------------------------------------------------------------------------------------


def by_verify(
    model: Model | None = None, family: str = "", effort: Effort | None = None, **params: int | str
) -> Look:
    asked = model or find_family(family)(**params)
    little = effort or Effort(encodings=0, certified=-1)

    def look(_: Path) -> Found:
        found = verify(asked, family=family, params=params, witnesses=ALL, effort=little)
        return {check.name: check.detail for check in found.checks if check.result is Result.DIFFER}

    return look


def by_optimum(engine: Engine) -> Look:
    """The most pieces of all solutions, where an engine that has no cores finds another number."""

    def look(_: Path) -> Found:
        most = max(len(solution.pieces) for solution in solutions(LARGEST.with_objective(None)))
        found = optimise(LARGEST, engine=engine).value
        return {} if found == most else {"optimum": f"{found} for {most}"}

    return look


def by_guard(ask: Callable[[Path], object]) -> Look:
    def look(folder: Path) -> Found:
        try:
            ask(folder)
        except NqsatError as error:
            return {type(error).__name__: str(error)}
        return {}

    return look


def counted(model: Model, engine: Any, **question: Any) -> Look:
    return by_guard(lambda _: count(model, engine=engine, **question))


def certified(model: Model, **question: Any) -> Look:
    return by_guard(lambda folder: certify(model, folder / "it", **question))


class Case(NamedTuple):
    """A mistake, of the table or of its own; where it shows; and who must object."""

    wrong: str | Mutant
    look: Look
    catchers: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.wrong if isinstance(self.wrong, str) else self.wrong.name


def case(wrong: str | Mutant, look: Look, *catchers: str) -> Case:
    return Case(wrong, look, catchers)


NO_SYMMETRY = Effort(encodings=0, invariants=0)
FRONTIER = Effort(encodings=0, invariants=0, counters=("bitboard", "frontier"), methods=True)
LIMITED = mistake(
    "nqsat/engines/solvers/cpsat.py",
    "CP-SAT stops at a limit",
    "self.solver.parameters.random_seed = seed",
    "self.solver.parameters.max_deterministic_time = 1e-5",
)
SEVERAL = mistake(
    "nqsat/engines/solvers/cpsat.py",
    "CP-SAT enumerates with several workers",
    "self.solver.parameters.num_workers = 1",
    "self.solver.parameters.num_workers = 8",
)

CASES = (
    # facts: all engines believe them
    case("a wrap at the left and upper edges only",
        by_verify(family="peaceful", board="torus:4x4", pieces="K=any,R=1"),
        "published", "closed under symmetry"),
    case("a flat board is shifted too", by_verify(KINGS), "closed under symmetry"),
    case("walls do not stop riders", certified(WALLED), "EngineFailure"),
    case("half of the board's symmetries are missed", certified(KINGS, modulo="symmetry"),
        "CertificateRejected"),
    # rules and models
    case("sight past a piece in the meaning", by_verify(family="rooks-with-pawns", n=4, k=1),
        "engines", "published"),
    case("a line is left out", counted(QUEENS, SatEngine()), "WrongSolution"),
    case("a tour and its reverse are two, where direction does not matter",
        by_verify(Tour("4x4", "K", through=("a1-b2",)), effort=NO_SYMMETRY), "engines",
        "closed under symmetry"),
    case("undirected tours where directed ones are asked for", by_verify(WAZIRS), "directions"),
    # formulas
    case("presets do not reach the formula", counted(SOME_QUEENS, SatEngine()), "WrongSolution"),
    case("a clause too many", by_verify(QUEENS), "engines"),
    case("true literals only, though sizes differ", by_verify(KINGS, effort=Effort(certified=-1)),
        "encodings"),
    case("a cut has one literal too few", by_verify(WAZIRS), "engines"),
    case("a bound off by one on its way to CP-SAT", by_verify(SOME_KINGS), "engines"),
    # the loop, and what is looked at behind it
    case("a solution is forbidden without its images",
        counted(Placement("5x5", {"Q": 3}), SatEngine()), "WrongSolution"),
    case("a limit is taken for completeness",
        by_verify(KINGS, effort=Effort(5, encodings=0)), "counting"),
    # engines
    case("the reference gives up with just enough groups left", by_verify(QUEENS),
        "engines", "counting"),
    case(LIMITED, counted(QUEENS, CpSatEngine()), "EngineFailure"),
    case(SEVERAL, by_verify(find_family("queens")(n=8), effort=NO_SYMMETRY), "engines"),
    case("the first piece of each clique is in nobody's mask", by_verify(KINGS), "engines"),
    case("a piece stands on a forbidden square of a state", by_verify(KINGS, effort=FRONTIER),
        "counting"),
    case("a cycle is closed before every square is on it", by_verify(KING_TOURS), "counting"),
    case("a theorem is applied where it does not hold",
        by_verify(family="knights-tours", rows=3, columns=10), "counting"),
    # counts that are made of others
    case("Burnside with classes of one", by_verify(KINGS), "orbits"),
    case("two cubes are dropped", by_verify(QUEENS), "cubes"),
    case("the first solution is taken for the best", by_optimum(SatEngine(solver="lingeling")),
        "optimum"),
    case("a cycle of any voltage is taken for one tour",
        by_verify(Tour("3x4", "K", fixed_by="rot180"), effort=NO_SYMMETRY), "counting"),
    case("published values have a digit too many", by_verify(family="queens", n=5), "published"),
    # certificates
    case("presets are lost when a model is written", certified(SOME_QUEENS), "CertificateRejected"),
    case("half of what was counted is claimed", certified(KINGS, proof="recount"),
        "CertificateRejected"),
)  # fmt: skip


@pytest.mark.parametrize("one", some(CASES, 3))
def test_a_mistake_is_objected_to(one: Case, tmp_path: Path) -> None:
    wrong = named(one.wrong) if isinstance(one.wrong, str) else one.wrong
    calm, loud = tmp_path / "calm", tmp_path / "loud"
    calm.mkdir()
    loud.mkdir()
    assert one.look(calm) == {}, "a catcher objects to what is right"
    with planted(wrong):
        found = one.look(loud)
    assert {*one.catchers} <= {*found}, found
