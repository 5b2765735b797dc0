"""Check that input is refused by a one-line error that names the field; and a minimal user's rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

from nqsat import Arrangement, InvalidModel, Rule
from nqsat.modelling import Setting
from nqsat.rules import Constraint, Variables

E = TypeVar("E", bound=Exception)


def refused(make: Callable[[], Any], field: str | None = None, said: str = "") -> InvalidModel:
    """Return the error raised by ``make``, after checking its field and a part of its text, if given."""
    error = raised(InvalidModel, make, said)
    assert field in (None, error.field)
    return error


def raised(kind: type[E], make: Callable[[], Any], said: str = "") -> E:
    """Return the error of this kind raised by ``make``, after checking its text: one line that has this."""
    with pytest.raises(kind) as caught:
        make()
    error = caught.value
    assert said in str(error)
    assert str(error).isprintable()
    assert len(str(error)) < 300
    return error


class Own(Rule):
    """A user's own rule with only the two required methods."""

    name = "own"

    def holds(self, arrangement: Arrangement) -> bool:
        return True

    def lower(self, setting: Setting, variables: Variables) -> Iterable[Constraint]:
        return ()
