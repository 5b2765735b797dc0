"""Read a file of clauses, in DIMACS or OPB."""

from __future__ import annotations

import re
from pathlib import Path

from nqsat.files import read_bytes
from nqsat.formulas import dimacs
from nqsat.formulas.clausal import CnfProblem
from nqsat.formulas.dimacs import parse_dimacs
from nqsat.formulas.opb import is_opb, parse_opb


_CLAUSES = re.compile(r"\.(cnf|dimacs|opb)(\.(gz|bz2|xz))?$", re.IGNORECASE)


def names_clauses(text: str) -> bool:
    """Whether a text ends as the name of a file of clauses."""
    return _CLAUSES.search(text) is not None


def read_dimacs(path: str | Path) -> CnfProblem:
    """Read a file in DIMACS or OPB: what it begins with says which.

    Raises:
        InvalidModel: it cannot be read, or is too large.
        InvalidNotation: it is not a valid file; with the line.
    """
    data = read_bytes("dimacs", path, dimacs.MAX_BYTES)
    return parse_opb(data) if is_opb(data) else parse_dimacs(data)
