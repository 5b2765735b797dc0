"""The solutions of a certificate: as sets of variables, orbit by orbit, and what forbids them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nqsat.compiling import Formula, cuts, lower
from nqsat.compiling.blocking import Blocking
from nqsat.compiling.cuts import Cuts
from nqsat.compiling.placements import PlacementReader, declared
from nqsat.engines.sat import SatTask, enumerate_task
from nqsat.errors import EngineFailure
from nqsat.modelling import Arrangement, Clause, Model, Path, Solution, Tour

if TYPE_CHECKING:
    from nqsat.evidence.certificate.clauses import Clauses, Literals


@dataclass(frozen=True)
class Solutions:
    """Solutions, and in which order they are forbidden.

    ``lines`` has one of each orbit, as its true projected variables; ``images`` has all, orbit by orbit;
    ``forbidden`` has for each of these the clause that it breaks and no other solution does. All ascend.
    """

    lines: tuple[Literals, ...]
    images: tuple[Literals, ...]
    forbidden: tuple[Literals, ...]


def orbits(model: Model, lines: Sequence[Literals], *, symmetry: bool) -> Solutions:
    """Solutions, given as their true variables, ascending; with their images if ``symmetry``."""
    # As the clauses are: a variable for each man.
    formula = lower(model) if isinstance(model, Tour) else declared(model)
    permutations = [formula.reader.permutation(g) for g in model.symmetries()] if symmetry else []
    images = []
    for true in lines:
        orbit = {tuple(sorted([permutation[x] for x in true])) for permutation in permutations}
        images += sorted(orbit or {true})
    if _fixed_size(model):
        forbidden = tuple(tuple([-x for x in true]) for true in images)
    else:
        forbidden = tuple(_but(set(true), formula.projection) for true in images)
    return Solutions(tuple(lines), tuple(images), forbidden)


def variables(formula: Formula, found: Iterable[Solution]) -> list[Literals]:
    """Each solution as its true variables, ascending; and so are the solutions."""
    reader = formula.reader
    if isinstance(reader, PlacementReader):
        standing = {man: x for x, man in enumerate(reader.men, start=1)}
        men = [one.men for one in found if isinstance(one, Arrangement)]
        return sorted(tuple(sorted([standing[man] for man in some])) for some in men)
    return sorted(_taken(formula, [one for one in found if isinstance(one, Path)]))


def _taken(formula: Formula, paths: list[Path]) -> Iterator[Literals]:
    """The links that each closed path takes."""
    links = {formula.reader.name(x): x for x in formula.projection}
    board = paths[0].board if paths else None
    names = {square: square.name(board.rows) for square in board.squares} if board else {}
    for path in paths:
        stops = [names[square] for square in path.squares]
        moves = zip(stops, stops[1:] + stops[:1], strict=True)
        yield tuple(sorted([links.get(f"{a}-{b}") or links[f"{b}-{a}"] for a, b in moves]))


def _fixed_size(model: Model) -> bool:
    """Whether all solutions have equally many true variables, as anybody can see."""
    if isinstance(model, Tour):
        return True
    return all(kind.number.low == kind.number.high for kind in model.kinds)


def _but(true: set[int], projection: Sequence[int]) -> Literals:
    return tuple([-x if x in true else x for x in projection])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cutting(Blocking):
    """What excludes an assignment that is no solution: the cuts that it breaks."""

    cuts: Cuts

    def clauses(self, true: Sequence[int]) -> list[list[int]]:
        return self.cuts.violated(true)


def cuts_needed(
    clauses: Clauses, forbidden: Sequence[Literals], tick: Callable[[], None]
) -> list[Clause]:
    """The cuts that, together with the clauses and those that forbid all solutions, leave nothing.

    Raises:
        EngineFailure: there is another solution.
    """
    formula = clauses.formula
    tour = cuts(formula)
    cutting = _Cutting(
        projection=formula.projection, fixed_size=True, implied=frozenset(), cuts=tour
    )
    made: dict[Literals, None] = {}
    task = SatTask("minisat22", clauses.top, (*clauses.clauses, *forbidden), cutting)
    for found in enumerate_task(task):
        if found is None:
            tick()
            continue
        broken = tour.violated(found)
        if not broken:
            raise EngineFailure("sat: there is a tour that the list does not have")
        made.update(dict.fromkeys(tuple(sorted(cut, key=abs)) for cut in broken))
    return [Clause(cut) for cut in made]
