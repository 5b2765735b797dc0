"""What is refused: by an error of one line that names the field at fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nqsat import InvalidModel


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
