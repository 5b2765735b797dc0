"""How large a formula may become: estimated before anything is built, and counted while it is.

An estimate can be wrong, of a rule of the user's own it does not exist; so whatever is built is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from nqsat.errors import UnsupportedByEngine
from nqsat.modelling import Model

#: Formulas of more literals than this are refused.
MAX_SIZE = 4_000_000

T = TypeVar("T")


def check_size(model: Model) -> None:
    """Refuse a model that is too large for a formula, without building anything.

    Raises:
        UnsupportedByEngine: the estimate of its size is beyond ``MAX_SIZE`` literals.
    """
    if model.size > MAX_SIZE:
        raise _too_large(model, f"about {model.size:,}")


class Room:
    """How many literals a formula that is being built may still have."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._left = MAX_SIZE

    def take(self, constraints: Iterable[T]) -> tuple[T, ...]:
        """The constraints; an empty one, or what is none, counts as one literal.

        Raises:
            UnsupportedByEngine: there are more literals than the formula may have.
        """
        taken = []
        for constraint in constraints:
            literals: Any = getattr(constraint, "literals", ())
            self._left -= max(1, len(literals)) if isinstance(literals, tuple) else 1
            if self._left < 0:
                raise _too_large(self._model, f"more than {MAX_SIZE:,}")
            taken.append(constraint)
        return tuple(taken)


def _too_large(model: Model, literals: str) -> UnsupportedByEngine:
    return UnsupportedByEngine(
        "formula",
        f"board {model.board.title} needs {literals} literals, the limit is {MAX_SIZE:,}; "
        "choose a smaller board",
    )
