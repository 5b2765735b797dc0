"""What a question can be about: a model, or a formula of others. What is the same of both stands here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from nqsat.modelling.rules import Objective, Rule


class Subject(ABC):
    """What has solutions that can be counted, listed and found: a model, or a formula."""

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
            """What is maximised or minimised, if anything is."""

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
        """What has to be said of its solutions."""
        return None

    @property
    def weighted(self) -> bool:
        """Whether a solution may count otherwise than once."""
        return False
