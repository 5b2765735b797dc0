"""What a rule is: one requirement of a model, as a meaning and as an encoding."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from nqsat.chess import Symmetry
from nqsat.errors import InvalidModel
from nqsat.modelling.arrangement import Arrangement, Man
from nqsat.modelling.kinds import Number
from nqsat.modelling.rules.fields import Worded
from nqsat.modelling.setting import Change, Setting
from nqsat.modelling.vocabulary import Constraint, Variables

#: Whether something holds of an arrangement.
Meaning = Callable[["Arrangement"], bool]


class Rule(Worded):
    """One requirement of a placement. A frozen value.

    ``holds`` is the meaning: written from the facts of the board alone, it never looks at a
    formula, and it is the judge of every solution that any engine finds. ``lower`` is the
    encoding: it must allow exactly the arrangements for which ``holds`` is true.

    A rule of your own is a subclass with a ``name``, ``holds`` and ``lower``, and a frozen dataclass if it
    has fields. With ``image`` it can be counted modulo symmetry and colours. ``nqsat verify`` compares its
    meaning with its encoding, and with ``image`` the model with the model turned.
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
    def lower(self, setting: Setting, variables: Variables) -> Iterable[Constraint]:
        """Constraints on the model's variables that say the same as ``holds``."""

    def image(self, change: Change) -> Rule | None:
        """What becomes of it: it holds of an arrangement exactly if its image holds of the changed one.

        Whatever the rule names is changed: squares, kinds, regions, symmetries. Rules that say the same are
        to be equal, so that a rule which a change leaves alone is seen to be its own image.

        Returns:
            None if no rule of its sort says it there. Rules of attack look at the pieces alone: half a turn
            takes ``fW`` to ``bW``, whether or not the solutions show it, and no rule says that of ``fW``.

        Raises:
            InvalidModel: the rule does not say; it cannot be counted modulo symmetry.
        """
        reason = "does not say what becomes of it; give it an image method"
        raise InvalidModel(("rules", self.name), reason)

    def fixed_by(self, setting: Setting) -> Iterable[Symmetry]:
        """Symmetries and changes that leave every arrangement which the rule allows as it is; mostly none.

        Men whom these make of one another get one variable, so that there is much less to search.
        """
        return ()

    def weaker(self, setting: Setting) -> Meaning | None:
        """A weaker meaning: of every arrangement that the rule and the numbers allow, and of any fewer men.

        The reference backtracker asks it of parts of an arrangement, to leave hopeless branches early. A
        rule that has none is enforced by ``holds`` alone.
        """
        return None

    def apart(self, setting: Setting) -> Mapping[Man, Iterable[Man]] | None:
        """For every man those who cannot stand with him, if the rule says just that; None if it says more.

        It holds of an arrangement exactly if no man of it is apart from another: so many arrangements
        are judged together. A subclass that means something else has a ``holds`` of its own, and then what
        this says is not asked.
        """
        return None

    def cost(self, setting: Setting) -> int:
        """An estimate, made without building anything, of the literals of a large lowering.

        0, unless it grows faster than the attacks of the model's men do.
        """
        return 0


class Bounded(Rule):
    """A rule whose field ``number`` says how many: ``2``, ``"1..3"``, ``"1.."``, read when it is made."""

    __slots__ = ()
    number: Number | int | str

    @property
    def bounds(self) -> Number:
        """How many, read."""
        return Number.parse(self.number)

    def without_low(self) -> Meaning | None:
        """What the rule says without its lower bound; None if no bound is left."""
        high = self.bounds.high
        if high is None:
            return None
        return replace(self, number=Number(0, high)).holds  # type: ignore[type-var]
