"""Measures: numbers that an arrangement has, and objectives that want them large or small.

A measure is how many of some literals are true. As a rule it is ``Amount``; with a sense it is the
objective of a model.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, Self, get_args

from nqsat.errors import InvalidModel, choose
from nqsat.modelling.rules.base import check_kinds
from nqsat.modelling.rules.fields import FLAG, NAMES, Worded
from nqsat.modelling.rules.gates import disjunction
from nqsat.modelling.rules.sight import Sight, attacked_from, preserves_sight, sight_size
from nqsat.modelling.words import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nqsat.chess import Board, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.rules.fields import RuleField
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["MEASURES", "Measure", "Men", "Objective", "Sense", "Unattacked", "find_measure"]

Sense = Literal["maximise", "minimise"]


class Measure(Worded):
    """A number that every arrangement has. A frozen value."""

    __slots__ = ()
    what: ClassVar[str] = "measure"

    @abstractmethod
    def value(self, arrangement: Arrangement) -> int:
        """The number: its meaning."""

    @abstractmethod
    def counted(self, value: int) -> str:
        """The value in words: ``5 men``."""

    @abstractmethod
    def literals(
        self, model: Placement, variables: Variables
    ) -> tuple[tuple[int, ...], list[Constraint]]:
        """Its encoding: literals of which as many are true, and what defines those that are new."""

    @abstractmethod
    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        """Whether the image of every arrangement has the same value."""

    def check(self, model: Placement) -> None:
        """Called once when a model is born.

        Raises:
            InvalidModel: the measure makes no sense for this model.
        """

    def most(self, model: Placement) -> int:
        """No arrangement has a larger value; the number of squares, unless a measure knows better."""
        return len(model.board.squares)

    def least_men(self, value: int) -> int:
        """A lower bound on the men of an arrangement with this value."""
        return 0

    def too_many(self, value: int, arrangement: Arrangement) -> bool:
        """Whether neither an arrangement nor any with more men has a value as small as this."""
        return False

    def size(self, model: Placement) -> int:
        """As ``Rule.size``."""
        return 0


@dataclass(frozen=True, slots=True)
class Men(Measure):
    """How many men stand.

    Args:
        kinds: only men of these kinds; None for all.
    """

    name: ClassVar[str] = "men"
    fields: ClassVar[Mapping[str, RuleField]] = {"kinds": NAMES}
    kinds: tuple[str, ...] | None = None

    def counted(self, value: int) -> str:
        of = "" if self.kinds is None else f" of kind {' or '.join(self.kinds)}"
        return f"{value} {'man' if value == 1 else 'men'}{of}"

    def check(self, model: Placement) -> None:
        check_kinds(model, self.kinds or (), "kinds")

    def value(self, arrangement: Arrangement) -> int:
        return sum(self.kinds is None or man.kind in self.kinds for man in arrangement.men)

    def literals(
        self, model: Placement, variables: Variables
    ) -> tuple[tuple[int, ...], list[Constraint]]:
        names = [kind.name for kind in model.kinds if self.kinds is None or kind.name in self.kinds]
        squares = model.board.squares
        return tuple(x for name in names for x in variables.group(name, squares)), []

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        return True

    def least_men(self, value: int) -> int:
        return value

    def too_many(self, value: int, arrangement: Arrangement) -> bool:
        return self.value(arrangement) > value


@dataclass(frozen=True, slots=True)
class Unattacked(Measure):
    """How many squares are neither occupied nor attacked.

    Args:
        kinds: attacked by men of these kinds; None for all. A man of any kind occupies his square.
        blocking: whether a man in between stops a rider.
    """

    name: ClassVar[str] = "unattacked"
    fields: ClassVar[Mapping[str, RuleField]] = {"kinds": NAMES, "blocking": FLAG}
    kinds: tuple[str, ...] | None = None
    blocking: bool = False

    def counted(self, value: int) -> str:
        by = "" if self.kinds is None else f" by {' or '.join(self.kinds)}"
        return f"{value} {plural(value, 'squares')} unattacked{by}"

    def check(self, model: Placement) -> None:
        check_kinds(model, self.kinds or (), "kinds")

    def value(self, arrangement: Arrangement) -> int:
        attacked = attacked_from(arrangement, blocking=self.blocking)
        safe = set(arrangement.board.squares) - {man.square for man in arrangement.men}
        for square, kind in arrangement.men:
            if self.kinds is None or kind in self.kinds:
                safe -= attacked(kind, square)
        return len(safe)

    def literals(
        self, model: Placement, variables: Variables
    ) -> tuple[tuple[int, ...], list[Constraint]]:
        sight = Sight(model, variables, blocking=self.blocking)
        found: list[int] = []
        gates: list[Constraint] = []
        for square in model.board.squares:
            reached = sorted({*sight.occupied(square), *sight.onto(square, self.kinds)})
            hit, clauses = disjunction(variables, reached)
            found.append(-hit)
            gates += clauses
        return tuple(found), [*sight.definitions, *gates]

    def transposed(self, board: Board) -> Self | None:
        return self

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        return all(
            preserves_sight(symmetry, kind.piece, model.board, blocking=self.blocking)
            for kind in model.kinds
            if self.kinds is None or kind.name in self.kinds
        )

    def size(self, model: Placement) -> int:
        return sight_size(model) if self.blocking else 0


#: Every measure that models in JSON and on the command line may name.
MEASURES: tuple[type[Measure], ...] = (Men, Unattacked)


def find_measure(name: str) -> type[Measure]:
    """The measure of this name.

    Raises:
        InvalidModel: there is none.
    """
    return choose("measure", name, MEASURES)


@dataclass(frozen=True, slots=True)
class Objective:
    """What a model wants: of the arrangements that its rules allow, those with the best value.

    Args:
        sense: ``"maximise"`` or ``"minimise"``.
        measure: what.

    Raises:
        InvalidModel: another sense.
    """

    sense: Sense
    measure: Measure

    def __post_init__(self) -> None:
        if self.sense not in get_args(Sense):
            raise InvalidModel("objective", f"{self.sense!r} is neither maximise nor minimise")
        if not isinstance(self.measure, Measure):
            raise InvalidModel("objective", f"{self.measure!r} is no measure; write Men()")

    @classmethod
    def parse(cls, sense: Sense, text: str) -> Objective:
        """From the command line: ``men``, ``men=white:Q``, ``unattacked``.

        Raises:
            InvalidModel: no such measure, or it cannot be read.
        """
        name, _, value = text.partition("=")
        return cls(sense, find_measure(name).parse(value or None))

    def better(self, value: int, than: int) -> bool:
        """Whether a value is better than another."""
        return value > than if self.sense == "maximise" else value < than
