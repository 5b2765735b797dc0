"""Projections: the solutions of a model, told apart only by some of what they say.

Two solutions that agree on all that is shown are one. The formula is that of the model; what is shown is a
variable of it, or a new one that is true exactly if one of several variables is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from nqsat.compiling.atoms import lower
from nqsat.compiling.cnf import to_cnf
from nqsat.compiling.formula import Formula, variables_named
from nqsat.errors import InvalidModel, unknown
from nqsat.formulas.clausal import Assignment, CnfProblem
from nqsat.modelling import Model, Solution
from nqsat.modelling.kinds import usual_name
from nqsat.modelling.schema import from_json, to_json

#: The word for every square: whether a piece stands on it, or a tour visits it.
SQUARES = "squares"


@dataclass(frozen=True, slots=True)
class ProjectedSolution(Assignment):
    """What is shown of a solution.

    Args:
        literals, witness: as of an ``Assignment``.
        names: what is true of what is shown: ``Q@a1``, ``a1-b3``, or ``a1`` for a square in use.
        completion: a solution that shows this; there may be others.
    """

    names: tuple[str, ...] = ()
    completion: Solution | None = field(compare=False, repr=False, default=None)

    def __str__(self) -> str:
        return " ".join(self.names) or "-"

    def to_json(self) -> dict[str, object]:
        """Return the names, and the completion, as JSON data."""
        completion = None if self.completion is None else self.completion.to_json()
        return {"shown": list(self.names), "completion": completion}


@dataclass(frozen=True, slots=True)
class Projection(CnfProblem):
    """The clauses of a model, of which some literals are shown. Made by ``project``.

    Args:
        model: the model.
        show: what is shown, as it was asked for.
        names: the names of each shown variable, in the order of ``projection``.
    """

    key: ClassVar[str] = "projection"
    called: ClassVar[str] = "projections"
    unit: ClassVar[str] = "projections"

    model: Model | None = None
    show: tuple[str, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        return f"{self.model!r}.project({', '.join(map(repr, self.show))})"

    @property
    def note(self) -> str:
        """What is shown: solutions that agree on it are counted once."""
        return f"solutions that agree on {', '.join(self.show)} count once"

    def assignment(self, true: Iterable[int]) -> ProjectedSolution:
        """Return what is shown if exactly these variables are true, with the solution that they say."""
        found = CnfProblem.assignment(self, true)
        formula = _lowered(self._of)
        values = zip(self.names, found.literals, strict=True)
        names = tuple(name for some, x in values if x > 0 for name in some)
        true = [x for x in formula.projection if x in found.witness]
        completion = formula.reader.decode(true)
        return ProjectedSolution(found.literals, found.witness, names, completion)

    def holds(self, assignment: Assignment) -> bool:
        """Whether the clauses hold, and the model says that the completion is a solution."""
        if not isinstance(assignment, ProjectedSolution) or assignment.completion is None:
            return False
        return CnfProblem.holds(self, assignment) and self._of.holds(assignment.completion)

    def to_json(self) -> dict[str, object]:
        """Return the model and what is shown of it as JSON data."""
        return {"model": to_json(self._of), "show": list(self.show)}

    @classmethod
    def from_json(cls, data: object) -> Projection:
        """Return the projection of JSON data, as from ``to_json``.

        Raises:
            InvalidModel: they are not those of a projection.
        """
        if not isinstance(data, dict) or data.keys() != {"model", "show"}:
            raise InvalidModel(cls.key, 'expected {"model": …, "show": ["Q", "a1"]}')
        return project(from_json(data["model"]), data["show"])

    @property
    def _of(self) -> Model:
        if self.model is None:
            raise InvalidModel("model", "is missing; nqsat.compiling.project makes projections")
        return self.model


def project(model: Model, show: Iterable[object]) -> Projection:
    """Return the projection of a model onto what is shown.

    Args:
        model: the model.
        show: names of kinds (all their literals), literals such as ``Q@a1`` and ``a1-b3``, squares
            (whether one is in use), or ``squares`` (whether each is).

    Raises:
        InvalidModel: nothing is shown, a word names nothing, or the model has an objective.
        UnsupportedByEngine: the formula would be too large, or there is none.
    """
    words = tuple(str(word).removeprefix("~") for word in show)
    if not words:
        raise InvalidModel("show", "nothing is named; write a kind, a literal or a square")
    if model.objective is not None:
        raise InvalidModel("show", "is not for a model with an objective; leave one of them out")
    formula = _lowered(model)
    shown = {name: some for word in words for name, some in _shown(model, formula, word)}
    cnf = to_cnf(formula)
    clauses, top, named = [*cnf.clauses], cnf.variables, defaultdict[int, list[str]](list)
    for name, some in shown.items():
        if len(some) == 1:  # a literal and its square may be the same variable
            named[some[0]].append(name)
            continue
        top += 1
        named[top].append(name)
        clauses += [(-top, *some), *((top, -x) for x in some)]
    ascending = sorted(named)
    names = tuple(tuple(named[x]) for x in ascending)
    return Projection(
        top, tuple(clauses), tuple(ascending), model=model, show=words, names=names
    )  # fmt: skip


@lru_cache(maxsize=16)  # every solution is decoded by it
def _lowered(model: Model) -> Formula:
    return lower(model)


def _shown(model: Model, formula: Formula, word: str) -> Iterator[tuple[str, list[int]]]:
    """Yield the names that a word shows, each with the variables of which one is true if it is."""
    board, names = model.board, formula.names
    squares = list(map(board.name, board.squares))
    if word == SQUARES:
        yield from ((name, _touching(model, names, name)) for name in squares)
    elif word in squares:
        yield word, _touching(model, names, word)
    elif some := variables_named(names, word):
        yield word, some
    else:
        kinds = [kind.name for kind in model.kinds] if model.is_placement else []
        kind = usual_name(kinds, word)
        if kind not in kinds:
            reason = unknown(word, [*kinds, SQUARES, *list(names)[:1], *squares[:1]])
            raise InvalidModel("show", reason)
        for name, x in names.items():
            if name.startswith(f"{kind}@"):
                yield name, [x]


def _touching(model: Model, names: dict[str, int], square: str) -> list[int]:
    """The variables of which one is true if a piece stands on a square, or the moves visit it."""
    if model.is_placement:
        return [x for name, x in names.items() if name.rpartition("@")[2] == square]
    others = {model.board.name(other) for other in model.board.squares} | {"hub"}
    ways = {f"{a}{sign}{b}" for x in others for a, b in ((square, x), (x, square)) for sign in "->"}
    return [x for name, x in names.items() if name in ways]
