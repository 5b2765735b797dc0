"""Searches that end too early, cut too much off, or add up wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from faults.fault import case, fault, placement, tour
from faults.planting import Plant, interpreted
from nqsat.engines import (
    BacktrackEngine,
    BitboardEngine,
    CpSatEngine,
    FrontierEngine,
    MatesEngine,
    SatEngine,
    Verdict,
)
from nqsat.evidence.effort import Effort
from nqsat.rules import Domination

__all__ = ["ENGINES"]

REFERENCE = BacktrackEngine()
ISOLATED = SatEngine(isolated=True)
DEEP = Effort(encodings=0, resolving=0, counters=("bitboard", "frontier"))

QUEENS = case("queens", n=6)
EIGHT_QUEENS = case("queens", n=8)
KINGS = placement("3x3", {"K": "any"})
DOMINATING = placement("3x3", {"K": "any"}, rules=[Domination()])
WAZIRS = tour("4x4", "W")
DIRECTED = tour("4x4", "W", unit="directed")
KING_TOURS = tour("3x4", "K")
THROUGH = tour("3x4", "K", through=["b1-c1"])
KNIGHTS = case("knights-tours", rows=3, columns=10)
#: Few men attack one another: so many arrangements that a number of 64 bits does not hold them.
MANY = placement("6x11", {"(5,9)": "any"})


def always_by_prefixes() -> AbstractContextManager[None]:
    """Small searches are cut by symmetry too."""
    return Plant("engines.bitboard:SOON", lambda right: -1.0).planted()


def _without_the_first_batch(right: Any) -> Any:
    def receive(pipe: Any) -> Any:
        message = right(pipe)
        return right(pipe) if message else message

    return receive


def _one_group_too_few(right: Any) -> Any:
    return lambda self, lacking, groups: right(self, lacking, groups[1:])


def _in_both_directions(right: Any) -> Any:
    def finished(self: Any, path: list[int]) -> Iterator[Any]:
        yield self._tour.path([self._squares[index] for index in path])

    return finished


def _unknown_is_no(right: Any) -> Any:
    def solve(self: Any) -> Verdict:
        verdict = right(self)
        return Verdict.UNSATISFIABLE if verdict is Verdict.UNKNOWN else verdict

    return solve


def _asked_again_after_an_interrupt(right: Any) -> Any:
    def solve(self: Any) -> Any:
        self.asked = getattr(self, "asked", 0) + 1
        if type(self._solver.solver).__name__ != "Minisat22":
            return right(self)
        if self.asked == 3:
            self._solver.interrupt()  # and never cleared
        found = self._solver.solve_limited(expect_interrupt=True)
        return Verdict.SATISFIABLE if found else Verdict.UNSATISFIABLE

    return solve


def _with_several_workers(right: Any) -> Any:
    def run(self: Any, put: Any) -> None:
        self.solver.parameters.num_workers = 8
        right(self, put)

    return run


def _with_a_limit(right: Any) -> Any:
    def run(self: Any, put: Any) -> None:
        self.solver.parameters.max_deterministic_time = 1e-5
        right(self, put)

    return run


def _up_to_the_fifth(right: Any) -> Any:
    def found(*given: Any) -> Iterator[Any]:
        for number, true in enumerate(right(*given)):
            if number == 5:
                return
            yield true

    return found


def _first_of_each_spared(right: Any) -> Any:
    def beside(variables: int, cliques: Iterable[int]) -> Any:
        return right(variables, [clique & clique - 1 for clique in cliques])

    return beside


def _weighing_one(right: Any) -> Any:
    return lambda *given: [prefix._replace(weight=1) for prefix in right(*given)]


def _nobody(right: Any) -> Any:
    return lambda self, tail: ()


def _without_carrying(right: Any) -> Any:
    def add(rows: Any, row: int, first: int, old: Any, other: int, start: int, limbs: int) -> None:
        for limb in range(limbs):
            rows[row, first + limb] += old[other, start + limb]

    return add


def _with_the_dead(right: Any) -> Any:
    def decided(rows: Any, first: int, after: int, masks: Any, *others: Any) -> Any:
        masks = masks.copy()
        masks[0] = 0
        return right(rows, first, after, masks, *others)

    return decided


def _whenever_it_closes(right: Any) -> Any:
    def compile_layers(graph: Any, order: Sequence[int]) -> Any:
        program = right(graph, order)
        return replace(program, layers=tuple(replace(x, last=True) for x in program.layers))

    return compile_layers


def _each_once(right: Any) -> Any:
    return lambda *given: replace(right(*given), each=1)


def _of_the_board(right: Any) -> Any:
    from nqsat.chess import symmetries

    return lambda model: symmetries(model.board)


def _none_on_three_ranks(right: Any) -> Any:
    return lambda short, long: "a theorem misread" if short == 3 else right(short, long)


def _eight_queens() -> object:
    found = [one for one in CpSatEngine().search(EIGHT_QUEENS.model) if one is not None]
    return f"{len(found)} placements, {len(set(found))} different"


ENGINES = (
    fault(
        "the reference gives up with just enough groups left: >= for >",
        Plant("engines.backtrack.placements:PlacementSearch._enough", _one_group_too_few),
        QUEENS,
        "verify: engines",
        "verify: counting",
        engine=REFERENCE,
    ),
    fault(
        "the reference lists closed tours in both directions",
        Plant("engines.backtrack.tours:TourSearch._finished", _in_both_directions),
        WAZIRS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
        engine=REFERENCE,
    ),
    fault(
        "a list is cut off and taken for complete",
        Plant("engines.loop:enumerate_true", _up_to_the_fifth),
        KINGS,
        "verify: engines",
    ),
    fault(
        "a spent budget of conflicts is taken for no",
        (
            Plant("engines.sat:PySatSession._solve", _unknown_is_no),
            Plant("engines.sat:CONFLICTS", lambda right: 1),
        ),
        QUEENS,
        "verify: engines",
    ),
    fault(
        "a solver is asked again after an interrupt",
        Plant("engines.sat:PySatSession._solve", _asked_again_after_an_interrupt),
        QUEENS,
        "verify: engines",
        engine=SatEngine(solver="minisat22"),
        witnesses=(REFERENCE, SatEngine(solver="minisat22")),
    ),
    fault(
        "a batch from the solver's process is lost",
        Plant("engines.isolated:_receive", _without_the_first_batch),
        QUEENS,
        "verify: engines",
        engine=ISOLATED,
        witnesses=(REFERENCE, ISOLATED),
    ),
    fault(
        "CP-SAT enumerates with several workers",
        Plant("engines.cpsat:_Own.run", _with_several_workers),
        EIGHT_QUEENS,
        "verify: engines",
        effort=Effort(encodings=0, resolving=0, invariants=0),
        answer=_eight_queens,
    ),
    fault(
        "CP-SAT stops at a limit that is taken for the end",
        Plant("engines.cpsat:_Own.run", _with_a_limit),
        QUEENS,
        "EngineFailure",
        guarded=True,
        engine=CpSatEngine(),
    ),
    fault(
        "the first man of each clique is in nobody's mask",
        Plant("engines.bitboard.reading:_beside", _first_of_each_spared),
        KINGS,
        "verify: engines",
        "verify: counting",
        engine=BitboardEngine(),
    ),
    fault(
        "men who may stand or not count once, however many they are",
        Plant("engines.bitboard.cover_search:comb", lambda right: lambda n, k: 1),
        DOMINATING,
        "verify: counting",
        "verify: sizes",
        engine=BitboardEngine(),
    ),
    fault(
        "no bit for nobody on a rank",
        Plant(
            "engines.bitboard.level_lists:LevelLists._all",
            lambda right: lambda self: self._mask(self._place),
        ),
        KINGS,
        "verify: engines",
        "verify: counting",
        engine=BitboardEngine(),
    ),
    fault(
        "orbits of prefixes weigh one",
        Plant("engines.bitboard.prefixes:_classes", _weighing_one),
        QUEENS,
        "verify: counting",
        engine=BitboardEngine(),
        under=always_by_prefixes,
    ),
    fault(
        "the frontier forgets which squares are forbidden",
        Plant("engines.frontier.residuals:Residuals._each", _nobody),
        KINGS,
        "verify: counting",
        "verify: sizes",
        engine=FrontierEngine(),
        effort=DEEP,
    ),
    fault(
        "the frontier does not carry into the upper half of a number",
        Plant("engines.frontier.kernel:_add", _without_carrying),
        MANY,
        "verify: counting",
        engine=FrontierEngine(),
        effort=Effort(solutions=100, counters=("bitboard", "frontier")),
        under=interpreted,
    ),
    fault(
        "a man stands on a forbidden square of a state",
        Plant("engines.frontier.kernel:_decided", _with_the_dead),
        KINGS,
        "verify: counting",
        engine=FrontierEngine(),
        witnesses=(REFERENCE,),
        effort=Effort(encodings=0, resolving=0, invariants=0, counters=("bitboard", "frontier")),
        under=interpreted,
    ),
    fault(
        "a cycle is closed before every square is on it",
        Plant("engines.mates.layers:compile_layers", _whenever_it_closes),
        KING_TOURS,
        "verify: counting",
        engine=MatesEngine(),
    ),
    fault(
        "directed tours are counted as undirected ones",
        Plant("engines.mates.graph:graph_of", _each_once),
        DIRECTED,
        "verify: counting",
        engine=MatesEngine(),
    ),
    fault(
        "states are folded by symmetries that the model has not",
        Plant("engines.mates.graph:symmetries_of", _of_the_board),
        THROUGH,
        "verify: counting",
        engine=MatesEngine(),
    ),
    fault(
        "a theorem is applied where it does not hold",
        Plant("engines.proof:_no_closed", _none_on_three_ranks),
        KNIGHTS,
        "verify: directions",
        "verify: cubes",
    ),
)
