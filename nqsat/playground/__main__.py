"""``python -m nqsat.playground DIR``: write the folder, and say how to look at it."""

from __future__ import annotations

import sys
from pathlib import Path

from nqsat.errors import NqsatError
from nqsat.playground.build import build

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("nqsat: usage: python -m nqsat.playground DIR")
    try:
        size = build(Path(sys.argv[1]))
    except NqsatError as error:
        print(f"nqsat: {error}", file=sys.stderr)
        sys.exit(2)
    print(
        f"{sys.argv[1]}: {size / 1e6:.1f} MB; look at it: python3 -m http.server -d {sys.argv[1]}"
    )
