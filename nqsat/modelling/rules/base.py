"""What a rule is: one requirement of a model, as a meaning and as an encoding."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from nqsat.errors import InvalidModel
from nqsat.modelling.rules import fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nqsat.chess import Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Rule", "check_kinds"]


class Rule(ABC):
    """One requirement of a placement. A frozen value.

    ``holds`` is the meaning: written from the facts of the board alone, it never looks at a
    formula, and it is the judge of every solution that any engine finds. ``lower`` is the
    encoding: it must allow exactly the arrangements for which ``holds`` is true.
    """

    __slots__ = ()

    #: The name in JSON and on the command line.
    name: ClassVar[str]

    #: The rule's own fields, as JSON and the command line have them; see ``nqsat.modelling.rules.fields``.
    fields: ClassVar[Mapping[str, fields.RuleField]] = MappingProxyType({})

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

    def hopeless(self, model: Placement, arrangement: Arrangement) -> bool:
        """Whether no arrangement of these men *and any others* can hold: a rule that more men cannot mend.

        Only the reference backtracker asks, with part of an arrangement; a rule that says nothing here
        is still enforced by ``holds``.
        """
        return False

    def size(self, model: Placement) -> int:
        """An estimate, made without building anything, of the literals of a large lowering.

        0, unless it grows faster than the attacks of the model's men do.
        """
        return 0

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
        return fields.to_json(self.fields, {name: getattr(self, name) for name in self.fields})

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The rule from its fields; the inverse of ``to_json``.

        Raises:
            InvalidModel: an unknown field or a wrong value, or one is missing.
        """
        return cls._of(fields.from_json(cls.fields, data))

    @classmethod
    def parse(cls, value: str | None) -> Self:
        """The rule from the command line: what stands after ``=`` in ``--rule NAME=VALUE``.

        Raises:
            InvalidModel: as ``from_json``.
        """
        try:
            return cls._of(fields.from_words(cls.fields, value) if value else {})
        except InvalidModel as error:
            raise InvalidModel(f"rule {cls.name}", str(error)) from None

    @classmethod
    def _of(cls, values: Mapping[str, Any]) -> Self:
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            if field.default is dataclasses.MISSING and field.name not in values:
                raise InvalidModel(
                    field.name, f"is missing; on the command line {cls.name}={field.name.upper()}"
                )
        return cls(**values)


def check_kinds(model: Placement, names: Iterable[str], field: str) -> None:
    """Refuse names that are no kinds of the model.

    Raises:
        InvalidModel: of that field.
    """
    known = {kind.name for kind in model.kinds}
    for name in sorted(set(names) - known):
        raise InvalidModel(field, f"the model has no {name!r}; it has {', '.join(known)}")
