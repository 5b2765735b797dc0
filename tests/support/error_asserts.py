"""What is refused: by an error of one line that names the field at fault; and a rule that often is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from nqsat import Arrangement, InvalidModel, Rule
from nqsat.modelling import Setting
from nqsat.rules import Constraint, Variables


def refused(make: Callable[[], Any], field: str | None = None, said: str = "") -> InvalidModel:
    """The error that comes of making something; of this field, if that is given."""
    with pytest.raises(InvalidModel) as caught:
        make()
    error = caught.value
    assert field in (None, error.field)
    assert said in error.reason
    assert str(error).isprintable()
    assert len(str(error)) < 300
    return error


class Own(Rule):
    """A rule of a user's own, of which nqsat knows nothing but these two."""

    name = "own"

    def holds(self, arrangement: Arrangement) -> bool:
        return True

    def lower(self, setting: Setting, variables: Variables) -> Iterable[Constraint]:
        return ()
