"""What a rule is: one requirement of a model, as a meaning and as an encoding."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from nqsat.errors import InvalidModel
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.fields import Worded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from nqsat.chess import Square, Symmetry
    from nqsat.modelling.arrangement import Arrangement
    from nqsat.modelling.placement import Placement
    from nqsat.modelling.vocabulary import Constraint, Variables

__all__ = ["Bounded", "Rule", "check_kinds"]


class Rule(Worded):
    """One requirement of a placement. A frozen value.

    ``holds`` is the meaning: written from the facts of the board alone, it never looks at a
    formula, and it is the judge of every solution that any engine finds. ``lower`` is the
    encoding: it must allow exactly the arrangements for which ``holds`` is true.

    A rule of your own is a subclass with a ``name``, ``holds`` and ``lower``, and a frozen dataclass if it
    has fields. With ``preserved_by`` it can be counted modulo symmetry. ``nqsat verify`` compares its
    meaning with its encoding, and with ``transposed`` the model with the model turned.
    """

    __slots__ = ()
    what: ClassVar[str] = "rule"

    # A rule with fields is a frozen dataclass, which has all of these of its own.

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    @property
    def of_attacks(self) -> bool:
        """Whether it says of men if they may attack one another."""
        return False

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

    def least_men(self, model: Placement) -> int:
        """A lower bound, for the reference backtracker, on the men of an arrangement that holds."""
        return 0

    def size(self, model: Placement) -> int:
        """An estimate, made without building anything, of the literals of a large lowering.

        0, unless it grows faster than the attacks of the model's men do.
        """
        return 0

    def preserved_by(self, symmetry: Symmetry, model: Placement) -> bool:
        """Whether a symmetry of the model's board keeps the rule as it is declared.

        That is, whether it maps what the rule names to itself: its squares, regions and symmetries, and of
        each kind whose attacks it speaks of, who attacks whom, in that direction. Then the image of every
        arrangement that holds, holds too. Where the images hold for any other reason the symmetry is not
        used: half a turn takes ``fW`` to ``bW``, whether or not the solutions show it.

        Raises:
            InvalidModel: the rule does not say; it cannot be counted modulo symmetry.
        """
        raise InvalidModel(
            f"rules.{self.name}",
            "does not say which symmetries preserve it; give it a preserved_by method",
        )

    def recoloured(self, naming: Mapping[str, str]) -> Self:
        """The rule for men who change colour: it holds of them afterwards if this one did before.

        Args:
            naming: from the name of each kind to the name of what its men become.

        Raises:
            InvalidModel: a rule of a user's own that does not say; it cannot be counted modulo colours.
        """
        if not type(self).__module__.startswith("nqsat."):
            raise InvalidModel(
                f"rules.{self.name}",
                "does not say what it is in other colours; give it a recoloured method",
            )
        return Worded.recoloured(self, naming)  # super() fails in a dataclass with slots


class Bounded(Rule):
    """A rule whose field ``number`` says how many: ``2``, ``"1..3"``, ``"1.."``, read when it is made."""

    __slots__ = ()
    number: Number | int | str

    @property
    def bounds(self) -> Number:
        """How many, read."""
        return Number.parse(self.number)


def check_kinds(model: Placement, names: Iterable[str], field: str) -> None:
    """Refuse names that are no kinds of the model.

    Raises:
        InvalidModel: of that field.
    """
    known = {kind.name for kind in model.kinds}
    for name in sorted(set(names) - known):
        raise InvalidModel(field, f"the model has no {name!r}; it has {', '.join(known)}")
