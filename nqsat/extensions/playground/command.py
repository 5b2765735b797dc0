"""The command playground."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from nqsat.extensions import Argument


def playground(
    _options: Any, folder: Annotated[Path, Argument("The folder to write.", "DIR")]
) -> None:
    """Write a folder with which nqsat runs in a browser, offline.

    Any web server shows it. Python for browsers (Pyodide) and the wheel of python-sat for it are fetched;
    the other packages are those that are installed here.
    """
    from nqsat.extensions.playground.build import build

    size = build(folder)
    print(f"{folder}: {size / 1e6:.1f} MB; look at it: python3 -m http.server -d {folder}")
