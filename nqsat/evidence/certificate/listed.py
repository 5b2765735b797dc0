"""Certificates with a list: every solution, and a proof that there are no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, cast

from nqsat.compiling.blocking_clauses import Blocking
from nqsat.compiling.lazy_cuts import trace_cycles
from nqsat.counting import Count, Question
from nqsat.counting.count_and_list import listing_of
from nqsat.engines import SatEngine
from nqsat.engines.solvers.session import SatTask, enumerate_task
from nqsat.errors import EngineFailure
from nqsat.evidence import checker
from nqsat.evidence.certificate.facts import too_large
from nqsat.evidence.certificate.lrat import SOLVER, Literals, sorted_literals
from nqsat.evidence.certificate.partial import Incomplete, PartialCertificate, write_lines
from nqsat.evidence.certificate.splitting import refute_by_cubes
from nqsat.modelling import Arrangement, Solution

if TYPE_CHECKING:
    from nqsat.compiling import ProjectedSolution

#: The maximum number of solutions of a list.
MOST_SOLUTIONS = 1_000_000

Part = tuple[str, ...]


def write_list(work: PartialCertificate, folder: Path) -> dict[str, object]:
    """Write the solutions and the proof that there are no others; return the fields of certificate.json."""
    facts, made = work.facts, dict[str, object]()
    lines = true_variables(facts, _list_solutions(work))
    orbits = (checker.orbit(x, facts) if work.modulo == "symmetry" else [x] for x in lines)
    solutions = [*chain(*orbits)]
    work.labelled = len(solutions)
    forbidden = [
        sorted_literals(checker.blocking_clause(facts.seen(true), facts)) for true in solutions
    ]
    if sum(8 + len(clause) for clause in forbidden) > checker.MOST_LITERALS:
        raise too_large(f"{work.labelled:,} solutions")
    more = list[checker.Bound]()
    if facts.wanted:
        made["best"] = best = facts.value(lines[0]) if lines else None
        more += [] if best is None else [facts.objective_bound(best)]
    formula = checker.Formula(facts, more)
    clauses = [sorted_literals(clause) for clause in formula.clauses]
    if facts.places:
        parts = refuting_cuts(facts, formula.top, (*clauses, *forbidden), work.tick)
        clauses += [sorted_literals(checker.cut_clause(part, facts, "")) for part in parts]
        write_lines(folder / "cuts.txt", map(" ".join, parts))
    cubes, proofs = refute_by_cubes(facts, clauses, solutions, forbidden, work.tick)
    write_lines(folder / "solutions.txt", (" ".join(map(str, true)) for true in lines))
    write_lines(folder / "cubes.txt", (" ".join(map(str, (*x, 0))) for x in cubes))
    for name, steps in proofs.items():
        write_lines(folder / "proofs" / f"{name}.lrat", steps)
    work.count, work.cubes = replace(work.count, reason=None), len(cubes)
    return {**made, "cubes": len(cubes), "solver": SOLVER}


def _list_solutions(work: PartialCertificate) -> list[Solution]:
    """Return all solutions, or one of each orbit or projection.

    ``work.count`` stays incomplete until it is proved.
    """
    before, left = work.count, work.clock.remaining
    question = Question(
        "enumerate", work.shown or work.model, SatEngine(isolated=left is not None), modulo=work.modulo,
        limit=MOST_SOLUTIONS, time_limit=left,
    )  # fmt: skip
    listing = listing_of(question, work.watch)
    try:
        solutions = list(listing)
    finally:
        listed = Count(
            listing.found, work.facts.unit, work.modulo, "listing", engine=listing.engine.title,
            seconds=listing.seconds, reason="interrupted",
        )  # fmt: skip
        known = before.value if before.modulo == work.modulo and not listing.complete else 0
        work.count = replace(before, reason="interrupted") if known > listed.value else listed
    if listing.reason is not None:
        raise Incomplete(listing.reason)
    if work.shown is None:
        return solutions
    return [
        cast("Solution", cast("ProjectedSolution", solution).completion) for solution in solutions
    ]


def true_variables(facts: checker.Model, found: Iterable[Solution]) -> list[Literals]:
    """Return each solution as its true variables, ascending; the solutions ascend as well."""
    number = {name: x for x, name in enumerate(facts.names, start=1)}
    names: dict[object, str] = {}
    assignments = []
    for solution in found:
        names = names or {square: solution.board.name(square) for square in solution.board.squares}
        if isinstance(solution, Arrangement):
            true = [number[f"{piece.kind}@{names[piece.square]}"] for piece in solution.pieces]
        else:
            moves = ((names[a], names[b]) for a, b in solution.moves)
            true = [number.get(f"{a}-{b}") or number[f"{b}-{a}"] for a, b in moves]
        assignments.append(tuple(sorted(true)))
    return sorted(assignments)


# -- subtour elimination: parts of the board that a tour must leave ----------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _SubtourCuts(Blocking):
    """Blocking clauses for moves that form several cycles: some move must leave each cycle."""

    facts: checker.Model

    def clauses(self, true: Sequence[int]) -> list[list[int]]:
        return [[*checker.cut_clause(part, self.facts, "")] for part in subtours(self.facts, true)]


def subtours(facts: checker.Model, true: Sequence[int]) -> Iterator[Part]:
    """Yield the squares of each cycle that these moves form."""
    ends = dict(enumerate(facts.links, start=1))
    for ring in trace_cycles(ends, true, facts.places, arcs=False):
        yield tuple([facts.board.names[place] for place, _ in ring])


def refuting_cuts(
    facts: checker.Model, top: int, clauses: Iterable[Literals], tick: Callable[[], None]
) -> list[Part]:
    """Return parts of the board such that the clauses, with "a move leaves each part", are contradictory.

    Raises:
        EngineFailure: there is another solution.
    """
    all_clauses = tuple(clauses)
    if () in all_clauses:  # some solvers ignore an empty clause
        return []
    names = tuple(range(1, len(facts.names) + 1))
    cutting = _SubtourCuts(projection=names, fixed_size=True, implied=frozenset(), facts=facts)
    made: dict[checker.Clause, Part] = {}
    for true in enumerate_task(SatTask("minisat22", top, all_clauses, cutting)):
        if true is None:
            tick()
            continue
        parts = [*subtours(facts, true)]
        if len(parts) < 2:
            raise EngineFailure("sat: there is a tour that the list does not have")
        made.update((checker.cut_clause(part, facts, ""), part) for part in parts)
    return [*made.values()]
