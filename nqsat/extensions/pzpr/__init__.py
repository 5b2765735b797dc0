"""Puzzles of pzpr and its sites: their addresses, as of puzz.link, and their files, read and written.

genres    what a puzzle of each genre is in the catalogue, and how its address and its file are made
codes     the codes of which addresses consist
"""

from pathlib import Path
from typing import Any

from nqsat.extensions import Extension

EXTENSION = Extension(
    "puzzles by their addresses on puzz.link, and files of pzpr (.pzprv3)",
    hooks={"model": f"{__name__}:named_puzzle", "puzzle written": f"{__name__}:written"},
)

#: Bytes that a file may have.
LARGEST = 100_000


def named_puzzle(word: str) -> tuple[str, dict[str, int | str]] | None:
    """The catalogue model that an address or a file means, and its parameters; None for other words."""
    from nqsat.sources import is_pzpr_file

    file = is_pzpr_file(word)
    meant = "puzz.link/" in word or "pzv.jp/" in word or "penpa-edit" in word
    if not (file or meant or "?" in word):
        return None
    from nqsat.errors import InvalidModel, in_file
    from nqsat.extensions.pzpr.genres import EXAMPLE, read_address, read_pzprv3
    from nqsat.files import read_text

    if file:
        text = read_text("model", Path(word), LARGEST)
        with in_file(word):
            return read_pzprv3(text)
    if "penpa-edit" in word:
        reason = "addresses of penpa-edit are not read; those of puzz.link are"
        raise InvalidModel("model", f"{word[:40]!r}: {reason}")
    puzzle = read_address(word)
    if puzzle is None and meant:
        reason = f"expected the address of a puzzle, as in {EXAMPLE}"
        raise InvalidModel("model", f"{word[:60]!r}: {reason}")
    return puzzle


def written(form: str, family: str, parameters: Any) -> str | None:
    """A catalogue puzzle as its address (``puzzlink``) or its file (``pzprv3``); None: another form."""
    from nqsat.extensions.pzpr.genres import address, pzprv3

    writers = {"puzzlink": address, "pzprv3": pzprv3}
    return writers[form](family, parameters) if form in writers else None
