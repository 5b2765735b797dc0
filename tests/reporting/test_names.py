"""The public names of the package."""

from __future__ import annotations

import nqsat.reporting


def test_names_are_sorted_and_are_no_modules() -> None:
    # svg and progress are modules too; what the package gives must be the function.
    names = nqsat.reporting.__all__
    assert names == sorted(names)
    assert all(callable(getattr(nqsat.reporting, name)) for name in names if name != "FORMATS")
