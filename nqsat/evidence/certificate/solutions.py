"""Solutions as the checker names them, and the parts of a board that tours are reminded to leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nqsat.compiling.blocking import Blocking
from nqsat.compiling.cuts import trace
from nqsat.engines.sat import SatTask, enumerate_task
from nqsat.errors import EngineFailure
from nqsat.evidence import checker
from nqsat.modelling import Path, Solution

Literals = tuple[int, ...]
Part = tuple[str, ...]


def written(clause: checker.Clause) -> Literals:
    """A clause as it is given to solvers."""
    return tuple(sorted(clause, key=abs))


def variables(facts: checker.Model, found: Iterable[Solution]) -> list[Literals]:
    """Each solution as its true variables, ascending; and so are the solutions."""
    number = {name: x for x, name in enumerate(facts.names, start=1)}
    names: dict[object, str] = {}
    every = []
    for one in found:
        names = names or {square: square.name(one.board.rows) for square in one.board.squares}
        if isinstance(one, Path):
            moves = ((names[a], names[b]) for a, b in one.moves)
            true = [number.get(f"{a}-{b}") or number[f"{b}-{a}"] for a, b in moves]
        else:
            true = [number[f"{man.kind}@{names[man.square]}"] for man in one.men]
        every.append(tuple(sorted(true)))
    return sorted(every)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cutting(Blocking):
    """What excludes moves that are no tour: that each ring among them has to be left."""

    facts: checker.Model

    def clauses(self, true: Sequence[int]) -> list[list[int]]:
        return [[*checker.cut(part, self.facts, "")] for part in rings(self.facts, true)]


def rings(facts: checker.Model, true: Sequence[int]) -> Iterator[Part]:
    """The squares of each ring that these moves form."""
    ends = dict(enumerate(facts.links, start=1))
    for ring in trace(ends, true, facts.places, arcs=False):
        yield tuple([facts.board.names[place] for place, _ in ring])


def parts_needed(
    facts: checker.Model, top: int, clauses: Iterable[Literals], tick: Callable[[], None]
) -> list[Part]:
    """Parts of a tour's board: that each is left, together with the clauses, is a contradiction.

    Raises:
        EngineFailure: there is another solution.
    """
    given = tuple(clauses)
    if () in given:  # some solvers pass over it
        return []
    names = tuple(range(1, len(facts.names) + 1))
    cutting = _Cutting(projection=names, fixed_size=True, implied=frozenset(), facts=facts)
    made: dict[checker.Clause, Part] = {}
    for found in enumerate_task(SatTask("minisat22", top, given, cutting)):
        if found is None:
            tick()
            continue
        parts = [*rings(facts, found)]
        if len(parts) < 2:
            raise EngineFailure("sat: there is a tour that the list does not have")
        made.update((checker.cut(part, facts, ""), part) for part in parts)
    return [*made.values()]
