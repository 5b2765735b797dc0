"""Formulas that say too little or too much, and wrong ways to forbid a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from faults.fault import case, fault, placement, tour
from faults.planting import Plant
from nqsat.compiling import Cnf
from nqsat.engines import BitboardEngine, CpSatEngine, SatEngine
from nqsat.rules import AtMost, Man

__all__ = ["COMPILING"]

QUEENS = case("queens", n=6)
SOME_QUEENS = placement("4x4", {"Q": "3"})
KINGS = placement("3x3", {"K": "any"})
SOME_KINGS = placement("3x4", {"K": "2..3"})
TWO_KINDS = placement("2x3", {"W": "2", "F": "2"}, rules=[])
GIVEN = placement("4x4", {"N": "3"}, presets=["N@a1"])
WAZIRS = tour("4x4", "W")
KING_TOURS = tour("3x3", "K")
LONG_KING_TOURS = tour("3x4", "K", unit="directed")
OPEN = tour("2x3", "K", closed=False, start="a1")


def _cnf(change: Any) -> Any:
    def wrapped(right: Any) -> Any:
        def to_cnf(*given: Any) -> Cnf:
            cnf: Cnf = right(*given)
            return replace(cnf, clauses=change(cnf.clauses))

        return to_cnf

    return wrapped


def _without_the_first_square(right: Any) -> Any:
    def one_each(model: Any, table: Any) -> Iterator[Any]:
        return iter([*right(model, table)][1:])

    return one_each


def _one_group_more(right: Any) -> Any:
    return lambda formula: [number._replace(bound=number.bound + 1) for number in right(formula)]


def _one_less_than_counted(right: Any) -> Any:
    return lambda self, bound, literals: right(self, bound - 1, literals)


def _auxiliaries_used_again(right: Any) -> Any:
    def by_pysat(self: Any, bound: int, literals: tuple[int, ...]) -> list[tuple[int, ...]]:
        top = self.top
        clauses = list(right(self, bound, literals))
        self.top = top
        return clauses

    return by_pysat


def _one_literal_too_few(right: Any) -> Any:
    return lambda self, true: right(self, true)[:-1]


def _as_if_all_were_as_large(right: Any) -> Any:
    return lambda formula: replace(right(formula), fixed_size=True)


def _over_all_variables(right: Any) -> Any:
    def task(self: SatEngine, *given: Any) -> Any:
        made = right(self, *given)
        if made.blocking.images:
            return made
        every = tuple(range(1, made.variables + 1))
        forbidding = replace(made.blocking, projection=every, fixed_size=False)
        return replace(made, blocking=forbidding)

    return task


def _two_files_exchanged(right: Any) -> Any:
    def decode(self: Any, true: Any) -> Any:
        first, second = sorted({man.square.column for man in self.men})[:2]
        files = {first: second, second: first}

        def moved(man: Man) -> Man:
            column = files.get(man.square.column, man.square.column)
            return Man(man.square._replace(column=column), man.kind)

        wrong = replace(self, men=tuple(map(moved, self.men)))
        found = right(wrong, true)
        return type(found)(found.setting, tuple(sorted(found.men)))

    return decode


def _next_variable(right: Any) -> Any:
    def permutation(self: Any, symmetry: Any) -> tuple[int, ...]:
        _, *images = right(self, symmetry)
        return (0, *images[1:], images[0]) if symmetry.name != "identity" else (0, *images)

    return permutation


def _itself_alone(right: Any) -> Any:
    return lambda self, present: not self.compared


def _one_link_fewer(right: Any) -> Any:
    return lambda self, true: [clause[1:] for clause in right(self, true)]


def _at_least_two(right: Any) -> Any:
    return lambda literals: (clause for clause in right(literals) if max(clause, default=0) > 0)


def _other_taps(right: Any) -> Any:
    return MappingProxyType({**right, 4: (4, 2)})


def _bound_less_one(right: Any) -> Any:
    def post(model: Any, variables: Any, constraint: Any) -> None:
        if isinstance(constraint, AtMost) and constraint.bound > 1:
            constraint = constraint._replace(bound=constraint.bound - 1)
        right(model, variables, constraint)

    return post


def _no_end_on_the_last_square(right: Any) -> Any:
    def moves(self: Any) -> set[tuple[int, int]]:
        return {link for link in right(self) if self._hub - 1 not in link}

    return moves


def _nothing(right: Any) -> Any:
    def violated(self: Any, true: Sequence[int]) -> list[list[int]]:
        return []

    return violated


COMPILING = (
    fault(
        "a clause is dropped",
        Plant("compiling.cnf:to_cnf", _cnf(lambda clauses: clauses[:-1])),
        KINGS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "a clause too many",
        Plant("compiling.cnf:to_cnf", _cnf(lambda clauses: (*clauses, (-3,)))),
        QUEENS,
        "verify: engines",
    ),
    fault(
        "presets do not reach the formula",
        Plant("compiling.placements:_presets", lambda right: lambda *given: iter(())),
        GIVEN,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "two men of two kinds on one square",
        Plant("compiling.placements:_one_each", _without_the_first_square),
        TWO_KINDS,
        "EngineFailure",
        engine=BitboardEngine(),
    ),
    fault(
        "pigeons in one hole too many: slack 1 taken for 0",
        Plant("compiling.pigeonhole:_numbers", _one_group_more),
        SOME_QUEENS,
        "verify: engines",
    ),
    fault(
        "counters written for one fewer",
        Plant("compiling.cnf:_Writer._by_pysat", _one_less_than_counted),
        SOME_KINGS,
        "verify: engines",
        "verify: encodings",
    ),
    fault(
        "two counters share their auxiliaries",
        Plant("compiling.cnf:_Writer._by_pysat", _auxiliaries_used_again),
        TWO_KINDS,
        "verify: engines",
        "verify: encodings",
    ),
    fault(
        "the blocking clause has one literal too few",
        Plant("compiling.blocking:Blocking.clause", _one_literal_too_few),
        SOME_QUEENS,
        "verify: engines",
    ),
    fault(
        "the blocking clause has the true literals only, though sizes differ",
        Plant("compiling.blocking:_blocking", _as_if_all_were_as_large),
        KINGS,
        "verify: encodings",
        "verify: resolving",
        engine=SatEngine(encoding="seqcounter"),
    ),
    fault(
        "solutions are forbidden over the auxiliaries too, as enum_models does",
        Plant("engines.sat:SatEngine._task", _over_all_variables),
        SOME_KINGS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "two files are exchanged in decoding",
        Plant("compiling.placements:PlacementReader.decode", _two_files_exchanged),
        QUEENS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
        modulo="symmetry",
    ),
    fault(
        "the permutation of the variables is off by one",
        Plant("compiling.placements:PlacementReader.permutation", _next_variable),
        QUEENS,
        "verify: orbits",
        modulo="symmetry",
        method="blocking",
    ),
    fault(
        "images are left out of the blocking clauses",
        Plant("compiling.blocking:Image.agrees", _itself_alone),
        LONG_KING_TOURS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "a tour in two pieces is not cut",
        Plant("compiling.cuts:Cuts.violated", _nothing),
        WAZIRS,
        "verify: engines",
        "WrongSolution",
        guarded=True,
    ),
    fault(
        "a cut has one literal too few",
        Plant("compiling.cuts:Cuts.violated", _one_link_fewer),
        WAZIRS,
        "verify: engines",
    ),
    fault(
        "a node of a tour may have more than two edges",
        Plant("compiling.circuits:_exactly_two", _at_least_two),
        KING_TOURS,
        "verify: engines",
        "verify: cubes",
    ),
    fault(
        "too few primes for the Chinese remainders",
        Plant("compiling.circuits:_moduli", lambda right: lambda nodes: [2]),
        WAZIRS,
        "verify: encodings",
        "WrongSolution",
        guarded=True,
        engine=SatEngine(solver="cadical195", circuit="crt"),
    ),
    fault(
        "taps of a polynomial that is not primitive",
        Plant("compiling.circuits:_Register._TAPS", _other_taps),
        KING_TOURS,
        "verify: encodings",
        engine=SatEngine(solver="cadical195", circuit="lfsr"),
    ),
    fault(
        "a bound off by one on its way to CP-SAT",
        Plant("compiling.cpmodel:_post", _bound_less_one),
        SOME_KINGS,
        "verify: engines",
        engine=CpSatEngine(),
    ),
    fault(
        "no open tour may end on the last square",
        Plant("compiling.tours:_Builder._moves_of_hub", _no_end_on_the_last_square),
        OPEN,
        "verify: engines",
    ),
)
