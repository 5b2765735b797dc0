"""Model: what every kind of model says of itself. Its solutions are sets of atoms: men, or moves.

A kind of model is one class. It names its atoms once; from these come the variables of its formula
(``declare``), the way back (``solution``) and there (``made``), its cuts into parts, and its numbering.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from nqsat.chess import Board, Symmetry
from nqsat.chess.display import Picturable
from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Kind, Number
from nqsat.modelling.requirements import Requirement, What
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint

if TYPE_CHECKING:
    from nqsat.modelling.rules import Objective, Rule


class Table(Protocol):
    """Variables for the atoms of a model, and a budget of literals: what a model declares itself with."""

    #: The atoms of variables 1, 2, …
    atoms: tuple[Any, ...]

    def of(self, atom: Any) -> int | None:
        """The variable of an atom; None if the model has no such atom."""

    def fresh(self) -> int:
        """A new auxiliary variable."""

    def take(self, constraints: Iterable[Any]) -> tuple[Any, ...]:
        """The constraints; refused where they are too many."""

    def goal(self, literals: tuple[int, ...], *, maximise: bool) -> None:
        """Say of which literals as many, or as few, as can be are wanted."""


class Model(Picturable, ABC):
    """A frozen declaration: what must hold, never how."""

    __slots__ = ()

    _of_rooms: ClassVar[frozenset[str]] = frozenset({
        "added", "arguments", "arguments_in", "atoms", "check_rules", "choices", "colours",
        "counted", "cube", "cut", "declare", "declared", "fixed", "fixing", "from_data", "given",
        "image", "key", "largest", "made", "of_attacks", "of_men", "options",
        "order", "origin", "read", "read_data", "recolourings", "relaxed", "required",
        "required_names", "setting", "settled", "size", "solution", "solution_class", "spelled",
        "to_data", "told", "ways", "written",
    })  # fmt: skip

    #: What JSON calls it.
    key: ClassVar[str]

    #: What is counted of it, for people.
    counted: ClassVar[str]

    #: What its solutions are called, counted or not.
    solutions: ClassVar[str]

    #: Whether its atoms are men, which have numbers, kinds and colours; else they are moves.
    of_men: ClassVar[bool] = False

    #: The class of its solutions.
    solution_class: ClassVar[type]

    #: What ``refined`` may be told.
    options: ClassVar[tuple[str, ...]]

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
        @property
        @abstractmethod
        def rules(self) -> tuple[Rule, ...]: ...
        @property
        @abstractmethod
        def objective(self) -> Objective | None: ...

    # -- meaning and encoding --------------------------------------------------------------

    @abstractmethod
    def holds(self, solution: Any) -> bool:
        """Whether it is a solution."""

    @property
    @abstractmethod
    def atoms(self) -> tuple[Any, ...]:
        """The atoms of which a solution may consist, in the order of their variables.

        Each can be hashed, says its ``image`` under a symmetry, and is ``written`` as on the command line.
        """

    @abstractmethod
    def declare(self, table: Table) -> Iterator[tuple[str, tuple[Constraint, ...]]]:
        """The constraints, by their origin: a rule, the numbers of a kind, the presets, …"""

    @abstractmethod
    def solution(self, atoms: Iterable[Any]) -> Any:
        """The solution that consists of some of the atoms.

        Raises:
            InvalidModel: it is none.
        """

    @abstractmethod
    def made(self, solution: Any) -> Iterable[Any]:
        """The atoms of which a solution consists."""

    # -- parts and numbers -----------------------------------------------------------------

    @property
    @abstractmethod
    def given(self) -> tuple[Any, ...]:
        """What every solution has because it is told to: men, or moves."""

    @abstractmethod
    def choices(self, *, given: bool = False) -> Iterator[tuple[Any, ...]]:
        """What is to be decided, in order: which of these, if any; of what is ``given`` too?"""

    @property
    @abstractmethod
    def ways(self) -> tuple[str, ...]:
        """What stands before ``@`` in a choice."""

    @abstractmethod
    def cut(self, chosen: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Choices that cut the model, some made already, into disjoint parts; see ``cubes``."""

    @abstractmethod
    def cube(self, choices: Sequence[str]) -> Self:
        """The same model, of which only the solutions that make these choices are solutions."""

    # -- what is required ------------------------------------------------------------------

    @abstractmethod
    def requirements(self) -> Iterator[Requirement]:
        """What is required, one by one; an objective is not, for some value is always the best."""

    @abstractmethod
    def relaxed(self, kept: Mapping[What, list[Any]]) -> Model:
        """The model with these values of its requirements and no others."""

    if TYPE_CHECKING:
        refined: Any  # which each kind types for itself
    else:

        @abstractmethod
        def refined(self, **more: Any) -> Model:
            """The model of which more is required, in words, by its ``options``."""

    def with_rules(self, *rules: Rule) -> Self:
        """The same model with more rules."""
        return self.changed(rules=(*self.rules, *rules))

    def with_objective(self, objective: Objective | None) -> Self:
        """The same model with another objective, or with none.

        Raises:
            InvalidModel: there is none for its solutions.
        """
        if objective is not None:
            raise InvalidModel("objective", f"a {self.key} has none")
        return self

    def with_unit(self, unit: str) -> Self:
        """The same model, counted with or without direction: ``"directed"`` or ``"undirected"``.

        Raises:
            InvalidModel: its solutions have no direction, or that makes no sense for this model.
        """
        raise InvalidModel("unit", f"{unit!r}: undirected or directed, and for tours only")

    def settled(self, number: Number | int | str | None, *, proved: bool = False) -> Self:
        """The model without its objective, but with so much of what that measures.

        With the optimum for ``number``, its solutions are the optimal ones; with None, which says
        that there is no best value, it asks for no value. ``proved``: that no value is better than this
        number is known, and engines may go by it.

        Raises:
            InvalidModel: the model has no objective.
        """
        raise InvalidModel("objective", "the model has none to be settled")

    @abstractmethod
    def changed(self, **changes: Any) -> Self:
        """The same model with some of the arguments that it was made of changed."""

    @abstractmethod
    def fixed(self, symmetry: str) -> Self:
        """The same model, of which only the solutions that a symmetry leaves alone are solutions."""

    @property
    def of_attacks(self) -> bool:
        """Whether a rule says of men if they may attack one another."""
        return any(rule.of_attacks for rule in self.rules)

    # -- where it goes ---------------------------------------------------------------------

    @abstractmethod
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The geometric symmetries of the board that preserve the model, the identity first.

        Raises:
            InvalidModel: a rule does not say what becomes of it.
        """

    def colours(self) -> Sequence[str]:
        """The colours that may be exchanged: the labels of the kinds.

        Raises:
            InvalidModel: the model has fewer than two colours, or very many.
        """
        raise InvalidModel("modulo", f"colours are of men; take symmetry for {self.key}s")

    def recolourings(self) -> tuple[Change, ...]:
        """The symmetries of the board together with permutations of the colours that preserve the model.

        The identity comes first. Colours are the labels of the kinds: white of ``white:Q``.

        Raises:
            InvalidModel: the model has fewer than two colours, or a rule does not say what its image is.
        """
        self.colours()
        return ()

    @abstractmethod
    def image(self, change: Change) -> Self | None:
        """The model that a change makes of this one; None if no rules say that.

        Raises:
            InvalidModel: a rule does not say what becomes of it.
        """

    # -- words -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def order(self) -> str:
        """In which order its solutions are numbered, in words; see ``choices``."""

    @property
    @abstractmethod
    def unit(self) -> str:
        """What its solutions are called when they are counted."""

    @property
    @abstractmethod
    def size(self) -> int:
        """An estimate, made without building anything, of the literals of its formula."""

    @property
    @abstractmethod
    def largest(self) -> int:
        """The most men, or squares, that a solution may have."""

    @abstractmethod
    def to_data(self) -> dict[str, object]:
        """The model as JSON data, without its version.

        Raises:
            InvalidModel: a rule is a user's own, which JSON cannot carry.
        """

    @classmethod
    @abstractmethod
    def from_data(cls, value: object) -> Self:
        """The model that JSON data describe; the inverse of ``to_data``."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """The solution that a text names; the text is what ``str(solution)`` returns."""

    @abstractmethod
    def read_data(self, data: Any) -> Any:
        """The solution that its JSON data describe."""


def no_row(what: str, model: object, cure: str = "") -> InvalidModel:
    """What the default of a table of kinds of models raises: a kind without a row is taken for no other.

    Args:
        what: what the kind lacks.
        model: of this kind.
        cure: what to do instead.
    """
    kind = getattr(model, "key", type(model).__name__)
    return InvalidModel("model", f"a {kind} has no {what}{cure and f'; {cure}'}")
