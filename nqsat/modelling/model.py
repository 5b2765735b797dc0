"""Model: the interface of every kind of model. A solution is a set of atoms: pieces, or moves.

A kind of model is one class. It defines its atoms once; they determine the variables of its formula
(``declare``), decoding (``solution``) and its inverse (``atoms_of``), cuts into cubes, and the numbering.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, cast

from nqsat import renderer
from nqsat.chess import Board, Symmetry, symmetries
from nqsat.chess.display import Inner, Picturable, brief
from nqsat.errors import InvalidModel, inside, no_and, no_attribute
from nqsat.modelling.json_values import EXPECTED, british, only_wish
from nqsat.modelling.kinds import Bounds, Kind
from nqsat.modelling.rules.fields import items_of
from nqsat.modelling.rules.user_rules import call_rule, lower_rule
from nqsat.modelling.setting import Change, Setting, kept_by_identity
from nqsat.modelling.vocabulary import Constraint

if TYPE_CHECKING:
    from nqsat.counting import Count, Outcome
    from nqsat.engines import Listing, Modelled, S
    from nqsat.modelling.rules import GivenRules, Objective, Rule
    from nqsat.modelling.rules.base import ClueMark
    from nqsat.modelling.rules.literals import Linear


#: Requirements; explanations of a contradiction prefer the first.
What = Literal[
    "rule", "squares", "preset", "number",
    "tour", "factor", "through", "avoiding", "visiting", "start", "end", "order", "numbers", "moves",
    "fixed_by",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement of a model.

    Args:
        what: its type: a ``"rule"``, a ``"preset"``, the ``"number"`` or the ``"squares"`` of a kind; for
            tours, the ``"tour"`` itself or an argument of ``Tour``.
        text: for display: ``non-attacking``, ``Q = 9``, ``Q@a1``.
        value: its value in the model: a rule, a preset, the name of a kind, a move, …
    """

    what: What
    text: str
    value: Any

    def __str__(self) -> str:
        return self.text


class Table(Protocol):
    """The variables of a model's atoms, with a limit on the number of literals; see ``Model.declare``."""

    #: The atoms of variables 1, 2, …
    atoms: tuple[Any, ...]

    def of(self, atom: Any) -> int | None:
        """Return the variable of an atom; None if the model has no such atom."""

    def fresh(self) -> int:
        """Return a new auxiliary variable."""

    def collect(self, constraints: Iterable[Any]) -> tuple[Any, ...]:
        """Return the constraints as a tuple; refuse them if they have too many literals."""

    def goal(self, literals: tuple[int, ...], *, maximise: bool) -> None:
        """Set the objective: maximise or minimise the number of these literals that are true."""


class Names(dict[str, int]):
    """The variables of a formula by the names of what they say: ``{"Q@a8": 1, …}``."""

    def name(self, literal: int) -> str:
        """Return the name of a variable, after ``~`` for its negation. ``KeyError``: it has none."""
        return "~" * (literal < 0) + self._by_number[abs(literal)]

    @cached_property
    def _by_number(self) -> dict[int, str]:
        return {number: name for name, number in self.items()}


class Subject(Inner, ABC):
    """A model or a formula: its solutions can be counted, listed and found."""

    __slots__ = ()

    #: The name of this kind in messages, and of models in JSON.
    key: ClassVar[str]

    if TYPE_CHECKING:  # fields of some kinds, properties of others

        @property
        def unit(self) -> str:
            """The noun for what is counted: ``placements``."""

        @property
        def size(self) -> int:
            """The number of literals of its formula, or an estimate of it."""

        @property
        def order(self) -> str:
            """The order in which solutions are numbered, as text."""

        @property
        def rules(self) -> tuple[Rule, ...]:
            """The rules; none of a formula."""

        @property
        def objective(self) -> Objective | None:
            """The measure that is maximised or minimised, if any."""

        @abstractmethod
        def holds(self, solution: Any, /) -> bool:
            """Whether this is a solution."""

    @property
    def contradiction(self) -> str | None:
        """Why it has no solution, if that is seen at once."""
        return None

    @property
    def obstacle(self) -> str | None:
        """Why there is no solution, if a short argument shows it; None if none does."""
        return self.contradiction

    @property
    def filtered(self) -> bool:
        """Whether it has no formula: a rule has ``holds`` alone."""
        return any(rule.filters for rule in self.rules)

    @property
    def note(self) -> str | None:
        """A note about its solutions."""
        return None

    @property
    def weighted(self) -> bool:
        """Whether a solution may count otherwise than once."""
        return False


class ModelParts(Subject, Inner):
    """The methods of a model for engines and other packages."""

    __slots__ = ()

    #: The counting convention, as text for users.
    counted: ClassVar[str]

    #: The noun for its solutions: ``arrangements``.
    noun: ClassVar[str]

    #: Whether its atoms are pieces, which have kinds, numbers and colours; otherwise they are moves.
    is_placement: ClassVar[bool] = False

    #: The class of its solutions.
    solution_class: ClassVar[type]

    @property
    def full_tour(self) -> Literal["closed", "open"] | None:
        """Which tour it is, if every solution is one of all squares."""
        return None

    def weight(self, solution: Any, /) -> int:
        """Return what a solution adds to a count: 1."""
        return 1

    # -- meaning and encoding --------------------------------------------------------------

    @property
    @abstractmethod
    def atoms(self) -> tuple[Any, ...]:
        """All atoms that a solution may contain, in the order of their variables.

        Each is hashable and has the methods ``image`` (under a symmetry) and ``text_on`` (its text on the
        command line).
        """

    @abstractmethod
    def declare(self, table: Table) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        """Yield (origin, constraints) pairs; an origin is a rule, the number of a kind, the presets, …"""

    @abstractmethod
    def solution(self, atoms: Iterable[Any]) -> Any:
        """Decode a set of atoms into a solution.

        Raises:
            InvalidModel: the atoms are not a solution.
        """

    @abstractmethod
    def atoms_of(self, solution: Any) -> Iterable[Any]:
        """Return the atoms of a solution; the inverse of ``solution``."""

    @abstractmethod
    def assuming(self, literals: Iterable[Any]) -> Self:
        """Return the model with literals that must be true: ``Q@a1``, ``~Q@b2``; of a tour ``a1-b3``.

        Raises:
            InvalidModel: a literal cannot be read, or the model has no such atom.
        """

    # -- parts and numbers -----------------------------------------------------------------

    @property
    @abstractmethod
    def given(self) -> tuple[Any, ...]:
        """The atoms that presets or arguments require in every solution."""

    @abstractmethod
    def choices(self, *, given: bool = False) -> Iterator[tuple[Any, ...]]:
        """Yield the decisions in order: each a tuple of atoms of which at most one occurs.

        Args:
            given: whether decisions that presets already make are included.
        """

    @property
    @abstractmethod
    def choice_signs(self) -> tuple[str, ...]:
        """The possible prefixes before ``@`` in a choice."""

    @abstractmethod
    def cut(self, chosen: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield the choices of disjoint cubes that cover the model after the choices in ``chosen``."""

    @abstractmethod
    def cube(self, choices: Sequence[str]) -> Self:
        """Return the model restricted to the solutions that make these choices."""

    @property
    @abstractmethod
    def order(self) -> str:
        """The order in which its solutions are numbered, as text; see ``choices``."""

    @property
    @abstractmethod
    def size(self) -> int:
        """An estimate of the number of literals of its formula, made without building it."""

    @property
    @abstractmethod
    def largest(self) -> int:
        """An upper bound on the number of pieces, or squares, of a solution."""

    # -- what is required ------------------------------------------------------------------

    @property
    def added(self) -> tuple[Rule, ...]:
        """The rules that were given as ``rules``."""
        return self.rules

    @property
    def fixing(self) -> tuple[str, ...]:
        """The names of the symmetries that an argument says fix every solution."""
        return ()

    @abstractmethod
    def relaxed(self, kept: Mapping[What, list[Any]]) -> Model:
        """Return the model with only these values of its requirements."""

    @classmethod
    @abstractmethod
    def options(cls) -> tuple[str, ...]:
        """Return the names of the options of ``refined``."""

    def with_optimum(self, number: Bounds | None, *, proved: bool = False) -> Self:
        """Replace the objective by a bound on its measure.

        If ``number`` is the optimum, the solutions are the optimal ones; None means that there is no
        optimum, and adds no bound. ``proved``: the number is known to be optimal, and engines may use that.
        """
        raise InvalidModel("objective", "the model has none to be settled")

    @abstractmethod
    def fixed(self, symmetry: str) -> Self:
        """Return the model restricted to the solutions that a symmetry fixes."""

    @property
    def clues(self) -> tuple[ClueMark, ...]:
        """The texts on the board, from its rules: places, row and column, each with a text."""
        return tuple(mark for rule in self.rules for mark in rule.clues)

    @property
    def of_attacks(self) -> bool:
        """Whether some rule restricts which pieces attack one another."""
        return any(rule.of_attacks for rule in self.rules)

    # -- where it goes ---------------------------------------------------------------------

    @abstractmethod
    def is_preserved_by(self, change: Change) -> bool:
        """Whether a change of the model's setting leaves the model unchanged; see ``symmetries``."""

    def colours(self) -> Sequence[str]:
        """Return the colours that may be exchanged: the labels of the kinds."""
        raise InvalidModel("modulo", f"colours belong to pieces; use symmetry for {self.key}s")

    def recolourings(self) -> tuple[Change, ...]:
        """Return the pairs of a board symmetry and a colour permutation that preserve the model.

        The identity comes first. Colours are the labels of the kinds: white of ``white:Q``.

        Raises:
            InvalidModel: the model has fewer than two colours, or a rule has no ``image`` method.
        """
        self.colours()
        return ()

    @abstractmethod
    def image(self, change: Change) -> Self | None:
        """Return the image of the model under a change; None if no rules express it.

        Raises:
            InvalidModel: a rule has no ``image`` method.
        """

    # -- reading and writing ---------------------------------------------------------------

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """Return the model as JSON data, without its version."""

    @classmethod
    @abstractmethod
    def from_json(cls, value: object) -> Self:
        """Construct the model from JSON data; the inverse of ``to_json``."""

    @abstractmethod
    def parse_solution(self, text: str) -> Any:
        """Parse a solution; the inverse of ``str(solution)``."""

    @abstractmethod
    def solution_from_json(self, data: Any) -> Any:
        """Construct a solution from its JSON data."""


#: Names of other libraries for parts of a model, and nqsat's own.
_OTHER_NAMES = {
    **{sense: f"model.with_objective({sense}=…)" for sense in ("maximise", "minimise")},
    **dict.fromkeys(("add", "add_rule", "add_constraint", "append"), "model + rule"),
    **dict.fromkeys(("save", "dump", "to_json_file"), "nqsat.dump(model, 'model.json')"),
    **dict.fromkeys(
        ("export", "write", "to_dimacs", "to_opb", "to_file"),
        "model.to_cnf()[0].to_file('model.cnf'), or nqsat export model.json",
    ),
    **dict.fromkeys(("enumerate", "solve_all", "solveAll"), "model.solutions()"),
    **{name: f"nqsat.{name}(model)" for name in ("certify", "sample", "unique", "verify", "view")},
}


class Model(Picturable, ModelParts):
    """A frozen declaration of the constraints on solutions, independent of any solver."""

    __slots__ = ()

    if TYPE_CHECKING:  # fields of some kinds, properties of others

        @property
        @abstractmethod
        def board(self) -> Board: ...
        @property
        @abstractmethod
        def kinds(self) -> tuple[Kind, ...]: ...
        @property
        @abstractmethod
        def setting(self) -> Setting: ...

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, _OTHER_NAMES.get(british(name)))

    @abstractmethod
    def holds(self, solution: Any, /) -> bool:
        """Whether this is a solution."""

    def count(self, **how: Any) -> Count[int]:
        """Count the solutions: ``nqsat.count(model, **how)``."""
        return cast("Count[int]", renderer.room("counting").count(self, **how))

    def solve(self: Modelled[S], **how: Any) -> Outcome[S]:
        """Find a solution, or the best one: ``nqsat.solve(model, **how)``."""
        return cast("Outcome[S]", renderer.room("counting").solve(self, **how))

    def solutions(self: Modelled[S], **how: Any) -> Listing[S]:
        """List the solutions: ``nqsat.solutions(model, **how)``."""
        return cast("Listing[S]", renderer.room("counting").solutions(self, **how))

    def to_cnf(self, encoding: str = "auto") -> tuple[Any, Names]:
        """Return the model's clauses as a ``CNF`` of PySAT, and the names of its variables.

        >>> from nqsat import Placement
        >>> cnf, names = Placement("8x8", {"Q": 8}).to_cnf()
        >>> names["Q@a8"], names.name(-1)
        (1, '~Q@a8')

        The variables that have names tell a solution; the others are auxiliaries, so count over the first
        alone. They are those of ``nqsat.lower(model)``. An objective is not in it: ``to_cp_model`` has it.

        Args:
            encoding: how cardinalities are encoded; see ``nqsat.compiling.ENCODINGS``.

        Raises:
            UnsupportedByEngine: the formula would be too large.
        """
        compiling = renderer.room("compiling")
        formula = compiling.lower(self)
        cnf, names = compiling.to_cnf(formula, encoding), Names(formula.names)
        return compiling.to_pysat(cnf, names), names

    def to_cp_model(self) -> tuple[Any, dict[str, Any]]:
        """Return the model as a ``CpModel`` of OR-Tools, and its 0/1 expressions by name: ``Q@a1``.

        Raises:
            UnsupportedByEngine: the formula would be too large.
        """
        compiling = renderer.room("compiling")
        formula = compiling.lower(self)
        model, expressions = compiling.to_cp_model(formula)
        return model, {name: expressions[x - 1] for name, x in formula.names.items()}

    def project(self, *show: object) -> Any:
        """Return the model as seen by some of its literals alone: solutions that agree on them are one.

        It is counted, listed, drawn from and asked for uniqueness as a model is.

        >>> import nqsat
        >>> model = nqsat.Placement("4x4", {"Q": 2})
        >>> nqsat.count(model).value, nqsat.count(model.project("a1")).value
        (44, 2)

        Args:
            show: kinds (``"white:Q"``), literals (``"Q@a1"``, ``"a1-b3"``), squares (``"a1"``: whether it
                is in use), or ``"squares"`` for all of these.

        Raises:
            InvalidModel: nothing is shown, a word names nothing, or the model has an objective.
        """
        return renderer.room("compiling").project(self, show)

    @abstractmethod
    def requirements(self) -> Iterator[Requirement]:
        """Yield the single requirements, without an objective: some value is always the best."""

    if TYPE_CHECKING:
        refined: Any  # each kind declares its own parameters
    else:

        @abstractmethod
        def refined(self, **more: Any) -> Model:
            """Return the model with further requirements, given as text; the names are ``options``."""

    def with_rules(self, *rules: GivenRules) -> Self:
        """Return the model with more rules; ``model + rule`` and ``model + [rule, rule]`` do so as well."""
        return self.changed(rules=(*self.rules, *chain(*map(items_of, rules))))

    def __add__(self, rules: GivenRules) -> Self:
        return self.with_rules(rules)

    __and__ = no_and

    def with_objective(
        self, objective: Objective | str | None = None, **sense: Linear | int | str | None
    ) -> Self:
        """Return the model with another objective, or with none; of a placement also a sum of literals.

        It is an ``objective``, or what to ``maximise=`` or ``minimise=`` (``maximize=``, ``minimize=``).

        >>> from nqsat import Placement
        >>> model = Placement("8x8", {"Q": 8})
        >>> model.with_objective(maximise=3 * model.at("Q", "a1") + model.at("Q", "h8"))
        <Placement 8x8 Q=8 non-attacking maximise sum=3*Q@a1,Q@h8>

        Raises:
            InvalidModel: several are given, another word is, or this kind of model has no objectives.
        """
        wanted = only_wish(objective, sense)
        if "maximise" in self.options():
            return self.changed(objective=wanted)
        if wanted is not None:
            raise InvalidModel("objective", f"a {self.key} has no objective")
        return self

    def _with_added_objective(self, maximise: str | None, minimise: str | None) -> Self:
        """Return the model with an objective, if one is given. ``InvalidModel``: it has another."""
        if maximise is None is minimise:
            return self
        if self.objective is not None:
            name = "minimise" if maximise is None else "maximise"
            raise InvalidModel(name, f"the model already has one: {self.objective}")
        return self.with_objective(maximise=maximise, minimise=minimise)

    def with_unit(self, unit: str) -> Self:
        """Return the model counted with or without direction: ``"directed"`` or ``"undirected"``.

        Raises:
            InvalidModel: its solutions have no direction, or the unit does not fit this model.
        """
        raise InvalidModel("unit", f"{unit!r}: undirected or directed, and for tours only")

    def _check_rules(self) -> None:
        """Let every rule see whether it makes sense here. ``InvalidModel``: one makes none."""
        setting = self.setting
        if self.objective is not None:
            with inside("objective"):
                self.objective.measure.check(setting)
        arguments = len(self.rules) - len(self.added)  # these name themselves
        for place, rule in enumerate(self.rules):
            with inside("rules", place - arguments) if place >= arguments else nullcontext():
                call_rule(rule, rule.check, setting)

    def _lowered_rules(
        self, table: Table, variables: Any
    ) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        """Yield the constraints of the rules; tell the table what is to be the most or the least."""
        setting = self.setting
        for rule in self.rules:
            yield rule.name, lower_rule(rule, setting, variables, table.collect)
        if self.objective is not None:
            literals, definitions = self.objective.measure.literals(setting, variables)
            yield "objective", table.collect(definitions)
            table.goal(literals, maximise=self.objective.sense == "maximise")

    @abstractmethod
    def changed(self, **changes: Any) -> Self:
        """Return a copy with some constructor arguments replaced."""

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the geometric symmetries of the board that preserve the model, the identity first.

        Every image of a solution under one of them is a solution. They are a subgroup of the board's group.

        Raises:
            InvalidModel: a rule has no ``image`` method.
        """
        group, setting = symmetries(self.board), self.setting
        return tuple(g for g in group if self.is_preserved_by(Change.of(setting, g)))

    @property
    @abstractmethod
    def text(self) -> str:
        """The model on one line: ``8x8 Q=8 non-attacking preset Q@a1``; ``parse`` reads it.

        It says everything but walls and holes, a graph or squares of a piece, and rules of your own.
        """

    def __repr__(self) -> str:
        return brief(f"{type(self).__name__} {self.text}")

    @property
    @abstractmethod
    def unit(self) -> str:
        """The unit of its counts: ``placements``."""


@kept_by_identity(64)
def known_symmetries(model: Model) -> tuple[Symmetry, ...]:
    """Return the symmetries of a model, the identity first; none if a rule has no image."""
    try:
        return model.symmetries()
    except InvalidModel:
        return ()


def no_row(what: str, model: object, cure: str = "") -> InvalidModel:
    """Return the error for a kind of model that has no entry in a dispatch table.

    Args:
        what: what the kind lacks.
        model: a model of this kind.
        cure: what to do instead.
    """
    kind = getattr(model, "key", type(model).__name__)
    return InvalidModel("model", f"a {kind} has no {what}{cure and f'; {cure}'}")


def requirements(model: Model) -> tuple[Requirement, ...]:
    """Return all requirements of a model, without an objective: some value is always the best."""
    return tuple(model.requirements())


def relaxed(model: Model, kept: Iterable[Requirement]) -> Model:
    """Return the model with only these of its requirements; a tour stays a tour.

    If the start of a closed tour is dropped, its remaining numbers are relative to one of them.
    """
    values: dict[What, list[Any]] = {}
    for requirement in kept:
        values.setdefault(requirement.what, []).append(requirement.value)
    return model.relaxed(values)


def read_solution(model: Model, given: Any) -> Any:
    """A solution as it is; or the pieces, or the squares in order, that a text names.

    Args:
        model: whose board and kinds they are of; they need not solve it.
        given: a text as ``str(solution)``, as FEN, or as ``enumerate --format jsonl`` writes it.
    """
    if isinstance(given, model.solution_class):
        return given
    if not isinstance(given, str):
        raise InvalidModel("solution", f"{given!r} is not a solution; {EXPECTED}")
    if not (text := given.strip()).startswith("{"):
        return model.parse_solution(text)
    try:
        return model.solution_from_json(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidModel("solution", f"cannot read this JSON; {EXPECTED}") from None
