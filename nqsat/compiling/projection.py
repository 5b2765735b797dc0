"""Projections: the solutions of a model, distinguished only by some of what they say.

Two solutions that agree on all that is shown are one. Each thing that is shown is whether a solution has
one of some atoms. The formula is that of the model; what is shown is a variable of it, or a new one that is
true exactly if one of several variables is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar

from nqsat.chess import Board
from nqsat.chess.display import brief
from nqsat.compiling.atoms import lower
from nqsat.compiling.circuits import CIRCUITS
from nqsat.compiling.cnf import to_cnf
from nqsat.compiling.formula import Formula, atoms_named
from nqsat.errors import InvalidModel, unknown
from nqsat.formulas.clausal import Assignment, CnfProblem
from nqsat.modelling import Model, Solution
from nqsat.modelling.kinds import usual_name
from nqsat.modelling.rules.fields import COMMA
from nqsat.modelling.schema import from_json, to_json
from nqsat.modelling.setting import kept_by_identity

#: The word for every square: whether a piece stands on it, or a tour visits it.
SQUARES = "squares"


@dataclass(frozen=True, slots=True, order=True, repr=False)
class ProjectedSolution(Assignment):
    """The shown part of a solution.

    Args:
        literals, witness: as of an ``Assignment``.
        record: what is shown, ``Q@a1``, ``a1-b3``, or ``a1`` for a square in use, and whether it is true.
        completion: a solution that shows this; there may be others.
    """

    record: dict[str, bool] = field(compare=False, default_factory=dict)  # type: ignore[assignment]
    completion: Solution | None = field(compare=False, default=None)

    @property
    def names(self) -> tuple[str, ...]:
        """The shown things that are true."""
        return tuple(name for name, is_true in self.record.items() if is_true)

    def __repr__(self) -> str:
        return brief(f"ProjectedSolution: {self}")

    def __str__(self) -> str:
        return " ".join(self.names) or "-"

    def to_json(self) -> dict[str, object]:
        completion = None if self.completion is None else self.completion.to_json()
        return {"shown": list(self.names), "completion": completion}


@dataclass(frozen=True, slots=True)
class Projection(CnfProblem):
    """The clauses of a model, of which some literals are shown. Made by ``project``.

    Args:
        model: the model.
        show: what is shown, as it was asked for.
        names: the names of each shown variable, in the order of ``projection``.
        atoms: the names of the atoms of which a solution has one exactly if the variable is true.
    """

    key: ClassVar[str] = "projection"
    called: ClassVar[str] = "projections"
    unit: ClassVar[str] = "projections"

    model: Model | None = None
    show: tuple[str, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    atoms: tuple[frozenset[str], ...] = ()

    def __repr__(self) -> str:
        return f"{self.model!r}.project({', '.join(map(repr, self.show))})"

    @property
    def note(self) -> str:
        """The shown things: solutions that agree on them are counted once."""
        return f"solutions that agree on {', '.join(self.show)} count once"

    def shown(self, solution: Solution) -> ProjectedSolution:
        """Return what is shown of a solution of the model."""
        board = self.of.board
        made = {atom.text_on(board) for atom in self.of.atoms_of(solution)}
        values = [not made.isdisjoint(some) for some in self.atoms]
        pairs = zip(self.projection, values, strict=True)
        named = zip(self.names, values, strict=True)
        record = {name: is_true for some, is_true in named for name in some}
        literals = tuple([x if is_true else -x for x, is_true in pairs])
        return ProjectedSolution(literals, record=record, completion=solution)

    def assignment(self, true: Iterable[int]) -> ProjectedSolution:
        """Return what is shown if exactly these variables are true, with the solution that they say."""
        found = CnfProblem.assignment(self, true)
        formula = _lowered(self.of)
        completion = formula.reader.decode([x for x in formula.projection if x in found.witness])
        return replace(self.shown(completion), literals=found.literals, witness=found.witness)

    def holds(self, assignment: Assignment) -> bool:
        """Whether this is what is shown of its completion, which is a solution of the model."""
        if not isinstance(assignment, ProjectedSolution) or assignment.completion is None:
            return False
        shown = self.shown(assignment.completion)
        return assignment == shown and self.of.holds(assignment.completion)

    def assuming(self, literals: Iterable[Any]) -> Projection:
        return project(self.of.assuming(literals), self.show)

    def to_json(self) -> dict[str, object]:
        return {"model": to_json(self.of), "show": list(self.show)}

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
    def text(self) -> str:
        """The model, and what is shown of it, in words."""
        return f"{self.of.text}; shown: {', '.join(self.show)}"

    @property
    def board(self) -> Board:
        """The board of the model."""
        return self.of.board

    @property
    def clues(self) -> tuple[Any, ...]:
        """The texts on the board of the model."""
        return self.of.clues

    @property
    def of(self) -> Model:
        """The model."""
        if self.model is None:
            raise InvalidModel("model", "is missing; nqsat.compiling.project makes projections")
        return self.model


def project(
    model: Model, show: Iterable[object], encoding: str = "auto", circuit: str = CIRCUITS[0].name
) -> Projection:
    """Return the projection of a model onto what is shown.

    Args:
        model: the model.
        show: names of kinds (all their literals), literals such as ``Q@a1`` and ``a1-b3``, squares
            (whether one is in use), or ``squares`` (whether each is). Commas join them: ``"a1,b2"``.
        encoding: of the clauses; see ``to_cnf``.
        circuit: of a tour; see ``to_cnf``.

    Raises:
        InvalidModel: nothing is shown, a word names nothing, or the model has an objective.
        UnsupportedByEngine: the formula would be too large, or there is none.
    """
    several = chain.from_iterable(COMMA.split(str(word)) for word in show)
    words = tuple(word.strip().removeprefix("~") for word in several)
    if not words:
        raise InvalidModel("show", "nothing is named; write a kind, a literal or a square")
    if model.objective is not None:
        raise InvalidModel("show", "is not for a model with an objective; leave one of them out")
    formula = _lowered(model)
    variables = formula.names
    shown = {name: some for word in words for name, some in _shown(model, [*variables], word)}
    cnf = to_cnf(formula, encoding, circuit)
    clauses, top = [*cnf.clauses], cnf.variables
    named, atoms = defaultdict[int, list[str]](list), dict[int, frozenset[str]]()
    for name, some in shown.items():
        literals = sorted({variables[atom] for atom in some})
        if len(literals) == 1:  # a literal and its square may be the same variable
            (shows,) = literals
        else:
            shows = top = top + 1
            clauses += [(-top, *literals), *((top, -x) for x in literals)]
        named[shows].append(name)
        atoms[shows] = frozenset(some)
    ascending = sorted(named)
    return Projection(
        top, tuple(clauses), tuple(ascending), model=model, show=words,
        names=tuple(tuple(named[x]) for x in ascending), atoms=tuple(atoms[x] for x in ascending),
    )  # fmt: skip


@kept_by_identity(16)  # every solution is decoded by it
def _lowered(model: Model) -> Formula:
    return lower(model)


def _shown(model: Model, atoms: Sequence[str], word: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that a word shows, each with the atoms of which a solution has one if it is true."""
    board = model.board
    squares = list(map(board.name, board.squares))
    kinds = [kind.name for kind in model.kinds] if model.is_placement else []
    piece, _, square = word.rpartition("@")
    if word == SQUARES:
        yield from ((name, _touching(model, atoms, name)) for name in squares)
    elif word in squares:
        yield word, _touching(model, atoms, word)
    elif some := atoms_named(atoms, word):
        yield word, some
    elif square in squares and usual_name(kinds, piece) in kinds:
        yield word, []  # it never stands there
    else:
        kind = usual_name(kinds, word)
        if kind not in kinds:
            reason = unknown(word, [*kinds, SQUARES, *atoms[:1], *squares[:1]])
            raise InvalidModel("show", reason)
        yield from ((name, [name]) for name in atoms if name.startswith(f"{kind}@"))


def _touching(model: Model, atoms: Iterable[str], square: str) -> list[str]:
    """The atoms of which a solution has one if a piece stands on a square, or the moves visit it."""
    if model.is_placement:
        return [name for name in atoms if name.rpartition("@")[2] == square]
    others = {model.board.name(other) for other in model.board.squares} | {"hub"}
    ways = {f"{a}{sign}{b}" for x in others for a, b in ((square, x), (x, square)) for sign in "->"}
    return [name for name in atoms if name in ways]
