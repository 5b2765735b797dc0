"""What a rule is: one requirement of a model, as a meaning and as an encoding."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.errors import InvalidModel

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nqsat.chess import Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Rule"]


class Rule(ABC):
    """One requirement of a placement. A frozen value.

    ``holds`` is the meaning: written from the facts of the board alone, it never looks at a
    formula, and it is the judge of every solution that any engine finds. ``lower`` is the
    encoding: it must allow exactly the arrangements for which ``holds`` is true.
    """

    __slots__ = ()

    #: The name in JSON and on the command line.
    name: ClassVar[str]

    @abstractmethod
    def holds(self, arrangement: Arrangement) -> bool:
        """Whether the arrangement meets this requirement."""

    @abstractmethod
    def lower(self, model: Placement, variables: Variables) -> Iterable[Constraint]:
        """Constraints on the model's variables that say the same as ``holds``."""

    def check(self, model: Placement) -> None:
        """Called once when a model is born.

        Raises:
            InvalidModel: the rule makes no sense for this model.
        """

    def excludes(self, model: Placement, kind: str, square: Square) -> Iterable[tuple[str, Square]]:
        """Men that can never stand beside this one, whatever else stands: (kind, square) pairs.

        Only the reference backtracker asks, to leave hopeless branches early; a rule that says
        nothing here is still enforced by ``holds``.
        """
        return ()

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        """Whether the image of every arrangement that holds, holds too.

        Raises:
            InvalidModel: the rule does not say; it cannot be counted modulo symmetry.
        """
        raise InvalidModel(
            f"rules.{self.name}",
            "does not say which symmetries preserve it; give it a preserved_by method",
        )

    def to_json(self) -> dict[str, object]:
        """The rule's own fields as JSON data (its name is added by the schema)."""
        return {}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The rule from its fields; the inverse of ``to_json``.

        Raises:
            InvalidModel: an unknown field or a wrong value.
        """
        for field in data:
            raise InvalidModel(field, "unknown field")
        return cls()

    @classmethod
    def parse(cls, value: str | None) -> Self:
        """The rule from the command line: what stands after ``=`` in ``--rule NAME=VALUE``."""
        if value:
            raise InvalidModel(f"rule {cls.name}", f"takes no value, {value!r} given")
        return cls()
