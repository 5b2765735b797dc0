"""Repair a puzzle: the fewest changes of its regions, or of what it gives, that leave exactly one solution.

A repair is a choice of changes and a solution that fits them, so that no other arrangement fits. There are
too many arrangements to write down that each is excluded, so two solvers take turns. The first proposes a
solution and changes, as few as possible, that exclude all arrangements seen so far. The second looks for
one more that fits. If there is none, the changes are a repair; and there is no smaller one, because fewer
changes do not exclude even those that were seen. This is an implicit hitting set.

Reference: E. Moreno-Centeno and R. M. Karp, The implicit hitting set approach to solve combinatorial
optimization problems, Operations Research 61 (2013) 453-468.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, count
from typing import Any, cast

from nqsat.chess import Square
from nqsat.compiling import AtomReader, ConstraintGroup, Formula, blocking, to_cnf
from nqsat.counting import formula_with_givens
from nqsat.engines import Deadline, SatTask, Session, Verdict, check_limits
from nqsat.errors import InvalidModel, Undecided
from nqsat.extensions.puzzles import clues, minimal, region_search, regions
from nqsat.extensions.puzzles.grading import difficulty
from nqsat.extensions.puzzles.making import Puzzle, confirm
from nqsat.extensions.puzzles.sheets import is_printed
from nqsat.modelling import (
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Placement,
    Preset,
    Tour,
    plural,
)
from nqsat.reporting import star_battle
from nqsat.rules import Regions
from nqsat.sources import model_of

#: Repairs with more changes are not looked for.
MOST = 20

#: After this part of the time limit any repair will do: then it is labelled "at most".
_PROVING = 0.6


@dataclass(frozen=True, slots=True)
class Repair:
    """A puzzle with one solution, and how it was made from one with none or several.

    There are no changes if the puzzle had one solution already; every repair needs the ``least`` number.
    """

    puzzle: Puzzle
    changes: tuple[str, ...]
    least: int

    @property
    def proved(self) -> bool:
        """Whether no repair has fewer changes."""
        return len(self.changes) == self.least

    def parameters(self, asked: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return parameters with the map that was repaired, or without those of which givens changed."""
        battle = star_battle(self.puzzle.model) if "regions" in asked else None
        return {**asked, "regions": "/".join(battle.regions)} if battle else {}

    def to_json(self) -> dict[str, object]:
        """Return the repaired puzzle as JSON data, with the changes."""
        found = {"changes": list(self.changes), "least": self.least, "proved": self.proved}
        return {**self.puzzle.to_json(), **found}

    def __str__(self) -> str:
        if not self.changes:
            return "nothing to repair: it has one solution"
        changes = f"{len(self.changes)} {plural(len(self.changes), 'changes')}"
        if self.proved:
            return f"{changes}; fewer do not suffice"
        return f"at most {changes}, and at least {self.least}"


def repair(
    model: Model | str,
    *,
    time_limit: float | None = None,
    watch: Callable[[str], None] | None = None,
    **parameters: int | str,
) -> Repair:
    """Change a puzzle in the fewest places so that it has exactly one solution.

    If the model has regions, squares move from one region to another, and regions that are connected stay
    so. Otherwise what is given changes: a square that gives something else, nothing more, or something now,
    is one change. The same model always gets the same repair.

    Args:
        model: a placement or a tour, with any number of solutions, or a name and ``parameters``.
        time_limit: the approximate maximum number of seconds; a repair that is found late may not be proved
            to have the fewest changes.
        watch: called with the progress as text.
        parameters: as for ``count``.

    Raises:
        InvalidModel: no changes of this sort leave a solution, or the model has an objective.
        Undecided: the time limit was reached, or more than 20 changes are needed.
        UnsupportedByEngine: the board is too large.
        KeyboardInterrupt: Ctrl-C.
    """
    given = model_of(model, parameters)
    check_limits(None, time_limit)
    if is_printed(given) or getattr(given, "visit", None):
        raise InvalidModel("model", "its clues stay: a repair changes regions, pieces or numbers")
    if given.objective is not None:
        raise InvalidModel("objective", "puzzles are repaired without one; leave it out")
    clock = Deadline(time_limit)
    places = _changing(given)
    with closing(_RepairSearch(places, clock, watch or (lambda _: None))) as search:
        true, least = search.run()
    found = places.model(true)
    solution = places.formula.reader.decode(x for x in places.formula.projection if x in true)
    confirm(found, solution, clock)
    changes = tuple(places.changes(true))
    return Repair(Puzzle(found, solution, (), difficulty(found), None), changes, least)


def _changing(model: Model) -> _Places:
    """Return what can change in a model."""
    if regions.open_regions(model) is not None:
        raise InvalidModel("regions", "the map is empty; leave out --repair to draw one")
    rules = [rule for rule in model.rules if isinstance(rule, Regions)]
    return _MovedSquares(cast("Placement", model), rules[0]) if rules else _ChangedGivens(model)


# Both sorts of places have a ``formula`` of the solution and the changed puzzle, and as ``cost`` a literal
# for each place that changes. ``fixed`` says how the puzzle is; ``excluding`` returns literals, each of
# which excludes an arrangement, and clauses that define them; a proposal violates ``cuts``, no repair does.

# -- regions -----------------------------------------------------------------------------


class _MovedSquares:
    """Squares that move between regions: for each square and region a variable."""

    def __init__(self, model: Placement, rule: Regions) -> None:
        self._model, self._rule = model, rule
        self._each = _fixed_number(model, rule)
        base = formula_with_givens(
            model.changed(rules=[old for old in model.rules if old is not rule])
        )
        self._owner = {s: rule.map[s.row][s.column] for s in model.board.squares}
        self._names = sorted(set(self._owner.values()) - {"."})
        self._near = region_search.beside(model.board)
        self._kept = [
            name
            for name in self._names
            if region_search.is_connected(
                {s for s, region in self._owner.items() if region == name}, self._near
            )
        ]
        fresh = count(base.variables + 1)
        self.at = {(s, name): next(fresh) for s in self._owner for name in self._names}
        self._pieces = {
            x: piece.square
            for x, orbit in enumerate(cast("AtomReader", base.reader).orbits, start=1)
            for piece in orbit
            if rule.kinds is None or piece.kind in rule.kinds
        }
        standing = {(x, name): next(fresh) for x in self._pieces for name in self._names}
        moved = {s: next(fresh) for s in self._owner}
        self.cost = tuple(moved.values())
        self._moved = moved
        added = tuple(self._constraints(standing))
        parts = (*base.parts, ConstraintGroup("repair", added))
        self.formula = replace(base, variables=next(fresh) - 1, parts=parts)

    def _constraints(self, standing: Mapping[tuple[int, str], int]) -> Iterator[Constraint]:
        for square, own in self._owner.items():
            here = tuple(self.at[square, name] for name in self._names)
            yield AtMost(1, here) if own == "." else Exactly(1, here)
            for name in self._names:
                if name != own:
                    yield Clause((-self.at[square, name], self._moved[square]))
        for (x, name), both in standing.items():
            inside = self.at[self._pieces[x], name]
            yield Clause((-both, x))
            yield Clause((-both, inside))
            yield Clause((both, -x, -inside))
        for name in self._names:
            yield Exactly(self._each, tuple(standing[x, name] for x in self._pieces))

    def fixed(self, true: frozenset[int]) -> Iterator[int]:
        yield from (x if x in true else -x for x in self.at.values())

    def excluding(
        self, other: frozenset[int], new: Callable[[], int]
    ) -> tuple[list[int], list[list[int]]]:
        """An arrangement is excluded if a region has too few of its pieces: not every one has too many."""
        pieces = [self._pieces[x] for x in sorted(other & self._pieces.keys())]
        few = {name: new() for name in self._names}
        return list(few.values()), [
            [-few[name], *(-self.at[square, name] for square in some)]
            for name in self._names
            for some in combinations(pieces, self._each)
        ]

    def cuts(self, true: frozenset[int]) -> list[list[int]]:
        """For two parts of a region: one of them has to go, or a square next to the first joins it."""
        found = []
        for name in self._kept:
            inside = {s for s in self._owner if self.at[s, name] in true}
            if not inside or region_search.is_connected(inside, self._near):
                continue
            first = min(inside)
            part = region_search.component(first, inside, self._near)
            around = {t for s in part for t in self._near[s] if t in self._owner} - part
            joining = [self.at[s, name] for s in sorted(around)]
            found += [[-self.at[first, name], -self.at[s, name], *joining] for s in inside - part]
        return sorted(found)

    def model(self, true: frozenset[int]) -> Placement:
        board = self._model.board
        drawn = [list(line) for line in self._rule.map]
        for square, now in self._now(true):
            drawn[square.row][square.column] = now
        rule = replace(self._rule, map=tuple(map("".join, drawn)))
        rules = [rule if old is self._rule else old for old in self._model.rules]
        return Placement(board, self._model.kinds, rules, self._model.presets)

    def changes(self, true: frozenset[int]) -> Iterator[str]:
        for square, now in self._now(true):
            yield f"{self._model.board.name(square)}: {self._owner[square]} -> {now}"

    def _now(self, true: frozenset[int]) -> Iterator[tuple[Square, str]]:
        for (square, name), x in self.at.items():
            if x in true and self._owner[square] != name:
                yield square, name


def _fixed_number(model: Placement, rule: Regions) -> int:
    """Return the number of pieces of each region; refuse a model that does not fix it."""
    each = rule.bounds.low
    kinds = [k for k in model.kinds if rule.kinds is None or k.name in rule.kinds]
    regions = len({name for line in rule.map for name in line} - {"."})
    pieces = {sum(kind.number.low for kind in kinds), sum(kind.number.high or -1 for kind in kinds)}
    if rule.bounds.high != each or pieces != {each * regions}:
        needed = f"{regions} regions with {rule.bounds} need a fixed number of pieces for all"
        raise InvalidModel("regions", f"{needed}; only such a map is repaired")
    return each


# -- givens ------------------------------------------------------------------------------


class _ChangedGivens:
    """The givens of squares: for each a variable, true if its content in the solution is given."""

    def __init__(self, model: Model) -> None:
        self._model = model
        clues.argument_of_givens(model)
        self._given: dict[Square, clues.Given] = {
            clue.square if isinstance(clue, Preset) else clue[0]: clue
            for clue in clues.given_of(model)
        }
        self._bare = _numbered(model) if isinstance(model, Tour) else model.changed(presets=[])
        base = formula_with_givens(self._bare)
        self._contents = clues.contents(self._bare, base)
        fresh = count(base.variables + 1)
        self._told = {square: next(fresh) for square in self._contents}
        kept = {square: next(fresh) for square in self._given if square in self._told}
        self.cost = tuple(-kept[s] if s in kept else self._told[s] for s in self._told)
        self._kept = kept
        added = tuple(self._constraints())
        parts = (*base.parts, ConstraintGroup("repair", added))
        self.formula = replace(base, variables=next(fresh) - 1, parts=parts)

    def _constraints(self) -> Iterator[Constraint]:
        numbers = [kind.number for kind in self._bare.kinds]
        fixed = isinstance(self._bare, Tour) or all(x.low == x.high for x in numbers)
        for square, told in self._told.items():
            literals = tuple(self._contents[square])
            kept, given = self._kept.get(square), self._given.get(square)
            empty = isinstance(given, Preset) and given.kind is None
            if fixed and not empty:
                yield Clause((-told, *literals))  # empty squares are not clues
            if kept is not None and given is not None:
                yield Clause((-kept, told))
                for x, content in self._contents[square].items():
                    yield Clause((-kept, x if content == given else -x))

    def fixed(self, true: frozenset[int]) -> Iterator[int]:
        for square, told in self._told.items():
            if told in true:
                yield from (x if x in true else -x for x in self._contents[square])

    def excluding(
        self, other: frozenset[int], new: Callable[[], int]
    ) -> tuple[list[int], list[list[int]]]:
        """An arrangement is excluded if a square is given on which the solution differs from it."""
        literals, clauses = [], []
        for square, told in self._told.items():
            differs = new()
            here = [x for x in self._contents[square] if x in other]
            literals.append(differs)
            clauses.append([-differs, told])
            clauses.append([-differs, *([-x for x in here] or self._contents[square])])
        return literals, clauses

    def cuts(self, true: frozenset[int]) -> list[list[int]]:
        del true
        return []

    def model(self, true: frozenset[int]) -> Model:
        return clues.with_givens(self._bare, [*self._now(true).values()])

    def changes(self, true: frozenset[int]) -> Iterator[str]:
        now, text = self._now(true), partial(clues.given_text, self._model)
        for square in self._told:
            old, new = self._given.get(square), now.get(square)
            if old is not None and old != new:
                yield (
                    f"without {text(old)}" if new is None else f"{text(new)} instead of {text(old)}"
                )
            elif old is None and new is not None:
                yield f"with {text(new)}"

    def _now(self, true: frozenset[int]) -> dict[Square, clues.Given]:
        found: dict[Square, clues.Given] = {}
        for square, told in self._told.items():
            if told in true:
                here = self._contents[square].items()
                standing = [content for x, content in here if x in true]
                found[square] = standing[0] if standing else Preset(square, None)
        return found


def _numbered(tour: Tour) -> Tour:
    """Return a tour without its numbers, in which squares can have some."""
    directed = tour.changed(unit="directed", numbers=())
    if tour.closed and tour.start is None:
        reason = "a closed tour is repaired if its first square is given: --from a1"
        raise InvalidModel("from", reason)
    return directed


# -- the search --------------------------------------------------------------------------

#: What can change in a puzzle.
_Places = _MovedSquares | _ChangedGivens


class _RepairSearch:
    """Two solvers that take turns: one proposes repairs, one looks for other solutions of them."""

    def __init__(self, places: _Places, clock: Deadline, watch: Callable[[str], None]) -> None:
        self._places, self._clock, self._watch = places, clock, watch
        self._least = 0
        formula = places.formula
        most = min(MOST, len(places.cost))
        last = formula.variables + most
        slack = tuple(range(formula.variables + 1, last + 1))
        bound = ConstraintGroup("bound", (AtMost(most, (*places.cost, *slack)),))
        bounded = replace(formula, variables=last, parts=(*formula.parts, bound))
        self._slack = slack  # each that is assumed to be true allows one change fewer
        self._proposing, self._new = _session(bounded)
        added = range(max(formula.projection, default=0) + 1, formula.variables + 1)
        self._proposing.prefer([-x for x in added])  # nothing is changed unless it has to be
        self._checking, self._new_check = _session(formula)

    def close(self) -> None:
        self._proposing.close()
        self._checking.close()

    def run(self) -> tuple[frozenset[int], int]:
        """Return the true variables of a repair, and how many changes every repair needs."""
        seen = 0
        while True:
            limit = self._clock.limit
            late = limit is not None and self._clock.seconds > _PROVING * limit
            assumed = () if late else self._slack[: len(self._slack) - self._least]
            true = self._solve(self._proposing, assumed)
            if true is None:
                if late or self._least == len(self._slack):
                    self._refuse()
                self._least += 1
                continue
            cuts = self._places.cuts(true)
            for clause in cuts:
                self._proposing.forbid(clause)
            if cuts:
                continue
            other = self._another(true)
            if other is None:
                return true, self._least
            seen += 1
            self._exclude(other)
            self._watch(f"{self._needed}; {seen} arrangements to exclude")

    @property
    def _needed(self) -> str:
        return f"at least {self._least} {plural(self._least, 'changes')}"

    def _refuse(self) -> None:
        """Say that there is no repair within the bound: none at all, or only with more changes."""
        if len(self._slack) == len(self._places.cost):
            raise InvalidModel("model", "no change of this sort leaves exactly one solution")
        raise Undecided(f"more than {MOST} changes are needed, or no changes suffice")

    def _solve(self, session: Session, assumed: Sequence[int]) -> frozenset[int] | None:
        while (verdict := session.solve(assumed)) is Verdict.UNKNOWN or self._clock.expired:
            if self._clock.expired:
                within = f"within {self._clock.limit:g} s"
                raise Undecided(f"no repair {within}; it needs {self._needed}")
        return frozenset(session.true_variables()) if verdict is Verdict.SATISFIABLE else None

    def _another(self, true: frozenset[int]) -> frozenset[int] | None:
        """Return another solution of a proposed puzzle."""
        projection = self._places.formula.projection
        differs = self._new_check()
        self._checking.forbid([-differs, *(-x if x in true else x for x in projection)])
        found = self._solve(self._checking, (*self._places.fixed(true), differs))
        self._checking.forbid([-differs])
        return found

    def _exclude(self, other: frozenset[int]) -> None:
        """Require of all proposals that they exclude an arrangement, or have it as their solution."""
        projection = self._places.formula.projection
        same = self._new()
        for x in projection:
            self._proposing.forbid([-same, x if x in other else -x])
        literals, clauses = self._places.excluding(other, self._new)
        for clause in (*clauses, [same, *literals]):
            self._proposing.forbid(clause)


def _session(formula: Formula) -> tuple[Session, Callable[[], int]]:
    """Return a solver of a formula that reports all its variables, and what numbers new ones."""
    cnf = to_cnf(formula)
    read = tuple(range(1, formula.variables + 1))
    session = Session(
        SatTask(minimal.SOLVER, cnf.variables, cnf.clauses, blocking(formula), read=read)
    )
    fresh = count(cnf.variables + 2)  # the session itself may need one
    return session, partial(next, fresh)
