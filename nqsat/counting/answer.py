"""What all answers have in common: none is true or false, and each can say itself to a notebook."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, NoReturn

from nqsat.chess.drawn import Said, Shown
from nqsat.errors import no_truth


class Answer(Shown):
    """An answer to a question, as complete as it could be made."""

    __slots__ = ()

    #: What to ask instead of whether it is true.
    ask: ClassVar[str]

    @abstractmethod
    def _said_(self) -> Said: ...

    def __bool__(self) -> NoReturn:
        raise no_truth(self, self.ask)
