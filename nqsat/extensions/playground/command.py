"""The command playground."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from nqsat.extensions import Argument


def playground(
    _options: Any, folder: Annotated[Path, Argument("The folder to write.", "DIR")]
) -> None:
    """Write a static site that runs nqsat in a browser, offline.

    Any web server can serve it. Writing it downloads Python for browsers (Pyodide) and the wheel of
    python-sat for it, and copies the other packages from this installation.
    """
    from nqsat.extensions.playground.build import build

    size = build(folder)
    print(f"{folder}: {size / 1e6:.1f} MB; look at it: python3 -m http.server 0 -d {folder}")
